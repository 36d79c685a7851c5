"""Where a READ takes its values from, and in which layout (Fortran 77 standard 12.8 and 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.text import plain_label

if TYPE_CHECKING:
    from frontends.fortran.resolve import Resolver
    from frontends.fortran.symbols import Table

_STANDARD_INPUT = 5


def source_of(statement: sx.InputOutput, resolver: Resolver) -> tuple[bool, str | None]:
    """Return whether a READ is from standard input, and its layout as ``InputOutput`` has it."""
    named = {keyword: node for keyword, node in statement.controls if keyword is not None}
    plain = [node for keyword, node in statement.controls if keyword is None]
    unit = named.get("UNIT")
    if unit is None:
        unit = plain.pop(0) if plain else sx.Star(None)  # READ format, items
    layout = named.get("FMT") or named.get("NML") or next(iter(plain), None)
    is_standard = isinstance(unit, sx.Star) or (
        isinstance(unit, sx.Number | sx.Name) and resolver.constant(unit) == _STANDARD_INPUT
    )
    advance = named.get("ADVANCE", sx.String("YES"))
    whole = isinstance(advance, sx.String) and advance.value.strip().upper() == "YES"
    if layout is None or not whole or "REC" in named:
        return is_standard, None
    return is_standard, _text_of(layout, resolver.table)


def _text_of(layout: sx.Node, table: Table) -> str | None:
    match layout:
        case sx.Star():
            return "*"
        case sx.String(text):
            return text
        case sx.Number(label):
            return table.formats.get(plain_label(label))
        case sx.Name(name) if name in table.namelists:
            return f"&{name}"
        case sx.Name(name):
            entry = table.find(name)
            value = None if entry is None else entry.value
            return value.value if isinstance(value, sx.String) else None
        case _:
            return None
