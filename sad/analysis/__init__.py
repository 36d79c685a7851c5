"""Control flow, values, trip counts and probabilities of program units; language-neutral.

cfg          structured statements to basic blocks
passed       procedures passed as arguments
paths        readable, stable names of constructs
dominators   immediate dominators of small graphs
loops        natural loops, irreducible regions
components   groups of nodes that reach each other
links        the calls of a unit, as far as the call graph needs them
connect      who calls whom, from the links alone
callgraph    the same in units and procedures, and in which order to analyse
wanted       small tables that units look partners of messages up in, and who fills them
elements     values of array elements
numbers      real constants, as the machine computes them
exits        what procedures give back
effects      what a unit does to its arguments and COMMON variables
translate    integer expressions
truth        conditions
codes        texts and real constants, coded as integers
guards       which arm a branch takes, as truth values; weights of arms
gates        the conditions under which paths meet, and values that depend on them
scalars      expressions to polynomials: integers, truth values, texts, real constants
findings     what that pass finds
seen         a unit seen from one entry
values       what a variable is at each point, in terms of the inputs
error_paths  branches that only guard an error
zero_tests   branches that test real data for zero
row_loops    loops over the rows of an index array
loop_ends    where loops without a counter end
induction    what one iteration does to a variable
trip_count   how often a loop runs
nested       the nested tree of a unit
structure    control flow to that tree, with weights
op_mix       the operations a statement performs
unit         all of it for one unit
"""
