"""Substitution of symbols everywhere in a polynomial, atoms included."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ZERO, Poly, add_terms, product
from sad.algebra.structure import with_formulas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.poly import Monomial

_MOST_CANCELLED = 50  # products for each term that is left


def bind(poly: Poly, values: Mapping[str, Poly]) -> Poly:
    """Return ``poly`` with the parameters in ``values`` replaced, also inside atoms.

    Atoms are built anew, so what becomes decidable is decided. Replacements happen at once: a
    replacement's own symbols are not replaced again.
    """
    return binder(values)(poly) if values else poly


def bind_within(poly: Poly, values: Mapping[str, Poly], most: int) -> Poly | None:
    """Return ``poly`` with ``values`` as ``bind`` does; None if that has more than ``most`` terms.

    Nothing is multiplied out that is far beyond: conditions of the program, each a sum of two
    terms, would double a value with every call that may change it.
    """
    sizes = {name: len(value.terms) for name, value in values.items()}
    products = sum(prod(sizes.get(name, 1) for name in monomial) for monomial in poly.terms)
    if products > most * _MOST_CANCELLED:
        return None
    found = bind(poly, values)
    return found if len(found.terms) <= most else None


def binder(
    values: Mapping[str, Poly],
    *,
    by_probability: bool = True,
    settle: Callable[[Poly], Poly] | None = None,
) -> Callable[[Poly], Poly]:
    """Return ``bind`` for formulas one after the other, which remembers the atoms it has built.

    A condition of the program goes by the name of its probability, too, unless ``by_probability`` is
    false: then it stays what it says, whatever is put into it. ``settle`` is applied to each atom built
    anew. What holds none of the names stays as it is.
    """
    names = values.keys()
    cache: dict[str, Poly] = {}
    same: set[str] = set()

    def symbol(name: str) -> Poly:
        known = cache.get(name)
        if known is None:
            atom = atoms.definition(name)
            if atom is None:
                known = values.get(name)
                known = Poly.symbol(name) if known is None else known
            elif not (used := names & _names_inside(name)):
                known = Poly.symbol(name)
            elif by_probability and settle is None:
                made = _made_of(name, tuple([(item, values[item]) for item in sorted(used)]))
                if not made:
                    made.append(built(atom, name))
                known = made[0]
            else:
                known = built(atom, name)
            cache[name] = known
            if known.as_symbol == name:
                same.add(name)
        return known

    def built(atom: atoms.Atom, name: str) -> Poly:
        known = None
        if isinstance(atom, atoms.Guard):
            known = values.get(atom.name) if by_probability else condition(atom)
        known = rebuild(atom, name, whole) if known is None else known
        return known if settle is None else settle(known)

    def condition(atom: atoms.Guard) -> Poly:
        meaning = whole(atom.meaning)
        known = meaning.as_constant is not None
        return meaning if known else atoms.intern_atom(atoms.Guard(atom.name, meaning))

    def whole(item: Poly) -> Poly:
        inside = item.symbols()
        for name in inside - same:
            symbol(name)
        return item if inside <= same else map_symbols(item, symbol)

    return whole


@lru_cache(maxsize=100_000)
def _made_of(_name: str, _values: tuple[tuple[str, Poly], ...]) -> list[Poly]:
    """What an atom became with these values, once somebody put it there.

    Thousands of calls of a library's unit bind alike what a condition in it depends on.
    """
    return []


def replaceable_names(poly: Poly) -> frozenset[str]:
    """Return the names in a formula that ``bind`` may replace: probabilities of conditions, too."""
    return frozenset[str]().union(*map(_names_inside, poly.symbols()))


@lru_cache(maxsize=100_000)
def _names_inside(symbol: str) -> frozenset[str]:
    """The names in an atom that may be replaced: parameters, indices, probabilities of conditions."""
    atom = atoms.definition(symbol)
    free = atoms.free_symbols(Poly.symbol(symbol))
    if atom is None:
        return free
    inside = {name for item in atoms.operands(atom) for name in item.symbols()}
    found = free.union(*map(_names_inside, inside))
    if isinstance(atom, atoms.Guard):
        found |= {atom.name}
    return free if found == free else found


def map_symbols(poly: Poly, symbol: Callable[[str], Poly]) -> Poly:
    """Return ``poly`` with each direct symbol replaced by ``symbol(name)``."""
    changed: dict[str, Poly] = {}
    for name in poly.symbols():
        new = symbol(name)
        if new.as_symbol != name:
            changed[name] = new
    if not changed:
        return poly
    single = {name: _single_term(value) for name, value in changed.items()}
    terms: dict[Monomial, int] = {}
    den = poly.den
    for monomial, value in poly.terms.items():
        found = _renamed(monomial, value, single)
        if found is None:
            part = Poly({tuple(name for name in monomial if name not in changed): value}, poly.den)
            part *= product(changed[name] for name in monomial if name in changed)
            den = add_terms(terms, den, part.terms.items(), part.den)
        else:
            den = add_terms(terms, den, (found[:2],), poly.den * found[2])
    return Poly(terms, den) if terms else ZERO


def _single_term(poly: Poly) -> tuple[Monomial, int, int] | None:
    """The one term a formula is, and its denominator."""
    if len(poly.terms) != 1:
        return None
    ((monomial, value),) = poly.terms.items()
    return monomial, value, poly.den


def _renamed(
    monomial: Monomial, value: int, single: Mapping[str, tuple[Monomial, int, int] | None]
) -> tuple[Monomial, int, int] | None:
    """A term with single terms put in for some of its symbols; None if one becomes a sum, or 0."""
    names: list[str] = []
    den = 1
    for name in monomial:
        if name not in single:
            names.append(name)
            continue
        term = single[name]
        if term is None:
            return None
        names.extend(term[0])
        value *= term[1]
        den *= term[2]
    names.sort()
    return tuple(names), value, den


_FEW = 8


def _is_positive_number(poly: Poly) -> bool:
    value = poly.as_constant
    return value is not None and value >= 0


def greatest_of(
    index: str,
    first: Poly,
    last: Poly,
    body: Poly,
    holds: Callable[[Poly], bool] = _is_positive_number,
) -> Poly:
    """Return the greatest ``body`` for ``index`` from ``first`` to ``last``, 0 for an empty range.

    ``body`` is a count or a time, never negative. ``holds`` tells whether a formula is never negative
    at the indices of the range but the last. Closed where that says that ``body`` never falls, or
    never grows, where it does not depend on the index, and where the ends are near numbers.
    """
    if not body:
        return ZERO
    start, length = first.as_integer, (last - first).as_integer
    if start is not None and length is not None and 0 <= length <= _FEW:
        values = range(start, start + length + 1)
        return atoms.max_of(bind(body, {index: Poly.constant(value)}) for value in values)
    step = bind(body, {index: Poly.symbol(index) + 1}) - body
    if holds(step):
        end = last
    elif holds(-step):
        end = first
    else:
        return atoms.intern_atom(atoms.Greatest(index, first, last, body))
    length = last - first
    return atoms.pieces_of([((length * length.den,), bind(body, {index: end}))])


def ungrouped(poly: Poly) -> Poly:
    """Return ``poly`` multiplied out: groups opened, atoms otherwise as they are."""

    def symbol(name: str) -> Poly:
        atom = atoms.definition(name)
        return ungrouped(atom.inner) if isinstance(atom, atoms.Group) else Poly.symbol(name)

    return map_symbols(poly, symbol)


def opened(poly: Poly) -> Poly:
    """Return ``poly`` with sums that are terms by themselves added up, those in products left."""
    if len(poly.terms) < 2:
        return poly
    for symbol in poly.symbols():
        atom = atoms.definition(symbol) if (symbol,) in poly.terms else None
        if isinstance(atom, atoms.Group):
            number = Poly({(): poly.terms[symbol,]}, poly.den)
            poly = poly - number * Poly.symbol(symbol) + number * atom.inner
    return poly


def single(poly: Poly) -> Poly:
    """Return what is inside if ``poly`` is one sum kept as a factor, else ``poly``."""
    atom = atoms.atom_of(poly)
    return atom.inner if isinstance(atom, atoms.Group) else poly


def rebuild(atom: atoms.Atom, name: str, whole: Callable[[Poly], Poly]) -> Poly:
    """Return the atom ``name`` with ``whole`` applied to its operands, simplified again."""
    inside = atoms.operands(atom)
    mapped = tuple(whole(item) for item in inside)
    if all(new is old for new, old in zip(mapped, inside, strict=True)):
        return Poly.symbol(name)
    match atom:
        case atoms.Floor():
            return atoms.floor_quotient(*mapped)
        case atoms.Trunc():
            return atoms.trunc_quotient(*mapped)
        case atoms.Mod():
            return atoms.mod_of(*mapped)
        case atoms.Max():
            return atoms.max_of(mapped)
        case atoms.Min():
            return atoms.min_of(mapped)
        case atoms.Power():
            return atoms.power_of(*mapped)
        case atoms.Log():
            return atoms.log_of(*mapped)
        case atoms.Root():
            return atoms.root_of(mapped[0])
        case atoms.Not():
            return atoms.not_of(mapped[0])
        case atoms.Group():
            return atoms.group_of(mapped[0])
        case atoms.Pieces(pieces):
            parts = iter(mapped)
            built = [(tuple(next(parts) for _ in guards), next(parts)) for guards, _ in pieces]
            return atoms.pieces_of(built)
        case atoms.Sum(index=index):
            return atoms.sum_of(index, *mapped)
        case atoms.Greatest(index=index):
            first, last, body = mapped
            return greatest_of(index, first, last, body)
        case atoms.Busiest(parts):
            found = tuple(part for part in with_formulas(parts, mapped) if part.amount)
            return atoms.intern_atom(atoms.Busiest(found)) if found else ZERO
        case atoms.Recurrence():
            found = with_formulas(atom, mapped)
            gives = any(function.gives for function in found.functions)
            return atoms.intern_atom(found) if gives else ZERO
        case atoms.Gcd():
            return atoms.gcd_of(*mapped)
        case atoms.Inverse():
            return atoms.inverse_of(mapped[0])
        case atoms.Guard(name=probability):
            return atoms.guard_of(probability, mapped[0])
        case atoms.Rows():
            return Poly.symbol(name)
        case atoms.Alias(label):
            return atoms.alias_of(label, mapped[0])
