"""Calls between languages: the names under which Fortran and C know each other's procedures.

Fortran compilers on Unix give a procedure ``DGEMM`` the name ``dgemm_``; C code calls and defines
such names. (gfortran, ifort, flang; f2c and g77 add a second underscore where the name has one.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir.program import UnitKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import SourceFile


def names_across_languages(files: Sequence[SourceFile]) -> dict[str, str]:
    """Return further names of procedures: what the other language calls them, and their own name."""
    procedures: dict[bool, dict[str, None]] = {True: {}, False: {}}
    for file in files:
        for unit in file.units:
            if unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION) and unit.host is None:
                procedures[file.case_sensitive][unit.name] = None
    c_names, fortran_names = procedures[True], procedures[False]
    aliases: dict[str, str] = {}
    for name in fortran_names:
        for alias in _mangled(name):
            if alias not in c_names:
                aliases[alias] = name
    for name in c_names:
        own = name.rstrip("_").upper()
        if name in _mangled(own) and own not in fortran_names:
            aliases[own] = name
    return aliases


def _mangled(name: str) -> tuple[str, ...]:
    """The linker's names of a Fortran procedure."""
    plain = name.lower() + "_"
    return (plain, plain + "_") if "_" in name else (plain,)
