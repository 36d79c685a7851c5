"""Machines: what they can do and how long it takes. No program in here.

schema, values    the typed model of a machine file; numbers with their sources
database          machines by name: strict reading and inheritance (``extends``)
read_toolchain    a toolchain; operations' times as formulas over the times of machine instructions
compute           the time of one operation
throughput        parameters of the throughput model
networks          networks, and primitives of programming models, checked to be times
provenance        how calibrated numbers came about
architecture      instruction set architectures by one name each
check*            lints, each at its place in the file
perpret           PerPreT's files as machine files
"""
