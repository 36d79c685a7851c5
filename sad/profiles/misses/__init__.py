"""How often branches are mispredicted: simulated while a program runs, per branch of its source.

runtime.c    what is linked into the program: a predictor, and counts of every way
runtime      the runtime compiled, the compiler's options, and what a run left, by source line
matching     branches of compiled code and those of the analysis
rates        rates of several runs, and their names
"""
