"""The report as Markdown, for documents and pull requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.defaults import default_rows
from sad.report.library import unit_rows
from sad.report.text import coverage_text
from sad.report.uncertainty import NOTHING_RANDOM, Sureness, band_text, markdown_section
from sad.report.units import seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.description.parameters import Parameter
    from sad.report.view import View

_ROWS = 20
_TERMS = 20


def markdown_report(view: View, sureness: Sureness = NOTHING_RANDOM) -> str:
    """Return the report, ending in a newline."""
    model, bound = view.model, view.prediction.bound
    entry = model.entry
    title = entry.entry if entry is not None else "All units"
    out = [f"# {title}", ""]
    out.append(f"Source: {', '.join(f'`{file}`' for file in model.description.files)}  ")
    if bound is not None:
        machine = bound.machine
        out.append(f"Machine: {machine.name}, toolchain {bound.toolchain.name} ({machine.kind})")
    if entry is None:
        cost = "floating-point operations" if bound is None else "time [s]"
        out.extend(["", "## Units, each without its calls", ""])
        rows = [
            [row.unit, f"{row.file}:{row.line}", f"`{row.cost}`"]
            for row in unit_rows(view, None, _TERMS)
        ]
        out.extend(_table(["unit", "place", cost], rows))
    elif bound is not None:
        out.extend(["", "## Predicted time", ""])
        total = view.prediction.total
        out.append(
            seconds_text(total) if total is not None else "Not known yet: values are missing."
        )
        if sureness.band is not None:
            out.extend(["", f"Interval: {band_text(sureness.band)}"])
        total_text = " + ".join(view.time_terms(view.total_time(), _TERMS))
        out.extend(["", "```", f"{total_text}   [s]", "```"])
    else:
        out.extend(["", "## Operations", ""])
        totals = view.operations(model.expansion.blocks)
        rows = [[f"`{key}`", f"`{view.printer.poly(count)}`"] for key, count in totals.items()]
        out.extend(_table(["operation", "count"], rows))
    out.extend(["", *(f"- {sentence}" for sentence in view.assumptions())])
    lines, header, influences = markdown_section(view, sureness)
    out.extend(lines)
    if influences:
        out.extend(["", *_table(header, influences)])
    out.extend(["", "## Where the time goes", ""])
    rows = [
        [
            share_text(row.share),
            seconds_text(row.seconds) if row.seconds is not None else "?",
            row.unit,
            f"{row.file}:{row.line}",
            row.loop or "-",
            f"`{row.count}`",
        ]
        for row in view.rows(_ROWS)
    ]
    out.extend(_table(["share", "time", "unit", "place", "loop", "count"], rows))
    unresolved = view.unresolved()
    if unresolved:
        out.extend(["", f"## Unresolved parameters ({len(unresolved)})", ""])
        rows = [
            [
                row.alias,
                f"`{row.label}`",
                f"{row.parameter.span.file}:{row.parameter.span.line}",
                f"`{row.source}`" if row.source else "",
                row.parameter.reason,
            ]
            for row in map(view.parameter_row, unresolved)
        ]
        out.extend(_table(["alias", "name", "place", "source", "why"], rows))
    defaults = default_rows(view)
    if defaults:
        out.extend(["", f"## Defaults by published heuristics ({len(defaults)})", ""])
        rows = [
            [row.alias, f"`{row.label}`", f"{float(row.value):.6g}", _place(row.parameter), row.by]
            for row in defaults
        ]
        out.extend(_table(["alias", "name", "value", "place", "by"], rows))
    out.extend(["", f"Coverage: {coverage_text(view.prediction.coverage)}.", ""])
    return "\n".join(out)


def _place(parameter: Parameter) -> str:
    return f"{parameter.span.file}:{parameter.span.line}"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines.extend("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
    return lines
