"""What to read and how, and the ways into the model: what every command begins with.

options          the options of reading, and what a prediction is for
readers          every reader of a model, and the choice among them; loaded has their types
from_sources     Fortran and C, by an analysis of the whole program; sources reads them to IR
from_stubs       a stub file by itself; saved a description written before
notes            what is worth knowing of an analysis
"""
