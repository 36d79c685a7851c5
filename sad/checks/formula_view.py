"""Formulas of units for readers: short names, leading terms first, under stated assumptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.poly import ZERO, Poly
from sad.algebra.simplify import Simplifier, at_least_one, extent_symbols, product_facts
from sad.algebra.text import LONGEST_FACTOR, Printer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sad.checks.costs.record import Amounts, UnitCost

_MOST_PIECES = 12
_MOST_TERMS = 12
_MOST_GROWN, _MOST_INSIDE = 200, 8  # terms of formulas and factors looked at for large sizes


class FormulaView:
    """Prints formulas of units: those of the first unit that knows a symbol name it.

    Factors longer than ``longest`` characters are shown as ``(...)``.
    """

    def __init__(self, units: Sequence[UnitCost], longest: int = LONGEST_FACTOR) -> None:
        self._own = frozenset(unit.name.partition(" (")[0] for unit in units)
        self._labels = {item.name: item.label for unit in reversed(units) for item in unit.symbols}
        self._codings = {item.name: item.coding for unit in units for item in unit.symbols}
        self._chances = frozenset(name for unit in units for name in unit.most)
        self.printer = Printer(self.name, self.weight, longest, self.coding)

    def name(self, symbol: str) -> str:
        """Return the name to show for a symbol: without the unit for one of the unit's own."""
        owner, dot, rest = symbol.partition(".")
        if dot and owner in self._own:
            return rest
        return self._labels.get(symbol, symbol)

    def weight(self, symbol: str) -> int:
        """Return 1 for symbols that make a term leading, 0 for probabilities."""
        return int(symbol not in self._chances)

    def coding(self, symbol: str) -> Coding:
        """Return what a symbol's values stand for."""
        return Coding(self._codings.get(symbol, Coding.INTEGER))

    def assumed(self, polys: Iterable[Poly]) -> tuple[str, ...]:
        """Return the symbols that ``simple`` takes to be 1 or more, by the names shown."""
        return tuple(sorted(extent_symbols(polys), key=self.name))

    def simple(self, poly: Poly) -> Poly:
        """Return a formula simplified where all ``assumed`` symbols are 1 or more."""
        names = extent_symbols([poly])
        context = at_least_one(names, product_facts([poly]))
        return Simplifier(context, _MOST_PIECES).poly(poly)

    def text(self, poly: Poly, most: int | None = None) -> str:
        """Return a formula as text, as it is; after ``most`` terms only ``...``."""
        return self.printer.poly(poly, most)

    def formula(self, poly: Poly, most: int | None = _MOST_TERMS) -> str:
        """Return a formula simplified and as text."""
        return self.text(self.simple(poly), most)

    def leading(self, simple: Poly) -> str:
        """Return the leading term of a simplified formula for large sizes."""
        if len(simple.terms) <= _MOST_GROWN:
            simple = self._grown(simple)
        first = self.printer.ordered(simple.terms)[:1]
        return self.text(Poly({item: simple.terms[item] for item in first}, simple.den))

    def order(self, poly: Poly) -> str:
        """Return the leading term without its coefficient; 1 for a constant."""
        simple = self.simple(poly)
        if len(simple.terms) <= _MOST_GROWN:
            simple = self._grown(simple)
        first = self.printer.ordered(simple.terms)[:1]
        return self.text(Poly(dict.fromkeys(first, 1))) if first else "0"

    def _grown(self, poly: Poly) -> Poly:
        """A formula where sizes are large: ``max(0, n - 2)`` is ``n - 2``."""
        found = ZERO
        for monomial, value in poly.terms.items():
            term = Poly({(): value}, poly.den)
            for symbol in monomial:
                term = term * self._large(symbol)
            found = found + term
        return found

    def _large(self, symbol: str) -> Poly:
        match atoms.definition(symbol):
            case atoms.Group(inner) if len(inner.terms) <= _MOST_INSIDE:
                return self._grown(inner)
            case atoms.Max((first, second)) if not first and _grows(second):
                return second
            case _:
                return Poly.symbol(symbol)


def _grows(poly: Poly) -> bool:
    """Whether a formula is positive where its symbols are large."""
    return all(value > 0 for monomial, value in poly.terms.items() if monomial)


def operations_of(amounts: Amounts) -> Poly:
    """Return how many operations there are in all, of all kinds alike."""
    return Poly.weighted_sum((poly, 1) for poly in amounts.values())
