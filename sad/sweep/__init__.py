"""Predictions at many points: tables, curves, and where curves cross.

ranges      values of a varied parameter, from their text
quantity    what is looked at: times, counts, operations
program     a program whose parameters change from point to point
curve       one quantity of one program on one machine, at points
table       the result: axes, points, and a column for each curve
run         from sources, machines and ranges to a table
arrays      curves as functions of NumPy arrays
crossings   where two curves cross
layout      tables as text, on a terminal with rich
data        tables as CSV and JSON
frames      tables as pandas and xarray objects
plot        tables as pictures; style: how pictures look
"""
