"""Counts of single lines that cannot be, whatever the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Diagnostic, Severity, Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.profiles.counts import FileCounts, Profile


def impossible_lines(files: Mapping[str, FileCounts], profile: Profile) -> Iterator[Diagnostic]:
    """Yield an error for each line of which a way was gone along more often than the line ran.

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
                text = f"impossible counts in {profile.path}: {message}"
                hint = "take the counts as the tool wrote them"
                yield Diagnostic("SAD712", Severity.ERROR, text, Span.at(path, line), hint)
