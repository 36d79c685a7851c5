"""Operations over the model's nodes: one per file, each match ends in assert_never.

parts           the nodes inside a node, of one kind, with the loops around them
formulas        symbols used, weights, and every formula changed
terms           the derived sum: blocks, calls, messages and loops with what is around them
specialise      the tree for given probabilities of 0 and 1
lines_to_count  the lines whose counts in a run settle parameters
rows            the loops, branches and calls of a unit as rows
fingerprint     the structure of a unit as a digest
phases          a message-passing program as computation and communication in turn
"""
