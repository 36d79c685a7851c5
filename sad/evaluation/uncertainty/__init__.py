"""How sure a prediction is, and what that rests on.

derivatives, elasticity   how much the total reacts to each parameter
random_polynomials        counts as polynomials in the random parameters
variance                  their mean and variance, exactly
sampling                  counts at many random points
sensitivity               which parameters matter: shares of the variance
stochastic                mean, deviation and quantiles of a prediction
band                      error bands: the interval that a predicted time is in
"""
