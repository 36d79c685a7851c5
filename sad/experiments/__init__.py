"""Predictions at many points: sweeps of curves, and scaling over processes, sizes and process grids.

axes           values of a varied parameter, from their text; grid: points in blocks
quantity       what is looked at: times, counts, operations
program        a program whose parameters change from point to point
curve, arrays  quantities of one program on one machine, at points and over NumPy arrays
sweep_table    the result of a sweep: axes, points, and a column for each curve
crossings      columns compared in pairs: which is above where
means          several programs on several machines: ratios to one, and means over the programs
processes      numbers of processes and the process grids they make
sizes          a parallel program with the values of its parameters at many points
scaling_run    from a program, counts, grids and values to a table, and what speed-ups refer to
scaling_table  the result of a scaling experiment: arrays with one entry per row
laws           fits of Amdahl's and Gustafson's laws, knee, isoefficiency
measured       measured times from a file, and a model against them
partitions     distributions of arrays compared
remote         points worked out on a cluster; store: points written block by block
tabular        layout of both tables: the same columns as text, CSV and JSON
*_output, *_plot   tables as text, CSV, JSON, frames and pictures
"""
