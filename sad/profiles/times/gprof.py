"""gprof's flat profile, by function or by line (``gprof -l``)::

Flat profile:

Each sample counts as 0.01 seconds.
  %   cumulative   self              self     total
 time   seconds   seconds    calls  ms/call  ms/call  name
 60.00      0.03     0.03        1    30.00    40.00  mult_
 40.00      0.05     0.02                             mult_ (mm.f:22 @ 13d7)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.profiles.times.spent import Frame, Times

if TYPE_CHECKING:
    from collections.abc import Iterable

_INTERVAL = re.compile(r"Each sample counts as ([\d.e-]+) seconds\.")
_ROW = re.compile(
    r"\s*-?[\d.]+\s+[\d.]+\s+([\d.]+)(?:\s+\d+\s+[\d.]+\s+[\d.]+|\s+\d+)?\s+([^\d\s].*)"
)
_PLACED = re.compile(r"(.*) \((.+):(\d+) @ [0-9a-f]+\)")


def read_gprof(lines: Iterable[str], path: str) -> Times:
    """Return the flat profile in gprof's text; none if there is none in it."""
    times = Times("gprof", path, unit=1.0, has_samples=False)
    interval = 0.0
    is_flat = is_table = False
    for line in lines:
        if line.startswith("Flat profile:"):
            is_flat = True
        elif is_flat and (match := _INTERVAL.match(line)):
            interval = float(match[1])
        elif is_flat and line.split()[:2] == ["time", "seconds"]:
            is_table = True
        elif is_table:
            match = _ROW.fullmatch(line)
            if match is None:
                break
            seconds = float(match[1])
            placed = _PLACED.fullmatch(match[2])
            frame = Frame(placed[1], placed[2], int(placed[3])) if placed else Frame(match[2])
            if seconds:
                times.add((frame,), seconds, round(seconds / interval) if interval else 0)
    times.has_samples = interval > 0
    return times
