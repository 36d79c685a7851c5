"""The dependence graph of one iteration of a loop: what must be there before what.

graph                the graph itself
iteration            a walk over a loop's blocks that makes it
scope                what the graphs of one unit share
values, keys         what a result is computed from, and through which latency
places, elements     which reads get what was written
select, calls        branches without a jump, and calls
"""
