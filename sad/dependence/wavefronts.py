"""Nests of two or three loops that a pipeline of processes can run, each with some of the iterations.

The outer loop's iterations may be dealt out, each of them passing item after item of the inner loop on
to the next, if none of them waits for an item of an earlier one that comes later: of no two references
that meet, one of which writes, the later iteration of the outer loop has the earlier one of the inner.
Of three loops the two inner ones can be dealt out to a grid of processes if that holds for each two of
them: pieces of the outer one go through the grid from one corner to the other.
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
    from collections.abc import Iterator, Sequence

    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.diagnostics import Span

_MOST_PAIRS = 2_000


@record
class Wavefront:
    """A nest of two loops, by their paths: iterations of ``outer`` pass items of ``inner`` on.

    Of three, ``middle`` is the one between.
    """

    unit: str
    outer: str
    inner: str
    outer_span: Span
    inner_span: Span
    middle: str = ""


def wavefronts(analysis: ProgramAnalysis, depth: int = 2) -> Iterator[Wavefront]:
    """Yield the nests of ``depth`` loops, 2 or 3, of a program in the order of the source."""
    callees = Callees(analysis.effects, analysis.entries)
    for entry in analysis.entries:
        if not entry.values.loops:
            continue
        accesses = callees.accesses(entry)
        overlaps = Overlaps(entry.unit.symbols, True, False)
        stack = list(reversed(entry.forest.root.children))
        while stack:
            region = stack.pop()
            nest = _only(entry, region, depth)
            waits = [
                _Nest(entry, accesses, overlaps, one).waits(nest[place + 1 :])
                for place, one in enumerate(nest[:-1])
            ]
            if not waits or None in waits or not waits[-1]:
                stack.extend(reversed(region.children))
                continue
            loops = [entry.values.loops[one.header] for one in nest]
            paths = [loop.path for loop in loops]
            middle = paths[1] if depth > 2 else ""
            yield Wavefront(entry.name, paths[0], paths[-1], loops[0].span, loops[-1].span, middle)


def _only(entry: EntryAnalysis, region: Region, depth: int) -> list[Region]:
    """So many loops, each with the next one inside and no other; empty of others."""
    found, loops = [region], entry.values.loops
    while len(found) < depth and len(found[-1].children) == 1:
        found += found[-1].children
    are_loops = all(one.kind is RegionKind.LOOP and one.header in loops for one in found)
    return found if are_loops and len(found) == depth and not found[-1].children else []


class _Nest(Judge):
    """Looks at the outer loop of two."""

    def waits(self, inner: Sequence[Region]) -> bool | None:
        """Whether iterations have to follow each other; None if they may not, item by item.

        ``inner`` are the loops inside, the innermost one last.
        """
        try:
            self._form()
            self._actions()
            self._scalars()
        except Against:
            return None
        if self._combined:
            return None
        names = [self._entry.values.loops[one.header].index.name for one in inner]
        inside = inner[-1].blocks
        waits = False
        for writes, others in self._groups():
            compared = pairs(writes, others)
            if len(compared) > _MOST_PAIRS:
                return None
            for first, second in compared:
                if self._meeting.nearest(first, second) is None:
                    continue
                waits = True
                within = first.point.block in inside and second.point.block in inside
                turn = (self._meeting.may_turn_back(first, second, name) for name in names)
                if not within or any(turn):
                    return None
        return waits
