"""Computation between calls, and who messages came from.

With a clock of each rank the computation before a call is the time since the call before, less what the
readings of the clocks took. With one clock for threads that take turns on one processor it is the time
since the thread's own event before, as nobody else runs until it waits. What lies before the exit of a
barrier is waiting. This is the translation of one trace of n threads into n traces of one thread each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import Span, input_error
from sad.records import record
from sad.traces.format import ANY, FILES, PART, is_of_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sad.traces.format import Trace


@record
class Computation:
    """Of one rank: seconds before each record (0 before parts of a call)."""

    seconds: NDArray[np.float64]
    clipped: int
    """How many would be negative without what the clocks cost: 0 s instead."""

    @property
    def total(self) -> float:
        """All computation [s]."""
        return float(self.seconds.sum())


def computation(trace: Trace, rank: int) -> Computation:
    """Return the computation of a rank between its calls."""
    rows = trace.rows[rank]
    found = np.zeros(len(rows))
    whole = np.flatnonzero((rows["routine"] & PART) == 0)
    calls = rows[whole]
    clock = "wall" if trace.clock == "wall" else "cpu"
    came = calls[f"{clock}_in"].astype(np.int64)
    left = calls[f"{clock}_out"].astype(np.int64)
    gaps = np.zeros(len(calls))
    begins = (_number(trace, "begin"), _number(trace, "mpi_init"))
    if trace.clock != "one-processor" and len(calls) and calls["routine"][0] not in begins:
        gaps[0] = came[0]  # in text a rank starts at 0
    gaps[1:] = came[1:] - left[:-1] - trace.clock_cost_s * 1e9
    clipped = int((gaps < 0.0).sum())
    gaps = np.maximum(gaps, 0.0)
    gaps[calls["routine"] == _number(trace, "exit")] = 0.0
    found[whole] = gaps * 1e-9
    return Computation(found, clipped)


def in_files(trace: Trace) -> list[NDArray[np.float64]]:
    """Return the seconds that each record's call of files took when it was recorded, by rank.

    Of what all ranks call together, as often, the least of any rank counts: the others waited in it.
    """
    found = [np.zeros(len(rows)) for rows in trace.rows]
    for code, name in enumerate(trace.routines):
        if not name.startswith(FILES):
            continue
        places = [np.flatnonzero(rows["routine"] == code) for rows in trace.rows]
        times: list[NDArray[np.float64]] = []
        for rows, own in zip(trace.rows, places, strict=True):
            times.append((rows["wall_out"] - rows["wall_in"])[own] * 1e-9)
        if is_of_all(name) and len({len(own) for own in places}) == 1:
            times = [np.min(times, axis=0)] * trace.ranks
        for into, own, seconds in zip(found, places, times, strict=True):
            into[own] = seconds
    return found


def _number(trace: Trace, name: str) -> int:
    return trace.routines.index(name) if name in trace.routines else -1


def senders(rows: NDArray[np.void]) -> NDArray[np.int64]:
    """Return who messages came from: of receives from anybody that wait, whom they met."""
    found = rows["matched"].astype(np.int64)
    anybody = np.flatnonzero((rows["request"] > 0) & (rows["partner"] == ANY))
    met: dict[int, int] = {}
    numbers = rows["request"].tolist()
    for place in anybody[::-1].tolist():  # the next wait for a request says whom it met
        if found[place] == ANY:
            found[place] = met.get(numbers[place], ANY)
        else:
            met[numbers[place]] = int(found[place])
    return found


def translated(trace: Trace) -> list[list[tuple[str, float]]]:
    """Return each thread's events with the times [s] they have on a processor of its own.

    Remote accesses and barriers take no time; the exit of a barrier is the translated entry of its last
    thread. Raises SAD672 for threads that do not reach the same barriers.
    """
    enter, leave = _number(trace, "enter"), _number(trace, "exit")
    counts = [int((rows["routine"] == enter).sum()) for rows in trace.rows]
    if len(set(counts)) > 1:
        raise uneven(trace, counts)
    clocks = [0.0] * trace.ranks
    places = [0] * trace.ranks
    found: list[list[tuple[str, float]]] = [[] for _ in trace.rows]
    works = [computation(trace, rank).seconds for rank in range(trace.ranks)]
    for _ in range(counts[0] + 1):
        for rank, rows in enumerate(trace.rows):
            for place in range(places[rank], len(rows)):
                routine = int(rows["routine"][place])
                if routine == leave:
                    places[rank] = place
                    break
                clocks[rank] += works[rank][place]
                found[rank].append((trace.routines[routine], clocks[rank]))
            else:
                places[rank] = len(rows)
        last = max(clocks)
        for rank, rows in enumerate(trace.rows):
            if places[rank] < len(rows):
                found[rank].append(("exit", last))
                clocks[rank] = last
                places[rank] += 1
    return found


def uneven(trace: Trace, counts: list[int]) -> Exception:
    """Return SAD672: threads enter different numbers of barriers."""
    few, many = counts.index(min(counts)), counts.index(max(counts))
    message = f"thread {few} enters {counts[few]} barriers, thread {many} enters {counts[many]}"
    hint = "all threads have to enter all barriers: was the trace cut off?"
    return input_error("SAD672", message, Span.at(trace.file), hint)
