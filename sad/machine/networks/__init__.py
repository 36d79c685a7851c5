"""Networks and programming models of machine files: what they say, and what nodes are apart.

``model`` holds the records, ``read`` makes them from a file, ``primitives`` gives formulas their
values; ``topology`` counts links between nodes.
"""
