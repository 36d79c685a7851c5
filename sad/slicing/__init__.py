"""The statements that decide control flow, run at given inputs.

A *slice* (Weiser 1981) of the program: what loop bounds and branch conditions depend on, across calls,
COMMON and arrays. It becomes a Python program of its own, which counts how often every block runs.
Loops that do the same in every iteration run once, with the number of iterations as a weight. A value
that is not known costs what it decides: the blocks between the branch and where its ways meet again.
"""

EVALUATE_STEPS = 2_000_000
"""How many blocks and calls a run takes at most if nothing else is said: a second or two."""
