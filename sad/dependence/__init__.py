"""Which loops of a unit may run their iterations at once, and what stands against it.

verdicts     a verdict for each loop of a program, ``verdict`` what it says
judge        looks at one loop, with all that follows
accesses     what each action of a unit reads and writes: names with subscripts
overlap      which names may be one place of memory
calls        what a call reads and writes beyond its arguments
conflicts    whether two accesses meet in two iterations of a loop: systems of constraints
witness      iterations in which they do, for sizes chosen here: a proof
scalars      which scalars each iteration sets before it reads them
combining    statements that add to a sum, or take the greater of two
"""
