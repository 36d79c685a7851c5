"""From LLVM's segments to what it shows beside each line.

A segment says that from its place on, up to the next, code ran so many times. A line shows the
greatest count of the regions that begin on it and of the one it begins in; gaps, which only fill
the space between regions, do not count (llvm-cov, "llvm-cov show").
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.profiles.counts import Segment


class RawSegment(NamedTuple):
    """A segment with what its export says of it; ``times`` is None where no code is."""

    line: int
    column: int
    times: int | None
    begins: bool
    gap: bool


def line_counts(segments: Sequence[RawSegment]) -> Iterator[tuple[int, int]]:
    """Yield (line, count) for the lines that hold code, from segments in order of position."""
    before: RawSegment | None = None  # the segment that a line begins in
    last_line = 0
    for line, group in groupby(segments, key=attrgetter("line")):
        if before is not None and before.times is not None:
            for between in range(last_line + 1, line):
                yield between, before.times
        here = list(group)
        count = _count(here, before)
        if count is not None:
            yield line, count
        before, last_line = here[-1], line


def _count(here: Sequence[RawSegment], before: RawSegment | None) -> int | None:
    counts = [
        each.times for each in here if each.begins and not each.gap and each.times is not None
    ]
    if here[0].begins and here[0].times is None and not counts:
        return None  # left out by the preprocessor
    if before is not None and before.times is not None:
        counts.append(before.times)
    return max(counts, default=None)


def times_at(segments: Sequence[Segment], line: int, column: int) -> int | None:
    """Return how often code ran at a place; None where no code is. ``segments`` are in order."""
    found = bisect_right(segments, (line, column), key=lambda each: (each.line, each.column))
    return segments[found - 1].times if found else None
