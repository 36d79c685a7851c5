"""Variables with exactly one value: the tile counter of a blocked loop, a quotient.

A variable v with ``a*v + d >= 0`` and ``e - a*v >= 0``, ``d + e == a - 1``, is ``floor(e/a)``. It is
eliminated before the others; otherwise the sum falls apart into cases for incomplete tiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import Constraint, Form, combine, constraint, form_of, order
from sad.algebra.feasible import Constraints, implied

if TYPE_CHECKING:
    from sad.algebra.eliminate import Piece


def determined_variable(names: list[str], pieces: list[Piece]) -> str | None:
    """A variable v with ``a*v + d >= 0`` and ``e - a*v >= 0``, ``d + e == a - 1``: one value only."""
    items, poly = pieces[0]
    scaled = {m[0] for pairs, _ in items for m, value in pairs if abs(value) > 1 and len(m) == 1}
    for name in names[:-1]:
        if name not in scaled or atoms.depends_on(poly, name):
            continue
        if _tile_pair(items, name) is not None:
            return name
    return None


def _tile_pair(items: Constraints, name: str) -> tuple[Constraint, Constraint, int, Form] | None:
    lower: list[tuple[int, Form, Constraint]] = []
    upper: list[tuple[int, Form, Constraint]] = []
    for item in sorted(items, key=order):
        form = form_of(item)
        factor = form.pop((name,), 0)
        if factor > 1:
            lower.append((factor, form, item))
        elif factor < -1:
            upper.append((-factor, form, item))
    for a, low, first in lower:
        for b, high, second in upper:
            if a == b and combine(low, 1, high, 1) == {(): a - 1}:
                return first, second, a, high
    return None


def without_determined(name: str, pieces: list[Piece]) -> list[Piece] | None:
    """Eliminate a variable with exactly one value, ``floor(high/a)``; None if that fails."""
    result: list[Piece] = []
    for items, poly in pieces:
        if atoms.depends_on(poly, name):
            return None
        pair = _tile_pair(items, name)
        if pair is None:
            return None
        first, second, a, high = pair
        translated: set[Constraint] = set()
        pending: list[Constraint] = []
        for item in sorted(items - {first, second}, key=order):
            form = form_of(item)
            factor = form.pop((name,), 0)
            if any(name in monomial for monomial in form):
                return None
            if factor == 0:
                translated.add(item)
            elif factor == 1:  # floor(high/a) >= -form
                translated.add(constraint(combine(high, 1, form, a)))
            elif factor == -1:  # floor(high/a) <= form
                translated.add(constraint(combine(form, a, high, -1, a - 1)))
            else:
                pending.append(item)
        if any(not implied(frozenset(translated) | {first, second}, item) for item in pending):
            return None
        result.append((frozenset(translated), poly))
    return result
