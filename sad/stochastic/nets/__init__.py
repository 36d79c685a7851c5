"""Petri nets in which transitions take random, fixed or no time: files ``*.net.yaml``.

read, bind      the file, and what it says at given values
net             places and transitions: numbers only
reach, growth   all markings, many at a time; why there is no end of them
tangible        the chain of a net: markings in which no time passes are taken out
fixed           fixed delays, one at a time
field           small nets in fractions and formulas
simulate        runs by chance
structure       invariants, siphons and traps, dead markings and live transitions
measures        what users ask: throughput(t), tokens(p), probability(test)
pnml, xml       nets in PNML, read and written
prism, drawing  nets for PRISM and Storm, and as pictures
solve           what is printed
"""
