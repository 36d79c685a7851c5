"""Groups of ranks: what a communicator's handle stands for.

Handles are whole numbers, as the built-in headers make them, so that they are traced like any other
value: through variables, arguments and conditions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.conditions import both, is_zero, not_negative, opposite
from sad.algebra.domains import Index
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly, product
from sad.parallel import GRID
from sad.records import record
from sad.symbols import INDEX_MARK, NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WORLD, SELF = 91, 92
"""Handles of MPI_COMM_WORLD and MPI_COMM_SELF in the built-in headers."""
NULL = 90
"""Handle of MPI_COMM_NULL."""
PROC_NULL = -102
_FIRST = 10_000  # handles of communicators that programs make, far from the headers' numbers
UNDEFINED = -32766

nprocs = Poly.symbol(NPROCS)
rank = Poly.symbol(RANK)
_OTHER = f"{INDEX_MARK}rank"


@record
class Communicator:
    """A group of ranks seen from one of them: its size and the own rank in it.

    ``sides`` and ``periods`` are the grid of one with a Cartesian topology.
    """

    size: Poly
    own: Poly
    sides: tuple[Poly, ...] = ()
    periods: tuple[Poly, ...] = ()

    def formulas(self) -> tuple[Poly, ...]:
        """Return every value of the communicator."""
        return (self.size, self.own, *self.sides, *self.periods)

    def strides(self) -> tuple[Poly, ...]:
        """Return how far apart neighbours along each side are: ranks count row by row."""
        found: list[Poly] = []
        stride = ONE
        for side in reversed(self.sides):
            found.append(stride)
            stride = stride * side
        return tuple(reversed(found))

    def coordinates(self, of: Poly) -> tuple[Poly, ...]:
        """Return the place of a rank in the grid."""
        found: list[Poly] = []
        for place, (side, stride) in enumerate(zip(self.sides, self.strides(), strict=True)):
            along = of if stride == ONE else atoms.trunc_quotient(of, stride)
            # the product of the sides is the size, so the first needs no remainder
            found.append(along if place == 0 else atoms.mod_of(along, side))
        return tuple(found)

    def rank_at(self, places: Sequence[Poly]) -> Poly:
        """Return the rank at a place of the grid; along a period it may be one step outside."""
        found = ZERO
        parts = zip(self.sides, self.periods, self.strides(), places, strict=True)
        for side, period, stride, at in parts:
            found = found + choose(period, atoms.mod_of(at + side, side), at) * stride
        return found

    def bound(self, bindings: Mapping[str, Poly]) -> Communicator:
        """Return the communicator in a caller's terms."""

        def there(values: tuple[Poly, ...]) -> tuple[Poly, ...]:
            return tuple(bind(value, bindings) for value in values)

        size, own = there((self.size, self.own))
        return Communicator(size, own, there(self.sides), there(self.periods))

    def shifted(self, side: int, distance: Poly) -> Poly:
        """Return the rank that far along a side; MPI_PROC_NULL beyond an open end."""
        at, length = self.coordinates(self.own)[side], self.sides[side]
        stride, periodic = self.strides()[side], self.periods[side]
        there = at + distance
        inside = both(not_negative(there), not_negative(length - 1 - there))
        around = self.own + (atoms.mod_of(there + length, length) - at) * stride
        straight = choose(inside, self.own + distance * stride, Poly.constant(PROC_NULL))
        return choose(periodic, around, straight)


WORLD_COMMUNICATOR = Communicator(nprocs, rank)
SELF_COMMUNICATOR = Communicator(ONE, ZERO)
PREDEFINED = {WORLD: WORLD_COMMUNICATOR, SELF: SELF_COMMUNICATOR}


def choose(truth: Poly, holds: Poly, fails: Poly) -> Poly:
    """Return ``holds`` where a truth value is 1, else ``fails``."""
    if truth.as_constant is not None:
        return holds if truth else fails
    return truth * holds + opposite(truth) * fails


def grid(parent: Communicator, sides: Sequence[Poly], periods: Sequence[Poly]) -> Communicator:
    """Return a Cartesian communicator; ranks keep their order (MPI may reorder them).

    One whose sides follow from the number of processes, or are chosen by MPI, has them all.
    """
    places = product(sides)
    symbols = atoms.free_symbols(places)
    every = not symbols.isdisjoint((NPROCS, *GRID)) or atoms.has_unresolved(places)
    size = parent.size if every else places
    return Communicator(size, parent.own, tuple(sides), tuple(periods))


def subgrid(parent: Communicator, kept: Sequence[bool]) -> Communicator:
    """Return the part of a grid along some of its sides."""
    sides = [side for side, keep in zip(parent.sides, kept, strict=True) if keep]
    periods = [item for item, keep in zip(parent.periods, kept, strict=True) if keep]
    places = parent.coordinates(parent.own)
    own, size = ZERO, ONE
    for side, place, keep in zip(parent.sides, places, kept, strict=True):
        if keep:
            own = own * side + place
            size = size * side
    return Communicator(size, own, tuple(sides), tuple(periods))


def split(parent: Communicator, color: Poly, key: Poly) -> Communicator | None:
    """Return one's part of a communicator: the ranks of the same colour, ordered by key.

    None where colours or keys depend on more than the rank and what is the same for all.
    """
    me = parent.own.as_symbol
    if me is None:
        return None
    own = parent.own
    by_rank = key == own or me not in atoms.free_symbols(key)
    rows = _quotient(color, own)
    if by_rank and rows is not None:  # consecutive ranks: all parts but the last are full
        first = color * rows
        size = atoms.min_of((rows, parent.size - first))
        return Communicator(size, own - first)
    columns = _remainder(color, own)
    if by_rank and columns is not None:
        size = atoms.trunc_quotient(parent.size - 1 - color, columns) + 1
        return Communicator(size, atoms.trunc_quotient(own, columns))
    if me not in atoms.free_symbols(color) and by_rank:
        return parent
    other = Poly.symbol(_OTHER)
    same = is_zero(bind(color, {me: other}) - color)
    others = (Index(_OTHER, ZERO, parent.size - 1),)
    before = not_negative(own - other - 1)
    if not by_rank:
        ahead = key - bind(key, {me: other})
        before = not_negative(ahead - 1) + both(is_zero(ahead), before)
    return Communicator(sum_nest(others, same), sum_nest(others, same * before))


def _quotient(color: Poly, own: Poly) -> Poly | None:
    """The ``q`` of a colour ``rank/q``; ranks are not negative: rounding down is toward zero."""
    for candidate in _operands(color, own):
        if color in (atoms.trunc_quotient(own, candidate), atoms.floor_quotient(own, candidate)):
            return candidate
    return None


def _remainder(color: Poly, own: Poly) -> Poly | None:
    """The ``q`` of a colour ``mod(rank, q)``."""
    for candidate in _operands(color, own):
        if atoms.mod_of(own, candidate) == color:
            return candidate
    return None


def _operands(color: Poly, own: Poly) -> list[Poly]:
    found: list[Poly] = []
    for symbol in sorted(color.symbols()):
        atom = atoms.definition(symbol)
        if atom is not None:
            found += [item for item in atoms.operands(atom) if item != own]
        divisor = getattr(atom, "divisor", None)
        if isinstance(divisor, int):
            found.append(Poly.constant(divisor))
    return found


def has_all(handle: int) -> bool:
    """Return whether a communicator has all processes in their order."""
    return handle == WORLD or (handle >= _FIRST and handle % 2 == 0)


class Communicators:
    """The communicators one unit knows by handle: MPI's own, those made here or by what it calls."""

    def __init__(self, unit: str) -> None:
        # different in every unit
        self._next = _FIRST + crc32(unit.encode()) % 1_000_000 * 1_000
        self.made: dict[int, Communicator] = {}

    def add(self, communicator: Communicator) -> Poly:
        """Return the handle of a new communicator: even if it has all processes in their order."""
        whole = (communicator.size, communicator.own) == (nprocs, rank)
        self._next += 2
        handle = self._next + (not whole)
        self.made[handle] = communicator
        return Poly.constant(handle)

    def adopt(self, handle: Poly, number: int, communicator: Communicator) -> Poly:
        """Return the handle here of a communicator that a callee has made under a number."""
        if self.made.setdefault(number, communicator) == communicator:
            return handle
        new = self.add(communicator)
        here = new.terms[()]
        known = {number: here, number - NULL: here - NULL, NULL - number: NULL - here}
        return Poly({item: known.get(value, value) for item, value in handle.terms.items()})

    def of(self, handle: Poly) -> Communicator | None:
        """Return what a handle stands for; None if that is not known."""
        known = [number for number in numbers_in(handle) if number in PREDEFINED | self.made]
        return None if len(known) != 1 else (PREDEFINED | self.made)[known[0]]


def numbers_in(handle: Poly) -> set[int]:
    """Return the numbers that a handle may be: some are of communicators, one ``MPI_COMM_NULL``.

    A handle that depends on a condition has them as coefficients, or their difference.
    """
    if handle.den != 1 or atoms.has_unresolved(handle):
        return set()
    first = handle.terms.get((), 0)
    return {first, *handle.terms.values(), *(first + value for value in handle.terms.values())}
