"""Predicted beside measured time as text, Markdown, CSV and JSON (schema ``sad-measured/1``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.experiments.tabular import Field, aligned_text, csv_text, joined, json_text, text_rows
from sad.report.answer_text import machine_text
from sad.report.layout import markdown_table
from sad.report.units import seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.experiments.timed.table import Part, TimedTable
    from sad.report.view import View

SCHEMA = "sad-measured/1"
_MOST = 12
_LEAST = 0.0005
_ELSEWHERE = "not in these sources"


def timed_text(view: View, table: TimedTable) -> str:
    """Return the tables of units, loops and other code as text, ending in a newline."""
    parts = [_heading(view, table)]
    for title, rows in _tables(table):
        shown = _shown(rows)
        lines = aligned_text(_fields(shown, table, title))
        parts.append([*lines, *_more(len(rows) - len(shown))])
    return joined(parts)


def timed_markdown(view: View, table: TimedTable) -> str:
    """Return the same as Markdown."""
    lines = [*_heading(view, table)]
    for title, rows in _tables(table):
        shown = _shown(rows)
        header, *cells = text_rows(_fields(shown, table, title))
        lines += ["", *markdown_table(header, cells)]
        lines += ["", *more] if (more := _more(len(rows) - len(shown))) else []
    return "\n".join(lines) + "\n"


def timed_csv(table: TimedTable) -> str:
    """Return every unit, loop, line and symbol as a row of CSV."""
    rows = [(kind, part) for kind, parts in _kinds(table) for part in parts]
    parts = [part for _, part in rows]
    return csv_text(
        [
            Field("what", values=[kind for kind, _ in rows]),
            Field("unit", values=[part.unit for part in parts]),
            Field("loop", values=[part.loop for part in parts]),
            Field("file", values=[part.file for part in parts]),
            Field("line", values=[part.line or None for part in parts]),
            Field("predicted [s]", values=[part.predicted for part in parts]),
            Field("measured [s]", values=[part.measured for part in parts]),
            Field("predicted share", values=[part.predicted_share for part in parts]),
            Field("measured share", values=[part.measured_share for part in parts]),
            Field("ratio", values=[part.ratio for part in parts]),
            Field("samples", values=[part.samples for part in parts]),
        ]
    )


def timed_json(table: TimedTable, diagnostics: Sequence[Diagnostic]) -> str:
    """Return the table as JSON, schema ``sad-measured/1``."""
    value: dict[str, Any] = {
        "profile": {"path": table.path, "tool": table.tool, "samples": table.samples},
        "predicted_seconds": table.predicted,
        "measured_seconds": table.measured,
    }
    for kind, parts in _kinds(table):
        value[f"{kind}s" if kind != "elsewhere" else kind] = [_value(part) for part in parts]
    return json_text(SCHEMA, value, diagnostics)


def _value(part: Part) -> dict[str, Any]:
    return {
        "name": part.unit,
        "loop": part.loop or None,
        "file": part.file or None,
        "line": part.line or None,
        "predicted_seconds": part.predicted,
        "measured_seconds": part.measured,
        "predicted_share": part.predicted_share,
        "measured_share": part.measured_share,
        "ratio": part.ratio,
        "samples": part.samples,
    }


def _kinds(table: TimedTable) -> list[tuple[str, tuple[Part, ...]]]:
    return [
        ("unit", table.units),
        ("loop", table.loops),
        ("line", table.lines),
        ("elsewhere", table.elsewhere),
    ]


def _tables(table: TimedTable) -> list[tuple[str, tuple[Part, ...]]]:
    tables = [
        ("unit, its calls left out", table.units),
        ("innermost loop", table.loops),
        (_ELSEWHERE, table.elsewhere),
    ]
    return [(title, rows) for title, rows in tables if _shown(rows)]


def _shown(rows: Sequence[Part]) -> list[Part]:
    """The first rows of those that can be told from nothing."""
    return [row for row in rows if max(row.predicted_share, row.measured_share) >= _LEAST][:_MOST]


def _heading(view: View, table: TimedTable) -> list[str]:
    entry, bound = view.model.entry, view.prediction.bound
    files = ", ".join(view.model.description.files)
    lines = [f"{entry.entry if entry is not None else ''}: {files}"]
    if bound is not None:
        lines.append(f"predicted for {machine_text(bound)}: {seconds_text(table.predicted)}")
    samples = "" if table.samples is None else f", {table.samples} samples"
    measured = "only shares are known (--measured-seconds says how long the run took)"
    if table.measured is not None:
        measured = seconds_text(table.measured)
        if table.measured:
            measured += f"; predicted / measured {table.predicted / table.measured:.3g}"
    lines.append(f"measured in {table.path} ({table.tool}{samples}): {measured}")
    return lines


def _fields(parts: Sequence[Part], table: TimedTable, title: str) -> list[Field]:
    columns: list[tuple[str, list[str]]] = []
    is_predicted = title != _ELSEWHERE
    if is_predicted:
        columns.append(("predicted", [seconds_text(part.predicted) for part in parts]))
    if table.measured is not None:
        columns.append(("measured", [seconds_text(part.measured or 0.0) for part in parts]))
    if is_predicted:
        ratios = ["-" if part.ratio is None else f"{part.ratio:.3g}" for part in parts]
        shares = [share_text(part.predicted_share) for part in parts]
        columns += [("ratio", ratios), ("of predicted", shares)]
    columns.append(("of measured", [share_text(part.measured_share) for part in parts]))
    if table.samples is not None:
        columns.append(("samples", [str(part.samples or 0) for part in parts]))
    columns.append((title, [_name(part, title) for part in parts]))
    return [Field("", name, None, cells) for name, cells in columns]


def _name(part: Part, title: str) -> str:
    if not part.file:
        return part.unit
    place = f"{part.file}:{part.line}"
    if "loop" not in title:
        return f"{part.unit} ({place})"
    return f"{part.unit}: {part.loop or 'outside loops'} ({place})"


def _more(number: int) -> list[str]:
    return [f"{number} more (--format csv or json lists all)"] if number > 0 else []
