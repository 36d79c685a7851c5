"""``perf report --stdio`` and ``perf annotate --stdio``: time by symbol and source line.

A report is a table whose columns a row of dots shows::

    # Samples: 333  of event 'cpu-clock:ppp'
    # Event count (approx.): 83250000
    #
    # Overhead        Period       Samples  Symbol       Source:Line
    # ........  ............  ............  ...........  ...........
        79.58%      66250000           265  [.] mult_    mm.f:22

An annotation has, for each symbol, the share of each of its instructions, and with ``-l`` the line
where one begins::

     Percent |  Source code & Disassembly of mm for cpu-clock:ppp (313 samples, percent: local period)
             : 5    0000000000001189 <mult_>:
       7.35 :   1328:   cmp    %r10d,-0x24(%rbp) // mm.f:21
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.profiles.times.spent import Frame, Times, clock_unit

if TYPE_CHECKING:
    from collections.abc import Iterable

_EVENT = re.compile(r"# Samples: .* of event(?:s)? '([^']*)'")
_COUNT = re.compile(r"# Event count \(approx\.\): (\d+)")
_PLACE = re.compile(r"(\S.*):(\d+)")
_SHARE = re.compile(r"(\d+(?:\.\d+)?)%")
_OWN = ("Self", "Overhead")

_SECTION = re.compile(
    r"\s*Percent\s*\|\s*(?:Source code & )?Disassembly of .*? for (\S+) \((\d+) samples, percent: (\w+)"
)
_FUNCTION = re.compile(r".*\b[0-9a-f]{8,} <(.+)>:")
_INSTRUCTION = re.compile(r"\s*(\d+\.\d+)\s+:\s+[0-9a-f]+:\s.*")
_COMMENT = re.compile(r".*// (\S.*):(\d+)")


def read_report(lines: Iterable[str], path: str) -> Times:
    """Return the rows of the first event in a report; none if there is no table."""
    times = Times("perf report", path)
    titles: list[str] = []
    spans: list[tuple[int, int | None]] = []
    heading, event, count = "", "", None
    for line in lines:
        if line.startswith("#"):
            if match := _EVENT.match(line):
                if spans:
                    break  # the next event
                event = match[1]
            elif match := _COUNT.match(line):
                count = int(match[1])
            elif re.fullmatch(r"#( +\.+)+ *", line):
                starts = [match.start() for match in re.finditer(r"\.+", line)]
                ends = [match.end() for match in re.finditer(r"\.+", line)]
                spans = list(zip(starts, [*ends[:-1], None], strict=True))
                titles = [heading[start:end].strip() for start, end in spans]
            else:
                heading = line
        elif spans and line.strip():
            _row(times, {t: line[a:b].strip() for t, (a, b) in zip(titles, spans, strict=True)})
    times.has_samples = "Samples" in titles
    unit = clock_unit(event)
    if "Period" in titles:
        times.unit = unit
    elif unit is not None and count is not None:
        times.unit = unit * count / 100  # of a percent
    return times


def _row(times: Times, cells: dict[str, str]) -> None:
    share = next((_SHARE.fullmatch(cells[title]) for title in _OWN if title in cells), None)
    if share is None:
        return  # a line of a call graph
    period, samples = cells.get("Period", ""), cells.get("Samples", "")
    weight = float(period) if period.isdecimal() else float(share[1])
    place = _PLACE.fullmatch(cells.get("Source:Line", "") or cells.get("Source line", ""))
    symbol = re.sub(r"^\[.\] ", "", cells.get("Symbol", ""))
    frame = Frame(symbol, place[1], int(place[2])) if place else Frame(symbol)
    times.add((frame,), weight, int(samples) if samples.isdecimal() else 0)


def read_annotation(lines: Iterable[str], path: str) -> Times:
    """Return what the instructions of each symbol took; none if there is no annotation."""
    times = Times("perf annotate", path)
    first_event, samples, is_local, is_taken = "", 0, True, False
    symbol, frame = "", Frame("")
    for line in lines:
        if match := _SECTION.match(line):
            first_event = first_event or match[1]
            is_taken = match[1] == first_event
            samples, is_local = int(match[2]), match[3] == "local"
            symbol, frame = "", Frame("")
        elif match := _FUNCTION.fullmatch(line):
            if not symbol:
                symbol = match[1]
                frame = Frame(symbol)
        elif is_taken and (match := _INSTRUCTION.fullmatch(line)):
            if comment := _COMMENT.fullmatch(line):
                frame = Frame(symbol, comment[1], int(comment[2]))
            share = float(match[1]) / 100
            if share:
                times.add((frame,), share * (samples if is_local else 1), 0)
    for item in times.spent.values():
        item.samples = round(item.weight)
    return times
