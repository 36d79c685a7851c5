"""Fortran frontend: fixed and free form source to the common IR.

Reading goes one way, one file per step:

    source       bytes to text, whatever the line ends and encoding
    preprocess   C-preprocessor lines
    fixed_form, free_form   physical lines to logical statements with exact lines
    hollerith, text         blanks removed, upper case, nH constants quoted
    classify     which statement it is (Sale's method: keywords are not reserved)
    statements   one statement's text to a syntax node; fparser2 (through canonical and
                 fparser_bridge) reads what our own parser does not know
    units        statements to program units
    bundled      INCLUDE files of our own: those of message-passing libraries
    symbols      declarations to a symbol table
    resolve      syntax expressions to typed IR expressions
    blocks       DO and IF nesting; statements to the IR
    reader       all of it, for one file
"""
