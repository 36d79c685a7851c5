"""Formulas of one unit with the unit under another name: what is alike in several is counted once.

The same algorithm for several types of numbers is several units that differ in their names: their
nests are equal but for those.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.canonical_text import plain_text
from sad.algebra.domains import Index
from sad.algebra.poly import Poly
from sad.algebra.structure import mapped
from sad.symbols import INDEX_MARK, index_name, input_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.poly import Monomial

_ANY = "UNIT%"
"""A name that no unit has; in upper case as those of Fortran, so that symbols keep their order."""


class Renaming:
    """Renames symbols of the unit ``old``, wherever they are in formulas, as if it were ``new``."""

    def __init__(self, old: str, new: str) -> None:
        self._own, self._own_now = input_name(old, ""), input_name(new, "")
        self._index, self._index_now = index_name(old, ""), index_name(new, "")
        self._known: dict[str, str] = {}

    def is_own(self, symbol: str) -> bool:
        """Return whether a parameter or index is the unit's; what all units share counts as well."""
        return (
            symbol.startswith((self._own, self._index))
            or not symbol.lstrip(INDEX_MARK)[:1].isupper()
        )

    def index(self, index: Index) -> Index:
        """Return a loop with its bounds renamed."""
        count = None if index.count is None else self.poly(index.count)
        return Index(self._name(index.name), self.poly(index.first), self.poly(index.last), count)

    def poly(self, poly: Poly) -> Poly:
        """Return a polynomial renamed."""
        symbol = poly.as_symbol
        if symbol is not None:
            return Poly.symbol(self._symbol(symbol))
        terms: dict[Monomial, int] = {}
        for monomial, value in poly.terms.items():
            terms[tuple(sorted(map(self._symbol, monomial)))] = value
        return Poly(terms, poly.den)

    def _symbol(self, symbol: str) -> str:
        known = self._known.get(symbol)
        if known is None:
            atom = atoms.definition(symbol)
            if atom is None:
                known = self._name(symbol)
            else:
                (known,) = atoms.intern_atom(self._atom(atom)).symbols()
            self._known[symbol] = known
        return known

    def _name(self, name: str) -> str:
        if name.startswith(self._own):
            return self._own_now + name[len(self._own) :]
        if name.startswith(self._index):
            return self._index_now + name[len(self._index) :]
        return name

    def _atom(self, atom: atoms.Atom) -> atoms.Atom:
        """An atom renamed. It stays as simple as it is; only the order of parts may be another one."""
        match atom:
            case atoms.Pieces(pieces):
                renamed = (
                    (tuple(sorted(map(self.poly, guards), key=plain_text)), self.poly(poly))
                    for guards, poly in pieces
                )
                return atoms.Pieces(
                    tuple(sorted(renamed, key=lambda item: tuple(map(plain_text, item[0]))))
                )
            case atoms.Max(arguments):
                return atoms.Max(tuple(sorted(map(self.poly, arguments), key=plain_text)))
            case atoms.Min(arguments):
                return atoms.Min(tuple(sorted(map(self.poly, arguments), key=plain_text)))
            case atoms.Gcd():
                first, second = sorted(map(self.poly, atoms.operands(atom)), key=plain_text)
                return atoms.Gcd(first, second)
            case _:
                return mapped(atom, self.poly, self._name)


def renamings(indices: Sequence[Index], body: Poly) -> tuple[Renaming, Renaming] | None:
    """Return how to rename the unit of a nest to one that stands for any, and back.

    None where that could change the order of symbols, by which a formula may come out another way:
    the unit's name is in lower case, or symbols of another one stand beside.
    """
    unit, colon, _ = indices[0].name.removeprefix(INDEX_MARK).partition(":")
    if not colon or not unit[:1].isupper():
        return None
    found = _renamings(unit)
    parts = [body, *(part for index in indices for part in (index.first, index.last, index.trips))]
    used = frozenset(index.name for index in indices).union(*map(atoms.free_symbols, parts))
    return found if all(map(found[0].is_own, used)) else None


@lru_cache(maxsize=1_000)
def _renamings(unit: str) -> tuple[Renaming, Renaming]:
    return Renaming(unit, _ANY), Renaming(_ANY, unit)
