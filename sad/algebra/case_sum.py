"""Formulas as sums over cases: products of sizes, and of things between 0 and 1.

``max(m, n)`` becomes ``m*[m > n] + n*[n >= m]``, a condition's probability stays a factor. What is left
are sizes, roundings and conditions. ``growth`` and ``sign`` work on this form.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, prod
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import map_symbols
from sad.algebra.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TERMS = 1_500
_MOST_PRODUCTS = 100 * MOST_TERMS


class TooLarge(Exception):
    """A formula has too many cases."""


def case_sum(poly: Poly) -> Poly:
    """Return the formula as such a sum; raises ``TooLarge``."""
    if products_of(poly) > _MOST_PRODUCTS:
        raise TooLarge
    found = map_symbols(poly, _symbol)
    if len(found.terms) > MOST_TERMS:
        raise TooLarge
    return found


def products_of(poly: Poly) -> float:
    """Return how many products ``case_sum`` adds up; infinity where a factor is too large.

    They are at least as many as terms in the end.
    """
    sizes: dict[str, int] = {}
    for name in poly.symbols():
        known = _known(name)
        if known is None or len(known.terms) > MOST_TERMS:
            return inf
        sizes[name] = len(known.terms)
    return sum(prod(map(sizes.__getitem__, monomial)) for monomial in poly.terms)


def _symbol(symbol: str) -> Poly:
    known = _known(symbol)
    if known is None or len(known.terms) > MOST_TERMS:
        raise TooLarge
    return known


@lru_cache(maxsize=2_000)
def _known(symbol: str) -> Poly | None:
    """The sum for one symbol, kept because each step of a proof needs it; None if it is too large."""
    try:
        return _split(symbol)
    except TooLarge:
        return None


def _split(symbol: str) -> Poly:
    atom = atoms.definition(symbol)
    match atom:
        case atoms.Group(inner) | atoms.Alias(meaning=inner):
            return case_sum(inner)
        case atoms.Not(inner):
            return ONE - case_sum(inner)
        case atoms.Max(arguments):
            return case_sum(_extreme(arguments, 1))
        case atoms.Min(arguments):
            return case_sum(_extreme(arguments, -1))
        case atoms.Pieces(pieces):
            if len(pieces) == 1 and pieces[0][1] == ONE:
                return Poly.symbol(symbol)
            found = ZERO
            for guards, poly in pieces:
                found = found + atoms.pieces_of([(guards, ONE)]) * case_sum(poly)
            return found
        case _:
            return Poly.symbol(symbol)


def _extreme(arguments: Sequence[Poly], sign: int) -> Poly:
    """The greater (or lesser) of two as one of them, and what the other one is beyond it."""
    if len(arguments) != 2:
        raise TooLarge
    first, second = arguments
    beyond = (second - first) * sign
    guard = beyond * beyond.den
    return first + (second - first) * atoms.pieces_of([((guard,), ONE)])
