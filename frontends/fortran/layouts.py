"""Where a READ takes its values from, and in which layout (Fortran 77 standard 12.8 and 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.text import plain_label

if TYPE_CHECKING:
    from frontends.fortran.resolve import Resolver
    from frontends.fortran.symbols import Table

_STANDARD_INPUT = 5


_OPEN_FORMS = {
    "FORM": ("FORMATTED",), "ACCESS": ("SEQUENTIAL",), "POSITION": ("REWIND", "ASIS"),
    "PAD": ("YES",), "DECIMAL": ("POINT",), "BLANK": ("NULL",), "ENCODING": ("DEFAULT",), "CONVERT": (),
}  # fmt: skip
"""What OPEN may say of a file that is read by records from its beginning."""
_WRITTEN = ("NEW", "REPLACE", "SCRATCH")


def unit_of(statement: sx.InputOutput) -> sx.Node | None:
    """Return what names the unit; None if the statement has no unit."""
    for keyword, node in statement.controls:
        if keyword in (None, "UNIT", "NEWUNIT"):
            return node
    return None


def opening_of(statement: sx.InputOutput) -> str | None:
    """Return how an OPEN takes its file, as ``InputOutput.opens`` has it."""
    told: dict[str, str] = {}
    for keyword, node in statement.controls:
        if keyword in _OPEN_FORMS or keyword in ("STATUS", "ACTION"):
            if not isinstance(node, sx.String):
                return None
            told[keyword] = node.value.strip().upper()
    if any(word not in _OPEN_FORMS.get(keyword, (word,)) for keyword, word in told.items()):
        return None
    if told.get("STATUS") in _WRITTEN or told.get("ACTION") == "WRITE":
        return "new"
    return "old" if told.get("STATUS") == "OLD" else "any"


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
        case sx.Name(name) if table.find_namelist(name) is not None:
            return None if name in table.renamed_groups else f"&{name}"
        case sx.Name(name):
            entry = table.find(name)
            value = None if entry is None else entry.value
            return value.value if isinstance(value, sx.String) else None
        case _:
            return None
