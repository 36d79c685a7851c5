"""Computation before calls of some lines made faster, as if these stretches had been tuned."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import argument_error
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.extrapolation.ratio import Ratio
    from sad.traces.format import Site, Trace

_SHOWN = 8


@record
class SpeedUp:
    """Lines, with the name of their file or without one (""), and how many times as fast each is."""

    text: str
    lines: tuple[tuple[str, int, float], ...]


def parse_speed_up(text: str) -> SpeedUp:
    """Read ``[FILE:]LINE=FACTOR``, several with commas; raises SAD673 for what is no such thing."""
    found: list[tuple[str, int, float]] = []
    for part in text.split(","):
        place, _, factor = part.strip().rpartition("=")
        file, _, line = place.rpartition(":")
        try:
            item = file, int(line), float(factor)
        except ValueError:
            item = file, 0, 0.0
        if item[1] < 1 or not 0.0 < item[2] < float("inf"):
            hint = (
                "for instance --speed-up wave.c:21=2: what is computed before its calls takes half"
            )
            raise argument_error("SAD673", f"--speed-up {text}: LINE=FACTOR expected", hint)
        found.append(item)
    return SpeedUp(text, tuple(found))


def sped_up(trace: Trace, ratio: Ratio, change: SpeedUp) -> Ratio:
    """Return the ratio with the computation before each call of the lines divided by their factor.

    Raises SAD673 for a line with no call.
    """
    factors = np.ones(len(trace.sites))
    used: list[int] = np.unique(np.concatenate([rows["site"] for rows in trace.rows])).tolist()
    for file, line, factor in change.lines:
        at = [place for place in used if _is(trace.sites[place], file, line)]
        if not at:
            where = f"{file}:{line}" if file else f"line {line}"
            message = f"--speed-up {change.text}: {trace.file} has no call in {where}"
            raise argument_error("SAD673", message, _lines_of(trace, used))
        factors[at] = 1.0 / factor
    by_record = tuple(
        ratio.of(rank) * factors[rows["site"]] for rank, rows in enumerate(trace.rows)
    )
    return replace(ratio, by_record=by_record)


def _is(site: Site, file: str, line: int) -> bool:
    return site.line == line and file in ("", site.file, Path(site.file).name)


def _lines_of(trace: Trace, used: Sequence[int]) -> str:
    names = sorted({str(trace.sites[place]) for place in used if trace.sites[place].line})
    if not names:
        return "it has no lines: compile the program with -g and record it again"
    return f"calls are in {', '.join(names[:_SHOWN])}{', ...' if len(names) > _SHOWN else ''}"
