"""What running needs and the IR leaves out: layouts, DATA for parts of arrays, controls of I/O.

The source files are read once more with the frontend's own steps, up to parsed statements and
symbol tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.reader import ReadOptions, declared_units
from frontends.fortran.symbols import Table
from frontends.registry import SourceOptions, with_modules
from frontends.source import read_source

if TYPE_CHECKING:
    from frontends.fortran.units import Line
    from sad.diagnostics import Span
    from sad.ir.program import Program

Place = tuple[str, int, int]
"""File, first and last line of a statement."""


@dataclass(slots=True)
class Details:
    """Symbol tables of the units by (file, first line), I/O statements and texts by place."""

    tables: dict[tuple[str, int], Table] = field(default_factory=dict[tuple[str, int], Table])
    transfers: dict[Place, list[sx.InputOutput]] = field(
        default_factory=dict[Place, list[sx.InputOutput]]
    )


def place_of(span: Span) -> Place:
    """Return the key of a statement's span."""
    return span.file, span.line, span.end_line


def details_of(program: Program, text: str | None, options: SourceOptions) -> Details:
    """Read the files of ``program`` again; ``text`` is its one file's text if it is not on disk.

    Only Fortran leaves anything out.
    """
    details = Details()
    paths = [file.path for file in program.files if file.language == "fortran"]
    texts = {} if text is None else dict.fromkeys(paths, text)
    modules = with_modules(paths, SourceOptions(texts=texts)).modules
    defines = {name: "1" if value is None else value for name, value in options.defines.items()}
    own = ReadOptions(options.include_paths, defines, modules=modules, texts=texts)
    for path in paths:
        source = read_source(path) if text is None else text
        for raw, table, lines in declared_units(source, path, own):
            for line in lines:
                _note(line, details)
            details.tables[raw.first.file, raw.first.line] = table
    return details


def _note(line: Line, details: Details) -> None:
    statement = line.statement
    if isinstance(statement, sx.LogicalIf):
        statement = statement.action
    if isinstance(statement, sx.InputOutput):
        details.transfers.setdefault(place_of(line.span), []).append(statement)
