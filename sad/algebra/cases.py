"""Guarded polynomials put into words: comparisons people write, and choices instead of sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import ZERO, Poly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

Piece = tuple[tuple[Poly, ...], Poly]


@record
class Comparison:
    """``left relation right``; the relation is one of ``== != >= > <= <``."""

    left: Poly
    relation: str
    right: Poly


@record
class Either:
    """One value where all ``conditions`` hold (each >= 0), another elsewhere."""

    conditions: tuple[Poly, ...]
    then: Poly | Either
    otherwise: Poly | Either


def comparisons(guards: Sequence[Poly]) -> list[Comparison]:
    """Return guards (each >= 0) as comparisons; a pair ``e`` and ``-e`` is an equality."""
    left = list(guards)
    found: list[Comparison] = []
    while left:
        guard = left.pop(0)
        opposite = -guard
        if opposite in left:
            left.remove(opposite)
            found.append(_equality(guard, "=="))
        else:
            found.append(_inequality(guard))
    return found


def negation(guards: Sequence[Poly]) -> Comparison | None:
    """Return the comparison that holds where the guards do not, if it is one."""
    if len(guards) == 1:
        return _inequality(-guards[0] - 1)
    if len(guards) == 2 and guards[0] == -guards[1]:
        return _equality(guards[0], "!=")
    return None


def _parts(poly: Poly) -> tuple[Poly, Poly, int]:
    """The positive terms, the negative terms with their sign changed, and the constant."""
    positive = {m: c for m, c in poly.terms.items() if m and c > 0}
    negative = {m: -c for m, c in poly.terms.items() if m and c < 0}
    return Poly(positive), Poly(negative), poly.terms.get((), 0)


def _equality(poly: Poly, relation: str) -> Comparison:
    positive, negative, constant = _parts(poly)
    if not positive or (negative and len(positive.terms) > len(negative.terms)):
        positive, negative, constant = negative, positive, -constant
    if constant > 0 and negative:
        return Comparison(positive + constant, relation, negative)
    return Comparison(positive, relation, negative - constant)


def _inequality(poly: Poly) -> Comparison:
    positive, negative, constant = _parts(poly)
    if not positive:
        if constant == -1:
            return Comparison(negative, "<", ZERO)
        return Comparison(negative, "<=", Poly.constant(constant))
    if constant == -1 and negative:
        return Comparison(positive, ">", negative)
    if constant > 0 and negative:
        return Comparison(positive + constant, ">=", negative)
    return Comparison(positive, ">=", negative - constant)


def as_choice(pieces: Sequence[Piece]) -> Poly | Either | None:
    """Return pieces that exclude each other as a choice; None if they may add up."""
    if not pieces:
        return ZERO
    guards, poly = pieces[0]
    if len(pieces) == 1:
        return Either(guards, poly, ZERO) if guards else poly
    for guard in guards:
        opposite = -guard - 1
        then = [_without(item, guard) for item in pieces if guard in item[0]]
        otherwise = [_without(item, opposite) for item in pieces if opposite in item[0]]
        if len(then) + len(otherwise) < len(pieces) or not otherwise:
            continue
        first, second = as_choice(then), as_choice(otherwise)
        if first is not None and second is not None:
            return Either((guard,), first, second)
    return None


def _without(piece: Piece, guard: Poly) -> Piece:
    guards, poly = piece
    return tuple(item for item in guards if item != guard), poly
