"""Which shared resource bounds a parallel run: bounds, theta, an estimate between them.

bound      critical path, contention, lower and upper bound of a model, in formulas and numbers
estimate   the time of equal clients as a closed queueing network
network    such a network for ``sad solve``
net        any model as a Petri net with exponential times; ``net_writer`` writes it
"""
