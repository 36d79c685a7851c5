"""Traces as tables: all columns of all records, with names for numbers."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from sad.extras import need
from sad.traces.format import CODE, PART
from sad.traces.intervals import computation, senders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.traces.format import Trace

_TIMES = ("wall_in", "wall_out", "cpu_in", "cpu_out")
_COLUMNS = (
    *("rank", "routine", "is_part", "computed_s", *(f"{name}_s" for name in _TIMES)),
    *("partner", "sender", "tag", "bytes", "communicator", "request", "file", "line"),
)


def table_rows(trace: Trace) -> Iterator[tuple[object, ...]]:
    """Yield all columns of all records; ``computed_s`` is the computation before a call [s]."""
    for rank, rows in enumerate(trace.rows):
        seconds = computation(trace, rank).seconds
        froms = senders(rows)
        for place, row in enumerate(rows):
            routine, site = int(row["routine"]), trace.sites[int(row["site"])]
            times = (float(seconds[place]), *(int(row[name]) * 1e-9 for name in _TIMES))
            numbers = (int(row[name]) for name in ("tag", "bytes", "communicator", "request"))
            yield (
                *(rank, trace.routines[routine & CODE], int(routine >= PART), *times),
                *(int(row["partner"]), int(froms[place]), *numbers, site.file, site.line),
            )


def csv_text(trace: Trace) -> str:
    """Return the table as CSV."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in table_rows(trace):
        writer.writerow(f"{cell:.9f}" if isinstance(cell, float) else cell for cell in row)
    return stream.getvalue()


def write_parquet(trace: Trace, path: str) -> None:
    """Write the table as Parquet; raises SAD854 without pyarrow."""
    arrow = need("pyarrow", "--to parquet", "dask")
    parquet = need("pyarrow.parquet", "--to parquet", "dask")
    columns = list(zip(*table_rows(trace), strict=True)) or [()] * len(_COLUMNS)
    parquet.write_table(arrow.table(dict(zip(_COLUMNS, map(list, columns), strict=True))), path)
