"""Work in processes of its own: one that crashes, hangs or takes all memory costs one task.

tasks    what is asked for, what comes back, and limits of a process
serve    the loop of a process that works
pool     the processes of this computer
"""
