"""What runs say of parameters: from counts to values.

measured      samples of all parameters from profiles
inferred      values for which formulas give the counts measured
solving       the value for which a count is what was measured
loop_sizes    the sizes of a run, and what loops run over, which samples may be functions of
evaluated_means  means of a run of the slice
fitted        samples as values for a parameter file
"""
