"""Formulas as sums over cases: products of sizes, and of things between 0 and 1.

``max(m, n)`` becomes ``m*[m > n] + n*[n >= m]``, a condition's probability stays a factor. What is left
are sizes, roundings and conditions, which orders and proofs are made of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.bind import map_symbols
from sad.counting.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TERMS = 1_500


class TooLarge(Exception):
    """A formula has too many cases to be looked at."""


class Opener:
    """Opens formulas; remembers the parts it has opened."""

    def __init__(self) -> None:
        self._known: dict[str, Poly] = {}

    def poly(self, poly: Poly) -> Poly:
        """Return the formula opened; raises ``TooLarge``."""
        found = map_symbols(poly, self._symbol)
        if len(found.terms) > MOST_TERMS:
            raise TooLarge
        return found

    def _symbol(self, symbol: str) -> Poly:
        known = self._known.get(symbol)
        if known is None:
            known = self._known[symbol] = self._open(symbol)
            if len(known.terms) > MOST_TERMS:
                raise TooLarge
        return known

    def _open(self, symbol: str) -> Poly:
        atom = atoms.definition(symbol)
        match atom:
            case atoms.Group(inner) | atoms.Alias(meaning=inner):
                return self.poly(inner)
            case atoms.Not(inner):
                return ONE - self.poly(inner)
            case atoms.Max(arguments):
                return self.poly(_extreme(arguments, 1))
            case atoms.Min(arguments):
                return self.poly(_extreme(arguments, -1))
            case atoms.Pieces(pieces):
                if len(pieces) == 1 and pieces[0][1] == ONE:
                    return Poly.symbol(symbol)
                found = ZERO
                for guards, poly in pieces:
                    found = found + atoms.pieces_of([(guards, ONE)]) * self.poly(poly)
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
