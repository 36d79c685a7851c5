"""Nests of two loops that a pipeline of processes can run, each with some of the outer iterations.

The outer loop's iterations may be dealt out, each of them passing item after item of the inner loop on
to the next, if none of them waits for an item of an earlier one that comes later: of no two references
that meet, one of which writes, the later iteration of the outer loop has the earlier one of the inner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.loops.natural import RegionKind
from sad.dependence.calls import Callees
from sad.dependence.conflicts import pairs
from sad.dependence.judge import Against, Judge
from sad.dependence.overlap import Overlaps
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.diagnostics import Span

_MOST_PAIRS = 2_000


@record
class Wavefront:
    """A nest of two loops, by their paths: iterations of ``outer`` pass items of ``inner`` on."""

    unit: str
    outer: str
    inner: str
    outer_span: Span
    inner_span: Span


def wavefronts(analysis: ProgramAnalysis) -> Iterator[Wavefront]:
    """Yield the nests of a program, in the order of the source."""
    callees = Callees(analysis.effects, analysis.entries)
    for entry in analysis.entries:
        if not entry.values.loops:
            continue
        accesses = callees.accesses(entry)
        overlaps = Overlaps(entry.unit.symbols, True, False)
        stack = list(reversed(entry.forest.root.children))
        while stack:
            region = stack.pop()
            inner = _only_child(entry, region)
            found = None
            if inner is not None and _Nest(entry, accesses, overlaps, region).is_pipeline(inner):
                outer = entry.values.loops[region.header]
                own = entry.values.loops[inner.header]
                found = Wavefront(entry.name, outer.path, own.path, outer.span, own.span)
                yield found
            if found is None:
                stack.extend(reversed(region.children))


def _only_child(entry: EntryAnalysis, region: Region) -> Region | None:
    """The one loop inside a loop, if it has nothing else inside; None of others."""
    loops = entry.values.loops
    if region.kind is not RegionKind.LOOP or region.header not in loops:
        return None
    if len(region.children) != 1:
        return None
    (child,) = region.children
    fits = child.kind is RegionKind.LOOP and child.header in loops and not child.children
    return child if fits else None


class _Nest(Judge):
    """Looks at the outer loop of two."""

    def is_pipeline(self, inner: Region) -> bool:
        """Whether iterations of the outer loop may follow each other item by item, and have to."""
        try:
            self._form()
            self._actions()
            self._scalars()
        except Against:
            return False
        if self._combined:
            return False
        name = self._entry.values.loops[inner.header].index.name
        inside = inner.blocks
        waits = False
        for writes, others in self._groups():
            compared = pairs(writes, others)
            if len(compared) > _MOST_PAIRS:
                return False
            for first, second in compared:
                if self._meeting.nearest(first, second) is None:
                    continue
                waits = True
                within = first.point.block in inside and second.point.block in inside
                if not within or self._meeting.may_turn_back(first, second, name):
                    return False
        return waits
