"""Operations over the model's nodes: one per file, each match ends in assert_never.

parts        the nodes inside a node, of one kind, with the loops around them
formulas     symbols used, weights, and every formula changed
terms        the derived sum: blocks, calls, messages and loops with the loops and branches around it
specialise   the tree for given probabilities of 0 and 1
"""
