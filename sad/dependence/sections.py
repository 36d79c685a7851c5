"""What a call touches of an array that it is handed, element by element.

The accesses of a procedure to a dummy argument are formulas in its inputs and in the indices of its
loops. A call binds the inputs; the indices stay, each within its range. What the dummy's subscripts
are in the array that is handed over follows from the order of elements in memory: element ``k`` of
``X(*)`` that starts at ``A(i,j)`` is ``A(i+k-1,j)`` as long as the column of A has so many elements.
Parts that a procedure never comes to with the values of a call are left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.poly import ZERO, Poly
from sad.analysis.loops.natural import RegionKind
from sad.ir.program import Storage
from sad.symbols import INDEX_MARK, input_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.dependence.accesses import Accesses
    from sad.ir.program import Symbol

_MOST = 16
"""Parts of one argument that are told apart; of more it counts as touched as a whole."""


_OF_CALL = f"{INDEX_MARK}call "


def is_of_call(symbol: str) -> bool:
    """Whether a symbol is an index of what a call touches."""
    return symbol.startswith(_OF_CALL)


class Range(NamedTuple):
    """An index of what a call touches, from ``first`` to ``last``; None is a bound nobody knows."""

    name: str
    first: Poly | None
    last: Poly | None


class Section(NamedTuple):
    """Elements of a dummy argument that a procedure reads or writes, in its own terms.

    ``beyond`` are amounts that must not be positive for the subscripts to hold.
    """

    block: int
    subscripts: tuple[Poly | None, ...]
    writes: bool
    ranges: tuple[Range, ...]
    beyond: tuple[Poly, ...]


class Place(NamedTuple):
    """Where an argument starts: its array, the element, and the bounds of the array in the caller."""

    symbol: Symbol
    start: tuple[Poly, ...]
    bounds: tuple[tuple[Poly, Poly | None], ...]


class Parts:
    """A procedure's accesses to its dummy arguments, for calls of it."""

    def __init__(self, entry: EntryAnalysis, accesses: Accesses) -> None:
        self._entry, self._accesses = entry, accesses
        self._known: dict[str, tuple[Section, ...] | None] = {}

    def bounds(self, dummy: str) -> tuple[tuple[Poly, Poly | None], ...]:
        """Return the bounds of a dummy argument in the procedure's terms."""
        return self._accesses.bounds(dummy)

    def of(self, dummy: str) -> tuple[Section, ...] | None:
        """Return the parts of a dummy argument that are touched; None if that is not known."""
        if dummy not in self._known:
            found = None if self._is_hidden(dummy) else list(self._sections(dummy))
            if found is not None and (None in found or len(found) > _MOST):
                found = None
            self._known[dummy] = None if found is None else tuple(item for item in found if item)
        return self._known[dummy]

    def _is_hidden(self, dummy: str) -> bool:
        """Whether other names of the procedure may lead to what a dummy argument is."""
        symbols = self._entry.unit.symbols
        if self._entry.name != self._entry.unit.name or symbols[dummy].shares is not None:
            return True
        names = {item.name for n in self._entry.forest.order for item in self._accesses.of(n)}
        return any(
            name.startswith("memory ")
            or (
                (symbol := symbols.get(name)) is not None
                and symbol.storage is not Storage.DUMMY
                and (symbol.reached or (symbol.memory is not None and not symbol.declared))
            )
            for name in names
        )

    def _sections(self, dummy: str) -> Iterator[Section | None]:
        seen: set[object] = set()
        for number in self._entry.forest.order:
            for item in self._accesses.of(number):
                if item.name.removesuffix("[]") != dummy:
                    continue
                if item.whole or item.name != dummy:
                    yield None
                    return
                ranges = (*self._around(number), *item.ranges)
                found = Section(number, item.subscripts, item.writes, ranges, item.beyond)
                if found not in seen:
                    seen.add(found)
                    yield found

    def _around(self, number: int) -> Iterator[Range]:
        region: Region | None = self._entry.forest.innermost[number]
        while region is not None:
            info = self._entry.values.loops.get(region.header)
            if info is not None and region.kind is RegionKind.LOOP:
                index = info.full or info.index
                yield Range(index.name, index.first, index.last)
            region = region.parent

    def inputs(self, values: Mapping[str, Poly]) -> dict[str, Poly]:
        """Return symbols of the procedure with what a call passes; ``values`` are by dummy argument."""
        unit = self._entry.unit.name
        return {input_name(unit, dummy): value for dummy, value in values.items()}

    def reached(self, inputs: Mapping[str, Poly]) -> set[int]:
        """Return the blocks that the procedure may come to with these inputs."""
        blocks, truths = self._entry.cfg.blocks, self._entry.values.truths
        start = self._entry.forest.entry
        seen, stack = {start}, [start]
        while stack:
            number = stack.pop()
            targets = blocks[number].successors()
            known = truths.get(number, ())
            if len(known) == len(targets):
                pairs = zip(targets, known, strict=True)
                targets = tuple(
                    target for target, truth in pairs if bind(truth, inputs).as_constant != 0
                )
            for target in targets:
                if target not in seen:
                    seen.add(target)
                    stack.append(target)
        return seen


def in_caller(
    procedure: Parts, dummy: str, place: Place, inputs: Mapping[str, Poly], call: str
) -> list[Section] | None:
    """Return the parts that a call touches of an array, in the caller's terms; None: not known.

    ``call`` makes the names of indices differ from those of other calls.
    """
    sections = procedure.of(dummy)
    if sections is None:
        return None
    reached = procedure.reached(inputs) if len(sections) > 1 else None
    found: list[Section] = []
    for item in sections:
        if reached is not None and item.block not in reached:
            continue
        names = {index.name: f"{_OF_CALL}{call} {n}" for n, index in enumerate(item.ranges)}
        known = {**inputs, **{name: Poly.symbol(new) for name, new in names.items()}}
        bounds = [
            tuple(None if end is None else _bound(end, known) for end in pair)
            for pair in procedure.bounds(dummy)
        ]
        ranges = tuple(
            Range(names[index.name], _bound(index.first, known), _bound(index.last, known))
            for index in item.ranges
        )
        beyond = [_bound(amount, known) for amount in item.beyond]
        subscripts = [_bound(part, known) for part in item.subscripts]
        placed = _placed(subscripts, bounds, place)
        if placed is None or None in beyond:
            return None
        more = (*(amount for amount in beyond if amount is not None), *placed[1])
        found.append(Section(0, placed[0], item.writes, ranges, more))
    return list(dict.fromkeys(found))  # of two arms often the same


def _bound(value: Poly | None, known: Mapping[str, Poly]) -> Poly | None:
    """A formula of a procedure in the caller's terms; None if it rests on more than the inputs."""
    if value is None or not atoms.free_symbols(value) <= known.keys():
        return None
    return bind(value, known)


def _placed(
    subscripts: Sequence[Poly | None],
    bounds: Sequence[tuple[Poly | None, ...]],
    place: Place,
) -> tuple[tuple[Poly | None, ...], tuple[Poly, ...]] | None:
    """Subscripts of a dummy argument in the array handed over, and what must not be positive.

    The columns of both must be as long as each other, but for the last dimension of the dummy.
    """
    rank, whole = len(subscripts), len(place.start)
    if not rank or rank > whole or len(bounds) != rank:
        return None
    axes = range(whole)
    if place.symbol.row_major:  # the last subscript's elements are next to each other
        subscripts, bounds, axes = subscripts[::-1], bounds[::-1], axes[::-1]
    made: dict[int, Poly | None] = dict(enumerate(place.start))
    beyond: list[Poly] = []
    for number, (axis, part, (low, high)) in enumerate(zip(axes, subscripts, bounds, strict=False)):
        lower, upper = place.bounds[axis]
        if low is None or (upper is None and number < whole - 1):
            return None
        start = place.start[axis]
        made[axis] = moved = None if part is None else start + part - low
        if number < rank - 1 and (high is None or upper is None or high - low != upper - lower):
            return None
        if number < whole - 1 and (number == rank - 1 or start - lower != ZERO):
            assert upper is not None
            if moved is None:
                return None
            beyond.append(moved - upper)
    return tuple(made[axis] for axis in range(whole)), tuple(beyond)
