"""The best values of parameters that change the time of a program and not its results.

``candidates`` has every combination of values with its predicted cost, ``findings`` says which is best
and which cannot be told apart from it, ``measure`` runs a few of them, ``output`` writes it all.
"""
