"""The arithmetic that users write: one grammar, one table of functions, one class per evaluation.

functions       every function: what it takes, what it means, what it is called elsewhere
tree, parse     texts to trees
evaluator       the walk over a tree that all evaluations share
numbers, arrays values at one point, and at many
exact           counts: polynomials over names without values
dimensions      seconds and bytes that do not go together
javascript, symbolic
                source code of the page, sympy's expressions
"""
