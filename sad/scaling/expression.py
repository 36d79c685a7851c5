"""Arithmetic on NumPy arrays: the expressions of ``--set``, at all points at once, in float64."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sad.arithmetic import Reader
from sad.profiles.expression import (
    DISTRIBUTIONS,
    NOT_SORTED,
    TOKEN,
    TOO_FEW_POINTS,
    ExpressionError,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_FUNCTIONS = {
    "min": (2, "minimum"),
    "max": (2, "maximum"),
    "abs": (1, "abs"),
    "floor": (1, "floor"),
    "ceil": (1, "ceil"),
    "trunc": (1, "trunc"),
    "sqrt": (1, "sqrt"),
    "log2": (1, "log2"),
    "log": (1, "log"),
}
"""How many arguments a function takes (``min`` and ``max``: or more), and NumPy's name for it."""


def evaluate_arrays(text: str, lookup: Callable[[str], Floats]) -> Floats:
    """Return the values of ``text``; ``lookup`` gives those of a name, arrays of one shape.

    Where there is no value (a division by zero, a root of a negative number), it is NaN or infinite.
    Raises ``ExpressionError`` for a text that is no expression.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    try:
        with np.errstate(all="ignore"):
            return np.asarray(_Arrays(text, lookup, np).whole(), dtype=np.float64)
    except RecursionError:
        raise ExpressionError("nested too deeply") from None


class _Arrays(Reader[Any]):
    """Values are arrays or NumPy's floats."""

    def __init__(self, text: str, lookup: Callable[[str], Floats], numpy: Any) -> None:
        self._lookup = lookup
        self._numpy = numpy
        super().__init__(text, TOKEN)

    def error(self, message: str) -> ExpressionError:
        return ExpressionError(message)

    def number(self, token: str) -> Any:
        return self._numpy.float64(token)

    def name(self, token: str) -> Any:
        return self._lookup(token)

    def negative(self, operand: Any) -> Any:
        return -operand

    def apply(self, operator: str, left: Any, right: Any) -> Any:
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right
            case "//":
                return self._numpy.floor_divide(left, right)
            case "%":
                return self._numpy.mod(left, right)
            case _:
                return self._numpy.power(left, right)

    def call(self, name: str) -> Any:
        if name.lower() == "table":
            return self._table()
        known = _FUNCTIONS.get(name.lower())
        if name.lower() in DISTRIBUTIONS:
            message = f"{name}: a distribution; times are for values one by one"
            raise ExpressionError(message)
        if known is None:
            functions = ", ".join(sorted([*_FUNCTIONS, "table"]))
            raise ExpressionError(f"no function {name} (known: {functions})")
        expected, numpy_name = known
        arguments = self.arguments()
        if len(arguments) < expected or (expected == 1 and len(arguments) > 1):
            raise ExpressionError(f"{name} takes {expected} argument{'s' * (expected > 1)}")
        function = getattr(self._numpy, numpy_name)
        result = function(*arguments[:expected])
        for more in arguments[expected:]:
            result = function(result, more)
        return result

    def _table(self) -> Any:
        """``table(place, x: y, x: y, ...)``: linear between neighbours; outside there is no value."""
        numpy = self._numpy
        self.take()
        place = self.expression(0)
        points: list[tuple[Any, Any]] = []
        while self.token == ",":
            self.take()
            at = self.expression(0)
            self.expect(":")
            points.append((at, self.expression(0)))
        self.expect(")")
        if len(points) < 2:
            raise ExpressionError(TOO_FEW_POINTS)
        result = numpy.full(numpy.shape(place), numpy.nan)
        for (left, low), (right, high) in pairwise(points):
            if not numpy.all(left < right):
                raise ExpressionError(NOT_SORTED)
            inside = low + (high - low) * ((place - left) / (right - left))
            value = numpy.where(place == right, high, inside)
            result = numpy.where((left <= place) & (place <= right), value, result)
        return result
