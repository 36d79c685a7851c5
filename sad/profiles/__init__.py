"""Values for parameters: what users set, what files and profiles say.

distributions, truncated   values that differ from run to run: moments, samples
distribution_text          how they are written
settings     given values by name, with their origin; texts, truth values and real numbers
params_file  values from a YAML file (``--params``)
params_document, params_header   the file as a document that people and `sad` write in turn
yaml_edit    its text, changed only where something is set
counts       what was counted in a run, in no tool's own words
readers      profiles of gcov, llvm-cov and lcov, and tables
estimation   counts to values of parameters
fitting      values at several sizes to functions of size
misses       mispredicted branches, simulated while a program runs
running      building, running and profiling a program
"""
