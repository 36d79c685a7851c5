"""The C frontend: bytes to a syntax tree, and that to IR.

reading (package)   preprocessing, tokens, recovery
parse               the syntax tree of a file, one function at a time
include (folder)    our own declarations of the standard library
"""
