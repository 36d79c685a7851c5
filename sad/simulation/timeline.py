"""Who had which resource when: slices of a run, as CSV and as a trace for Chrome's viewer."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, TextIO

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.simulation.engine import Kept, Run
    from sad.simulation.program import Program

MICROSECONDS = 1e6
_COLUMNS = ("came_s", "start_s", "end_s", "process", "resource", "place")


@record
class Slice:
    """A use or a delay of a process."""

    came_s: float
    """When it came; until ``start_s`` it waited. Uses of a shared resource and delays never wait."""
    start_s: float
    end_s: float
    process: int
    """Processes are numbered as they begin, from 0."""
    resource: str | None
    """None for a delay."""
    place: int


def slices_of(program: Program, run: Run) -> tuple[Slice, ...]:
    """Return the slices that a run kept, by their start, end and process."""
    return tuple(
        Slice(came, start, end, process, name_of(program, number), place)
        for came, start, end, process, number, place in sorted(run.slices, key=_by_start)
    )


def _by_start(kept: Kept) -> tuple[float, float, int]:
    _, start, end, process, *_ = kept
    return start, end, process


def name_of(program: Program, number: int) -> str | None:
    """Return the name of a resource by its number; None for -1, a delay."""
    return None if number < 0 else program.declared(number).name_of(number)


def write_csv(slices: Iterable[Slice], stream: TextIO) -> None:
    """Write slices as a table, one a line: times in seconds; no resource is a delay."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for item in slices:
        times = (item.came_s, item.start_s, item.end_s)
        writer.writerow((*times, item.process, item.resource or "", item.place))


def write_chrome_trace(slices: Iterable[Slice], stream: TextIO) -> None:
    """Write slices as JSON that chrome://tracing and Perfetto show: a row for each process.

    Times are in microseconds there. What is no use is named ``delay``, or ``wait for`` a resource; the
    place is among the arguments.
    """
    events: list[dict[str, object]] = []
    for item in slices:
        name, kind = ("delay", "delay") if item.resource is None else (item.resource, "use")
        if item.start_s > item.came_s:
            events.append(_event(f"wait for {name}", "wait", item.came_s, item.start_s, item))
        events.append(_event(name, kind, item.start_s, item.end_s, item))
    json.dump({"traceEvents": events, "displayTimeUnit": "ms"}, stream)
    stream.write("\n")


def _event(name: str, kind: str, start: float, end: float, item: Slice) -> dict[str, object]:
    """What the format calls a complete event, from ``start`` to ``end`` [s]."""
    return {
        "name": name,
        "cat": kind,
        "ph": "X",
        "ts": start * MICROSECONDS,
        "dur": (end - start) * MICROSECONDS,
        "pid": 0,
        "tid": item.process,
        "args": {"place": item.place},
    }
