"""Operations that an optimising compiler leaves of a unit's statements.

remaining          the operations of each action, from the code
code, flow         one pass over a unit's blocks: values, loads and stores
statements, evaluate, arithmetic, addresses   statements and expressions to values, and what they cost
register_values, value_graph                  equal computations are one node
memory, versions, accesses                    what lives in memory, and what a load may still know
reuse, promotion, pressure                    elements kept in registers, values that do not fit there
induction_variables, regions, selects, inlining   what loops, branches and calls become
"""
