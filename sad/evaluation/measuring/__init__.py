"""What runs say of parameters: from counts to values.

measured      samples of all parameters from profiles
solving       the value for which a count is what was measured
loop_sizes    the sizes of a run, and what loops run over, which samples may be functions of
fitted        samples as values for a parameter file
"""
