"""Polynomials as JSON values and back. Atoms are kept in a table beside them, by canonical text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.bind import map_symbols
from sad.algebra.kinds import KINDS
from sad.algebra.poly import Poly, add_terms
from sad.algebra.structure import decoded, encoded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Monomial

Json = Any


class Writer:
    """Turns polynomials into JSON values; ``table`` collects the atoms they use."""

    def __init__(self) -> None:
        self.table: dict[str, Json] = {}
        self._seen: set[str] = set()
        self._polys: dict[Poly, Json] = {}

    def poly(self, poly: Poly) -> Json:
        """Return ``{"den": d, "terms": [[coefficient, [symbols...]], ...]}``."""
        known = self._polys.get(poly)
        if known is None:
            terms = [[value, list(monomial)] for monomial, value in sorted(poly.terms.items())]
            known = self._polys[poly] = {"den": poly.den, "terms": terms}
            for symbol in sorted(poly.symbols() - self._seen):
                self._atom(symbol)
        return known

    def _atom(self, symbol: str) -> None:
        if symbol in self._seen:
            return
        self._seen.add(symbol)
        atom = atoms.definition(symbol)
        if atom is None:
            return
        self.table[symbol] = None  # keeps the order of first use while operands are written
        self.table[symbol] = {type(atom).__name__.lower(): encoded(atom, self.poly)}


class PolyReader:
    """Turns JSON values back into polynomials, given the table of their atoms; equal ones are one."""

    def __init__(self, table: Mapping[str, Json]) -> None:
        self._table = table
        self._known: dict[str, Poly] = {}
        self._same: set[str] = set()
        self._polys: dict[Poly, Poly] = {}

    def poly(self, value: Json) -> Poly:
        """Return the polynomial a JSON value stands for."""
        terms: dict[Monomial, int] = {}
        pairs = ((tuple(sorted(symbols)), int(number)) for number, symbols in value["terms"])
        den = add_terms(terms, int(value["den"]), pairs, int(value["den"]))
        result = Poly(terms, den)
        symbols = result.symbols() - self._same
        if any(self._symbol(symbol).as_symbol != symbol for symbol in symbols):
            result = map_symbols(result, self._symbol)
        return self._polys.setdefault(result, result)

    def _symbol(self, symbol: str) -> Poly:
        known = self._known.get(symbol)
        if known is None:
            entry = self._table.get(symbol)
            known = Poly.symbol(symbol) if entry is None else self._atom(entry)
            self._known[symbol] = known
            if known.as_symbol == symbol:
                self._same.add(symbol)
        return known

    def _atom(self, entry: Mapping[str, Json]) -> Poly:
        ((kind, body),) = entry.items()
        return atoms.intern_atom(decoded(KINDS[kind], body, self.poly))
