"""The reproducers, one construct each: reading one, and what it means in text."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from frontends.fortran.reader import ReadOptions, read_file
from sad.diagnostics import Diagnostics
from sad.ir.dump import dump_statement, dump_unit

if TYPE_CHECKING:
    from sad.ir.program import SourceFile

FOLDER = Path(__file__).parent / "reproducers"


def read(name: str, **defines: str) -> SourceFile:
    """Return the IR of a reproducer, read with macros ``defines``."""
    return read_file(str(FOLDER / name), ReadOptions(defines=defines), Diagnostics())


def body(name: str, unit: int = 0, **defines: str) -> str:
    """Return the dump of a unit's executable statements, without common indentation."""
    statements = read(name, **defines).units[unit].body
    lines = [line for statement in statements for line in dump_statement(statement)]
    return dedent("\n".join(lines))


def symbol(name: str, symbol_name: str, unit: int = 0) -> str:
    """Return what the dump says of a name: type, size, dimensions, storage, values."""
    start = f"  symbol {symbol_name}: "
    lines = dump_unit(read(name).units[unit])
    return next(line.removeprefix(start) for line in lines if line.startswith(start))


def names(name: str, unit: int = 0) -> set[str]:
    """Return the names of a unit that has the dummies A and N, without these."""
    return set(read(name).units[unit].symbols) - {"A", "N"}
