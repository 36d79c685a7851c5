"""The member of a family that is asked for most: the greatest, over members, of sums over nests.

Closed where one nest asks and its member is the index of a loop moved, its block, or its remainder;
else the greatest of a range, whose sums are closed where those of the nest are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind, greatest_of
from sad.algebra.conditions import is_zero, not_negative
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly, total
from sad.records import record
from sad.symbols import index_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.domains import Index

_MEMBER = index_name("", "member")


@record
class Part:
    """``amount``, not below 0, for ``member`` at every point of a nest, outermost index first."""

    indices: tuple[Index, ...]
    member: Poly
    amount: Poly


def busiest(parts: Sequence[Part], first: Poly, last: Poly) -> Poly:
    """Return the greatest sum of amounts of one member, of those from ``first`` to ``last``.

    Members are whole numbers; none outside that range is asked for.
    """
    if len(parts) == 1:
        closed = _closed(parts[0])
        if closed is not None:
            return closed
    elif all(part.member == parts[0].member and not _moves(part) for part in parts):
        return total(sum_nest(part.indices, part.amount) for part in parts)
    member = Poly.symbol(_MEMBER)
    asked = (sum_nest(part.indices, part.amount * is_zero(part.member - member)) for part in parts)
    return greatest_of(_MEMBER, first, last, total(asked))


def _moves(part: Part) -> bool:
    """Whether the member depends on an index of the nest."""
    used = atoms.free_symbols(part.member)
    return any(index.name in used for index in part.indices)


def _closed(part: Part) -> Poly | None:
    """The greatest sum if the member depends on one index alone, and the rest does not on it."""
    used = atoms.free_symbols(part.member)
    places = [place for place, index in enumerate(part.indices) if index.name in used]
    if not places:
        return sum_nest(part.indices, part.amount)
    if len(places) > 1:
        return None
    (place,) = places
    index, outer = part.indices[place], part.indices[:place]
    amount = sum_nest(part.indices[place + 1 :], part.amount)
    around = {item.name for item in outer}
    bounds = atoms.free_symbols(index.first) | atoms.free_symbols(index.last)
    if index.name in atoms.free_symbols(amount) or bounds & around or index.count is not None:
        return None
    number = _most_alike(part.member, index)
    return None if number is None else sum_nest(outer, amount * number)


def _most_alike(member: Poly, index: Index) -> Poly | None:
    """How often one member comes at most while an index runs through its range."""
    step = bind(member, {index.name: Poly.symbol(index.name) + 1}) - member
    if step in (ONE, -ONE):
        return not_negative(index.last - index.first)
    for symbol in member.symbols():
        atom = atoms.definition(symbol)
        if not isinstance(atom, atoms.Floor):
            continue
        inside, divisor = atom.numerator, atom.denominator
        slope = bind(inside, {index.name: Poly.symbol(index.name) + 1}) - inside
        if index.name in atoms.free_symbols(slope) | atoms.free_symbols(divisor):
            continue
        if member == Poly.symbol(symbol) and slope == ONE:
            return _in_one_block(inside - Poly.symbol(index.name), divisor, index)
        if member == inside - divisor * Poly.symbol(symbol):
            common = atoms.gcd_of(divisor, slope)
            return atoms.floor_quotient(index.trips * common + divisor - 1, divisor)
    return None


def _in_one_block(moved: Poly, length: Poly, index: Index) -> Poly:
    """How many values of a range lie in one block of ``length`` that begins at a multiple of it."""
    first, last, number = index.first + moved, index.last + moved, index.trips
    if not first:
        return atoms.min_of([number, length])
    before, behind = (atoms.floor_quotient(end, length) for end in (first, last))
    at_first = atoms.min_of([number, length * (before + 1) - first])
    at_last = atoms.min_of([number, last - length * behind + 1])
    between = length * not_negative(behind - before - 2)
    return atoms.max_of([at_first, at_last, between])
