"""Tables as CSV, and as JSON: schemas ``sad-sweep/1`` and ``sad-compare/1`` (docs/schema)."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from sad.extras import need
from sad.report.json_report import diagnostic_value, number_value
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.experiments.axes import Value
    from sad.experiments.table import Column, Table

SWEEP, COMPARE = "sad-sweep/1", "sad-compare/1"


def csv_text(table: Table) -> str:
    """Return a table as CSV: a column for each axis, and one for each curve with its unit."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    titles = [f"{c.title} [s]" if c.unit == "s" else c.title for c in table.columns]
    writer.writerow([*(axis.name for axis in table.axes), *titles])
    for number, point in enumerate(table.points()):
        values = [number_value(column.values[number]) for column in table.columns]
        writer.writerow([*(value.text for value in point.values()), *map(repr, values)])
    return out.getvalue()


def json_text(table: Table, schema: str, diagnostics: Sequence[Diagnostic]) -> str:
    """Return a table as JSON; with the schema of a comparison, ratios and crossings as well."""
    value: dict[str, Any] = {
        "schema": schema,
        "tool": {"name": "sad", "version": tool_version()},
        "given": dict(table.given),
        "axes": [
            {"name": axis.name, "values": [axis_value(value) for value in axis.values]}
            for axis in table.axes
        ],
        "columns": [_column(column) for column in table.columns],
    }
    if schema == COMPARE:
        for place, column in enumerate(value["columns"]):
            same = table.columns[place].unit == table.columns[0].unit
            column["ratios"] = table.ratios(place) if same else None
        value["comparisons"] = [
            {
                "first": item.first,
                "second": item.second,
                "axis": item.axis,
                "from": item.low,
                "to": item.high,
                "above_at_start": item.above,
                "every_whole_number": item.every,
                "crossings": [
                    {"before": c.before, "after": c.after, "above": c.above} for c in item.crossings
                ],
            }
            for item in table.comparisons
        ]
    value["diagnostics"] = [diagnostic_value(item) for item in diagnostics]
    return json.dumps(value, indent=1) + "\n"


def axis_value(value: Value) -> int | float | str:
    """Return a value of an axis as JSON and other libraries have it."""
    if value.number is None:
        return value.text
    return value.number if isinstance(value.number, int) else float(value.number)


def _column(column: Column) -> dict[str, Any]:
    return {
        "title": column.title,
        "program": column.program,
        "entry": column.entry,
        "machine": column.machine or None,
        "toolchain": column.toolchain or None,
        "model": column.model or None,
        "quantity": column.quantity,
        "unit": column.unit,
        "values": [number_value(value) for value in column.values],
    }


# Tables as pandas and xarray objects.


def to_pandas(table: Table) -> Any:
    """Return a ``pandas.DataFrame``: the axes as index, a column for each curve; raises SAD854."""
    pandas = need("pandas", "data frames", "frames")
    rows = [[axis_value(value) for value in point.values()] for point in table.points()]
    names = [axis.name for axis in table.axes]
    index = pandas.MultiIndex.from_tuples(rows, names=names) if len(names) > 1 else None
    if len(names) == 1:
        index = pandas.Index([row[0] for row in rows], name=names[0])
    data = {c.title: [number_value(value) for value in c.values] for c in table.columns}
    frame = pandas.DataFrame(data, index=index)
    frame.attrs["units"] = {column.title: column.unit for column in table.columns}
    frame.attrs["given"] = dict(table.given)
    return frame


def to_xarray(table: Table) -> Any:
    """Return an ``xarray.Dataset``: a dimension for each axis, a variable for each curve.

    Raises SAD854 without xarray.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    xarray = need("xarray", "labelled arrays", "frames")
    names = [axis.name for axis in table.axes]
    shape = [len(axis.values) for axis in table.axes]
    variables = {
        column.title: (
            names,
            np.array([number_value(value) for value in column.values]).reshape(shape),
            {
                "units": column.unit,
                "quantity": column.quantity,
                "program": column.program,
                "machine": column.machine,
                "toolchain": column.toolchain,
            },
        )
        for column in table.columns
    }
    coordinates = {axis.name: [axis_value(value) for value in axis.values] for axis in table.axes}
    return xarray.Dataset(variables, coords=coordinates, attrs=dict(table.given))
