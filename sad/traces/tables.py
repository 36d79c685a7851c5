"""Traces as tables: all columns of all records, with names for numbers."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from sad.traces.format import CODE, PART
from sad.traces.intervals import computation, senders

if TYPE_CHECKING:
    from sad.traces.format import Trace

_TIMES = ("wall_in", "wall_out", "cpu_in", "cpu_out")
_COLUMNS = (
    *("rank", "routine", "is_part", "computed_s", *(f"{name}_s" for name in _TIMES)),
    *("partner", "sender", "tag", "bytes", "communicator", "request", "file", "line"),
)


def csv_text(trace: Trace) -> str:
    """Return all columns of all records; ``computed_s`` is the computation before a call."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for rank, rows in enumerate(trace.rows):
        seconds = computation(trace, rank).seconds
        froms = senders(rows)
        for place, row in enumerate(rows):
            routine, site = int(row["routine"]), trace.sites[int(row["site"])]
            times = (seconds[place], *(int(row[name]) * 1e-9 for name in _TIMES))
            numbers = (row[name] for name in ("tag", "bytes", "communicator", "request"))
            writer.writerow(
                (
                    *(rank, trace.routines[routine & CODE], int(routine >= PART)),
                    *(f"{time:.9f}" for time in times),
                    *(row["partner"], froms[place], *numbers, site.file, site.line),
                )
            )
    return stream.getvalue()
