"""Which branch of compiled code is which of the analysis: by line, and by how often each way was gone.

The counts of the compiler's own counters, of the same run, say how often every way of the analysis was
gone; a branch of compiled code went its ways exactly as often, or it is another one. Where two cannot
be told apart, nothing is said of either.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.loops.natural import RegionKind
from sad.analysis.loops.uncounted import head_test
from sad.profiles.misses.rates import BRANCH, LOOP, MissCount
from sad.records import record
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.diagnostics import Span
    from sad.profiles.counts import BranchCount, FileCounts
    from sad.profiles.estimation.places import LinePlace
    from sad.profiles.estimation.solve import ArcCounts

_SAME_RATE = 0.002
"""Branches that cannot be told apart may be taken for each other if their rates differ by no more."""

Signature = tuple[int, ...]


@record
class _Test:
    """What a block's test was seen to do: how often it was reached, and mispredicted."""

    reached: int
    misses: float


def miss_counts(
    analysis: ProgramAnalysis,
    solved: Iterable[tuple[UnitFlow, ArcCounts]],
    files: Mapping[str, FileCounts],
    shared: Iterable[LinePlace] = (),
) -> dict[str, MissCount]:
    """Return, by the names of ``rates``, the misses of every branch and loop that can be told.

    ``solved`` are the counts of each unit's flow; ``shared`` lines belong to several units.
    """
    entries: dict[str, list[EntryAnalysis]] = defaultdict(list)
    for entry in analysis.entries:
        entries[unit_key(entry.unit)].append(entry)
    keys = {(entry.unit.name, unit_key(entry.unit)) for entry in analysis.entries}
    named = Counter(name for name, _ in keys)
    not_told = frozenset(shared)
    found: dict[str, MissCount] = {}
    for flow, counts in solved:
        if named[flow.unit.name] > 1:
            continue  # units of one name: their branches have one name, too
        tests = _Matcher(flow, counts, files, not_told).tests()
        for entry in entries[unit_key(flow.unit)]:
            found.update(_sites(entry, flow, counts, tests))
    return found


class _Matcher:
    """Finds the compiled branch of each block with several ways, unit by unit."""

    def __init__(
        self,
        flow: UnitFlow,
        counts: ArcCounts,
        files: Mapping[str, FileCounts],
        shared: frozenset[LinePlace],
    ) -> None:
        self._flow, self._counts = flow, counts
        self._files, self._shared = files, shared

    def tests(self) -> dict[int, _Test]:
        """Return what is known of each block's test."""
        found: dict[int, _Test] = {}
        claims: dict[tuple[Span, Signature], list[int]] = defaultdict(list)
        for block in self._flow.cfg.blocks:
            span = _tested_at(block.terminator)
            ways = self._ways(block.id) if span is not None else None
            if span is None or ways is None:
                continue
            if len(ways) < 2:  # always the same way: no predictor is wrong
                found[block.id] = _Test(sum(ways), 0.0)
            elif not any((span.file, line) in self._shared for line in _lines(span)):
                claims[span, ways].append(block.id)
        taken = Counter(
            (span.file, line, ways)
            for (span, ways), own in claims.items()
            for line in _lines(span)
            for _ in own
        )
        for (span, ways), own in claims.items():
            if any(taken[span.file, line, ways] != len(own) for line in _lines(span)):
                continue  # another statement there does the same
            for block in own:
                rate = self._rate(block, span, ways, len(own))
                if rate is not None:
                    found[block] = _Test(sum(ways), rate * sum(ways))
        return found

    def _ways(self, block: int) -> Signature | None:
        """How often each way of a block was gone that was; None if that is not known."""
        found: list[int] = []
        for arc in self._flow.out[block]:
            times = self._counts.total((arc,))
            if times is None or times.denominator != 1 or times < 0:
                return None
            found.append(int(times))
        return tuple(sorted(times for times in found if times))

    def _rate(self, block: int, span: Span, ways: Signature, times: int) -> float | None:
        """Misses per execution of a block's test; there are ``times`` blocks like it on its line."""
        counts = self._files.get(span.file)
        branches = [
            item
            for line in _lines(span)
            for item in (counts.branches.get(line, ()) if counts is not None else ())
        ]
        alike = [item for item in branches if tuple(sorted(item.ways)) == ways]
        if alike:
            return _common_rate(alike) if len(alike) == times else None
        return self._counted_down(block, branches, ways) if times == 1 else None

    def _counted_down(
        self, block: int, branches: Iterable[BranchCount], ways: Signature
    ) -> float | None:
        """The rate of a loop whose iterations are counted down, tested after each: one test less each
        time it is entered, before which it was tested whether there is any iteration.
        """
        terminator = self._flow.cfg.blocks[block].terminator
        if not isinstance(terminator, LoopHead):
            return None
        body, after = self._flow.out[block]
        again, left = self._counts.total((body,)), self._counts.total((after,))
        entered = self._entered(block)
        if again is None or left is None or entered is None or again < entered:
            return None
        wanted = tuple(sorted(int(item) for item in (again - entered, left) if item))
        alike = [item for item in branches if tuple(sorted(item.ways)) == wanted]
        if len(wanted) < 2:
            return 0.0
        if len(alike) != 1 or not alike[0].simulated:
            return None
        return alike[0].misses / alike[0].simulated * sum(wanted) / sum(ways)

    def _entered(self, block: int) -> int | None:
        """How often the innermost loop with a head was entered."""
        inside = [blocks for blocks in self._flow.cycles if block in blocks]
        if not inside:
            return None
        times = self._counts.total(self._flow.entered(min(inside, key=len)))
        return None if times is None else int(times)


def _common_rate(branches: list[BranchCount]) -> float | None:
    """The rate of branches that look the same; None if it is not nearly the same for all."""
    if not all(item.simulated for item in branches):
        return None
    rates = [item.misses / item.simulated for item in branches]
    if max(rates) - min(rates) > _SAME_RATE:
        return None
    return sum(rates) / len(rates)


def _tested_at(terminator: object) -> Span | None:
    match terminator:
        case Split(span=span):
            return span
        case LoopHead(loop=loop):
            return loop.span
        case _:
            return None


def _lines(span: Span) -> range:
    return range(span.line, max(span.line, span.end_line) + 1)


# --- sites -----------------------------------------------------------------------------------------


def _sites(
    entry: EntryAnalysis, flow: UnitFlow, counts: ArcCounts, tests: Mapping[int, _Test]
) -> Iterator[tuple[str, MissCount]]:
    """The branches and loops of a unit, seen from one entry."""
    unit = entry.unit.name
    own: set[int] = set()
    for region in _regions(entry.forest.root):
        info = entry.values.loops.get(region.header)
        if region.kind is not RegionKind.LOOP or info is None:
            continue
        blocks = _loop_test(entry, region)
        own |= blocks
        entered = counts.total(flow.entered(region.blocks))
        if not blocks or not entered or not all(block in tests for block in blocks):
            continue
        misses = sum(tests[block].misses for block in blocks)
        yield site_name(unit, LOOP, info.path), MissCount(info.span, misses, int(entered))
    for block in entry.cfg.blocks:
        split, test = block.terminator, tests.get(block.id)
        if isinstance(split, Split) and block.id not in own and test is not None and test.reached:
            name = site_name(unit, BRANCH, entry.paths(split.path))
            yield name, MissCount(split.span, test.misses, test.reached)


def _regions(region: Region) -> Iterator[Region]:
    for child in region.children:
        yield child
        yield from _regions(child)


def _loop_test(entry: EntryAnalysis, region: Region) -> frozenset[int]:
    """The blocks in which a loop decides whether to go on; empty if it is left in several ways.

    The test at its head, or else its only way out.
    """
    cfg = entry.cfg
    test = head_test(cfg, region, entry.values.truths)
    info = entry.values.loops[region.header]
    if test is not None and info.at_head:
        return test.blocks
    leaving = {
        block
        for block in region.blocks
        if any(target not in region.blocks for target in cfg.blocks[block].successors())
    }
    if not leaving <= region.own:
        return frozenset()
    chains: set[tuple[int, ...]] = set()
    for block in leaving:
        split = cfg.blocks[block].terminator
        chains.add((split.chain if isinstance(split, Split) else ()) or (block,))
    if len(chains) != 1:
        return frozenset()
    return region.own.intersection(*chains)
