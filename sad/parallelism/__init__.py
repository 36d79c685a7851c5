"""How parallel a sequential program is: work, span, and how many processors it can keep busy.

span       work and span of units, as formulas: the model's tree with a verdict for each loop
measure    work, span and parallelism at the values given, loop by loop
laws       speed-ups: Brent's bounds, Amdahl, Gustafson
profile    how many operations can be done in each step, and what latency makes of it (Brehm)
profiles   the profile of a program, and files with profiles
suggest    loops as OpenMP directives, those first that gain most
"""
