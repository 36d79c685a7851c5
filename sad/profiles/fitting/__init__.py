"""Parameters as functions of the problem's size, from values measured at a few sizes.

points      samples of one parameter, put together by size; expressions at the sizes
forms       the functions that are tried, each with what it costs to name it [bits]; as expressions
exact       functions that give every measured ratio of counts exactly
noise       how far measured values may lie from a function
regression  least squares, also of what is not linear in one coefficient
candidates  exact and fitted functions, compared by description length
places      the sizes at which candidates are compared
spread      how wide the prediction at a new size must be: what all candidates say together
fit         samples to a function, kept to the values a parameter can have, and its standard
            deviation; a fit as the value of a parameter: start here
extrap_*    Extra-P's files, out and in
"""
