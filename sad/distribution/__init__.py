"""Sequential source as it would run with distributed arrays, every rank computing what it owns.

syntax          ``A(block,*)``: how arrays are distributed, in the words of HPF
program         the program as nested loops over assignments with affine references
read            the analysis of a program as that
shared          arrays through calls and COMMON: which of them are one; procedures with costs only
owners          which ranks carry out which statement
messages        references to what others own, joined to messages, as far out of loops as may be
plan            all of that: who computes, what is sent, in which phases
phases          the program in parts between messages
layout          where elements are, and how large arrays are
rows            points and iterations as rows of arrays; how many of a range one rank has
counts, volumes iterations and bytes per rank, as numbers
times           the seconds of a message, behind a small protocol
distributable   the program, ready for distributions; the seconds of its lines
distributed     all of it as a ``Scalable`` program
search          the best of many distributions
wording         messages in words
words           what things are called in a file of PAMELA
terms           phases as terms of PAMELA, ``operators`` what lines do
message_operators  what messages take, as equations
pamela_file     a plan as a file of PAMELA
"""
