"""Several runs of one command as one trace: of each stretch of computation the least time counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.records import replace
from sad.traces.format import CODE
from sad.traces.intervals import computation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sad.traces.format import Trace

_SAME = ("bytes", "partner", "matched", "tag", "communicator", "request")


def aligned(traces: Sequence[Trace]) -> Trace:
    """Return one trace of several runs; if their calls differ, the first with a note that says where.

    The processor clock of the result counts computation alone. ``spread`` is how much longer the
    slowest of each stretch is than the least, over all computation.
    """
    first = traces[0]
    if len(traces) == 1:
        return first
    for number, other in enumerate(traces[1:], 2):
        where = _difference(first, other)
        if where:
            note = f"run {number} differs from the first {where}: the first alone is kept"
            return replace(first, runs=1, notes=(*first.notes, note))
    rows: list[NDArray[np.void]] = []
    least_sum = most_sum = 0.0
    for rank in range(first.ranks):
        times = np.array([computation(trace, rank).seconds for trace in traces])
        least = times.min(axis=0)
        least_sum += float(least.sum())
        most_sum += float(times.max(axis=0).sum())
        own = first.rows[rank].copy()
        clock = np.round(np.cumsum(least) * 1e9).astype(np.uint64)
        for name in ("cpu", "wall"):
            own[f"{name}_in"] = own[f"{name}_out"] = clock
        rows.append(own)
    spread = most_sum / least_sum - 1.0 if least_sum else 0.0
    return replace(
        first, rows=tuple(rows), clock="cpu", clock_cost_s=0.0, spread=spread, runs=len(traces)
    )


def _difference(one: Trace, other: Trace) -> str:
    """Where two runs differ: the first call that is another one."""
    if one.ranks != other.ranks:
        return f"in the number of ranks ({other.ranks})"
    for rank, (own, its) in enumerate(zip(one.rows, other.rows, strict=True)):
        length = min(len(own), len(its))
        names = [
            np.array(trace.routines, object)[rows["routine"][:length] & CODE]
            for trace, rows in ((one, own), (other, its))
        ]
        differ = names[0] != names[1]
        for column in _SAME:
            differ = differ | (own[column][:length] != its[column][:length])
        if differ.any():
            place = int(np.argmax(differ))
            return f"at call {place + 1} of rank {rank} ({names[0][place]})"
        if len(own) != len(its):
            return f"in the number of calls of rank {rank}"
    return ""
