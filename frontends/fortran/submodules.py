"""Submodules (Fortran 2008, 11.2.3): procedures whose interface stands in the module above.

A submodule is read as a module that uses all names of its parent. MODULE PROCEDURE gets the header and
the declarations that the interface has.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.statements import parse_statement
from frontends.fortran.units import split_units
from sad.diagnostics import Diagnostics
from sad.records import replace

if TYPE_CHECKING:
    from frontends.fortran.modules import UnitsOfFile
    from frontends.fortran.units import Line, RawUnit

_SEPARATE = re.compile(r"\bmodule\b.*\b(?:subroutine|function|procedure)\b", re.IGNORECASE)
_EDGE = re.compile(r"\s*(?:abstract\s+|end\s*)?interface\b", re.IGNORECASE)


def parent_of(raw: RawUnit) -> str | None:
    """Return the module or submodule that a submodule belongs to; None of other units."""
    statement = None if raw.header is None else raw.header.statement
    return statement.parent if isinstance(statement, sx.Header) else None


def ancestor_of(raw: RawUnit) -> str:
    """Return the module that a module or submodule is, or is below."""
    return raw.name.partition(".")[0]


def is_separate(raw: RawUnit) -> bool:
    """Whether a procedure's interface and body stand in different units, by its header."""
    return raw.header is not None and _SEPARATE.search(raw.header.text) is not None


def complete_headers(units: UnitsOfFile) -> None:
    """Give each MODULE PROCEDURE of a file its header and declarations.

    Without its module, it is a subroutine of which nothing else is known.
    """
    for raw in units.raw_units:
        if raw.kind != "procedure" or raw.header is None:
            continue
        found = _interface(raw, units)
        if found is None or found.header is None:
            statement: sx.Statement = sx.Header("subroutine", raw.name)
            raw.header = replace(raw.header, statement=statement)
            continue
        own = raw.header
        raw.header = replace(own, statement=found.header.statement, text=found.header.text)
        raw.lines[:0] = [
            replace(line, span=own.span, statement=parse_statement(line.text))
            for line in found.lines
            if not line.text.upper().lstrip().startswith("IMPORT")
        ]


def _interface(raw: RawUnit, units: UnitsOfFile) -> RawUnit | None:
    """Look for the interface of a procedure in the units above it, the nearest first."""
    above = None if raw.host is None else parent_of(raw.host)
    while above is not None:
        known = units.unit_of_module(above)
        if known is None:
            return None
        units, module = known
        for unit in split_units(_inside_interfaces(module), Diagnostics()):
            if unit.name == raw.name:
                return unit
        above = parent_of(module)
    return None


def _inside_interfaces(module: RawUnit) -> list[Line]:
    """The procedures' headers, declarations and ENDs in the interfaces of a module."""
    found: list[Line] = []
    inside = False
    for line in module.lines:
        statement = line.statement
        if not isinstance(statement, sx.Specification) or statement.kind != "region":
            continue
        if _EDGE.match(line.text):
            inside = not line.text.lstrip().upper().startswith("END")
        elif inside:
            found.append(replace(line, statement=parse_statement(line.text)))
    return found
