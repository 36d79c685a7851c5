"""What is known of message-passing libraries: their routines, arguments, datatypes and constants.

catalogue   a routine and what it does with its arguments; looking it up by its name in the source
tables      reading the tables of the libraries
mpi         MPI: MPI-1, and what programs use of MPI-2 and MPI-3
pvm         PVM 3
express     Express, by ParaSoft
datatypes   codes and sizes of datatypes
constants   handles and other constants of MPI, as our own headers define them
"""
