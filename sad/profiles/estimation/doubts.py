"""Counts that a program without optimisation cannot have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity, Span
from sad.ir import stmt as st

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Set

    from sad.profiles.counts import FileCounts, LineCount, Profile
    from sad.profiles.estimation.places import LinePlace, StatementPlaces

_FEWEST = 8
_MOST_WITHOUT = {"fortran": 0.1, "c": 0.35}
"""Shares of random programs with -O0 were up to 0.03 and 0.22, with -O1 and -Og from 0.13 and 0.46."""


def impossible_lines(files: Mapping[str, FileCounts], profile: Profile) -> Iterator[Diagnostic]:
    """Yield a warning for each line of which a way was gone along more often than the line ran.

    gcov's figure of a line is at least that of each of its blocks: every visit of a block begins where
    control enters the line, or goes round a cycle inside it, and both add to the figure.
    """
    if profile.tool not in ("gcov", "lcov"):
        return
    for path, counts in files.items():
        for line, counted in sorted(counts.lines.items()):
            most = max((way.times for way in counted.ways), default=0)
            if most > counted.count:
                message = f"a way of line {line} ran {most} times, the line {counted.count} times"
                text = f"impossible counts in {profile.path}, left out: {message}"
                hint = "take the counts as the tool wrote them"
                yield Diagnostic("SAD712", Severity.WARNING, text, Span.at(path, line), hint)


def signs_of_optimisation(
    units: Iterable[StatementPlaces],
    counts: Mapping[LinePlace, LineCount],
    shared: Set[LinePlace],
    language: str,
    profile: Profile,
) -> Iterator[Diagnostic]:
    """Yield a warning, SAD717, if many assignments and calls have no count, not even 0.

    Without optimisation gcc and gfortran keep code for each of them, but for what a constant condition
    rules out; so only those count that must have run, with another line of their block. ``units`` are
    those of one language that were counted. Lines that several units share, as those of a file that is
    included more than once, say nothing; they have no place in ``counts``.
    """
    without: list[LinePlace] = []
    simple = 0
    for places in units:
        ran = {
            start.block
            for place, starts in places.starts.items()
            if place in counts and counts[place].count
            for start in starts
        }
        for place, starts in places.starts.items():
            item = starts[0].action.statement
            if len(starts) > 1 or not isinstance(item, st.Assign | st.CallStatement):
                continue
            if starts[0].block not in ran:
                continue
            end = (item.span.file, item.span.end_line)
            if place in shared or end in shared:
                continue
            simple += 1
            if end not in counts:
                without.append(place)
    most = _MOST_WITHOUT["c" if language == "c" else "fortran"]
    if simple >= _FEWEST and len(without) > most * simple:
        message = (
            f"{len(without)} of {simple} assignments and calls have no count in {profile.path}:"
            " the program seems to be compiled with optimisation, which moves counts to other lines"
        )
        yield Diagnostic("SAD717", Severity.WARNING, message, Span.at(*min(without)), "use -O0")
