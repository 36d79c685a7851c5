"""Operations over the model's nodes: one per file, each match ends in assert_never.

parts        the nodes inside a node, of one kind, with the loops around them
terms        the derived sum: every block, call, message with the loops and branches around it
specialise   the tree for given probabilities of 0 and 1
"""
