"""A fit as the value of a parameter: a number, an expression, or a distribution around one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sad.description.parameters import Kind
from sad.profiles.expression import ExpressionError, evaluate_expression
from sad.profiles.fitting.text import number, rounded_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.counting.evaluate import Number
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
        return f"empirical(0: 9, {_double(result.sd_text)}: 1)"
    if result.text == "1" and result.kind is Kind.PROBABILITY:
        return f"empirical(1: 9, 1 - {_double(result.sd_text)}: 1)"
    return f"normal({result.text}, {result.sd_text})"


def _with_weights(values: Sequence[float]) -> str:
    times = Counter(number(value, 6) for value in values)
    if len(times) == len(values):
        return ", ".join(times)
    return ", ".join(f"{value}: {count}" for value, count in times.items())


def _double(sd_text: str) -> str:
    """Return the 95 % quantile of what is left of zero, about two standard deviations."""

    def no_names(name: str) -> Number:
        raise ExpressionError(name)

    try:
        return rounded_up(2 * float(evaluate_expression(sd_text, no_names)))
    except ExpressionError:
        return f"2*({sd_text})"
