"""What Fortran and C call each other's procedures and COMMON blocks.

Fortran compilers on Unix give a procedure ``DGEMM`` the name ``dgemm_``; C code calls and defines
such names, and has COMMON blocks as structures of such names. (gfortran, ifort, flang; f2c and g77
add a second underscore where the name has one.)
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.ir.program import UnitKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.ir.program import SourceFile, Unit


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


def share_blocks(files: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    """Return the files with C's globals ``name_`` placed in Fortran's COMMON blocks ``NAME``."""
    blocks = {
        symbol.block
        for file in files
        if not file.case_sensitive
        for unit in file.units
        for symbol in unit.symbols.values()
        if symbol.block
    }
    wanted = {alias: block for block in blocks for alias in _mangled(block)}
    return tuple(
        replace(file, units=tuple(_placed(unit, wanted) for unit in file.units))
        if wanted and file.case_sensitive
        else file
        for file in files
    )


def _placed(unit: Unit, wanted: Mapping[str, str]) -> Unit:
    moved = {
        name: replace(symbol, block=wanted[symbol.block])
        for name, symbol in unit.symbols.items()
        if symbol.block is not None and symbol.block in wanted
    }
    return replace(unit, symbols={**unit.symbols, **moved}) if moved else unit


def _mangled(name: str) -> tuple[str, ...]:
    """The linker's names of a Fortran procedure."""
    plain = name.lower() + "_"
    return (plain, plain + "_") if "_" in name else (plain,)
