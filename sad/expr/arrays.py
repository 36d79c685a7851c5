"""Expressions at many points at once: NumPy arrays in, arrays out, in float64.

Where there is no value (a division by zero, a logarithm of 0, a place outside a table), it is infinite
or NaN; ``value_of`` in ``numbers`` refuses these.
"""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra.array_runtime import divisor
from sad.expr.evaluator import Evaluator, nothing
from sad.expr.functions import ALL, NOT_SORTED, Kind
from sad.expr.numbers import MOST_TERMS
from sad.expr.parse import parse
from sad.expr.tree import Call, ExpressionError, Number

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sad.expr.tree import Expr

    Floats = NDArray[np.float64] | np.float64
    """Values at all points, or one value for all."""
    Lookup = Callable[[str], Floats]
    Functions = Callable[[str, tuple[Floats, ...]], Floats]

_OWN: dict[str, Any] = {
    name: getattr(np, function.numpy) for name, function in ALL.items() if function.numpy
}
_TRUTHS = frozenset(
    name for name, function in ALL.items() if function.kind in (Kind.COMPARISON, Kind.CONDITION)
)
_where: Any = np.where
"""Its own types are those of arrays only."""
_FACTORS = (1, 2, 3, 4)
"""Whole powers up to the last one are products: ``numpy.power`` takes 20 times as long."""


def evaluate_arrays(text: str, lookup: Lookup) -> NDArray[np.float64]:
    """Return the values of ``text``; ``lookup`` gives those of a name, arrays of one shape.

    Raises ``ExpressionError`` for a text that is no expression.
    """
    with np.errstate(all="ignore"):
        return np.asarray(values_of(parse(text, elements=True), lookup), dtype=np.float64)


def values_of(tree: Expr, lookup: Lookup, functions: Functions | None = None) -> Floats:
    """Return the values of a tree; ``functions`` gives those of functions that are not built in.

    Shapes broadcast. To be used under ``numpy.errstate(all="ignore")``.
    """
    return _Arrays(lookup, functions).value(tree)


class _Arrays(Evaluator[Any]):
    """Values are arrays or NumPy's floats; conditions are 1 or 0."""

    def number(self, node: Number) -> Any:
        return np.float64(node.value)

    def form(self, node: Call) -> Any:
        """Terms are added point by point: what lies outside a point's own bounds is left out there."""
        first, last = self.value(node.arguments[1]), self.value(node.arguments[2])
        known = np.isfinite(first) & np.isfinite(last)
        if not known.any():
            return first + last
        place = float(np.min(_where(known, first, np.inf)))
        end = float(np.max(_where(known, last, -np.inf)))
        if not place.is_integer() or end - place > MOST_TERMS:
            raise ExpressionError(f"a sum from {place:g} to {end:g}")
        total: Any = _where(known, 0.0, np.nan)
        while place <= end:
            inside = (first <= place) & (place <= last)
            total = total + _where(inside, self.term(node, np.float64(place)), 0.0)
            place += 1.0
        return total

    def apply(self, node: Call, values: list[Any]) -> Any:
        name = node.name
        if name in ("**", "if", "max", "min"):
            return _special(node, values)
        if name in _OWN:
            found = _OWN[name](*values)
            return _truth(found, values) if name in _TRUTHS else found
        match name:
            case "table":
                return _between(*values)
            case "gcd":
                return divisor(*values)
            case "steps":
                return _step(*values)
            case "True" | "False":
                return np.float64(name == "True")
            case _ if name in ALL:
                raise nothing(node)
            case _:
                return self.other(node, values)


def _special(node: Call, values: list[Any]) -> Any:
    match node.name:
        case "if":
            test, yes, no = values
            return _where(np.isnan(test), np.nan, _where(test != 0, yes, no))
        case "**" if isinstance(power := node.arguments[1], Number) and power.value in _FACTORS:
            return reduce(np.multiply, [values[0]] * int(power.value))
        case name:
            return reduce(_OWN[name], values)


def _truth(found: Any, values: list[Any]) -> Any:
    """1 or 0, and nothing where one of the values is none."""
    result: Any = _where(found, 1.0, 0.0)
    for value in values:
        result = _where(np.isnan(value), np.nan, result)
    return result


def _step(place: Any, *pairs: Any) -> Any:
    value: Any = pairs[1]
    for limit, behind in zip(pairs[::2], pairs[1::2], strict=True):
        value = _where(limit <= place, behind, value)
    return value


def _between(place: Any, *pairs: Any) -> Any:
    points = list(zip(pairs[::2], pairs[1::2], strict=True))
    result: Any = np.full(np.shape(place), np.nan)
    for (left, low), (right, high) in pairwise(points):
        if not np.all(left < right):
            raise ExpressionError(NOT_SORTED)
        inside = low + (high - low) * ((place - left) / (right - left))
        value: Any = _where(place == right, high, inside)
        result = _where((left <= place) & (place <= right), value, result)
    return result
