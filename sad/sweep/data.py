"""Tables as CSV, and as JSON: schemas ``sad-sweep/1`` and ``sad-compare/1`` (docs/schema)."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from sad.report.json_report import diagnostic_value, number_value
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.sweep.steps import Value
    from sad.sweep.table import Column, Table

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
