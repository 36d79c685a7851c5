"""Values by published heuristics for what is left without one (docs/heuristics.md).

consistent   defaults that do not contradict values that are given
fill         a model with all of them put in; trip counts from how likely an iteration leaves the loop
"""
