"""Scaling experiments: times over processors, sizes and process grids.

expression    arithmetic on arrays, for values that depend on the number of processes
processes     numbers of processes and the process grids they make
sizes         the values of a program's parameters at many points
table         the result: arrays with one entry per row
run           from a program, counts, grids and values to a table
laws          Amdahl's and Gustafson's laws and their fits
growth        isoefficiency: how fast a size must grow to keep an efficiency
subject       a program with what its source knows about its parameters
reference     what speed-ups refer to
summary       what is told below a table: fits, knee, isoefficiency
measured      measured times from a file
validation    a model against measured times
layout        tables as text
data          tables as CSV and JSON
plot          tables as pictures
"""
