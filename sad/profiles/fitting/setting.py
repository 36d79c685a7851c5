"""A fit as the value of a parameter: a number, an expression, or a distribution around one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.model.parameters import Kind
from sad.profiles.fitting.spread import Scale
from sad.profiles.fitting.text import number, rounded_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.profiles.fitting.fit import Fit


def setting_text(result: Fit) -> str:
    """Return a fit as the text of a setting.

    Values without a trend from many runs stay what they are, ``empirical(...)``. What never happened
    in any run (or always) most likely never does: a normal distribution would say it always happens a
    little, so the two are told apart with the weights 9 and 1.
    """
    if result.is_exact:
        return result.text
    if result.run_values:
        return f"empirical({_with_weights(result.run_values)})"
    if result.text == "0":
        most = _double(result.sd_text)
        if result.kind is Kind.PROBABILITY and most.startswith("2*"):
            most = f"min(1, {most})"
        return f"empirical(0: 9, {most}: 1)"
    if result.text == "1" and result.kind is Kind.PROBABILITY:
        least = f"1 - {_double(result.sd_text)}"
        return f"empirical(1: 9, {f'max(0, {least})' if '2*' in least else least}: 1)"
    match result.scale:
        case Scale.LOGARITHM:
            return f"lognormal(mu=log({_positive(result)}), sigma={result.sd_text})"
        case Scale.EVENTS:
            return _beta(result)
        case _:
            return f"normal({result.text}, {result.sd_text})"


def _positive(result: Fit) -> str:
    """Return the text of a function that may be 0 at some sizes with a small value there."""
    if not result.may_be_zero:
        return result.text
    if result.kind is Kind.PROBABILITY:
        return f"max(1e-6, {result.text})"
    inner = result.text.removeprefix("max(0, ")
    return f"max(0.01, {inner}" if inner != result.text else f"max(0.01, {inner})"


def _beta(result: Fit) -> str:
    """Return the beta distribution of a probability known from so many events of the other kind."""
    events = result.sd_text
    try:
        value = float(evaluate_expression(result.text))
        odds = number(value / (1 - value), 6)
    except ExpressionError:
        inside = f"max(1e-6, min(1 - 1e-6, {result.text}))"
        return f"beta({events}/(1 - {inside}) - {events}, {events})"
    return f"beta({odds}*{events}, {events})"


def _with_weights(values: Sequence[float]) -> str:
    times = Counter(number(value, 6) for value in values)
    if len(times) == len(values):
        return ", ".join(times)
    return ", ".join(f"{value}: {count}" for value, count in times.items())


def _double(sd_text: str) -> str:
    """Return the 95 % quantile of what is left of zero, about two standard deviations."""
    try:
        return rounded_up(2 * float(evaluate_expression(sd_text)))
    except ExpressionError:
        return f"2*({sd_text})"
