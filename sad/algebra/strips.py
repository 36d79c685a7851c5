"""Loops in blocks and with steps that are parameters, made simpler before they are summed.

Strip-mined loops are put together again: ``do ii=1,n,b / do i=ii,min(ii+b-1,n)`` is ``do i=1,n``.

For a strip of symbolic length b this needs ``b >= 1``, which becomes a factor of the sum: with a
negative step every strip is empty, and a step of 0 is not a program. (Strips of constant length are
linear and need no rule of their own.)
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.affine import Constraint, Form, at_least_zero, combine, constraint, form_of, order
from sad.algebra.budget import OutOfReach
from sad.algebra.domains import Index
from sad.algebra.feasible import Constraints, implied
from sad.algebra.poly import ONE, ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.eliminate import Piece


def joined_strips(
    indices: Sequence[Index], body: Poly, context: Constraints
) -> tuple[tuple[Index, ...], Poly]:
    """Return the nest without its strip counters, and the factor that is 1 where that is right."""
    used = frozenset(index.name for index in indices if atoms.depends_on(body, index.name))
    return _joined_nest(tuple(indices), used, context)


@lru_cache(maxsize=20_000)
def _joined_nest(
    nest: tuple[Index, ...], used: frozenset[str], context: Constraints
) -> tuple[tuple[Index, ...], Poly]:
    """The same for all bodies that depend on the indices ``used``."""
    factor = ONE
    place = 0
    while place < len(nest):
        length = _strip_length(nest[place])
        straight = (*nest[:place], _unguarded(nest[place]), *nest[place + 1 :])
        joined = None if length is None else _without_counter(straight, place, length, used)
        if length is None or joined is None:
            place += 1
            continue
        nest = joined
        if not implied(context, constraint((length - 1).terms)):
            factor = factor * atoms.pieces_of([((length - 1,), ONE)])
    return nest, factor


def _unguarded(index: Index) -> Index:
    """An index without the guard of its range: ``min(floor(e/b), e)`` is the first for ``b >= 1``.

    (That is for ``e >= 0``; below it both are negative, and the range is empty.)
    """
    symbol = index.last.as_symbol
    atom = None if symbol is None else atoms.definition(symbol)
    if not isinstance(atom, atoms.Min) or len(atom.arguments) != 2:
        return index
    for quotient, way in (atom.arguments, atom.arguments[::-1]):
        symbol = quotient.as_symbol
        inner = None if symbol is None else atoms.definition(symbol)
        if isinstance(inner, atoms.Floor) and inner.numerator == way:
            return Index(index.name, index.first, quotient)
    return index


def _strip_length(index: Index) -> Poly | None:
    """The length b if the index's range ends at ``floor(e/b) + r``, b no number."""
    index = _unguarded(index)
    for symbol in sorted(atoms.atoms_of(index.last)):
        atom = atoms.definition(symbol)
        if (
            isinstance(atom, atoms.Floor)
            and atom.denominator.as_integer is None
            and index.last.den == 1
            and index.last.terms.get((symbol,)) == 1
        ):
            return atom.denominator
    return None


def _without_counter(
    nest: tuple[Index, ...], place: int, length: Poly, used: frozenset[str]
) -> tuple[Index, ...] | None:
    """The nest with the counter at ``place`` taken out, if one loop inside walks through its strips."""
    counter = nest[place]
    users = [
        position
        for position in range(place + 1, len(nest))
        if atoms.depends_on(nest[position].first, counter.name)
        or atoms.depends_on(nest[position].last, counter.name)
    ]
    if len(users) != 1 or counter.name in used:
        return None
    inner = nest[users[0]]
    outside = [bound for x in nest[users[0] + 1 :] for bound in (x.first, x.last)]
    shifts = [ZERO]
    if inner.name not in used and not any(atoms.depends_on(x, inner.name) for x in outside):
        shifts.append(length * Poly.symbol(counter.name))  # a loop of a strip's length from 1
    for shift in shifts:
        joined = _joined(counter, inner, length, shift)
        if joined is not None:
            return (*nest[:place], *nest[place + 1 : users[0]], joined, *nest[users[0] + 1 :])
    return None


def _joined(counter: Index, inner: Index, length: Poly, shift: Poly) -> Index | None:
    """The loop through all strips, if ``inner`` moved by ``shift`` goes through one of them."""
    lower = [item + shift for item in _arguments(inner.first, atoms.Max)]
    upper = [item + shift for item in _arguments(inner.last, atoms.Min)]
    lows = [item for item in lower if atoms.depends_on(item, counter.name)]
    highs = [item for item in upper if atoms.depends_on(item, counter.name)]
    if len(lows) != 1 or len(highs) != 1 or highs[0] - lows[0] != length - 1:
        return None
    origin = lows[0] - length * Poly.symbol(counter.name)
    if atoms.depends_on(origin, counter.name):
        return None
    lower[lower.index(lows[0])] = origin + length * counter.first
    upper.remove(highs[0])
    if not _covers(counter, length, origin, upper):
        upper.append(origin + length * (counter.last + 1) - 1)
    return Index(inner.name, atoms.max_of(lower), atoms.min_of(upper))


def _covers(counter: Index, length: Poly, origin: Poly, upper: Sequence[Poly]) -> bool:
    """Whether the end of the last strip is past another upper bound anyway.

    ``b*floor(e/b) >= e - b + 1``, so the strips up to ``floor(e/b) + r`` reach ``origin + e + b*r``.
    """
    for symbol in atoms.atoms_of(counter.last):
        atom = atoms.definition(symbol)
        if isinstance(atom, atoms.Floor) and atom.denominator == length:
            rest = counter.last - Poly.symbol(symbol)
            reached = origin + atom.numerator + length * rest
            for bound in upper:
                ahead = (reached - bound).as_constant
                if ahead is not None and ahead >= 0:
                    return True
    return False


def _arguments(bound: Poly, kind: type[atoms.Max | atoms.Min]) -> list[Poly]:
    """The bounds that hold together in a lower (max) or an upper (min) bound."""
    for symbol in sorted(atoms.atoms_of(bound)):
        atom = atoms.definition(symbol)
        alone = sum(symbol in monomial for monomial in bound.terms) == 1
        if isinstance(atom, kind) and alone and bound.terms.get((symbol,)) == bound.den:
            rest = bound - Poly.symbol(symbol)
            return [rest + item for item in atom.arguments]
    return [bound]


# Variables with exactly one value: the tile counter of a blocked loop, a quotient.
#
# A variable v with ``a*v + d >= 0`` and ``e - a*v >= 0``, ``d + e == a - 1``, is ``floor(e/a)``. It is
# eliminated before the others; otherwise the sum falls apart into cases for incomplete tiles.


def determined_variable(names: list[str], pieces: list[Piece]) -> str | None:
    """A variable v with ``a*v + d >= 0`` and ``e - a*v >= 0``, ``d + e == a - 1``: one value only."""
    items, poly = pieces[0]
    scaled = {m[0] for pairs, _ in items for m, value in pairs if abs(value) > 1 and len(m) == 1}
    for name in names[:-1]:
        if name not in scaled or atoms.depends_on(poly, name):
            continue
        if _tile_pair(items, name) is not None:
            return name
    return None


def _tile_pair(items: Constraints, name: str) -> tuple[Constraint, Constraint, int, Form] | None:
    lower: list[tuple[int, Form, Constraint]] = []
    upper: list[tuple[int, Form, Constraint]] = []
    for item in sorted(items, key=order):
        form = form_of(item)
        factor = form.pop((name,), 0)
        if factor > 1:
            lower.append((factor, form, item))
        elif factor < -1:
            upper.append((-factor, form, item))
    for a, low, first in lower:
        for b, high, second in upper:
            if a == b and combine(low, 1, high, 1) == {(): a - 1}:
                return first, second, a, high
    return None


def without_determined(name: str, pieces: list[Piece]) -> list[Piece] | None:
    """Eliminate a variable with exactly one value, ``floor(high/a)``; None if that fails."""
    result: list[Piece] = []
    for items, poly in pieces:
        if atoms.depends_on(poly, name):
            return None
        pair = _tile_pair(items, name)
        if pair is None:
            return None
        first, second, a, high = pair
        translated: set[Constraint] = set()
        pending: list[Constraint] = []
        for item in sorted(items - {first, second}, key=order):
            form = form_of(item)
            factor = form.pop((name,), 0)
            if any(name in monomial for monomial in form):
                return None
            if factor == 0:
                translated.add(item)
            elif factor == 1:  # floor(high/a) >= -form
                translated.add(constraint(combine(high, 1, form, a)))
            elif factor == -1:  # floor(high/a) <= form
                translated.add(constraint(combine(form, a, high, -1, a - 1)))
            else:
                pending.append(item)
        if any(not implied(frozenset(translated) | {first, second}, item) for item in pending):
            return None
        result.append((frozenset(translated), poly))
    return result


# Loops whose step is a parameter and whose variable other bounds use: ``do i=1,n,b / do j=i,n``.
#
# The variable is ``1 + b*t`` with a counter t up to ``floor((n - 1)/b)``. With the sign of b known,
# ``b*t`` lies between 0 and ``n - 1``: facts that decide which of the other bounds bind. They follow
# from the bounds of t, so they are dropped when t is eliminated.

_MAX_STEPS = 2


class StepCase(NamedTuple):
    """The signs of all symbolic steps, and what then holds for products of step and counter."""

    guards: tuple[Poly, ...]
    facts: Constraints


def step_cases(indices: Sequence[Index]) -> list[StepCase]:
    """Return one case for each sign of each symbolic step; a step of 0 is not a program."""
    found = [(index, *parts) for index in indices if (parts := _stepped(index)) is not None]
    steps = sorted({step for _, step, _ in found})
    if not 0 < len(steps) <= _MAX_STEPS:
        return []
    cases: list[StepCase] = []
    for signs in product((1, -1), repeat=len(steps)):
        sign_of = dict(zip(steps, signs, strict=True))
        facts: set[Constraint] = set()
        for index, step, reached in found:
            walked = Poly.symbol(step) * Poly.symbol(index.name)
            facts.add(at_least_zero(walked * sign_of[step]))
            facts.add(at_least_zero((reached - walked) * sign_of[step]))
        guards = tuple(Poly.symbol(step) * sign - 1 for step, sign in sign_of.items())
        cases.append(StepCase(guards, frozenset(facts)))
    return cases


def _stepped(index: Index) -> tuple[str, Poly] | None:
    """The step b of a counter from 0 to ``floor(e/b) + r``, and ``e + b*r``: ``b*t`` is up to that."""
    if index.first or index.last.den != 1:
        return None
    for symbol in sorted(atoms.atoms_of(index.last)):
        atom = atoms.definition(symbol)
        step = atom.denominator.as_symbol if isinstance(atom, atoms.Floor) else None
        if (
            isinstance(atom, atoms.Floor)
            and step is not None
            and atoms.definition(step) is None
            and atom.numerator.den == 1
            and index.last.terms.get((symbol,)) == 1
        ):
            rest = index.last - Poly.symbol(symbol)
            return step, atom.numerator + atom.denominator * rest
    return None


def without_products(
    items: Constraints, name: str, facts: Constraints, context: Constraints
) -> Constraints:
    """Return ``items`` without those in which ``name`` stands in a product, as all of them follow.

    Raises ``OutOfReach`` if one of them is not proved to follow from the rest and the facts.
    """
    products = {item for item in items if any(name in m and m != (name,) for m, _ in item[0])}
    known = (items - products) | (items & facts) | context
    for item in sorted(products - facts, key=order):
        if not implied(known, item):
            raise OutOfReach(f"{name} is not linear in the bounds")
    return items - products
