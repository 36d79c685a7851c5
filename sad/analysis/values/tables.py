"""Tables: arrays of integers whose elements are a formula of their place in memory.

A table is a value like any other: a polynomial in ``PLACE``, the number of an element, from 0. What it
held before a loop or a statement stays: ``before + [first <= PLACE <= last]*(value - before)``. What
nobody knows is a symbol with ``WHOLE`` in its name, which no element can be read from. ``UNDEFINED`` is
what a local array holds that was never set: no program may read it, so it may be anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import at_least_zero
from sad.algebra.bind import bind
from sad.algebra.conditions import both, is_zero, not_negative
from sad.algebra.facts import facts_about
from sad.algebra.poly import ONE, ZERO, Poly
from sad.algebra.simplify import Simplifier
from sad.symbols import INDEX_MARK, NPROCS, RANK, UNDEFINED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.affine import Constraint
    from sad.algebra.domains import Index

PLACE = "place#"
"""The number of an element in memory, in the formula of a table; no parameter and no index."""
WHOLE = "(:)"
"""Follows an array's name in that of the cell of all its elements."""
_MOST_TERMS = 24
_MOST_CASES = 8


def whole(array: str) -> str:
    """Return the name of the cell of all elements of an array."""
    return array + WHOLE


def is_known(value: Poly) -> bool:
    """Whether a formula holds no table that nobody knows, and nothing that was never set."""
    return not any(WHOLE in name or name == UNDEFINED for name in atoms.free_symbols(value))


def with_element(table: Poly, place: Poly, value: Poly) -> Poly | None:
    """Return a table after a statement that sets one element; None if it gets too long."""
    if bind(table, {PLACE: place}) == value:
        return table
    return _replaced(table, is_zero(Poly.symbol(PLACE) - place), value)


def with_range(table: Poly, first: Poly, last: Poly, value: Poly) -> Poly | None:
    """Return a table whose elements ``first`` to ``last`` are ``value``, a formula in ``PLACE``."""
    place = Poly.symbol(PLACE)
    return _replaced(table, both(not_negative(place - first), not_negative(last - place)), value)


def shifted(table: Poly, by: int) -> Poly:
    """Return the table that starts at element ``by`` of one, negative if before it."""
    return bind(table, {PLACE: Poly.symbol(PLACE) + by})


def with_part(table: Poly, start: int, part: Poly) -> Poly | None:
    """Return a table whose elements from ``start`` on are those of another one."""
    if not start:
        return part
    return _replaced(table, not_negative(Poly.symbol(PLACE) - start), shifted(part, -start))


def _replaced(table: Poly, where: Poly, value: Poly) -> Poly | None:
    if not where:
        return table
    if where == ONE:
        return value
    change = value - table
    atom = atoms.atom_of(where)
    if not isinstance(atom, atoms.Pieces) or len(atom.pieces) != 1:
        return None
    found = table + atoms.pieces_of([(atom.pieces[0][0], change)])
    return None if len(change.terms) + len(table.terms) > _MOST_TERMS else found


def element_of(table: Poly, place: Poly, ranges: Mapping[str, Index]) -> Poly | None:
    """Return an element of a table; None if it is not known. ``ranges`` are those of loops' indices."""
    value = _defined(bind(table, {PLACE: place}))
    if value.as_constant is not None:
        return value
    value = Simplifier(_assumed(value, ranges)).poly(value)
    if not is_known(value):
        found = _by_cases(table, place, ranges)
        if found is None:
            return None
        value = found
    return None if atoms.has_unresolved(value) else value


def _assumed(value: Poly, ranges: Mapping[str, Index]) -> frozenset[Constraint]:
    """What holds of the loops' indices in a formula, and of the number of a process."""
    known: list[Poly] = []
    seen: set[str] = set()
    pending = list(atoms.free_symbols(value))
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in (RANK, NPROCS):
            rank, number = Poly.symbol(RANK), Poly.symbol(NPROCS)
            known += [rank, number - 1 - rank, number - 1]
        index = ranges.get(name) if name.startswith(INDEX_MARK) else None
        if index is not None:
            known += [Poly.symbol(name) - index.first, index.last - Poly.symbol(name)]
            pending += [*atoms.free_symbols(index.first), *atoms.free_symbols(index.last)]
    found = {at_least_zero(item) for item in known if item.den == 1}
    return frozenset(found) | facts_about(found)


def _defined(value: Poly) -> Poly:
    """A value of an element that was set: what it would be else may be anything, so it is that."""
    nothing = Poly.symbol(UNDEFINED)
    for symbol in sorted(atoms.atoms_of(value)) if atoms.depends_on(value, UNDEFINED) else ():
        atom = atoms.definition(symbol)
        for _, change in atom.pieces if isinstance(atom, atoms.Pieces) else ():
            found = change + nothing
            if not atoms.depends_on(found, UNDEFINED):
                return bind(value, {UNDEFINED: found})
    return value


def _by_cases(table: Poly, place: Poly, ranges: Mapping[str, Index]) -> Poly | None:
    """The element at one of a few places, each for itself."""
    name = next((name for name in place.symbols() if name in ranges), None)
    if name is None or (place - Poly.symbol(name)).as_integer is None:
        return None
    first, last = ranges[name].first.as_integer, ranges[name].last.as_integer
    if first is None or last is None or last - first >= _MOST_CASES:
        return None
    found = ZERO
    for number in range(first, last + 1):
        value = element_of(table, bind(place, {name: Poly.constant(number)}), {})
        if value is None:
            return None
        found = found + is_zero(Poly.symbol(name) - number) * value
    return found
