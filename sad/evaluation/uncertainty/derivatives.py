"""Derivatives of counts by a parameter, where a count is polynomial in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from sad.algebra.poly import Monomial


class Derivative:
    """Derivatives by one parameter; remembers those of the atoms it has met."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: dict[str, Poly | None] = {}

    def of(self, poly: Poly) -> Poly | None:
        """Return the derivative; None if the parameter stands where a step or a bend may be.

        That is inside floors, remainders, max and min, conditions, and bounds of sums.
        """
        if not atoms.depends_on(poly, self._name):
            return ZERO
        terms: dict[str, dict[Monomial, int]] = {}
        for monomial, value in poly.terms.items():
            for place, symbol in enumerate(monomial):
                rest = monomial[:place] + monomial[place + 1 :]
                found = terms.setdefault(symbol, {})
                found[rest] = found.get(rest, 0) + value
        result = ZERO
        for symbol, rests in terms.items():
            inner = self._symbol(symbol)
            if inner is None:
                return None
            if inner:
                result = result + Poly(rests, poly.den) * inner
        return result

    def _symbol(self, symbol: str) -> Poly | None:
        if symbol == self._name:
            return ONE
        if symbol not in self._known:
            atom = atoms.definition(symbol)
            if atom is None or not atoms.depends_on(Poly.symbol(symbol), self._name):
                self._known[symbol] = ZERO
            else:
                self._known[symbol] = self._atom(atom)
        return self._known[symbol]

    def _atom(self, atom: atoms.Atom) -> Poly | None:
        match atom:
            case atoms.Group(inner):
                found = self.of(inner)
                return None if found is None else atoms.group_of(found)
            case atoms.Not(inner):
                found = self.of(inner)
                return None if found is None else -atoms.group_of(found)
            case atoms.Alias(meaning=meaning):
                return self.of(meaning)
            case atoms.Pieces(pieces):
                return self._pieces(pieces)
            case atoms.Sum(index, first, last, body):
                found = self.of(body)
                if found is None or any(atoms.depends_on(end, self._name) for end in (first, last)):
                    return None
                return atoms.sum_of(index, first, last, found)
            case _:
                return None

    def _pieces(self, pieces: tuple[tuple[tuple[Poly, ...], Poly], ...]) -> Poly | None:
        built: list[tuple[tuple[Poly, ...], Poly]] = []
        for guards, poly in pieces:
            found = self.of(poly)
            if found is None or any(atoms.depends_on(guard, self._name) for guard in guards):
                return None
            built.append((guards, found))
        return atoms.pieces_of(built)
