"""What running needs and the IR leaves out: layouts, DATA for parts of arrays, controls of I/O.

The source files are read once more with the frontend's own steps, up to parsed statements and
symbol tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.fortran import fixed_form, free_form
from frontends.fortran import syntax as sx
from frontends.fortran.preprocess import (
    Preprocessor,
    find_include,
    macros_from_options,
    needs_preprocessing,
)
from frontends.fortran.statements import parse_statement
from frontends.fortran.symbols import Table, build_table
from frontends.fortran.units import Line, split_units
from frontends.source import decode, read_source
from sad.diagnostics import Diagnostics

if TYPE_CHECKING:
    from frontends.registry import SourceOptions
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
    for file in program.files:
        if file.language != "fortran":
            continue
        source = read_source(file.path) if text is None else text
        lines = _lines(source, file.path, options)
        for raw in split_units(lines, Diagnostics()):
            table = build_table(raw, Diagnostics(), None)
            for line in raw.lines:
                table.declare(line)
                _note(line, details)
            details.tables[raw.first.file, raw.first.line] = table
    return details


def _lines(text: str, path: str, options: SourceOptions) -> list[Line]:
    if needs_preprocessing(text, path):
        defines = {name: "1" if value is None else value for name, value in options.defines.items()}
        macros = macros_from_options(defines)
        text = Preprocessor(options.include_paths, Diagnostics(), macros).run(text, path)
    form = free_form if Path(path).suffix.lower() == ".f90" else fixed_form
    lines: list[Line] = []
    for logical in form.logical_statements(text, path):
        statement = parse_statement(logical.text)
        lines.append(Line(statement, logical.label, logical.span, logical.text))
        if isinstance(statement, sx.Include):
            found = find_include(statement.path, path, options.include_paths)
            if found is not None:
                lines += _lines(decode(Path(found).read_bytes(), found), found, options)
    return lines


def _note(line: Line, details: Details) -> None:
    statement = line.statement
    if isinstance(statement, sx.LogicalIf):
        statement = statement.action
    if isinstance(statement, sx.InputOutput):
        details.transfers.setdefault(place_of(line.span), []).append(statement)
