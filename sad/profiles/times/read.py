"""Which profiler wrote a file of times, by what is in it; and the times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.readers.source import Source
from sad.profiles.times.gprof import read_gprof
from sad.profiles.times.perf_report import read_annotation, read_report
from sad.profiles.times.perf_script import read_script

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.profiles.times.spent import Times

_FORMATS = (
    "known are the texts of perf script, perf report --stdio, perf annotate --stdio and gprof's flat "
    "profile"
)


def read_times(path: str) -> Times:
    """Return the times in a profiler's text.

    Raises ``SadError``: SAD701 (cannot be read), SAD702 (no times of a profiler that is known),
    SAD703 (compressed, and ends in the middle).
    """
    with Source(path) as source:
        head = source.head()
        if b"\0" in head:
            hint = (
                "perf script -F comm,ip,sym,srcline and gprof PROGRAM gmon.out write what is read"
            )
            raise input_error("SAD702", "a binary file", Span.at(path), hint)
        text = head.decode("utf-8", "replace")
        lines = _texts(source)
        if "Flat profile:" in text:
            times = read_gprof(lines, path)
        elif "Disassembly of" in text and "Percent" in text:
            times = read_annotation(lines, path)
        elif "\n# Overhead" in text or "\n# Children" in text:
            times = read_report(lines, path)
        else:
            times = read_script(lines, path)
    if not times.total:
        raise input_error("SAD702", "no times of a profiler in it", Span.at(path), _FORMATS)
    return times


def _texts(source: Source) -> Iterator[str]:
    for _, text, _ in source.lines():
        yield text
