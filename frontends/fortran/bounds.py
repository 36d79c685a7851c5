"""Bounds in declarations in plain terms: ``REAL W(SIZE(X, 1))``, ``REAL T(F%NX)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.rewriting import Rewriting

if TYPE_CHECKING:
    from frontends.fortran.symbols import Table
    from sad.diagnostics import Diagnostics


def rewrite_bounds(table: Table, diagnostics: Diagnostics) -> None:
    """Put the bounds of a unit's arrays in plain terms."""
    rewriting = Rewriting(table, diagnostics)
    for entry in list(table.entries.values()):
        if entry.dimensions is None or entry.open or entry.module is not None:
            continue
        if any(_is_modern(item) for item in entry.dimensions):
            entry.dimensions = tuple(rewriting.value(item) for item in entry.dimensions)


def _is_modern(node: sx.Node | None) -> bool:
    match node:
        case sx.Infix(_, left, right):
            return _is_modern(left) or _is_modern(right)
        case sx.Prefix(_, operand) | sx.Paren(operand):
            return _is_modern(operand)
        case sx.Triplet(first, last, _):
            return _is_modern(first) or _is_modern(last)
        case sx.Component() | sx.Apply():
            return True
        case sx.Number(text):
            return "_" in text
        case _:
            return False
