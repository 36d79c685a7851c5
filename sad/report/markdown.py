"""The report as Markdown, for documents and pull requests: the text report's order, in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.answer import Answer
from sad.report.answer_text import (
    count_text,
    machine_text,
    source_text,
    spot_name,
    time_lines,
    where_basis,
    work_text,
)
from sad.report.defaults import default_rows
from sad.report.fitted import fitted_markdown
from sad.report.layout import PLAIN, markdown_table
from sad.report.library import unit_rows
from sad.report.next_steps import next_steps
from sad.report.section import interval_of
from sad.report.text import coverage_text
from sad.report.units import seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.report.layout import Layout
    from sad.report.section import Section
    from sad.report.view import View

_ROWS = 20
_TERMS = 20


def markdown_report(view: View, sections: Sequence[Section] = (), layout: Layout = PLAIN) -> str:
    """Return the report, ending in a newline."""
    answer = Answer(view, interval_of(sections))
    lines = list(_head(view))
    if view.model.entry is None:
        lines += _units(view)
        lines += ["", *(f"- {sentence}" for sentence in view.assumptions())]
        lines += _unresolved_in_units(view)
    else:
        lines += _answer(answer, sections, layout)
    lines += _defaults(view)
    if view.model.entry is not None:
        lines += _next(answer, layout)
    lines += ["", f"Rests on {coverage_text(view.prediction.coverage)}.", ""]
    return "\n".join(lines)


def _head(view: View) -> Iterator[str]:
    entry = view.model.entry
    yield f"# {entry.entry if entry is not None else 'All units'}"
    yield ""
    files = view.model.description.files
    yield f"Source: {', '.join(f'`{file}`' for file in files)} ({source_text(view)})  "
    if view.prediction.bound is not None:
        yield f"Machine: {machine_text(view.prediction.bound)}"


def _answer(answer: Answer, sections: Sequence[Section], layout: Layout) -> Iterator[str]:
    view = answer.view
    first, *more = time_lines(answer)
    yield from ("", f"## {'Time' if answer.is_timed else 'Work'}", "", f"**{first}**")
    for text in more:
        yield from ("", text)
    for section in sections:
        yield from section.markdown(view)
    basis = where_basis(answer)
    yield from ("", f"## Where the {'time' if answer.is_timed else 'work'} goes", "")
    if basis:
        yield from (f"{basis[0].upper()}{basis[1:]}.", "")
    rows = [
        [
            share_text(spot.share),
            "" if spot.seconds is None else seconds_text(spot.seconds),
            f"`{spot.file}:{spot.line}`",
            spot_name(answer, spot),
            f"`{count_text(answer, spot)}`",
            work_text(spot),
        ]
        for spot in answer.spots[: layout.most(_ROWS)]
    ]
    yield from markdown_table(["share", "time", "place", "loop", "count", "each time"], rows)
    if answer.terms:
        yield from ("", f"## Formula, {'time [s]' if answer.is_timed else 'flop'}", "", "```")
        most = None if layout.whole_formula else _TERMS
        yield from answer.term_texts(most)
        left = len(answer.terms) - len(answer.terms[:most])
        if left:
            yield f"{left} more terms"
        yield "```"
        yield from ("", *(f"- {sentence}" for sentence in view.assumptions()))
    yield from fitted_markdown(answer, layout)
    yield from _missing(answer)


def _missing(answer: Answer) -> Iterator[str]:
    view = answer.view
    if answer.open:
        yield from ("", f"## What only a run can tell ({len(answer.open)})", "")
        rows = [
            [
                row.alias,
                share_text(item.share),
                f"`{row.label}`",
                f"{row.parameter.span.file}:{row.parameter.span.line}",
                f"`{row.source}`" if row.source else "",
                row.parameter.reason,
            ]
            for item in answer.open
            for row in (view.parameter_row(item.parameter),)
        ]
        yield from markdown_table(["alias", "governs", "name", "place", "source", "why"], rows)
    if answer.inputs:
        yield from ("", "## Inputs without a value", "")
        yield from (
            f"- `{view.name(item.symbol)}`: {item.reason}, {view.place(item.span)}"
            for item in answer.inputs
        )
    if answer.calls:
        yield from ("", "## Calls whose cost is not known", "")
        yield from (f"- `{name}`, called `{count}` times" for name, count in answer.calls)


def _next(answer: Answer, layout: Layout) -> Iterator[str]:
    steps = next_steps(answer, layout.command)
    if steps:
        yield from ("", "## Next", "", "```sh", *steps, "```")


def _units(view: View) -> Iterator[str]:
    cost = "floating-point operations" if view.prediction.bound is None else "time [s]"
    yield from ("", "## Units, each without its calls", "")
    rows = [
        [row.unit, f"{row.file}:{row.line}", f"`{row.cost}`"]
        for row in unit_rows(view, None, _TERMS)
    ]
    yield from markdown_table(["unit", "place", cost], rows)


def _unresolved_in_units(view: View) -> Iterator[str]:
    unresolved = view.unresolved()
    if not unresolved:
        return
    yield from ("", f"## Unresolved parameters ({len(unresolved)})", "")
    rows = [
        [
            f"`{row.label}`",
            f"{row.parameter.span.file}:{row.parameter.span.line}",
            f"`{row.source}`" if row.source else "",
            row.parameter.reason,
        ]
        for row in map(view.parameter_row, unresolved)
    ]
    yield from markdown_table(["name", "place", "source", "why"], rows)


def _defaults(view: View) -> Iterator[str]:
    defaults = default_rows(view)
    if not defaults:
        return
    yield from ("", f"## Defaults by published heuristics ({len(defaults)})", "")
    rows = [
        [
            row.alias,
            f"`{row.label}`",
            f"{float(row.value):.6g}",
            f"{row.parameter.span.file}:{row.parameter.span.line}",
            row.by,
        ]
        for row in defaults
    ]
    yield from markdown_table(["alias", "name", "value", "place", "by"], rows)
