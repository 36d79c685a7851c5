"""Sequential source as it would run with distributed arrays, every rank computing what it owns.

syntax          ``A(block,*)``: how arrays are distributed, in the words of HPF
program, read   the program as nested loops over assignments with affine references
calls, shared   arrays through calls and COMMON: which of them are one
owners          which ranks carry out which statement
dependence      whether a loop writes what a reference in it reads
messages        references to what others own, joined to messages
phases          the program in parts between messages
layout, spread  where elements are, and how many of a range one rank has
extents         how large arrays are
counts, volumes iterations and bytes per rank, as numbers
times           the seconds of a message, behind a small protocol
distributed     all of it as a ``Scalable`` program
candidates, search
                the best of many distributions
"""
