"""Measures of stochastic models as text, Markdown, CSV and JSON (``sad solve``)."""

from __future__ import annotations

import csv
import io
import json
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from sad.records import record
from sad.report.json_report import diagnostic_value
from sad.report.layout import Table, markdown_table
from sad.report.units import listed, seconds_text
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.diagnostics import Diagnostic
    from sad.stochastic.solution import Measure, PartTable, Solution

SCHEMA = "sad-solve/1"
_NAME, _VALUE = 12, 12  # columns
_MOST_VALUES = 12
Json = Any


@record
class Solved:
    """A solved model and the file it is in."""

    path: str
    solution: Solution


def solution_text(items: Sequence[Solved], width: int) -> str:
    """Return models one after the other, as a terminal shows them."""
    return "\n\n".join("\n".join(_lines(item, width)) for item in items) + "\n"


def _lines(item: Solved, width: int) -> Iterator[str]:
    found = item.solution
    yield from wrap(heading(item), width)
    yield from wrap(found.method, width)
    yield from [""] * bool(found.measures)
    wide = max([_NAME, *(len(measure.name) + 1 for measure in found.measures)])
    for measure in found.measures:
        note = note_text(measure)
        if measure.value is None and note:
            yield from wrap(f"{measure.name} {note}", width, subsequent_indent="  ")
            continue
        line = f"{measure.name:<{wide}}{measure_text(measure):>{_VALUE}}"
        yield f"{line}  {note}" if note else line
    for table in found.tables:
        header, *rows = _rows(table)
        yield ""
        yield from _aligned([header, *rows])
    if found.remarks:
        yield ""
        for remark in found.remarks:
            yield from wrap(remark, width)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows with a name at the left and numbers at the right."""
    return Table(rows, range(1, len(rows[0]))).lines(indent=0)


def heading(item: Solved) -> str:
    """Return what a model is, its file, and the values it was solved at."""
    return f"{item.solution.title}: {place_of(item)}"


def place_of(item: Solved) -> str:
    """Return the file of a model and the values it was solved at."""
    given = [f"{name} = {value}" for name, value in item.solution.values.items()]
    return f"{item.path} at {listed(given, _MOST_VALUES)}" if given else item.path


def note_text(measure: Measure) -> str:
    """Return the note of a measure, with its bounds."""
    parts = [measure.note] if measure.note else []
    if measure.low is not None and measure.high is not None:
        low, high = (value_text(end, measure.unit) for end in (measure.low, measure.high))
        between = f"from {low} to {high}"
        parts = [f"{measure.note} {between}" if measure.note else between]
    return "; ".join(parts)


def measure_text(measure: Measure) -> str:
    """Return the value of a measure with its unit."""
    value = value_text(measure.value, measure.unit)
    return value if measure.unit in ("1", "s") else f"{value} {measure.unit}"


def value_text(value: float | None, unit: str) -> str:
    """Return a number with four digits, times with their unit; ``-`` for what there is none of."""
    if value is None:
        return "-"
    if unit == "s":
        return seconds_text(value, 4)
    if abs(value) < 1e-3 or abs(value) >= 1e6:
        return f"{value:.4g}"
    return f"{value:.0f}" if abs(value) >= 1e4 else f"{value:.4g}"


def title_of(column: tuple[str, str]) -> str:
    """Return the title of a column, with its unit where the cells do not tell it."""
    name, unit = column
    return name if unit in ("1", "s") else f"{name} [{unit}]"


def _rows(table: PartTable) -> list[list[str]]:
    """A table as texts, the titles first: units that are not in the cells stand there."""
    titles = [title_of(column) for column in table.columns]
    units = [unit for _, unit in table.columns]
    return [
        [table.kind, *titles],
        *(
            [part.name, *(value_text(v, unit) for v, unit in zip(part.values, units, strict=True))]
            for part in table.parts
        ),
    ]


def solution_markdown(items: Sequence[Solved]) -> str:
    """Return models as Markdown: a heading, a table of measures, a table for each kind of parts."""
    lines: list[str] = []
    for item in items:
        found = item.solution
        lines += ["", f"## {heading(item)}", "", found.method, ""]
        rows = [[each.name, measure_text(each), note_text(each)] for each in found.measures]
        lines += markdown_table(["measure", "value", ""], rows)
        for table in found.tables:
            header, *parts = _rows(table)
            lines += ["", *markdown_table(header, parts)]
        for remark in found.remarks:
            lines += ["", remark]
    return "\n".join(lines[1:]) + "\n"


def solution_csv(items: Sequence[Solved]) -> str:
    """Return every measure on a line of its own: file, part (empty for the whole), name, value."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["file", "kind", "part", "measure", "value", "unit"])
    for item in items:
        for each in item.solution.measures:
            writer.writerow([item.path, "", "", each.name, repr(each.value), each.unit])
        for table in item.solution.tables:
            for part in table.parts:
                for (name, unit), value in zip(table.columns, part.values, strict=True):
                    text = "" if value is None else repr(value)
                    writer.writerow([item.path, table.kind, part.name, name, text, unit])
    return out.getvalue()


def solution_json(items: Sequence[Solved], diagnostics: Sequence[Diagnostic]) -> str:
    """Return models as JSON of the schema ``sad-solve-1``."""
    value = {
        "schema": SCHEMA,
        "tool": {"name": "sad", "version": tool_version()},
        "models": [_json(item) for item in items],
        "diagnostics": [diagnostic_value(each) for each in diagnostics],
    }
    return json.dumps(value, indent=1) + "\n"


def _json(item: Solved) -> Json:
    found = item.solution
    return {
        "file": item.path,
        "title": found.title,
        "method": found.method,
        "values": dict(found.values),
        "measures": [
            {
                "name": each.name,
                "value": each.value,
                "unit": each.unit,
                "note": each.note,
                "low": each.low,
                "high": each.high,
            }
            for each in found.measures
        ],
        "tables": [
            {
                "kind": table.kind,
                "columns": [{"name": name, "unit": unit} for name, unit in table.columns],
                "parts": [{"name": part.name, "values": list(part.values)} for part in table.parts],
            }
            for table in found.tables
        ],
        "remarks": list(found.remarks),
    }


def compared(items: Sequence[Solved]) -> tuple[str, list[list[str]]]:
    """Return a heading and rows of models side by side: the measures that all of them have."""
    first = items[0].solution.measures
    names = [
        each.name
        for each in first
        if all(each.name in item.solution.quantities() for item in items)
    ]
    units = {each.name: each.unit for each in first}
    titles = [title_of((name, units[name])) for name in names]
    rows = [["model", *titles]]
    for item in items:
        found = item.solution.quantities()
        rows.append([item.solution.title, *(value_text(*found[name]) for name in names)])
    shared = dict(items[0].solution.values)
    for item in items[1:]:
        shared = {
            name: value for name, value in shared.items() if item.solution.values.get(name) == value
        }
    given = listed([f"{name} = {value}" for name, value in shared.items()], _MOST_VALUES)
    return (f"at {given}" if given else ""), rows


def comparison_text(items: Sequence[Solved]) -> str:
    """Return models side by side as text."""
    about, rows = compared(items)
    return "\n".join([*([about, ""] if about else []), *_aligned(rows)]) + "\n"


def comparison_markdown(items: Sequence[Solved]) -> str:
    """Return models side by side as Markdown."""
    about, (header, *rows) = compared(items)
    return "\n".join([*([about, ""] if about else []), *markdown_table(header, rows)]) + "\n"
