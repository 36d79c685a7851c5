"""What is left to do of a unit's statements in compiled code, for cost models beyond the plain sum.

unit         the work of one unit, put together from its parts: operations left, values on the stack
operations   what an optimising compiler leaves (folder)
chains       what must wait for each other (folder), found in graphs of
dependence   what must be there before what (folder)
vector       which loops become vector code (folder)
references   the memory that loops walk through: addresses, and how they move
reaching, writes   what scalars hold, and where they are written
"""
