"""From counts to numbers.

names          symbols and the names people use for them
open_values    values that cannot be calculated yet: polynomials, or under their own text
assume         assumptions about a whole program
given          given values, evaluated and held against what is possible
model          a described program from one entry, with the values given so far
specialised    counts with the numbers given put in
bind_model     a model on a machine, under the cost model asked for
predict        seconds per block, share of the total, coverage
linear         the total as a formula in seconds, or as a weighted sum of counts
influence      which parts matter, and how much each open parameter governs
summary        what a report on a library needs of one unit, and its JSON
library_report summaries added up, and the model of the units to be shown
defaults       values by heuristics for what is left without one
measuring      what runs say of parameters
uncertainty    how sure a prediction is, and what that rests on
"""
