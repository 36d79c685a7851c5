"""How often branches are mispredicted: simulated while a program runs, per branch of its source.

runtime.c    what is linked into the program: a predictor, and counts of every way
build        the runtime compiled, and the compiler's options
table        what a run left
code         where in the source the branches of compiled code are
matching     branches of compiled code and those of the analysis
rates        rates of several runs, and their names
"""
