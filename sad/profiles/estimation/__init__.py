"""From measured counts to values of parameters.

places      what stands on each line of a unit's flow
gfortran, c_counts, llvm_counts
                       what a tool's counts say of the flow
solve       the flow's equations, solved exactly, or allowing for misplaced counts
matching    a profile's files and the program's
estimate    one profile to samples of parameters
"""
