"""Generators of micro-kernels, one file per group of families."""
