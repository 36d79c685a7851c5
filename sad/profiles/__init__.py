"""Values for parameters: what users set, what files and profiles say.

expression   arithmetic on the command line (``--set m=2*n+1``), tables
distributions, truncated   values that differ from run to run: moments, samples
distribution_text          how they are written
settings     given values by name, with their origin
params_file  values from a YAML file (``--params``)
"""
