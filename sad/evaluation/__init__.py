"""From counts to numbers.

names      symbols and the names people use for them
open_names values that cannot be calculated yet
open_values  what these are: polynomials, or under their own text
assume     assumptions about a whole program
given      given values, evaluated and held against what is possible
model      a described program from one entry, with the values given so far
specialised  counts with the numbers given put in
onto       a model on a machine, under the cost model asked for
compiled   the same by the object code of the user's compiler
predict    seconds per block, share of the total, coverage
linear     the total as a formula in seconds
totals     what is predicted, as a weighted sum of counts
declared   what units declare: labels, types, parameters
summary    what a report on a library needs of one unit (and as JSON: summary_json)
survey     summaries added up; leading: the units to be shown; surveyed: the model they make
defaults     values by heuristics for what is left without one
measuring    what runs say of parameters
uncertainty  how sure a prediction is, and what that rests on
"""
