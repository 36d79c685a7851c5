"""``perf script``: a line for each sample, or a header and the calls that led there.

With ``-F comm,ip,sym,srcline``, and as it is without options::

                  mm      5599001d1379 mult_
      mm.f:22
                  mm 17321  1837.674996:     250000 cpu-clock:      5599001d1379 mult_+0x1f (/home/a/mm)

With calls (``perf record -g``) an empty line ends a sample, and each frame begins with a tabulator.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.profiles.times.spent import Frame, Times, clock_unit

if TYPE_CHECKING:
    from collections.abc import Iterable

_EVENT = re.compile(r"(?:\s|^)(?:(\d+)\s+)?([A-Za-z][\w./,=-]*(?::[A-Za-z]+)?):(?:\s+|$)")
_FRAME = re.compile(r"([0-9a-f]+) (\S.*)")
_PLACED = re.compile(r"(.*\s)?([0-9a-f]{4,16}) (\S.*)")
_SYMBOL = re.compile(r"(.+?)(?:\+0x[0-9a-f]+)?(?: \([^()]*(?:\([^()]*\)[^()]*)*\))?")
_LINE = re.compile(r"  (\S.*):(\d+)(?: \(.*\))?")
_NO_LINE = re.compile(r"  \S.*(?:\[[0-9a-f]+\]|\+0x[0-9a-f]+|:\?|\?\?:0)")


def read_script(lines: Iterable[str], path: str) -> Times:
    """Return the samples of the first event in the text; none if it is something else."""
    reader = _Reader(Times("perf script", path))
    for line in lines:
        reader.line(line)
    reader.end()
    if reader.times.unit is None and not reader.has_periods:
        for item in reader.times.spent.values():
            item.weight = float(item.samples)
    return reader.times


class _Reader:
    """Samples as they come, one being open until the next begins."""

    def __init__(self, times: Times) -> None:
        self.times = times
        self.has_periods = False
        self._event: str | None = None
        self._frames: list[Frame] = []
        self._is_open = self._is_foreign = False
        self._period = 1.0

    def line(self, text: str) -> None:
        """Take the next line."""
        if not text.strip():
            self.end()
        elif text.startswith("\t"):
            frame = _FRAME.fullmatch(text.strip())
            if frame is not None and self._is_open:
                self._frames.append(_frame(frame[2]))
        elif self._frames and (match := _LINE.fullmatch(text)):
            self._frames[-1] = self._frames[-1]._replace(file=match[1], line=int(match[2]))
        elif not (self._frames and _NO_LINE.fullmatch(text)) and not text.startswith("#"):
            self.end()
            self._begin(text)

    def end(self) -> None:
        """The sample that is open is whole."""
        if self._frames and not self._is_foreign:
            self.times.add(tuple(self._frames), self._period, 1)
        self._frames = []
        self._is_open = False

    def _begin(self, text: str) -> None:
        self._is_open, self._period, self._is_foreign = True, 1.0, False
        event = _EVENT.search(text)
        rest = text
        if event is not None:
            rest = text[event.end() :]
            self._event = self._event or event[2]
            self._is_foreign = self._event != event[2]
            if event[1] is not None and not self._is_foreign:
                self._period, self.has_periods = float(event[1]), True
                self.times.unit = clock_unit(event[2])
        placed = _PLACED.fullmatch(rest.strip())
        if placed is not None:
            self._frames.append(_frame(placed[3]))


def _frame(text: str) -> Frame:
    symbol = _SYMBOL.fullmatch(text)
    return Frame(symbol[1] if symbol else text)
