"""Routines of message-passing libraries by their names in the source.

Our own headers declare the same routines (the tests compare them with these tables). A procedure of
the program that has a routine's name is not asked about here: the caller looks at the source first.
"""

from __future__ import annotations

from functools import lru_cache

from sad.analysis.messages import express, mpi, pvm
from sad.analysis.messages.tables import Argument, Flow, Routine

__all__ = ["Argument", "Flow", "Routine", "lookup", "names", "routine_of"]


def lookup(name: str, language: str) -> Routine | None:
    """Return the routine called ``name`` in ``language`` (``"c"`` or ``"fortran"``), or None.

    Case counts in C (``MPI_Send``), not in Fortran. Fortran routines have the arguments of Fortran:
    those of MPI end in ``ierror``.
    """
    if language == "fortran":
        return _fortran().get(name.lower())
    return _c().get(name)


def routine_of(name: str) -> Routine | None:
    """Return the routine a name in the IR stands for: names of Fortran are in capitals there."""
    return lookup(name, "fortran" if name.isupper() else "c")


def names(language: str) -> frozenset[str]:
    """Return the names that are known in a language: as C writes them, in lower case for Fortran."""
    return frozenset(_fortran() if language == "fortran" else _c())


@lru_cache(maxsize=1)
def _c() -> dict[str, Routine]:
    found = {mpi.c_name(routine.name): routine for routine in mpi.c_routines()}
    for library in (pvm, express):
        found.update((routine.name, routine) for routine in library.c_routines())
    return found


@lru_cache(maxsize=1)
def _fortran() -> dict[str, Routine]:
    return {
        routine.name: routine
        for library in (mpi, pvm, express)
        for routine in library.fortran_routines()
    }
