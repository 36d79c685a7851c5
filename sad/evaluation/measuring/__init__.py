"""What runs say of parameters: from counts to values.

given_sizes   the sizes a run is said to have had
measured      samples of all parameters from profiles
solving       the value for which a count is what was measured
loop_sizes    what loops run over, which samples may be functions of
fitted        samples as values for a parameter file
"""
