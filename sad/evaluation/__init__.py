"""From counts to numbers.

names      symbols and the names people use for them
assume     assumptions about a whole program
given      given values, evaluated and held against what is possible
model      a described program from one entry, with the values given so far
predict    seconds per block, share of the total, coverage
linear     the total as a formula in seconds
totals     what is predicted, as a weighted sum of counts
derivatives, elasticity   how much the total reacts to each parameter
"""
