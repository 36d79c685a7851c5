"""Recorded runs on another machine: computation scaled, messages and barriers by its machine file.

steps      a trace as steps of ranks, each with its seconds there
ratio      how much longer computation takes there, from one of four sources
runs       a trace followed on a machine: times by rank and by call site, efficiencies, critical path
what_if    other values of parameters, ratio, policy and barrier
sets       traces of several numbers of ranks as a program that sad scale takes
output     what comes out, as text and JSON
perfetto   the run for ui.perfetto.dev
slices     what each rank does when, in slices and in bins; queues of messages
simgrid    a trace for SimGrid, with a platform of a machine
goal       a trace as schedules of LogGOPSim
page       the run as a page with pictures (page.js draws them)
source     what the source says of the same stretches of computation
"""
