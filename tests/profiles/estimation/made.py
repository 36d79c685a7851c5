"""Estimates from counts that are written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.unit import analyse
from sad.diagnostics import Severity
from sad.profiles.counts import Condition, FileCounts, LineCount, Profile, Segment, Way
from sad.profiles.estimation.estimate import Estimator
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.profiles.estimation.estimate import Estimate

Ways = tuple[int, ...]


def estimate(
    text: str,
    lines: Mapping[int, int | tuple[int, Ways]],
    *,
    tool: str = "csv",
    language: str = "fortran",
    conditions: Mapping[int, Sequence[tuple[int, int, int, int]]] | None = None,
    segments: Sequence[tuple[int, int, int | None]] = (),
) -> Estimate:
    """Return what follows from counts by line, with the line's ways, if they are given.

    ``conditions`` are the columns where they begin and end, how often they were true and false.
    """
    program = program_of(text, language)
    (path,) = {file.path for file in program.files}
    counted: dict[int, LineCount] = {}
    for line, item in lines.items():
        count, ways = item if isinstance(item, tuple) else (item, ())
        found = (conditions or {}).get(line, ())
        counted[line] = LineCount(
            count,
            tuple(Way(times, falls_through=False) for times in ways),
            tuple(Condition(start, line, end, yes, no) for start, end, yes, no in found),
        )
    counts = FileCounts(counted, segments=[Segment(*item) for item in segments])
    profile = Profile(tool, "run", {path: counts}, {})
    return Estimator(analyse(program), {path: text}).estimate(profile)


def values(found: Estimate) -> dict[str, tuple[float, float]]:
    """Return the ratios by the names of their parameters, without the unit's."""
    return {
        name.partition(".")[2]: (item.taken, item.reached) for name, item in found.samples.items()
    }


def left_out(found: Estimate) -> list[str]:
    """Return what is said of counts that cannot be, by line."""
    return [
        f"{item.span.line}: {item.message.partition(': ')[2]}"
        for item in found.diagnostics
        if item.severity is Severity.WARNING
    ]
