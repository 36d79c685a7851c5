"""How parallel a sequential program is: work, span, and how many processors it can keep busy.

span       work and span of units, as formulas: the model's tree with a verdict for each loop
serial     what no loop runs at once, by line
measure    work, span and parallelism at the values given, loop by loop
laws       speed-ups: Brent's bounds
profile    how many operations can be done in each step, and what latency makes of it (Brehm)
unfold     the profile of a program
profile_file  files with profiles
suggest    loops as OpenMP directives, those first that gain most
advice     what keeps a program from running on several processors
"""
