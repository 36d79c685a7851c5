"""Formulas in one form: multiplied out, sums with indices of their own, symbols renamed.

Two formulas that differ in names only, or in what was kept as a factor, become the same.
``NeutralNames`` makes what is computed of a unit independent of the names in it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import greatest_of, map_symbols, rebuild
from sad.algebra.poly import Poly
from sad.algebra.structure import mapped, names
from sad.model.walks.terms import CallTerm, Context
from sad.records import replace
from sad.symbols import INDEX_MARK, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.domains import Index
    from sad.checks.costs.record import Amounts, Symbol
    from sad.model.nodes import Message

_NO_NAMES: Mapping[str, str] = MappingProxyType({})
MOST_TERMS = 200
"""Products of sums that would have more terms than this are kept as factors."""


class Canonical:
    """Brings formulas into one form; ``names`` are new names of symbols."""

    def __init__(self, names: Mapping[str, str] = _NO_NAMES, most_terms: int = MOST_TERMS) -> None:
        self._names = names
        self._most = most_terms
        self._known: dict[str, Poly] = {}
        self._polys: dict[Poly, Poly] = {}
        self._heights: dict[str, int] = {}

    def poly(self, poly: Poly) -> Poly:
        """Return the formula with everything inside brought into form."""
        known = self._polys.get(poly)
        if known is None:
            known = multiplied_out(map_symbols(poly, self._symbol), self._most)
            self._polys[poly] = known
        return known

    def name(self, symbol: str) -> str:
        """Return the new name of a symbol."""
        return self._names.get(symbol, symbol)

    def _symbol(self, symbol: str) -> Poly:
        known = self._known.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            known = Poly.symbol(self.name(symbol)) if atom is None else self._atom(atom, symbol)
            self._known[symbol] = known
        return known

    def _atom(self, atom: atoms.Atom, symbol: str) -> Poly:
        match atom:
            case atoms.Guard(name, meaning):
                return atoms.guard_of(self.name(name), self.poly(meaning))
            case atoms.Rows():
                return atoms.intern_atom(mapped(atom, self.poly, self.name))
            case atoms.Alias(meaning=meaning):
                return self.poly(meaning)
            case atoms.Busiest() | atoms.Recurrence():
                own = {
                    index: f"{INDEX_MARK}{height}"
                    for height, index in enumerate(
                        dict.fromkeys(filter(atoms.bound_names(atom).__contains__, names(atom))),
                        1 + max(map(self._height, atoms.operands(atom)), default=0),
                    )
                }
                inside = Canonical({**self._names, **own}, self._most)
                return atoms.intern_atom(mapped(atom, inside.poly, inside.name))
            case atoms.Sum(index, first, last, body) | atoms.Greatest(index, first, last, body):
                inside = self.poly(body)
                height = self._height(inside) + 1
                own = f"{INDEX_MARK}{height}"
                if own != index:
                    inside = Canonical({index: own}, self._most).poly(inside)
                make = atoms.sum_of if isinstance(atom, atoms.Sum) else greatest_of
                return make(own, self.poly(first), self.poly(last), inside)
            case _:
                return rebuild(atom, symbol, self.poly)

    def _height(self, poly: Poly) -> int:
        """How deep sums stand in each other in a formula."""
        return max((self._symbol_height(symbol) for symbol in poly.symbols()), default=0)

    def _symbol_height(self, symbol: str) -> int:
        known = self._heights.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            inside = atoms.operands(atom) if atom is not None else ()
            known = max((self._height(item) for item in inside), default=0)
            known += len(atoms.bound_names(atom))
            self._heights[symbol] = known
        return known


class NeutralNames:
    """Puts the symbols of a unit under names by their place among them, and back."""

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        names: dict[str, str] = {}
        for place, item in enumerate(symbols):
            if not item.name.startswith("/"):  # what units share keeps its name
                mark = "@" if is_unresolved(item.name) else ""
                names[item.name] = f"unit.{mark}{place:05}"
        self._there = Canonical(names, most_terms=0)
        self._back = Canonical({new: old for old, new in names.items()})
        self._contexts: dict[Context, Context] = {}
        self._indices: dict[Index, Index] = {}

    def values(self, values: Mapping[str, Poly]) -> dict[str, Poly]:
        """Return values of symbols by their neutral names; the values are of no unit."""
        return {self._there.name(name): poly for name, poly in values.items()}

    def context(self, context: Context) -> Context:
        """Return a context with neutral names."""
        known = self._contexts.get(context)
        if known is None:
            indices = tuple(map(self._index, context.indices))
            weight = self._there.poly(context.weight)
            known = self._contexts[context] = Context(indices, weight)
        return known

    def call(self, term: CallTerm) -> CallTerm:
        """Return a call whose context and values for the procedure have neutral names."""
        bindings = {name: self._there.poly(poly) for name, poly in term.call.bindings.items()}
        call = replace(term.call, bindings=bindings)
        return CallTerm(call, self.context(term.context))

    def message(self, message: Message) -> Message:
        """Return a message whose formulas have neutral names."""
        return message.mapped(self._there.poly)

    def back(self, poly: Poly) -> Poly:
        """Return a formula in one form, under the unit's own names."""
        return self._back.poly(poly)

    def amounts(self, amounts: Amounts) -> dict[str, Poly]:
        """Return amounts in one form and order under the unit's own names, without what is nothing."""
        formed = {key: self._back.poly(amounts[key]) for key in sorted(amounts)}
        return {key: poly for key, poly in formed.items() if poly}

    def _index(self, index: Index) -> Index:
        known = self._indices.get(index)
        if known is None:
            count = None if index.count is None else self._there.poly(index.count)
            first, last = self._there.poly(index.first), self._there.poly(index.last)
            known = self._indices[index] = type(index)(index.name, first, last, count)
        return known


def multiplied_out(poly: Poly, most: int) -> Poly:
    """Return the formula without sums kept as factors, unless it would have too many terms."""
    if not any(isinstance(atoms.definition(symbol), atoms.Group) for symbol in poly.symbols()):
        return poly
    if _terms(poly, most) > most:
        return poly

    def symbol(name: str) -> Poly:
        atom = atoms.definition(name)
        if isinstance(atom, atoms.Group):
            return multiplied_out(atom.inner, most)
        return Poly.symbol(name)

    return map_symbols(poly, symbol)


def _terms(poly: Poly, most: int) -> int:
    """How many terms a formula has at most, multiplied out; counted no further than ``most``."""
    found = 0
    for monomial in poly.terms:
        product = 1
        for symbol in monomial:
            atom = atoms.definition(symbol)
            if isinstance(atom, atoms.Group):
                product *= _terms(atom.inner, most)
                if product > most:
                    return product
        found += product
        if found > most:
            return found
    return found


def size_of(polys: Iterable[Poly]) -> int:
    """Return how many terms formulas have, those inside their atoms included, each atom once."""
    items = list(polys)
    return sum(len(poly.terms) for poly in (*items, *atoms.operands_inside(items)))
