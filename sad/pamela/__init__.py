"""PAMELA (van Gemund): models of parallel systems as ``use``, ``delay``, ``;`` and ``||`` (``*.pam``).

tree      what stands in a file: declarations, equations, terms
parse     text to tree
dimension which parameters are times
lower     the tree to the model, equations substituted
write     a tree as a file
formulas  formulas of the algebra as files have them
"""
