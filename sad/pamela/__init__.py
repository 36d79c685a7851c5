"""PAMELA (van Gemund): models of parallel systems as ``use``, ``delay``, ``;`` and ``||`` (``*.pam``).

tree      what stands in a file: declarations, equations, terms
parse     text to tree
dimension which parameters are times
lower     the tree to the model, equations substituted
"""
