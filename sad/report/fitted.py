"""The time over the sizes with what profiles measured put in, and where it was measured."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sad.algebra.known import with_known
from sad.algebra.text import LONGEST_FACTOR, Printer
from sad.evaluation.linear import LinearForm, linear_form
from sad.evaluation.model import FAR
from sad.profiles.settings import Origin
from sad.report.layout import Table, markdown_table, paragraph
from sad.report.shorten import shortened
from sad.report.uncertainty import CASES, band_value, range_text
from sad.report.units import listed, number_text, seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.poly import Poly
    from sad.evaluation.uncertainty.over_sizes import AtSizes
    from sad.report.answer import Answer
    from sad.report.layout import Layout
    from sad.report.view import View

_TERMS, _SHOWN = 4, 6
_LONG = re.compile(r"\b\d+\.\d{4,}(?![\de])")


def extrapolated(view: View) -> dict[str, float]:
    """Return the sizes, by symbol, that are far from the runs measured: how many times the nearest."""
    found: dict[str, float] = {}
    for symbol, (low, high) in view.model.measured.items():
        value = view.model.values.get(symbol)
        if value is None or isinstance(value, str):
            continue
        if high > 0 and value > FAR * high:
            found[symbol] = float(value) / high
        elif 0 < value < low / FAR:
            found[symbol] = float(value) / low
    return found


def fitted_value(view: View) -> list[dict[str, Any]]:
    """Return the sizes of the runs that were measured as a JSON value."""
    far = extrapolated(view)
    return [
        {
            "name": view.own_name(symbol),
            "from": low,
            "to": high,
            "extrapolated": symbol in far,
        }
        for symbol, (low, high) in view.model.measured.items()
    ]


def fitted_lines(answer: Answer, layout: Layout) -> Iterator[str]:
    """Yield the time over the sizes that runs were made for, and which sizes are far from these."""
    view, several = answer.view, _varied(answer.view)
    terms = fitted_terms(answer) if several else []
    if terms:
        names = listed([view.own_name(symbol) for symbol in several], _SHOWN)
        yield layout.title(f"time over {names}, as measured") + " [s]"
        shown = terms[: layout.most(_TERMS)]
        for number, text in enumerate(shown):
            sign = "-" if text.startswith("-") else "+" if number else " "
            body = text.removeprefix("-")
            whole = layout.whole_formula or layout.in_full
            yield f"  {sign} {body if whole else shortened(body, layout.width - 4)}"
        left = len(terms) - len(shown)
        if left:
            yield f"  + {left} more term{'s' * (left > 1)} (--all)"
    header, rows = over_sizes_rows(view)
    if rows:
        yield from ("", *Table([header, *rows], right=range(len(header) - 2)).lines())
    for text in _where_measured(view, several):
        yield from paragraph("", text, layout.width, column=2)


def fitted_markdown(answer: Answer, layout: Layout) -> Iterator[str]:
    """Yield the same in Markdown."""
    view, several = answer.view, _varied(answer.view)
    terms = fitted_terms(answer) if several else []
    if terms:
        names = listed([view.own_name(symbol) for symbol in several], _SHOWN)
        shown = terms[: layout.most(_TERMS)]
        left = len(terms) - len(shown)
        yield from ("", f"## Time over {names}, as measured [s]", "", "```", *shown)
        yield from [f"{left} more term{'s' * (left > 1)}"] if left else []
        yield "```"
    header, rows = over_sizes_rows(view)
    if rows:
        yield from ("", *markdown_table(header, rows))
    for text in _where_measured(view, several):
        yield from ("", f"{text[0].upper()}{text[1:]}.")


def over_sizes_value(view: View) -> list[dict[str, Any]]:
    """Return the time over the sizes of the runs as a JSON value."""
    return [
        {
            "sizes": {view.own_name(symbol): value for symbol, value in item.sizes.items()},
            "seconds": item.seconds,
            "interval": band_value(item.band),
            "extrapolated": item.is_far,
        }
        for item in _over_sizes(view)
    ]


def over_sizes_rows(view: View) -> tuple[list[str], list[list[str]]]:
    """Return a table: the sizes, the time there and its interval, and whether that is extrapolated."""
    found = _over_sizes(view)
    names = list(found[0].sizes)[:_SHOWN] if found else []
    rows = [
        [
            *(_number(item.sizes[name]) for name in names),
            seconds_text(item.seconds),
            "" if item.band is None else range_text(item.band),
            "extrapolated" if item.is_far else "",
        ]
        for item in found
    ]
    return [*map(view.own_name, names), "time", CASES, ""], rows


def _over_sizes(view: View) -> list[AtSizes]:
    if not view.model.measured:
        return []
    from sad.evaluation.uncertainty.over_sizes import over_sizes  # noqa: PLC0415 - seldom shown

    return over_sizes(view.prediction)


def _varied(view: View) -> list[str]:
    return [symbol for symbol, (low, high) in view.model.measured.items() if low < high]


def _where_measured(view: View, several: Sequence[str]) -> Iterator[str]:
    """Sentences without an end: the range of each size that was varied, and what is far from it."""
    model, far = view.model, extrapolated(view)
    for symbol in dict.fromkeys([*several[:_SHOWN], *far]):
        low, high = model.measured[symbol]
        name = view.own_name(symbol)
        where = f"measured for {name} from {_number(low)} to {_number(high)}"
        if low == high:
            where = f"measured for {name} = {_number(low)}"
        if symbol in far:
            times = f"{far[symbol]:.3g} times that" if low == high else _times(far[symbol])
            where += f"; {name} = {number_text(model.values[symbol])} is extrapolated, {times}"
        yield where
    same = [
        f"{view.own_name(symbol)} = {_number(low)}"
        for symbol, (low, high) in model.measured.items()
        if several and low == high and model.origins.get(symbol) is Origin.PROFILE
    ]
    if same:
        yield f"as in all runs: {listed(same, _SHOWN)}"
    if model.below:
        number = len(model.below)
        blocks = f"{number} count{'s' * (number > 1)} of blocks"
        yield f"functions fitted to runs contradict each other here: {blocks} below 0 taken as 0"


def _number(value: float) -> str:
    return number_text(int(value) if value == int(value) else value)


def _times(ratio: float) -> str:
    return f"{ratio:.3g} times the {'largest' if ratio > 1 else 'smallest'}"


def fitted_terms(answer: Answer) -> list[str]:
    """Return the terms of the time [s] with measured values put in, what matters most first.

    Functions of sizes are there as they were fitted. Empty if nothing was measured.
    """
    view, model, bound = answer.view, answer.model, answer.view.prediction.bound
    measured = [
        name
        for name, origin in model.origins.items()
        if origin is Origin.PROFILE and name not in model.measured
    ]
    if bound is None or model.entry is None or not measured:
        return []
    functions = {name: model.fitted[name] for name in measured if name in model.fitted}
    numbers = {
        name: model.values[name]
        for name in measured
        if name not in functions and name in model.values
    }
    joint = model.joint
    if joint is not None:
        functions.update(joint.functions)
    put_in = with_known(numbers)
    own: Mapping[int, Poly] = {} if joint is None else joint.counts
    parts = [
        (put_in(own.get(id(item.block.block), item.block.count)), item.seconds)
        for item in bound.blocks
        if item.block.count
    ]

    def name(symbol: str) -> str:
        text = functions.get(symbol)
        return view.name(symbol) if text is None else f"({_LONG.sub(_rounded, text)})"

    printer = Printer(name, view.weight, LONGEST_FACTOR, view.coding)
    form = linear_form(parts).simplified(view.simple)
    known = {} if joint is None else joint.values(model.values, model.names)
    order = answer.ordered(form, known)
    texts = [LinearForm({item: form.terms[item]}).texts(printer)[0] for item in order]
    return [text.removeprefix("1*") for text in texts]


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.6g}"
