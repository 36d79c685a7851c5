"""The cost formulas as a LaTeX document fragment (amsmath)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.latex import LatexPrinter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.evaluation.linear import LinearForm
    from sad.report.view import View

_BREAK_EVERY = 3


def latex_report(view: View) -> str:
    """Return the formulas, ending in a newline: the total, then the unresolved parameters."""
    printer = LatexPrinter(view.name, view.weight, coding=view.coding)
    entry = view.model.entry
    title = _escape(entry.entry if entry is not None else "all units")
    out = [f"% cost of {title}; needs amsmath"]
    bound = view.prediction.bound
    if bound is not None and entry is not None:
        out.extend(_time(title, view.total_time(), view, printer))
    elif bound is not None:
        for unit in view.model.description.units:
            out.extend(_time(_escape(unit.name), view.time_of(unit.name), view, printer))
    else:
        out.append(r"\begin{align*}")
        totals = view.operations(view.model.expansion.blocks)
        rows = [
            rf"N_{{\mathrm{{{_escape(key)}}}}} & = {printer.poly(count)}"
            for key, count in totals.items()
        ]
        out.append(" \\\\\n".join(rows))
        out.append(r"\end{align*}")
    rows = [view.parameter_row(item) for item in view.unresolved()]
    if rows:
        out.append(r"\begin{description}")
        out.extend(
            rf"\item[${printer.symbol(row.parameter.symbol)}$] \texttt{{{_escape(row.label)}}}, "
            rf"line {row.parameter.span.line}: {_escape(row.parameter.reason)}"
            for row in rows
        )
        out.append(r"\end{description}")
    return "\n".join(out) + "\n"


def _time(title: str, exact: LinearForm, view: View, printer: LatexPrinter) -> Iterator[str]:
    terms = exact.simplified(view.simple).texts(printer)
    yield r"\begin{align*}"
    yield rf"T_{{\mathrm{{{title}}}}} = {{}} & {_lines(terms)}\quad[\mathrm{{s}}]"
    yield r"\end{align*}"


def _lines(terms: list[str]) -> str:
    """Join terms with a line break every few of them."""
    rows = [
        " + ".join(terms[start : start + _BREAK_EVERY])
        for start in range(0, len(terms), _BREAK_EVERY)
    ]
    return " \\\\\n& {} + ".join(rows).replace("+ -", "- ") or "0"


def _escape(text: str) -> str:
    for char in "\\_%&#$^{}":
        text = text.replace(char, "\\" + char if char != "\\" else "/")
    return text
