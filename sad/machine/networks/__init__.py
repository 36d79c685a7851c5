"""Networks and programming models of machine files: what they say, and what nodes are apart.

``model`` holds the records and the rules that choose algorithms of collectives; ``read*`` makes them
of a file, ``read_standard`` what standard models of messages expand to, ``primitives`` gives formulas
their values. ``topology`` counts links between nodes and lays ranks on them.
"""
