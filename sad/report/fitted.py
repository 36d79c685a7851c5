"""The time over the sizes with what profiles measured put in, and where it was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra.known import with_known
from sad.algebra.text import LONGEST_FACTOR, Printer
from sad.evaluation.linear import linear_form
from sad.profiles.settings import Origin
from sad.report.layout import paragraph
from sad.report.shorten import shortened
from sad.report.units import listed, number_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.report.answer import Answer
    from sad.report.layout import Layout
    from sad.report.view import View

FAR = 2.0
"""A size is extrapolated beyond so many times the largest that was measured, or below its part."""
_TERMS, _SHOWN = 4, 6


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
    view, model = answer.view, answer.model
    several = [symbol for symbol, (low, high) in model.measured.items() if low < high]
    far = extrapolated(view)
    if not (several or far):
        return
    text = fitted_text(view, layout.most(_TERMS)) if several else ""
    if text:
        names = listed([view.own_name(symbol) for symbol in several], _SHOWN)
        yield layout.title(f"time over {names}, as measured") + " [s]"
        yield f"  {shortened(text, layout.width - 2)}"
    for symbol in dict.fromkeys([*several[:_SHOWN], *far]):
        low, high = model.measured[symbol]
        name = view.own_name(symbol)
        where = f"measured for {name} from {_number(low)} to {_number(high)}"
        if low == high:
            where = f"measured for {name} = {_number(low)}"
        if symbol in far:
            times = f"{far[symbol]:.3g} times that" if low == high else _times(far[symbol])
            where += f"; {name} = {number_text(model.values[symbol])} is extrapolated, {times}"
        yield from paragraph("", where, layout.width, column=2)


def _number(value: float) -> str:
    return number_text(int(value) if value == int(value) else value)


def _times(ratio: float) -> str:
    return f"{ratio:.3g} times the {'largest' if ratio > 1 else 'smallest'}"


def fitted_text(view: View, most: int | None) -> str:
    """Return the time [s] with measured values put in, functions as they were fitted; empty if none."""
    model, bound = view.model, view.prediction.bound
    measured = [
        name
        for name, origin in model.origins.items()
        if origin is Origin.PROFILE and name not in model.measured
    ]
    if bound is None or model.entry is None or not measured:
        return ""
    functions = {name: model.fitted[name] for name in measured if name in model.fitted}
    numbers = {
        name: model.values[name]
        for name in measured
        if name not in functions and name in model.values
    }
    put_in = with_known(numbers)
    parts = [(put_in(item.block.count), item.seconds) for item in bound.blocks]

    def name(symbol: str) -> str:
        return f"({functions[symbol]})" if symbol in functions else view.name(symbol)

    printer = Printer(name, view.weight, LONGEST_FACTOR, view.coding)
    form = linear_form(parts)
    texts = form.first(most or len(form.terms), printer).simplified(view.simple).texts(printer)
    left = len(form.terms) - len(texts)
    more = f" + {left} more term{'s' * (left > 1)}" if left > 0 else ""
    return " + ".join(texts).replace("+ -", "- ") + more
