"""Control flow, values, trip counts and probabilities of program units; language-neutral.

cfg          structured statements to basic blocks
paths        readable, stable names of constructs
loops        dominators, natural loops, irreducible regions (networkx)
callgraph    who calls whom, and in which order to analyse
effects      what a unit does to its arguments and COMMON variables
translate    integer expressions to polynomials over inputs
values       what a variable is at each point, in terms of the inputs
trip_count   how often a loop runs
branch       the probabilities of a branch's arms
structure    blocks, loops and branches as one nested tree with weights
op_mix       the operations a statement performs
unit         all of it for one unit
"""
