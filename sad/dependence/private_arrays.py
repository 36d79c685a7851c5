"""Arrays that each iteration of a loop writes before it reads them: a copy for each is enough.

A read is covered by a write of the same iteration if that write certainly comes before, and runs over
all elements that the read may be of: every subscript of the write is the same value, or an index of a
loop of its own whose range has that of the read in it. Ranges are compared as linear constraints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.affine import constraint
from sad.algebra.feasible import infeasible
from sad.algebra.poly import Poly
from sad.analysis.loops.exits import every_iteration
from sad.analysis.loops.natural import RegionKind
from sad.dependence.conflicts import Meeting
from sad.ir.program import Storage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.affine import Constraint
    from sad.algebra.domains import Index
    from sad.analysis.loops.natural import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.dependence.access import Access
    from sad.dependence.accesses import Accesses
    from sad.dependence.overlap import Overlaps


def is_private_array(
    group: Sequence[Access],
    region: Region,
    entry: EntryAnalysis,
    accesses: Accesses,
    meeting: Meeting,
    overlaps: Overlaps,
) -> bool:
    """Whether each iteration of a loop sets what it reads of an array, and nobody reads it later.

    ``group`` are all accesses of the loop that may be of the array.
    """
    name = group[0].name
    symbol = entry.unit.symbols.get(name)
    if symbol is None or symbol.storage is not Storage.LOCAL or symbol.saved:
        return False
    if symbol.shares is not None or symbol.reached:  # others may read it behind the unit
        return False
    if not symbol.dimensions or any(item.name != name for item in group):
        return False
    cover = _Cover(region, entry, meeting)
    writes = [item for item in group if item.writes and not item.whole]
    if not all(
        any(cover.covers(write, read) for write in writes) for read in group if not read.writes
    ):
        return False
    return not _is_read_elsewhere(name, region, entry, accesses, overlaps)


def _is_read_elsewhere(
    name: str, region: Region, entry: EntryAnalysis, accesses: Accesses, overlaps: Overlaps
) -> bool:
    """Whether an array may be read behind a loop, outside of it, by who has not set it."""
    leads = entry.unit.symbols[name].memory is not None  # a pointer has its address
    stack = [target for targets in region.leaving.values() for target in targets]
    seen = set(stack)
    while stack:
        number = stack.pop()
        if number in region.blocks:
            continue  # what it reads there is set there
        if leads and any(map(accesses.obstacle, entry.cfg.blocks[number].actions)):
            return True
        reads = [
            item
            for item in accesses.of(number)
            if not item.writes and overlaps.may_be_one(name, item.name)
        ]
        if reads and not _set_there(name, reads, region, entry, accesses):
            return True
        for target in entry.cfg.blocks[number].successors():
            if target not in seen:
                seen.add(target)
                stack.append(target)
    return False


def _set_there(
    name: str, reads: Sequence[Access], region: Region, entry: EntryAnalysis, accesses: Accesses
) -> bool:
    """Whether another loop, which is not around the first one, sets itself what it reads."""
    other: Region | None = None
    inner: Region | None = entry.forest.innermost[reads[0].point.block]
    while inner is not None and region.header not in inner.blocks:
        other = inner if inner.header in entry.values.loops else None
        inner = inner.parent
    if other is None or other.kind is not RegionKind.LOOP:
        return False
    inside = [item for block in other.blocks for item in accesses.of(block)]
    touched = frozenset(item.name for item in inside)
    cover = _Cover(other, entry, Meeting(entry, accesses.values, other, touched))
    writes = [item for item in inside if item.name == name and item.writes and not item.whole]
    return all(any(cover.covers(write, read) for write in writes) for read in reads)


class _Cover:
    """Which reads of an iteration of a loop see what the same iteration wrote."""

    def __init__(self, region: Region, entry: EntryAnalysis, meeting: Meeting) -> None:
        self._region, self._entry, self._meeting = region, entry, meeting

    def _regions(self, block: int) -> list[Region]:
        """The loops around a block, innermost first, the loop itself last."""
        found: list[Region] = []
        inner: Region | None = self._entry.forest.innermost[block]
        while inner is not None:
            found.append(inner)
            if inner is self._region:
                break
            inner = inner.parent
        return found

    def covers(self, write: Access, read: Access) -> bool:
        """Whether a write sets, earlier in the same iteration, every element that a read may be of."""
        if read.whole or write.ranges or len(write.subscripts) != len(read.subscripts):
            return False
        around = {id(item) for item in self._regions(read.point.block)}
        own = [item for item in self._regions(write.point.block) if id(item) not in around]
        if not self._comes_before(write, read, own):
            return False
        indices = self._whole_loops(write, own)
        return indices is not None and self._holds(write, read, indices)

    def _comes_before(self, write: Access, read: Access, own: Sequence[Region]) -> bool:
        """Whether the write, or the loops of its own around it, end before the read on each way."""
        first, second = write.point, read.point
        if not own and first.block == second.block:
            return first.position < second.position
        top = own[-1].header if own else first.block
        return top != second.block and self._entry.forest.dominates(top, second.block)

    def _whole_loops(self, write: Access, own: Sequence[Region]) -> dict[str, Index] | None:
        """The indices of the write's own loops, which run from end to end and always write."""
        forest, block = self._entry.forest, write.point.block
        found: dict[str, Index] = {}
        for region in own:
            info = self._entry.values.loops.get(region.header)
            if (
                info is None
                or region.kind is not RegionKind.LOOP
                or set(region.leaving) != {region.header}
                or info.full is None
                or not every_iteration(forest, region, block)
            ):
                return None
            found[info.full.name] = info.full
            block = region.header
        return found

    def _holds(self, write: Access, read: Access, indices: dict[str, Index]) -> bool:
        meeting = self._meeting
        left = set(indices)
        around = meeting.bounds_around(read.point.block)
        known = frozenset((*meeting.around, *around, *meeting.ranges(read)))
        for mine, theirs in zip(write.subscripts, read.subscripts, strict=True):
            one, other = meeting.steady(mine), meeting.steady(theirs)
            if one is None or other is None:
                return False
            moving = [name for name in indices if name in one.symbols()]
            if not moving:
                if one != other:
                    return False
                continue
            (name, *more) = moving
            if more or name not in left:
                return False
            left.discard(name)
            if not self._in_range(one - other, indices, name, known):
                return False
        return True

    def _in_range(
        self, difference: Poly, indices: dict[str, Index], name: str, known: frozenset[Constraint]
    ) -> bool:
        """Whether an index takes the value at which a difference of subscripts is 0, for all reads."""
        index, symbol = indices[name], Poly.symbol(name)
        for sign in (1, -1):
            value = symbol - difference * sign  # the difference is sign*(index - value)
            if name in value.symbols():
                continue
            bounds = [self._meeting.steady(bound) for bound in (index.first, index.last)]
            first, last = bounds
            if first is None or last is None:
                return False
            if any(other in bound.symbols() for bound in (first, last) for other in indices):
                return False
            below, above = first - value - 1, value - last - 1
            return all(
                infeasible(known | {constraint((part * part.den).terms)}) for part in (below, above)
            )
        return False
