"""Operations that an optimising compiler leaves of a unit's statements.

code                              one pass over a unit's blocks: values, loads and stores
statements, evaluate, arithmetic  statements and expressions to values, and what these cost
value_graph                       equal computations are one node
accesses, reuse                   what lives in memory, and what a load may still know
loop_registers                    what loops keep in registers
regions, selects, inlining        what loops, branches and calls become
"""
