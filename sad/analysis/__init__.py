"""Control flow, values, trip counts and probabilities of program units; language-neutral.

cfg       control-flow graphs: ``lower`` makes basic blocks of structured statements; dominators,
          the tree of loops and weighted parts (``structure``), names of constructs (``paths``)
loops     natural loops, trip counts, ends of loops without a counter, values that loops change
values    what variables hold at each point in terms of a unit's inputs (``trace``); conditions as
          truth values; array elements
calls     the call graph, what calls write, what callees get and give back
branches  probabilities of branches from the source alone
messages  routines of message-passing libraries, and what their calls send
nested    the nested tree of a unit
op_mix    the operations a statement performs
unit      all of it for the units of a program
"""
