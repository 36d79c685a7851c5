"""C source to the tokens and syntax trees of ``frontends.c.parse``.

source        bytes to text
pieces        text and directives apart, comments gone
macros        definitions and their expansion; if_lines: ``#if``; predefined: what is there before
preprocess    directives carried out: regions of text; find: where headers are; header_memo keeps
              what headers do
slim          what of the headers is needed
lexer, gnu    tokens of the C that pycparser reads
grammar       pycparser's parser; recover: one bad declaration costs only itself
"""
