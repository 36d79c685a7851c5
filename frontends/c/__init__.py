"""C frontend: any C that gcc reads, to the common IR.

Reading, one file at a time:

    reading (package)   preprocessing, tokens, GNU extensions, recovery from errors
    include (folder)    our own declarations of the standard library
    parse               a file to pycparser's syntax tree, declaration by declaration

Lowering, all files of a program together:

    types, literals, fold, typer   types and sizes, constants, constant expressions
    scope, declare      what names stand for
    files               one file's declarations
    bind, usage, patterns   one function: what its identifiers mean, what it does with its variables
    program             what functions reach through their arguments, which globals ever change
    unit                the IR unit being made: symbols, statements, spans, temporaries
    places              variables, elements, members, what pointers lead to
    value, values, arithmetic, convert   expressions
    conditions          &&, ||, ?:, and conditions of statements
    calls, transfers, library   calls, input and output, the C library
    initial             initialisers
    members             members of structures in copies and results
    statements, loops, invariant, switch   statements
    lowering            one function, all of that together
    apart               arrays that the only call of a function tells apart
    reader              all files to the IR
"""
