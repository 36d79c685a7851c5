"""The busiest member of a family: the most that nests of loops give to one of its members.

``cpu[j % P]`` is used in iteration ``j`` for ``tu``: the busiest has ``ceil(n/P)*tu`` of ``n``
iterations. Where there is a closed form it is exact; else the formula is an atom that is evaluated in
one walk through the iterations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.kinds import Work
from sad.algebra.maxima import Signs, greatest, simplify_max
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly, divide_exactly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.domains import Index

_NOTHING = Signs()


@record
class Part:
    """A nest of loops, outermost first; each iteration gives ``amount`` to the member ``member``.

    ``member`` has whole values, ``amount`` is never negative.
    """

    indices: tuple[Index, ...]
    member: Poly
    amount: Poly


def busiest(parts: Sequence[Part], signs: Signs | None = None) -> Poly:
    """Return the most that all parts together give to one member, 0 if there is no iteration.

    Closed for members that do not depend on an index; that are ``±i + c``; blocks ``floor((i + c)/b)``;
    remainders ``(s*i + c) % m``: of one loop, with others around and in it that do not choose the
    member. ``signs`` have to tell that ``b`` and ``m`` are 1 or more unless they are numbers; without
    any, that is taken for granted. What C and Fortran divide must not be negative. Raises
    ``ValueError`` for a loop that chooses the member and whose trip count is not that of its range.
    """
    known = _NOTHING if signs is None else signs
    merged: dict[tuple[tuple[Index, ...], Poly], Poly] = {}
    for part in parts:
        found = _reduced(part)
        if found.amount:
            key = found.indices, found.member
            merged[key] = merged.get(key, ZERO) + found.amount
    nests = [Part(indices, member, amount) for (indices, member), amount in merged.items()]
    if not nests:
        return ZERO
    closed = _of_single_members(nests)
    if closed is None and len(nests) == 1:
        closed = _closed(nests[0], known, has_sizes=signs is None)
    if closed is not None:
        return closed if signs is None else simplify_max(closed, signs)
    return _by_walking(nests)


def _reduced(part: Part) -> Part:
    """The nest without the loops that do not choose the member: what they do is in the amount."""
    kept: list[Index] = []
    member, amount = part.member, part.amount
    for index in reversed(part.indices):
        ends = (end for other in kept for end in (other.first, other.last))
        if any(atoms.depends_on(item, index.name) for item in (member, *ends)):
            if index.count is not None:
                message = (
                    f"{index.name} chooses what is used, and its range is not how often it runs"
                )
                raise ValueError(message)
            kept.insert(0, index)
        else:
            amount = sum_nest([index], amount)
    return Part(tuple(kept), member, amount)


def _of_single_members(nests: Sequence[Part]) -> Poly | None:
    """The greatest of sums for members known one by one; None if it is not known which are the same."""
    sums: dict[Poly, Poly] = {}
    for nest in nests:
        if any(atoms.depends_on(nest.member, index.name) for index in nest.indices):
            return None
        whole = sum_nest(nest.indices, nest.amount) if nest.indices else nest.amount
        sums[nest.member] = sums.get(nest.member, ZERO) + whole
    members = list(sums)
    for place, one in enumerate(members):
        if any((one - other).as_constant is None for other in members[:place]):
            return None
    return atoms.max_of(sums.values())


def _closed(nest: Part, signs: Signs, *, has_sizes: bool) -> Poly | None:
    """The closed form for a loop that chooses the member; None if there is none."""
    if len(nest.indices) != 1:
        return None
    (index,) = nest.indices
    family = _Family(index, signs, has_sizes=has_sizes)
    if family.each_once(nest.member):
        return greatest(index.name, index.first, index.last, nest.amount, signs)
    if atoms.depends_on(nest.amount, index.name):
        return None
    most = family.most(nest.member)
    return None if most is None else atoms.group_of(most) * atoms.group_of(nest.amount)


class _Family:
    """How often one member is chosen in a loop, at most."""

    def __init__(self, index: Index, signs: Signs, *, has_sizes: bool) -> None:
        self._index = index
        self._signs = signs
        self._has_sizes = has_sizes
        self._inside = signs.within(index.name, index.first, index.last)
        length = index.last - index.first + 1
        self._trips = length if signs.holds(length) else index.trips

    def each_once(self, member: Poly) -> bool:
        """Whether no two iterations choose the same member."""
        factor = self._factor(member)
        return factor is not None and self._is_not_zero(factor)

    def most(self, member: Poly) -> Poly | None:
        """Return how often the member that is chosen most often is chosen; None if it is not known."""
        for symbol in sorted(member.symbols()):
            parts = member.coefficients(symbol)
            if len(parts) != 2 or not self._depends(Poly.symbol(symbol)):
                continue
            rest, times = parts
            found = self._by_atom(atoms.definition(symbol), times, rest)
            if found is not None:
                return found
        return None

    def _by_atom(self, atom: atoms.Atom | None, times: Poly, rest: Poly) -> Poly | None:
        """The number for ``times*atom + rest``."""
        if self._depends(times):
            return None
        match atom:
            case atoms.Floor(top, bottom) | atoms.Trunc(top, bottom):
                if isinstance(atom, atoms.Trunc) and not self._inside.holds(top):
                    return None
                if not self._depends(rest):
                    return self._blocks(top, bottom) if self._is_not_zero(times) else None
                # what is left of x - floor(x/m)*m
                scale, left = divide_exactly(-times, bottom) if bottom else (ZERO, ONE)
                if not left and scale.den == 1 and not self._depends(rest - scale * top):
                    return self._remainders(top, bottom) if self._is_not_zero(scale) else None
                # the rounded quotient of -i by 6 is written as that of 5*i, less i
                slope = self._factor(rest)
                whole, left = divide_exactly(slope, times) if slope and times else (ZERO, ONE)
                if left or whole.den != 1 or not self._is_not_zero(times):
                    return None
                return self._blocks(top + whole * bottom * Poly.symbol(self._index.name), bottom)
            case atoms.Mod(top, bottom) if not self._depends(rest) and self._inside.holds(top):
                return self._remainders(top, bottom) if self._is_not_zero(times) else None
            case _:
                return None

    def _blocks(self, top: Poly, size: Poly) -> Poly | None:
        """The most iterations with one ``floor(top/size)``: overlaps of an interval with blocks."""
        factor = self._factor(top)
        if not self._is_size(size) or factor not in (ONE, -ONE):
            return None
        ends = (self._at(top, self._index.first), self._at(top, self._index.last))
        first, last = ends if factor == ONE else reversed(ends)
        if _is_multiple(first, size) or _is_multiple(last + 1, size):
            return atoms.min_of((size, self._trips))
        low, high = atoms.floor_quotient(first, size), atoms.floor_quotient(last, size)
        between = atoms.pieces_of([((high - low - 2,), size)])
        return atoms.max_of(
            (
                ZERO,
                atoms.min_of((self._trips, (low + 1) * size - first)),
                atoms.min_of((self._trips, last - high * size + 1)),
                between,
            )
        )

    def _remainders(self, top: Poly, divisor: Poly) -> Poly | None:
        """The most iterations with one ``top % divisor``: they come back after ``divisor/gcd``."""
        step = self._factor(top)
        if step is None or step.den != 1 or not self._is_size(divisor):
            return None
        shared = atoms.gcd_of(divisor, step)
        return atoms.floor_quotient(self._trips * shared + divisor - 1, divisor)

    # --- questions -------------------------------------------------------------------------------

    def _depends(self, poly: Poly) -> bool:
        return atoms.depends_on(poly, self._index.name)

    def _factor(self, poly: Poly) -> Poly | None:
        """What the index is multiplied by; None if the formula is not linear in it."""
        parts = poly.coefficients(self._index.name)
        return parts[1] if len(parts) == 2 and not any(map(self._depends, parts)) else None

    def _at(self, poly: Poly, value: Poly) -> Poly:
        return poly.substitute(self._index.name, value)

    def _is_not_zero(self, poly: Poly) -> bool:
        value = poly.as_constant
        if value is not None:
            return value != 0
        return self._signs.holds(poly - 1) or self._signs.holds(-poly - 1)

    def _is_size(self, poly: Poly) -> bool:
        """Whether a formula is 1 or more, a whole number where it is one."""
        value = poly.as_constant
        if value is not None:
            return value >= 1 and value.denominator == 1
        return poly.den == 1 and (self._has_sizes or self._signs.holds(poly - 1))


def _is_multiple(poly: Poly, divisor: Poly) -> bool:
    """Whether a formula is a whole number times another one, as far as its form tells."""
    quotient, rest = divide_exactly(poly, divisor)
    return not rest and quotient.den == 1


def _by_walking(nests: Sequence[Part]) -> Poly:
    """What all nests share as a factor, times an atom."""
    shared = ONE
    if len(nests) == 1:
        amount = nests[0].amount
        if not any(atoms.depends_on(amount, index.name) for index in nests[0].indices):
            nests, shared = [Part(nests[0].indices, nests[0].member, ONE)], amount
    works = tuple(
        Work(
            tuple((index.name, index.first, index.last) for index in nest.indices),
            nest.member,
            nest.amount,
        )
        for nest in nests
    )
    return shared * atoms.intern_atom(atoms.Busiest(works))
