"""How much memory the loops of a program touch in a run: of every walk, and together."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from sad.mapping.walks import NOT_KNOWN
from sad.mapping.working_sets import picked, touched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.mapping.walks import Run, Walk, Walks

    Span = tuple[float, float] | None
    """First and last byte touched of an array; None where that is not known."""


@dataclass(slots=True)
class Footprints:
    """Lines of ``line`` bytes touched.

    ``walks[w][j]`` are those of walk w in one iteration of node j of its chain, ``spans[w][j]`` the
    bytes of the array they lie between. ``bodies[n]`` are those of everything in one iteration of node
    n, ``arrays[a]`` all of array a (infinite: not known).

    Where it is not declared how large an array is, it is taken to be what walks in known steps touch of
    it, and if there are none, what is picked from it is taken to stay in the first level: nothing
    tells that it is large. Where a stride (a leading dimension) has no value, iterations begin
    where the last one ended.
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
            if size is not None and size > 0:
                arrays[walk.array] = size / line + 1.0
        lines: list[list[float]] = [[]] * len(walks.walks)
        spans: list[list[Span]] = [[]] * len(walks.walks)
        seen = [0.0] * len(arrays)
        unsure = walks.unsteady
        for number in sorted(range(len(lines)), key=lambda number: number in unsure):
            walk = walks.walks[number]
            most = arrays[walk.array]
            if number in unsure and most == inf and seen[walk.array]:
                most = arrays[walk.array] = seen[walk.array]
            lines[number], spans[number] = self._walk(walk, most)
            if number not in unsure:
                seen[walk.array] = max(seen[walk.array], lines[number][-1])
        self._share(lines)
        found = Footprints(line, lines, spans, [], arrays)
        found.bodies.extend(together(walks, found, inside) for inside in walks.inside)
        return found

    def _walk(self, walk: Walk, most: float) -> tuple[list[float], list[Span]]:
        """Lines in one iteration of each node of the chain, and the first and last byte touched."""
        numbers, trips = self._run.numbers, self._run.trips
        element = float(walk.reference.element_bytes)
        start = numbers[walk.offset]
        steps: list[tuple[float, float]] = []
        owners: list[int] = []
        jumps = 1.0
        span = None if start is None else (start, start + element)
        lines, spans = [1.0], [span]
        for node, place in zip(walk.chain[:-1], walk.strides, strict=False):
            step, count = numbers[place], trips[node]
            widened = False
            for position, owner in enumerate(owners):
                if not step and node in self._walks.moved_by[owner]:
                    reach = numbers[self._walks.reaches[owner]]
                    if reach is not None and reach > steps[position][1]:
                        steps[position] = steps[position][0], reach
                        widened = True
            if step is None and place != NOT_KNOWN:
                step = element + sum(abs(s) * (t - 1.0) for s, t in steps)
                span = None
            if step is None:
                jumps *= max(count, 1.0)
                span = None
            elif step and count > 1.0:
                steps.append((step, count))
                owners.append(node)
            elif not widened:
                lines.append(lines[-1])
                spans.append(span)
                continue
            one = touched(steps, element, self._line)
            picks = jumps != 1.0 and most != inf
            lines.append(picked(jumps * one, most) if picks else min(one, most))
            if span is not None and start is not None:
                low = start + sum(s * (t - 1.0) for s, t in steps if s < 0)
                high = start + element + sum(s * (t - 1.0) for s, t in steps if s > 0)
                span = low, high
            spans.append(span)
        return lines, spans

    def _share(self, walks: list[list[float]]) -> None:
        """Let walks find what another one has brought in some iterations before (group re-use)."""
        numbers = self._run.numbers
        for group in self._walks.groups:
            placed = sorted(
                (start, number)
                for number in group
                if (start := numbers[self._walks.walks[number].offset]) is not None
            )
            alone = list(walks[group[0]])  # all walks of a group touch as much by themselves
            for (before, _), (after, second) in pairwise(placed):
                walk = self._walks.walks[second]
                lines = walks[second]
                for depth, share in self._shares(walk, after - before):
                    for later in range(depth + 1, len(lines)):
                        lines[later] = min(lines[later], alone[later] * share)

    def _shares(self, walk: Walk, gap: float) -> Iterator[tuple[int, float]]:
        """The loops, by depth, in which one walk gets to where another was, and what it then misses.

        That is the share of the loop's iterations after which it gets there.
        """
        steps: list[tuple[float, float, int]] = []
        for depth, place in enumerate(walk.strides):
            step, trips = self._run.numbers[place], self._run.trips[walk.chain[depth]]
            if step and trips > 1.0:
                steps.append((abs(step), trips, depth))
                rest, apart = gap, 0.0
                for size, most, level in sorted(steps, reverse=True):
                    times = min(round(rest / size), most)
                    rest -= times * size
                    if level == depth:
                        apart = float(times)
                if abs(rest) < self._line and apart:
                    yield depth, min(1.0, apart / trips)


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
            found[1], found[2] = min(found[1], span[0]), max(found[2], span[1])
    return sum(
        min(lines, prints.arrays[array], (high - low) / prints.line + 1.0)
        for array, (lines, low, high) in sums.items()
    )


def execution(walks: Walks, prints: Footprints, node: int) -> float:
    """Return the lines that one execution of a node touches."""
    last = [len(lines) - 1 for lines in prints.walks]
    inside = [(number, min(depth + 1, last[number])) for number, depth in walks.inside[node]]
    return together(walks, prints, inside)
