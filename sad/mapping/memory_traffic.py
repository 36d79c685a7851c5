"""Cache lines that the loops of a program bring in from each level: layer conditions.

A loop re-uses in its next iteration what the last one left in a cache, as long as one iteration touches
no more than the cache holds. So the lines that a walk touches are counted once for all loops up to the
outermost one of which that is so, and as often as the loop around them repeats that. docs/cache.md has
the formulas and where they come from.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.bind import bind
from sad.counting.evaluate import compile_polys
from sad.counting.poly import ZERO
from sad.mapping.loop_nests import around, bindings_of, nests_of, passed_arrays
from sad.mapping.working_sets import picked, run_length, touched
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.work.record import LoopWork, Reference
    from sad.counting.evaluate import Formulas, Number
    from sad.counting.poly import Poly
    from sad.description.expand import Expansion
    from sad.mapping.loop_nests import Key

NOT_KNOWN = -1
"""In the place of a formula: a value that is not known."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A reference in the tree of loops: ``chain`` are the nodes around it, innermost first.

    ``strides`` are places in the list of values, one per node of the chain; ``offset`` and ``size`` (of
    the array) are places, too. ``array`` is its place in the list of arrays.
    """

    reference: Reference
    chain: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    size: int
    array: int


@dataclass(slots=True)
class Run:
    """A run of the program: of each node how often it is started, and its iterations in all.

    ``trips`` are iterations per start, ``numbers`` the values of strides, offsets, sizes and reaches.
    """

    starts: list[float]
    iterations: list[float]
    trips: list[float]
    numbers: list[float | None]


@dataclass(slots=True)
class Footprints:
    """Lines of ``line`` bytes touched.

    ``walks[w][j]`` are those of walk w in one iteration of node j of its chain, ``bodies[n]`` those of
    everything in one iteration of node n, ``arrays[a]`` all of array a (infinite: not known).
    """

    line: float
    walks: list[list[float]]
    bodies: list[float]
    arrays: list[float]


class Traffic:
    """The walks of a program, to be put numbers in many times."""

    def __init__(self, expansion: Expansion) -> None:
        self.nests = nests_of(expansion)
        self._places: dict[Poly, int] = {}
        self._arrays: dict[tuple[str, str], int] = {}
        self.walks: list[Walk] = []
        self._reaches: list[int] = []
        self._middles: dict[str, Poly] = {}
        for nest in self.nests:
            if nest.index is not None:
                middle = (nest.index.first + nest.index.last).over(2)
                bound = bind(middle, bindings_of(expansion, nest.key[0]))
                self._middles[nest.index.name] = bound
        self._passed = passed_arrays(self.nests, expansion)
        for number, nest in enumerate(self.nests):
            bindings = bindings_of(expansion, nest.key[0])
            self._reaches.append(self._place(nest.reach, bindings))
            if nest.work is not None:
                self._add(number, nest.work, expansion)
        self._polys = list(self._places)
        self._needed = [atoms.free_symbols(poly) for poly in self._polys]
        self._compiled: dict[frozenset[str], tuple[list[int], Formulas]] = {}
        self._symbols = frozenset[str]().union(*self._needed)
        units = {unit.name: unit.unit.upper() for unit in expansion.description.units}
        self._trips = [site_name(units[nest.key[0]], "trips", nest.key[1]) for nest in self.nests]
        self._inside: list[list[tuple[int, int]]] = [[] for _ in self.nests]
        for number, walk in enumerate(self.walks):
            for depth, node in enumerate(walk.chain):
                self._inside[node].append((number, depth))
        self._groups = self._grouped()
        self._moved = [self._moved_by(number) for number in range(len(self.nests))]

    def _place(self, poly: Poly | None, bindings: Mapping[str, Poly]) -> int:
        """The place of a formula in the list of values, indices in the middle of their ranges."""
        if poly is None:
            return NOT_KNOWN
        bound = bind(poly, bindings)
        for _ in self._middles:
            inside = atoms.free_symbols(bound) & self._middles.keys()
            if not inside:
                break
            bound = bind(bound, {name: self._middles[name] for name in inside})
        return self._places.setdefault(bound, len(self._places))

    def _add(self, number: int, work: LoopWork, expansion: Expansion) -> None:
        chain = tuple(around(self.nests, number))
        unit = self.nests[number].key[0]
        bindings = bindings_of(expansion, unit)
        for reference in work.references:
            if reference.passed is not None:
                continue
            size = self._place(reference.size_bytes, bindings)
            owner, array = unit, reference.array
            steps = {(unit, path): (step, bindings) for path, step in reference.strides}
            offset = None if reference.offset is None else bind(reference.offset, bindings)
            while (given := self._passed.get((owner, array.removesuffix("[]")))) is not None:
                owner, argument = given
                array, outer = argument.array, bindings_of(expansion, owner)
                steps |= {(owner, path): (step, outer) for path, step in argument.strides}
                if offset is not None:
                    start = argument.offset
                    offset = None if start is None else offset + bind(start, outer)
                if argument.size_bytes is not None:
                    size = self._place(argument.size_bytes, outer)
            strides = tuple(
                self._place(*steps.get(self.nests[node].key, (ZERO, bindings))) for node in chain
            )
            name = "" if array.startswith("/") else owner, array
            place = self._arrays.setdefault(name, len(self._arrays))
            self.walks.append(Walk(reference, chain, strides, self._place(offset, {}), size, place))

    def _grouped(self) -> list[list[int]]:
        """Walks that move alike through the same array."""
        groups: dict[tuple[int, int, tuple[int, ...]], list[int]] = {}
        for number, walk in enumerate(self.walks):
            groups.setdefault((walk.array, walk.chain[0], walk.strides), []).append(number)
        return [group for group in groups.values() if len(group) > 1]

    def _moved_by(self, number: int) -> frozenset[int]:
        nest = self.nests[number]
        return frozenset(
            node
            for node in around(self.nests, number)
            if self.nests[node].key[0] == nest.key[0] and self.nests[node].key[1] in nest.moved_by
        )

    # --- numbers ---------------------------------------------------------------------------------

    def run(
        self,
        counts: Mapping[Key, float],
        starts: Mapping[Key, float],
        values: Mapping[str, Number],
    ) -> Run:
        """Put in how often each loop's body runs, how often it is started, and values of symbols."""
        iterations = [counts.get(nest.key, 0.0) for nest in self.nests]
        started = [
            min(starts.get(nest.key, total), total) if nest.key[1] else total
            for nest, total in zip(self.nests, iterations, strict=True)
        ]
        trips = [
            total / start if start else 0.0
            for total, start in zip(iterations, started, strict=True)
        ]
        return Run(started, iterations, trips, self._numbers(values, trips))

    def _numbers(self, values: Mapping[str, Number], trips: Sequence[float]) -> list[float | None]:
        """The values of all formulas; None where one is not known."""
        known = dict(values)
        for symbol, mean in zip(self._trips, trips, strict=True):
            known.setdefault(symbol, mean)
        missing = self._symbols.difference(known)
        prepared = self._compiled.get(missing)
        if prepared is None:
            places = [n for n, needed in enumerate(self._needed) if not needed & missing]
            prepared = places, compile_polys([self._polys[place] for place in places])
            self._compiled[missing] = prepared
        places, formulas = prepared
        found: list[float | None] = [None] * (len(self._polys) + 1)
        try:
            results = formulas(known)
        except (ZeroDivisionError, OverflowError):
            return found
        for place, value in zip(places, results, strict=True):
            found[place] = float(value)
        return found  # the last one, None, is what NOT_KNOWN points to

    def footprints(self, run: Run, line: float) -> Footprints:
        """Return how many lines walks touch."""
        numbers = run.numbers
        arrays = [inf] * len(self._arrays)
        for walk in self.walks:
            size = numbers[walk.size]
            if size is not None and size > 0:
                arrays[walk.array] = size / line + 1.0
        walks: list[list[float]] = []
        spans: list[list[tuple[float, float] | None]] = []
        for walk in self.walks:
            lines, span = self._walk(walk, run, line, arrays[walk.array])
            walks.append(lines)
            spans.append(span)
        self._share(walks, run, line)
        bodies: list[float] = []
        for inside in self._inside:
            sums: dict[int, list[float]] = {}
            for number, depth in inside:
                found = sums.setdefault(self.walks[number].array, [0.0, inf, -inf])
                found[0] += walks[number][depth]
                span = spans[number][depth]
                if span is None:
                    found[1], found[2] = -inf, inf
                else:
                    found[1], found[2] = min(found[1], span[0]), max(found[2], span[1])
            bodies.append(
                sum(
                    min(total, arrays[array], (high - low) / line + 1.0)
                    for array, (total, low, high) in sums.items()
                )
            )
        return Footprints(line, walks, bodies, arrays)

    def _walk(
        self, walk: Walk, run: Run, line: float, most: float
    ) -> tuple[list[float], list[tuple[float, float] | None]]:
        """Lines in one iteration of each node of the chain, and the first and last byte touched."""
        numbers, trips = run.numbers, run.trips
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
                if not step and node in self._moved[owner]:
                    reach = numbers[self._reaches[owner]]
                    if reach is not None and reach > steps[position][1]:
                        steps[position] = steps[position][0], reach
                        widened = True
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
            one = touched(steps, element, line)
            lines.append(min(one, most) if jumps == 1.0 else picked(jumps * one, most))
            if span is not None and start is not None:
                low = start + sum(s * (t - 1.0) for s, t in steps if s < 0)
                high = start + element + sum(s * (t - 1.0) for s, t in steps if s > 0)
                span = low, high
            spans.append(span)
        return lines, spans

    def _share(self, walks: list[list[float]], run: Run, line: float) -> None:
        """Let walks find what another one has brought in some iterations before (group re-use)."""
        numbers = run.numbers
        for group in self._groups:
            placed = sorted(
                (start, number)
                for number in group
                if (start := numbers[self.walks[number].offset]) is not None
            )
            alone = list(walks[group[0]])  # all walks of a group touch as much by themselves
            for (before, _), (after, second) in pairwise(placed):
                walk = self.walks[second]
                lines = walks[second]
                for depth, share in self._shares(walk, after - before, run, line):
                    for later in range(depth + 1, len(lines)):
                        lines[later] = min(lines[later], alone[later] * share)

    def _shares(self, walk: Walk, gap: float, run: Run, line: float) -> Iterator[tuple[int, float]]:
        """The loops, by depth, in which one walk gets to where another was, and what it then misses.

        That is the share of the loop's iterations after which it gets there.
        """
        steps: list[tuple[float, float, int]] = []
        for depth, place in enumerate(walk.strides):
            step, trips = run.numbers[place], run.trips[walk.chain[depth]]
            if step and trips > 1.0:
                steps.append((abs(step), trips, depth))
                rest, apart = gap, 0.0
                for size, most, level in sorted(steps, reverse=True):
                    times = min(round(rest / size), most)
                    rest -= times * size
                    if level == depth:
                        apart = float(times)
                if abs(rest) < line and apart:
                    yield depth, min(1.0, apart / trips)

    def misses(self, prints: Footprints, run: Run, capacity: float) -> list[float]:
        """Return how many lines each walk brings into a memory that holds ``capacity`` lines.

        Nothing if everything the program touches fits: then it was there before.
        """
        found: list[float] = []
        for walk, lines in zip(self.walks, prints.walks, strict=True):
            chain = walk.chain
            depth = next((d for d, n in enumerate(chain) if prints.bodies[n] > capacity), None)
            if depth is None:
                found.append(0.0)
                continue
            times = run.starts[chain[depth - 1]] if depth else run.iterations[chain[0]]
            total = lines[depth] * times
            jump = next(
                (d for d, p in enumerate(walk.strides[:depth]) if run.numbers[p] is None), None
            )
            if jump is not None:
                # What is picked at random finds as much as there is room for.
                there = capacity / max(prints.arrays[walk.array], capacity)
                picks = lines[jump] * run.iterations[chain[jump]]
                total = max(total, picks * (1.0 - there))
            found.append(min(total, run.iterations[chain[0]] * walk.reference.count))
        return found

    def run_lengths(self, run: Run, line: float) -> list[float]:
        """Return how many lines each walk touches one after the other before it jumps."""
        found: list[float] = []
        for walk in self.walks:
            steps = [
                None if (step := run.numbers[place]) is None else (step, run.trips[node])
                for node, place in zip(walk.chain, walk.strides, strict=True)
            ]
            found.append(run_length(steps, float(walk.reference.element_bytes), line))
        return found
