"""A result as a sheet: measures, measured beside predicted, processes, messages."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from sad.generator.result import VIEWS
from sad.stochastic.solution import Measure, Part, PartTable, Solution

if TYPE_CHECKING:
    from sad.generator.result import Process, Result


def sheet_of(result: Result) -> Solution:
    """Return the sheet of a result, of its fastest launch."""
    fastest, where = result.fastest, result.where
    slowest = max(fastest, key=lambda item: item.seconds)
    values = {"processes": str(result.nprocs)}
    values |= {name: str(value) for name, value in result.parameters.items()}
    measures = [Measure("time", slowest.seconds, "s", _spread(result))]
    computation = _mean([item.computation for item in fastest])
    communication = _mean([item.communication for item in fastest])
    measures += [
        Measure("computation", computation, "s", "mean of the processes"),
        Measure("communication", communication, "s", "mean of the processes, waiting included"),
    ]
    if communication > 0:
        note = "computation to communication"
        measures.append(Measure("ratio", computation / communication, "1", note))
    sends = sum(item.sends for item in fastest)
    if sends:
        each = sum(item.sending for item in fastest) / sends
        measures.append(Measure("send", each, "s", "mean time in the call that sends"))
        whole = sum(item.underway for item in fastest) / sends
        if whole > 0:
            note = "mean time from a send to its receipt, the wait for the receiver included"
            measures.append(Measure("under way", whole, "s", note))
    tables = [_beside(result, slowest, computation, communication), _processes(fastest)]
    if sends:
        tables.append(_messages(fastest))
    if result.recorded:
        tables.append(_inboxes(result))
    tools = "; ".join(where[name] for name in ("library", "compiler") if name in where)
    method = f"{where.get('computer', '?')}, {where.get('cpus', '?')} CPUs; {tools}"
    remarks = [
        f"Run by {where.get('command', '')}, {where.get('started', '')}, load {where.get('load', '')}."
    ]
    if where.get("canary"):
        remarks.append(f"{where['canary'].capitalize()}.")
    remarks.append(_checked(result))
    if result.extrapolated is not None:
        remarks.append(f"{VIEWS} beside the result shows the run on {result.extrapolated.machine}.")
    cpus = int(where.get("cpus", "0"))
    if 0 < cpus < result.nprocs:
        remarks.append(
            f"{result.nprocs} processes took turns on {cpus} CPUs: times include waiting for one."
        )
    return Solution(result.program, method, values, tuple(measures), tuple(tables), tuple(remarks))


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _spread(result: Result) -> str:
    times = result.times
    if len(times) == 1:
        return "one launch"
    middle = statistics.median(times)
    more = [f"{100 * (seconds / min(times) - 1):.0f} %" for seconds in (middle, max(times))]
    return f"fastest of {len(times)} launches; median {more[0]} more, slowest {more[1]}"


def _beside(
    result: Result, slowest: Process, computation: float, communication: float
) -> PartTable:
    """Measured, extrapolated from a trace, and predicted from the source, as far as there is."""
    columns = [("measured", "s")]
    values: list[tuple[float | None, ...]] = [(slowest.seconds, computation, communication)]
    for name, found in (("extrapolated", result.extrapolated), ("predicted", result.predicted)):
        if found is None:
            columns.append((name, "s"))
            values.append((None, None, None))
        else:
            columns.append((f"{name}, {found.machine}", "s"))
            values.append((found.seconds, found.computation, found.communication))
    rows = zip(("time", "computation", "communication"), zip(*values, strict=True), strict=True)
    return PartTable("side by side", tuple(columns), tuple(Part(what, row) for what, row in rows))


def _processes(launch: tuple[Process, ...]) -> PartTable:
    parts = tuple(
        Part(
            str(number),
            (
                item.computation / item.seconds if item.seconds else None,
                item.seconds,
                item.computation,
                item.communication,
            ),
        )
        for number, item in enumerate(launch)
    )
    times = (("time", "s"), ("computation", "s"), ("communication", "s"))
    return PartTable("process", (("utilisation", "1"), *times), parts)


def _messages(launch: tuple[Process, ...]) -> PartTable:
    parts = tuple(
        Part(
            str(number), (item.sends, item.bytes, item.sending / item.sends if item.sends else None)
        )
        for number, item in enumerate(launch)
    )
    return PartTable("process", (("sent", "1"), ("bytes", "1"), ("in the call", "s")), parts)


def _inboxes(result: Result) -> PartTable:
    """What came to each process of the recorded run."""
    parts = tuple(
        Part(str(number), (item.received, item.queue, item.least, item.mean, item.most))
        for number, item in enumerate(result.recorded)
    )
    ways = (("under way, least", "s"), ("mean", "s"), ("most", "s"))
    return PartTable("process", (("received", "1"), ("longest queue", "1"), *ways), parts)


def _checked(result: Result) -> str:
    """Whether all launches computed the same."""
    sums = {tuple(item.checksum for item in launch) for launch in result.launches}
    if len(sums) > 1:
        return "The launches computed different things: their checksums differ."
    return f"All {len(result.launches)} launches have the same checksums."
