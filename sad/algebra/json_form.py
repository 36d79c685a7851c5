"""Polynomials as JSON values and back. Atoms are kept in a table beside them, by canonical text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.bind import map_symbols
from sad.algebra.kinds import Work
from sad.algebra.poly import Poly, add_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.poly import Monomial

Json = Any

_OF_TWO: dict[str, Callable[[Poly, Poly], atoms.Atom]] = {
    "floor": atoms.Floor,
    "trunc": atoms.Trunc,
    "mod": atoms.Mod,
    "power": atoms.Power,
    "log": atoms.Log,
    "gcd": atoms.Gcd,
}
_RANGED: dict[str, type[atoms.Ranged]] = {"sum": atoms.Sum, "greatest": atoms.Greatest}


class Writer:
    """Turns polynomials into JSON values; ``table`` collects the atoms they use."""

    def __init__(self) -> None:
        self.table: dict[str, Json] = {}
        self._seen: set[str] = set()

    def poly(self, poly: Poly) -> Json:
        """Return ``{"den": d, "terms": [[coefficient, [symbols...]], ...]}``."""
        terms = [[value, list(monomial)] for monomial, value in sorted(poly.terms.items())]
        for symbol in sorted(poly.symbols() - self._seen):
            self._atom(symbol)
        return {"den": poly.den, "terms": terms}

    def _atom(self, symbol: str) -> None:
        if symbol in self._seen:
            return
        self._seen.add(symbol)
        atom = atoms.definition(symbol)
        if atom is None:
            return
        self.table[symbol] = None  # keeps the order of first use while operands are written
        match atom:
            case atoms.Pieces(pieces):
                body: Json = [
                    [[self.poly(guard) for guard in guards], self.poly(poly)]
                    for guards, poly in pieces
                ]
            case atoms.Sum(index, first, last, inner) | atoms.Greatest(index, first, last, inner):
                body = [index, self.poly(first), self.poly(last), self.poly(inner)]
            case atoms.Busiest(parts):
                body = [
                    [
                        [
                            [name, self.poly(low), self.poly(high)]
                            for name, low, high in part.ranges
                        ],
                        self.poly(part.member),
                        self.poly(part.amount),
                    ]
                    for part in parts
                ]
            case atoms.Rows(index, all_rows, mean):
                body = [index, all_rows, mean]
            case atoms.Guard(label, meaning) | atoms.Alias(label, meaning):
                body = [label, self.poly(meaning)]
            case _:
                body = [self.poly(item) for item in atoms.operands(atom)]
        self.table[symbol] = {type(atom).__name__.lower(): body}


class PolyReader:
    """Turns JSON values back into polynomials, given the table of their atoms; equal ones are one."""

    def __init__(self, table: Mapping[str, Json]) -> None:
        self._table = table
        self._known: dict[str, Poly] = {}
        self._polys: dict[Poly, Poly] = {}

    def poly(self, value: Json) -> Poly:
        """Return the polynomial a JSON value stands for."""
        terms: dict[Monomial, int] = {}
        pairs = ((tuple(sorted(symbols)), int(number)) for number, symbols in value["terms"])
        den = add_terms(terms, int(value["den"]), pairs, int(value["den"]))
        result = Poly(terms, den)
        if any(self._symbol(symbol).as_symbol != symbol for symbol in result.symbols()):
            result = map_symbols(result, self._symbol)
        return self._polys.setdefault(result, result)

    def _symbol(self, symbol: str) -> Poly:
        known = self._known.get(symbol)
        if known is None:
            entry = self._table.get(symbol)
            known = Poly.symbol(symbol) if entry is None else self._atom(entry)
            self._known[symbol] = known
        return known

    def _atom(self, entry: Mapping[str, Json]) -> Poly:
        ((kind, body),) = entry.items()
        match kind:
            case "pieces":
                pieces = tuple(
                    (tuple(self.poly(guard) for guard in guards), self.poly(poly))
                    for guards, poly in body
                )
                return atoms.intern_atom(atoms.Pieces(pieces))
            case "sum" | "greatest":
                index, first, last, inner = body
                return atoms.intern_atom(
                    _RANGED[kind](index, self.poly(first), self.poly(last), self.poly(inner))
                )
            case "busiest":
                parts = tuple(
                    Work(
                        tuple(
                            (name, self.poly(low), self.poly(high)) for name, low, high in ranges
                        ),
                        self.poly(member),
                        self.poly(amount),
                    )
                    for ranges, member, amount in body
                )
                return atoms.intern_atom(atoms.Busiest(parts))
            case "rows":
                return atoms.intern_atom(atoms.Rows(*body))
            case "guard":
                return atoms.intern_atom(atoms.Guard(body[0], self.poly(body[1])))
            case "alias":
                return atoms.intern_atom(atoms.Alias(body[0], self.poly(body[1])))
            case "max" | "min":
                arguments = tuple(self.poly(item) for item in body)
                return atoms.intern_atom(
                    atoms.Max(arguments) if kind == "max" else atoms.Min(arguments)
                )
            case "not":
                return atoms.intern_atom(atoms.Not(self.poly(body[0])))
            case "root":
                return atoms.intern_atom(atoms.Root(self.poly(body[0])))
            case "inverse":
                return atoms.intern_atom(atoms.Inverse(self.poly(body[0])))
            case "group":
                return atoms.intern_atom(atoms.Group(self.poly(body[0])))
            case _:
                first, second = (self.poly(item) for item in body)
                return atoms.intern_atom(_OF_TWO[kind](first, second))
