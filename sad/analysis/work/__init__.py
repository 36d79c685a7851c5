"""What is left to do of a unit's statements in compiled code, for cost models beyond the plain sum.

``record`` holds the results, ``unit_work`` makes them; ``operations`` are what an optimising compiler
leaves, ``chains`` what must wait for each other, ``references`` which memory a loop walks through.
"""
