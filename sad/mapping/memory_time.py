"""The time a program waits for memory, per region (one loop's own statements).

``T = sum over levels of (lines that come from the level * time of one)``; what the first level holds is
part of the core's work and costs nothing here. A line that is written comes in and goes out again:
it counts twice. Times of a line are the machine file's, for walks from line to line and for walks that
jump, and for lines that a crowded set had no room for. Where the file has latencies alone, ``OVERLAP``
lines are taken to be under way at once, ``REWRITTEN`` of those that crowded sets write back.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from sad.algebra.piecewise import added, is_nowhere, most
from sad.mapping.footprints import footprints
from sad.mapping.loop_nests import around
from sad.mapping.memory_traffic import misses, run_lengths
from sad.mapping.regions import LoopEntries
from sad.mapping.sets import crowding
from sad.mapping.walks import NOT_KNOWN, Walks
from sad.records import field, record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.machine.schema import Machine, MemoryLevel
    from sad.machine.values import MachineValue
    from sad.mapping.loop_nests import Key
    from sad.mapping.walks import Run
    from sad.model.expand import Expansion

OVERLAP = 10.0
"""Lines under way at once where a file gives nothing but a latency: an assumption, not a measurement.

A core that waits for each line in turn would need 1; give the times per line instead.
"""

REWRITTEN = 2.0
"""The same for lines that crowded sets write back: on one AMD EPYC 1 to 3."""


@record
class MemoryCost:
    """What memory costs one region in a run.

    ``by_level`` is the part of each level's lines [s], by its name, ``bytes_by_level`` what comes from
    it and goes there; lines that are written count twice.
    """

    seconds: float = 0.0
    by_level: Mapping[str, float] = field(default_factory=dict[str, float])
    bytes_by_level: Mapping[str, float] = field(default_factory=dict[str, float])

    @staticmethod
    def weighted(parts: Sequence[tuple[float, MemoryCost]]) -> MemoryCost:
        """Return the sum of some costs with weights."""
        by_level: dict[str, float] = {}
        moved: dict[str, float] = {}
        for weight, cost in parts:
            for total, own in (by_level, cost.by_level), (moved, cost.bytes_by_level):
                for name, amount in own.items():
                    total[name] = total.get(name, 0.0) + weight * amount
        return MemoryCost(added(by_level.values()), by_level, moved)


@record
class Memory:
    """The levels of a machine from the core outwards, the last one without a limit, and its TLBs."""

    levels: tuple[MemoryLevel, ...]
    tables: tuple[MemoryLevel, ...]
    limits: tuple[float, ...]
    """Lines each level holds, but for the last one."""

    @staticmethod
    def of(machine: Machine) -> Memory:
        """Return a machine's memory."""
        levels = sorted(
            (level for level in machine.memory if not level.is_tlb),
            key=lambda level: level.size_bytes.value,
        )
        limits = tuple(level.size_bytes.value / level.line_bytes.value for level in levels[:-1])
        tables = tuple(level for level in machine.memory if level.is_tlb)
        return Memory(tuple(levels), tables, limits)


class MemoryModel:
    """A program's walks through memory, prepared once for many runs and machines."""

    def __init__(self, expansion: Expansion) -> None:
        self._entries = LoopEntries(expansion)
        self._walks = Walks(expansion)
        self._machine: Machine | None = None  # the last one asked for
        self._memory = Memory((), (), ())
        self._regions: dict[Key, list[int]] = {}
        for number, walk in enumerate(self._walks.walks):
            key = self._walks.nests[walk.chain[0]].key
            self._regions.setdefault(key, []).append(number)
        self._blocks: list[tuple[str, Key]] = [
            (block.id, (block.unit.name, block.loops[-1].id if block.loops else ""))
            for block in expansion.blocks
        ]

    def run(
        self,
        counts: Mapping[str, float],
        values: Mapping[str, Number],
        starts: Mapping[Key, float] | None = None,
    ) -> Run:
        """Return a run: how often blocks run by id, values of the entry's symbols, loops' starts."""
        iterations: dict[Key, float] = {}
        for block, key in self._blocks:
            count = counts[block]
            iterations[key] = most((iterations.get(key, 0.0), count))
        if starts is None:
            starts = self._entries.at(counts)
        return self._walks.run(iterations, starts, values)

    def touched(self, run: Run, line: float) -> float:
        """Return how many lines of ``line`` bytes the largest loop nest touches."""
        return most(footprints(self._walks, run, line).bodies)

    def arrays(self, run: Run) -> list[float]:
        """Return the bytes of each array; infinite where it is not declared how large it is."""
        sizes = [inf] * len(self._walks.arrays)
        for walk in self._walks.walks:
            size = run.numbers[walk.size]
            if size is not None:
                sizes[walk.array] = min(sizes[walk.array], float(size))
        return sizes

    def picked_from(self, run: Run) -> list[str]:
        """Return the arrays that elements are picked from and of which nothing tells the size."""
        known = footprints(self._walks, run, 1.0).arrays
        names = {
            place: array.removesuffix("[]") for (_, array), place in self._walks.arrays.items()
        }
        picked = (walk.array for walk in self._walks.walks if NOT_KNOWN in walk.strides)
        return sorted({names[place] for place in picked if known[place] == inf})

    def costs(self, run: Run, machine: Machine) -> dict[Key, MemoryCost]:
        """Return what memory costs each region that touches any."""
        if self._machine is not machine:
            self._machine, self._memory = machine, Memory.of(machine)
        if not self._memory.levels or not self._walks.walks:
            return {}
        found: dict[Key, MemoryCost] = {}
        for walks, regions, passes in self.views(run):
            each = [
                (share, _Costs(walks, regions, one, self._memory).all()) for share, one in passes
            ]
            rest = 1.0 - added(share for share, _ in each)
            for key in regions:
                parts = [
                    (rest, found.get(key, MemoryCost())),
                    *((share, one[key]) for share, one in each),
                ]
                found[key] = MemoryCost.weighted(parts)
        return found

    def views(
        self, run: Run
    ) -> Iterator[tuple[Walks, Mapping[Key, list[int]], list[tuple[float, Run]]]]:
        """Yield walks, regions and runs with their shares: those of the whole program, then instead of
        them, as far as their shares go, of the loops whose passes differ as one pass sees them.
        """
        yield self._walks, self._regions, [(1.0, run)]
        for node, passes in run.passes.items():
            walks = self._walks.within[node]
            inside = {
                nest.key for n, nest in enumerate(walks.nests) if node in around(walks.nests, n)
            }
            regions = {key: walked for key, walked in self._regions.items() if key in inside}
            yield walks, regions, [(share, replace(one, large=run.large)) for share, one in passes]


def _line_seconds(
    level: MemoryLevel, given: MachineValue | None, overlap: float = OVERLAP
) -> float:
    return level.latency_s.value / overlap if given is None else given.value


def bandwidth(level: MemoryLevel) -> float:
    """Return what a level supplies at most, in a walk from line to line [bytes/s]."""
    return level.line_bytes.value / _line_seconds(level, level.sequential_s_per_line)


class _Costs:
    def __init__(
        self, walks: Walks, regions: Mapping[Key, list[int]], run: Run, memory: Memory
    ) -> None:
        self._walks = walks
        self._regions = regions
        self._run = run
        self._memory = memory
        line = memory.levels[0].line_bytes.value
        self._prints = footprints(walks, run, line)
        self._lengths = run_lengths(walks, run, line)
        self._seconds: list[dict[str, float]] = [{} for _ in walks.walks]
        self._bytes: list[dict[str, float]] = [{} for _ in walks.walks]

    def all(self) -> dict[Key, MemoryCost]:
        limits = self._memory.limits
        whole = most(self._prints.bodies)
        ways = self._memory.levels[0].ways
        if limits and (whole > limits[0] or (ways is not None and whole > ways.value)):
            self._caches()
        for table in self._memory.tables:
            assert table.entries is not None
            page = (table.page_bytes or table.line_bytes).value
            if whole * self._prints.line > page or whole > table.entries.value:
                self._table(table, page)
        return {key: self._region(numbers) for key, numbers in self._regions.items()}

    def _caches(self) -> None:
        levels, limits = self._memory.levels, self._memory.limits
        inward, crowded = self._misses(0)
        self._first = levels[1], crowded
        for number, level in enumerate(levels[1:], start=1):
            nothing = [0.0] * len(inward)
            last = number == len(limits)
            outward, next_crowded = (nothing, nothing) if last else self._misses(number)
            lines = [most((0.0, i - o)) for i, o in zip(inward, outward, strict=True)]
            self._add(level, lines, crowded)
            inward, crowded = outward, next_crowded

    def _misses(self, number: int) -> tuple[list[float], list[float]]:
        """The lines that each walk brings into a cache, and whether its sets are crowded."""
        level, limit = self._memory.levels[number], self._memory.limits[number]
        known = self._walks, self._prints, self._run
        if level.ways is None or level.way_bytes is None:
            return misses(*known, limit)
        ways = level.ways.value
        return misses(*known, limit, ways, crowding(*known, ways, level.way_bytes))

    def _waits(self, level: MemoryLevel, number: int) -> float:
        """How long a line of a walk waits for others of its set, if it comes from a level."""
        if self._walks.walks[number].reference.writes:
            return _line_seconds(level, level.rewritten_s_per_line, REWRITTEN)
        crowd = level.crowded_s_per_line
        return _line_seconds(level, level.strided_s_per_line) if crowd is None else crowd.value

    def _add(self, level: MemoryLevel, lines: Sequence[float], crowded: Sequence[float]) -> None:
        """Add the time of the lines that a level supplies to each walk.

        However far away lines come from, those of a set of the first cache wait for each other.
        """
        sequential = _line_seconds(level, level.sequential_s_per_line)
        strided = _line_seconds(level, level.strided_s_per_line)
        first, crowded_first = self._first
        for number, found in enumerate(lines):
            if is_nowhere(found):
                continue
            jumps = 1.0 / self._lengths[number]
            each = strided * jumps + sequential * (1.0 - jumps)
            twice = 2.0 if self._walks.walks[number].reference.writes else 1.0
            here = self._waits(level, number) * crowded[number]
            each = here + each * twice * (1.0 - crowded[number])
            each = most((each, self._waits(first, number) * crowded_first[number]))
            self._seconds[number][level.name] = found * each
            self._bytes[number][level.name] = found * self._prints.line * twice

    def _table(self, table: MemoryLevel, page: float) -> None:
        """Add the time of the pages whose translation is looked up.

        Pages that are walked through one after the other are looked up ahead.
        """
        assert table.entries is not None
        prints = footprints(self._walks, self._run, page)
        missed, _ = misses(self._walks, prints, self._run, table.entries.value)
        lengths = run_lengths(self._walks, self._run, page)
        for number, pages in enumerate(missed):
            jumps = pages / lengths[number]
            if not is_nowhere(jumps):
                self._seconds[number][table.name] = jumps * table.latency_s.value

    def _region(self, numbers: list[int]) -> MemoryCost:
        parts = [MemoryCost(0.0, self._seconds[n], self._bytes[n]) for n in numbers]
        return MemoryCost.weighted([(1.0, part) for part in parts])
