"""How many lines compete for the sets of a cache.

A cache with W ways of B bytes holds a line in the set that its address modulo B tells, and W lines in
each set. Strides that share a large power of two with B lead to few sets: a row of an array whose
leading dimension is 1024 doubles lies in one set of a cache with ways of 4 KiB. What is beyond the
ways of a set is gone when the walk comes again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.piecewise import added, by_pieces, least, most

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.mapping.footprints import Footprints
    from sad.mapping.walks import Run, Walks

_MOST = 64  # walks that move alike and are compared with each other


def crowding(
    walks: Walks, prints: Footprints, run: Run, ways: float, way: float
) -> list[list[tuple[float, float]]]:
    """Return the lines in the sets that each walk uses, by node of its chain, in one iteration of it.

    With it is the part that one set has of what all walks that move alike touch: as lines of a set wait
    for each other, and those of several do not.

    A set holds ``ways`` lines, ``way`` is how far apart addresses of one set are [bytes]. The list of a
    walk is empty where nothing can be crowded: few walks, none of which shares a power of two beyond
    a line with ``way``. Walks that move alike meet in a set where their places differ by nearly a
    multiple of what lies between the sets they use; arrays begin at the same place of a way if their
    sizes are multiples of one. All others are spread over all sets.
    """
    every = way / prints.line
    ends: dict[int, float] = {}
    for walk, spans in zip(walks.walks, prints.spans, strict=True):
        end = 0.0 if spans[-1] is None else spans[-1][1]
        ends[walk.array] = most((end, ends.get(walk.array, 0.0)))
    found: list[list[tuple[float, float]]] = [[]] * len(walks.walks)
    for members in walks.alike:
        first = walks.walks[members[0]]
        moves = [
            (run.numbers[place], run.trips[node])
            for place, node in zip(first.strides[:-1], first.chain[:-1], strict=True)
        ]
        few = len(members) <= ways
        if len(members) > _MOST or (few and not _may_be_narrow(moves, prints.line)):
            continue
        element = float(first.reference.element_bytes)
        sets = _sets(moves, element, prints.line, way, few=few)
        loads = _loads(
            [prints.walks[number] for number in members],
            [_begin(walks, run, number, way, ends) for number in members],
            sets,
            [prints.bodies[node] for node in first.chain],
            every,
            prints.line,
        )
        for number, own in zip(members, loads, strict=True):
            found[number] = own
    return found


def _may_be_narrow(moves: Sequence[tuple[float | None, float]], line: float) -> bool:
    """Whether a stride may lead past sets; at many points it may."""
    return any(
        step is not None and (hasattr(step, "shape") or _leads_past(step, line))
        for step, _ in moves
    )


def _leads_past(step: float, line: float) -> bool:
    return bool(step) and not step % (2.0 * line)


def _begin(
    walks: Walks, run: Run, number: int, way: float, ends: Mapping[int, float]
) -> tuple[float, float | None]:
    """Where its array begins in a way (0: at its start; else at a place of its own), and the offset.

    Arrays of unknown size are as large as what is touched of them (``ends``).
    """
    walk = walks.walks[number]
    size = run.numbers[walk.size]
    size = ends[walk.array] if size is None else size
    return _base(size, way, walk.array + 1.0), run.numbers[walk.offset]


@by_pieces
def _base(size: float, way: float, own: float) -> float:
    return own if size <= 0 or size % way else 0.0


@by_pieces
def _sets(
    moves: Sequence[tuple[float | None, float]],
    element: float,
    line: float,
    way: float,
    *,
    few: bool,
) -> list[float]:
    """The sets a walk leads to in one iteration of each node of its chain; all where it is one of few
    that move alike, and no stride leads past sets.
    """
    if few and not any(step is not None and _leads_past(step, line) for step, _ in moves):
        return [way / line for _ in range(len(moves) + 1)]
    found = [1.0]
    steps: list[tuple[float, float]] = []
    everywhere = False
    for step, trips in moves:
        everywhere = everywhere or step is None
        if step is not None and step and trips > 1.0:
            steps.append((abs(step), trips))
        found.append(way / line if everywhere else _led_to(sorted(steps), element, line, way))
    return found


def _led_to(steps: Sequence[tuple[float, float]], element: float, line: float, way: float) -> float:
    dense, places, apart = element, 1.0, way
    for step, trips in steps:
        if places == 1.0 and step <= max(dense, line):
            dense += step * (trips - 1.0)
            continue
        while apart > line and step % apart:
            apart /= 2.0
        places = least(places * trips, way / apart)
    return least(way / line, places * (1.0 + (dense - least(element, line)) / line))


@by_pieces
def _loads(
    lines: Sequence[Sequence[float]],
    begins: Sequence[tuple[float, float | None]],
    sets: Sequence[float],
    bodies: Sequence[float],
    every: float,
    line: float,
) -> list[list[tuple[float, float]]]:
    """What ``crowding`` says of some walks that move alike; ``bodies`` are the lines of all walks."""
    found: list[list[tuple[float, float]]] = [[] for _ in lines]
    for depth, (led_to, body) in enumerate(zip(sets, bodies, strict=True)):
        if led_to >= every:  # as in a cache without sets
            for loads in found:
                loads.append((0.0, 1.0))
            continue
        others = most((0.0, body - added(own[depth] for own in lines))) / every
        apart, moves = every * line / led_to, led_to > 1.0
        met = [
            [
                other[depth]
                for other, (other_base, other_start) in zip(lines, begins, strict=True)
                if other is own
                or (base == other_base and _meet(start, other_start, apart, line, moves))
            ]
            for own, (base, start) in zip(lines, begins, strict=True)
        ]
        share = 1.0 / (led_to * added(1.0 / len(meeting) for meeting in met))
        for loads, meeting in zip(found, met, strict=True):
            loads.append((added(meeting) / led_to + others, share))
    return found


def _meet(start: float | None, other: float | None, apart: float, line: float, moves: bool) -> bool:
    """Whether two walks that move alike are in the same sets: where one begins at a place that is not
    known they are if they move, and places that callers tell (``X(I)``, ``X(J)``) are taken to differ.
    """
    if start is None or other is None:
        return moves
    rest = (start - other) % apart
    return bool(rest < line or rest > apart - line)
