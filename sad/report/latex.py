"""The cost formulas in LaTeX for amsmath: a fragment of a document, and ``sad export --to latex``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.latex import LatexPrinter
from sad.algebra.poly import Poly
from sad.evaluation.linear import linear_form
from sad.report.export.source import comment, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sad.evaluation.linear import LinearForm
    from sad.report.export.quantities import Exported, Quantity
    from sad.report.view import View


_BREAK_EVERY = 3
_IN_A_ROW, _LONGEST_FACTOR = 3, 20_000
_ESCAPES = {
    **{char: f"\\{char}" for char in "_%&#${}"},
    "\\": "/",
    "^": r"\hat{}",
    "~": r"\sim{}",
    "@": "@{}",
    **{chr(code): "?" for code in (*range(32), 127)},  # names of files may hold any character
}


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
    return "".join(char if char.isprintable() else "?" for char in text)


class _Printer(LatexPrinter):
    """Names may hold any character."""

    def symbol(self, symbol: str) -> str:
        """Return a parameter: one letter as it is, longer names upright."""
        text = self._name(symbol)
        if len(text) == 1 and text.isalpha():
            return text
        return rf"\mathrm{{{_math(text)}}}"


def latex_source(program: Exported, view: View) -> str:
    """Return the formulas under the assumptions of the text report, which are stated with them."""
    printer = _Printer(view.name, view.weight, _LONGEST_FACTOR)
    equations: list[str] = []
    for quantity in program.quantities:
        equations.append(f"% {plain(quantity.about)}")
        equations.extend(
            _equation(_left(quantity, program), _terms(quantity, view, printer), quantity)
        )
    polys = [view.simple(poly) for quantity in program.quantities for poly in quantity.polys]
    for alias in _aliases(polys):
        equations.append(f"% {plain(alias.label)} stands for")
        left = printer.symbol(alias.label)
        equations.extend(_equation(left, _split(alias.meaning, printer), None))
    machine = f" on {program.machine}" if program.machine is not None else ""
    head = [f"Cost of {program.entry}{machine}. Written by {program.tool}. Needs amsmath."]
    rows = [
        rf"\item[${printer.symbol(item.symbol)}$] \texttt{{{_text(item.symbol)}}}, "
        rf"{_text(item.kind.replace('_', ' '))}"
        + ("" if item.span is None else f", {_text(f'{item.span.file}:{item.span.line}')}")
        + (f": {_text(item.reason)}" if item.reason else "")
        + ("" if item.value is None else f"; given: {_text(str(item.value))}")
        for item in program.arguments
    ]
    if rows:
        rows = [r"\begin{description}", *rows, r"\end{description}"]
    notes = [f"{_text(note)}." for note in dict.fromkeys([*view.assumptions(), *program.notes])]
    if printer.has_cut:
        notes.append(r"$(\dots)$ stands for a factor that is too long to be shown.")
    listed = [line for note in notes for line in ("", note)]
    out = [*comment([plain(line) for line in head], "%"), *equations, *rows, *listed]
    return "\n".join(out) + "\n"


def _left(quantity: Quantity, program: Exported) -> str:
    if not quantity.is_count:
        return rf"T_{{\mathrm{{{_math(program.entry)}}}}}"
    kind, *rest = quantity.words
    return rf"N^{{\mathrm{{{_math(kind)}}}}}_{{\mathrm{{{_math(' '.join(rest))}}}}}"


def _terms(quantity: Quantity, view: View, printer: LatexPrinter) -> list[str]:
    if quantity.is_count:
        return _split(view.simple(quantity.polys[0]), printer)
    return linear_form(quantity.parts).simplified(view.simple).texts(printer)


def _split(poly: Poly, printer: LatexPrinter) -> list[str]:
    """A polynomial in one piece, or its terms if they are many."""
    if len(poly.terms) <= _IN_A_ROW:
        return [printer.poly(poly)]
    return [
        printer.poly(Poly({monomial: poly.terms[monomial]}, poly.den))
        for monomial in printer.ordered(poly.terms)
    ]


def _equation(left: str, terms: Sequence[str], quantity: Quantity | None) -> list[str]:
    rows = [
        " + ".join(terms[start : start + _IN_A_ROW]) for start in range(0, len(terms), _IN_A_ROW)
    ]
    right = " \\\\\n& {} + ".join(rows).replace("+ -", "- ") or "0"
    unit = r" \quad[\mathrm{s}]" if quantity is not None and quantity.unit == "s" else ""
    return [r"\begin{align*}", f"{left} = {{}} & {right}{unit}", r"\end{align*}"]


def _aliases(polys: Iterable[Poly]) -> list[atoms.Alias]:
    """The names for larger expressions in some polynomials, outer ones first."""
    found: dict[str, atoms.Alias] = {}
    seen: set[str] = set()
    stack = list(polys)
    while stack:
        for symbol in sorted(stack.pop().symbols() - seen):
            seen.add(symbol)
            atom = atoms.definition(symbol)
            if isinstance(atom, atoms.Alias):
                found[symbol] = atom
            stack.extend(atoms.operands(atom) if atom is not None else ())
    return list(found.values())


def _math(text: str) -> str:
    """Text inside an upright group of a formula; blanks would vanish."""
    return "".join(r"\ " if char == " " else _ESCAPES.get(char, char) for char in text)


def _text(text: str) -> str:
    """Text outside formulas."""
    escapes = {**_ESCAPES, "^": r"\^{}", "~": r"\~{}", "<": "$<$", ">": "$>$"}
    return "".join(escapes.get(char, char) for char in text)
