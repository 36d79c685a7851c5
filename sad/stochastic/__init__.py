"""Models of systems in which times are random: queueing networks, Markov chains, Petri nets.

chains          Markov chains: steady states as numbers, fractions and formulas; probabilities at a time
"""
