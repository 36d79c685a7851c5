"""The dependence graph of one iteration of a loop: what must be there before what.

graph                the graph itself
iteration            a walk over a loop's blocks that makes it, conditional moves in place of branches
scope                what the graphs of one unit share
values, keys         what a result is computed from, and through which latency
elements             which reads get what was written
calls                what calls change, and what their results wait for
"""
