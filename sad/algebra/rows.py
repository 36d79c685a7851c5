"""Loops over rows: how often a loop runs differs for each iteration of the loop around it.

``do k = row(j), row(j + 1) - 1`` inside ``do j = 1, n`` runs as often as row ``j`` is long. Nobody
knows that without the array, but added up over all rows the ends cancel: the total is one size of
the problem.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.domains import Index
from sad.algebra.poly import ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Sequence


def rows_of(index: Index) -> atoms.Rows | None:
    """Return what is known of a loop over rows; None for any other loop."""
    symbol = None if index.count is None else index.count.as_symbol
    atom = None if symbol is None else atoms.definition(symbol)
    return atom if isinstance(atom, atoms.Rows) else None


def added_rows(indices: Sequence[Index], body: Poly) -> tuple[list[Index], Poly]:
    """Replace loops over rows and the loops around them by their totals.

    Where something inside depends on which row or on which place in it, only the mean length of a
    row is left, a named trip count.
    """
    left = list(indices)
    for inner in reversed(indices):
        rows = rows_of(inner)
        if rows is None:
            continue
        outer = next((item for item in left if item.name == rows.index), None)
        place = left.index(inner)
        others = [item for item in left if item is not inner and item is not outer]
        names = {inner.name} if outer is None else {inner.name, outer.name}
        free = not any(
            atoms.depends_on(part, name)
            for name in names
            for part in (body, *(p for item in others for p in _parts(item)))
        )
        if outer is not None and free:
            left = [item for item in left if item is not inner and item is not outer]
            body = body * Poly.symbol(rows.total)
        else:
            mean = Poly.symbol(rows.mean)
            left[place] = Index(inner.name, ZERO, mean - 1, mean)
    return left, body


def _parts(index: Index) -> tuple[Poly, ...]:
    parts = (index.first, index.last)
    return parts if index.count is None else (*parts, index.count)
