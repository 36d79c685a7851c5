"""The C frontend: bytes to preprocessed tokens to pycparser's syntax tree, and that to IR.

Reading:

    preprocess   directives and macros, with our own declarations of the standard library (include/)
    parse        the syntax tree of a file, one function at a time
"""
