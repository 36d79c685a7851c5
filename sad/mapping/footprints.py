"""How much memory the loops of a program touch in a run: of every walk, and together."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from sad.algebra.piecewise import added, by_pieces, least, most
from sad.mapping.walks import NOT_KNOWN
from sad.mapping.working_sets import picked, touched
from sad.records import mutable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.mapping.walks import Run, Walks

    Span = tuple[float, float] | None
    """First and last byte touched of an array; None where that is not known."""


@mutable
class Footprints:
    """Lines of ``line`` bytes touched.

    ``walks[w][j]`` are those of walk w in one iteration of node j of its chain, ``spans[w][j]`` the
    bytes of the array they lie between. ``bodies[n]`` are those of everything in one iteration of node
    n, ``arrays[a]`` all of array a (infinite: not known).

    Where it is not declared how large an array is, it is taken to be what walks in known steps touch of
    it, and if there are none, what is picked from it is taken to stay in the first level, as nothing
    tells that it is large, unless the run says so. Where a stride (a leading dimension) has no value,
    iterations begin where the last one ended.
    """

    line: float
    walks: list[list[float]]
    spans: list[list[Span]]
    bodies: list[float]
    arrays: list[float]


def footprints(walks: Walks, run: Run, line: float) -> Footprints:
    """Return how many lines of ``line`` bytes are touched in a run."""
    return _Maker(walks, run, line).make()


class _Maker:
    def __init__(self, walks: Walks, run: Run, line: float) -> None:
        self._walks = walks
        self._run = run
        self._line = line

    def make(self) -> Footprints:
        walks, line, numbers = self._walks, self._line, self._run.numbers
        arrays = [inf] * len(walks.arrays)
        for walk in walks.walks:
            size = numbers[walk.size]
            if size is not None:
                arrays[walk.array] = _lines_of(size, line, arrays[walk.array])
        lines: list[list[float]] = [[]] * len(walks.walks)
        spans: list[list[Span]] = [[]] * len(walks.walks)
        seen = [0.0] * len(arrays)
        unsure = walks.unsteady
        for number in sorted(range(len(lines)), key=lambda number: number in unsure):
            walk = walks.walks[number]
            if number in unsure:
                arrays[walk.array] = _seen_of(arrays[walk.array], seen[walk.array])
            lines[number], spans[number] = self._walk(number, arrays[walk.array])
            if number not in unsure:
                seen[walk.array] = most((seen[walk.array], lines[number][-1]))
        for group in walks.groups:
            self._share(group, lines)
        found = Footprints(line, lines, spans, [], arrays)
        found.bodies.extend(together(walks, found, inside) for inside in walks.inside)
        return found

    def _walk(self, number: int, array: float) -> tuple[list[float], list[Span]]:
        """Lines in one iteration of each node of the chain, and the first and last byte touched."""
        walk, numbers, trips = self._walks.walks[number], self._run.numbers, self._run.trips
        moves = zip(walk.chain[:-1], walk.strides[:-1], self._walks.widened[number], strict=False)
        return _walked(
            [
                (
                    *(numbers[place], trips[node], place == NOT_KNOWN),
                    [(inner, numbers[reach]) for inner, reach in wider] if wider else (),
                )
                for node, place, wider in moves
            ],
            numbers[walk.offset],
            float(walk.reference.element_bytes),
            array,
            self._line,
            large=self._run.large,
        )

    def _share(self, group: list[int], lines: list[list[float]]) -> None:
        """Let walks of a group find what another one has brought in some iterations before."""
        walks, numbers = self._walks.walks, self._run.numbers
        placed = [n for n in group if numbers[walks[n].offset] is not None]
        first = walks[group[0]]
        steps = [
            (numbers[place], self._run.trips[node])
            for place, node in zip(first.strides, first.chain, strict=True)
        ]
        starts = [number for n in placed if (number := numbers[walks[n].offset]) is not None]
        alone = list(lines[group[0]])  # all walks of a group touch as much by themselves
        found = _shared(placed, starts, steps, [lines[n] for n in placed], alone, self._line)
        for number, own in zip(placed, found, strict=True):
            lines[number] = own


@by_pieces
def _lines_of(size: float, line: float, before: float) -> float:
    return size / line + 1.0 if size > 0 else before


@by_pieces
def _seen_of(array: float, seen: float) -> float:
    """The size of an array in lines: where it is not declared, what is seen of it, if anything."""
    return seen if array == inf and seen else array


@by_pieces
def _walked(
    moves: Sequence[tuple[float | None, float, bool, Sequence[tuple[int, float | None]]]],
    start: float | None,
    element: float,
    array: float,
    line: float,
    *,
    large: bool,
) -> tuple[list[float], list[Span]]:
    """Lines and spans by node of a chain.

    ``moves`` are by node: stride and trips, whether a stride without a value is a jump to anywhere, and
    the nodes inside whose bounds it moves, and how far these reach.
    """
    steps: list[tuple[float, float]] = []
    owners: list[int] = []
    jumps = 1.0
    span = None if start is None else (start, start + element)
    lines, spans = [1.0], [span]
    for depth, (stride, count, is_jump, wider) in enumerate(moves):
        step, widened = stride, False
        for inner, reach in wider if not step else ():
            position = owners.index(inner) if inner in owners else -1
            if position >= 0 and reach is not None and reach > steps[position][1]:
                steps[position] = steps[position][0], reach
                widened = True
        if step is None and not is_jump:
            step = element + added(abs(s) * (t - 1.0) for s, t in steps)
            span = None
        if step is None:
            jumps *= most((count, 1.0))
            span = None
        elif step and count > 1.0:
            steps.append((step, count))
            owners.append(depth)
        elif not widened:
            lines.append(lines[-1])
            spans.append(span)
            continue
        one = touched(steps, element, line)
        picks = jumps != 1.0 and (large or array != inf)
        lines.append(picked(jumps * one, array) if picks else least(one, array))
        if span is not None and start is not None:
            low = start + added(s * (t - 1.0) for s, t in steps if s < 0)
            high = start + element + added(s * (t - 1.0) for s, t in steps if s > 0)
            span = low, high
        spans.append(span)
    return lines, spans


@by_pieces
def _shared(
    numbers: Sequence[int],
    starts: Sequence[float],
    steps: Sequence[tuple[float | None, float]],
    walks: Sequence[Sequence[float]],
    alone: Sequence[float],
    line: float,
) -> list[list[float]]:
    """Lines of walks that move alike, each behind the one that starts next before it."""
    found = [list(lines) for lines in walks]
    placed = sorted(zip(starts, numbers, range(len(numbers)), strict=True))
    for (before, _, _), (after, _, second) in pairwise(placed):
        lines, gap = found[second], after - before
        if 0.0 < gap < line:  # on the same line, or on one that the other gets to next
            share = gap / line if steps[0][0] is None or abs(steps[0][0]) > line else 0.0
            lines[:] = [least(own, one * share) for own, one in zip(lines, alone, strict=True)]
        for depth, share in _shares(steps, gap, line):
            for later in range(depth + 1, len(lines)):
                lines[later] = least(lines[later], alone[later] * share)
    return found


def _shares(
    moves: Sequence[tuple[float | None, float]], gap: float, line: float
) -> Iterator[tuple[int, float]]:
    """The loops, by depth, in which one walk gets to where another was, and what it then misses.

    That is the share of the loop's iterations after which it gets there.
    """
    steps: list[tuple[float, float, int]] = []
    for depth, (step, trips) in enumerate(moves):
        if step and trips > 1.0:
            steps.append((abs(step), trips, depth))
            rest, apart = gap, 0.0
            for size, highest, level in sorted(steps, reverse=True):
                times = least(round(rest / size), highest)
                rest -= times * size
                if level == depth:
                    apart = times * 1.0
            if abs(rest) < line and apart:
                yield depth, least(1.0, apart / trips)


def together(walks: Walks, prints: Footprints, inside: list[tuple[int, int]]) -> float:
    """Return the lines that some walks touch, each over as much as the place in its chain says.

    Walks through one array may overlap: they touch no more than lies between the first and the last.
    """
    sums: dict[int, list[float]] = {}
    for number, depth in inside:
        found = sums.setdefault(walks.walks[number].array, [0.0, inf, -inf])
        found[0] += prints.walks[number][depth]
        span = prints.spans[number][depth]
        if span is None:
            found[1], found[2] = -inf, inf
        else:
            found[1], found[2] = least(found[1], span[0]), most((found[2], span[1]))
    return added(
        least(lines, prints.arrays[array], (high - low) / prints.line + 1.0)
        for array, (lines, low, high) in sums.items()
    )
