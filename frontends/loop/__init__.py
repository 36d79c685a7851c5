"""LOOP programs: C with constructs that begin with a backslash, for parallel benchmarks.

scan        the text as pieces: C that is copied, and constructs with their arguments and bodies
write       C with MPI: each construct becomes a few lines of C, or a call of a helper; what is wrong
helpers     the functions in C that programs call: exchanges, trees, measured times
reader      the frontend: such a program is read as the C it becomes

J. Brehm, Performance Analysis of Single- and Multiprocessor Computing Systems, 1999, section 4.2.2.
"""
