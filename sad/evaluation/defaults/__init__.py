"""Values by published heuristics for what is left without one (docs/heuristics.md).

trips        trip counts, from how likely one iteration leaves the loop
consistent   defaults that do not contradict values that are given
fill         a model with all of them put in
"""
