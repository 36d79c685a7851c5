"""Models of systems in which times are random: queueing networks, Markov chains, Petri nets.

models          the kinds of model files by suffix, and what every kind offers
parameters      names with values in such files, and expressions over them
exports         models in the formats of other tools
solution        what a solver found: measures of the whole and of its parts
queueing        networks of stations with queues, ``*.qn.yaml``
nets            Petri nets, ``*.net.yaml``
chains          Markov chains: steady states as numbers, fractions and formulas; probabilities at a time
"""
