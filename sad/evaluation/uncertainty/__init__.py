"""How sure a prediction is, and what that rests on.

random_polynomials        counts as polynomials in the random parameters, their mean and variance
sampling                  counts at many random points
sensitivity               which parameters matter: elasticities, shares of the variance
stochastic                mean, deviation and quantiles of a prediction
band                      error bands: the interval that a predicted time is in
"""
