"""Values of formulas for many points at once: numpy arrays in, arrays out.

What ``value_of`` refuses (a division by zero, a logarithm of 0) is infinite or NaN here, by point;
callers compute under ``numpy.errstate(all="ignore")`` and look at what comes out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.machine.formula import (
    MOST_TERMS,
    FormulaError,
    Function,
    Name,
    Number,
    Operation,
    Sum,
    bound,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sad.machine.formula import Formula

    Floats = NDArray[np.float64] | np.float64
    """Values at all points, or one value for all."""
    Lookup = Callable[[str], Floats]
    Call = Callable[[str, tuple[Formula, ...], Callable[[Formula], Floats]], Floats]
    """Gets a function that is not built in, its arguments, and what gives these their values."""

_ONE_BY_ONE: dict[str, Any] = {
    "ceil": np.ceil,
    "floor": np.floor,
    "log2": np.log2,
    "sqrt": np.sqrt,
}
_MOST_FACTORS = 4
"""Whole powers up to this one are products: ``numpy.power`` takes 20 times as long."""


def values_of(formula: Formula, lookup: Lookup, call: Call) -> Floats:
    """Return the values of ``formula``; ``lookup`` gives those of names, ``call`` of functions.

    Shapes broadcast. ``call`` raises what it likes for functions that there are not.
    """

    def value(node: Formula) -> Floats:
        match node:
            case Number(number):
                return np.float64(number)
            case Name(name):
                return lookup(name)
            case Operation("**", left, Number(exponent)):
                return _power(value(left), exponent)
            case Operation(operator, left, right):
                return _apply(operator, value(left), value(right))
            case Function(name, arguments):
                if name in _ONE_BY_ONE:
                    return _ONE_BY_ONE[name](value(arguments[0]))
                match name:
                    case "min":
                        return _extreme(np.minimum, [value(item) for item in arguments])
                    case "max":
                        return _extreme(np.maximum, [value(item) for item in arguments])
                    case "steps":
                        return _step(*(value(item) for item in arguments))
                    case _:
                        return call(name, arguments, value)
            case Sum(index, first, last, term):

                def term_at(place: float) -> Floats:
                    return values_of(term, bound(lookup, index, np.float64(place)), call)

                return _sum(value(first), value(last), term_at)

    return value(formula)


def _sum(first: Floats, last: Floats, term_at: Callable[[float], Floats]) -> Floats:
    """Add terms point by point: what lies outside a point's own bounds is left out there."""
    known = np.isfinite(first) & np.isfinite(last)
    if not known.any():
        return first + last
    begin = float(np.min(np.where(known, first, np.inf)))
    end = float(np.max(np.where(known, last, -np.inf)))
    if not begin.is_integer() or end - begin > MOST_TERMS:
        raise FormulaError(f"a sum from {begin:g} to {end:g}")
    total: Any = np.where(known, 0.0, np.nan)
    place = begin
    while place <= end:
        total = total + np.where((first <= place) & (place <= last), term_at(place), 0.0)
        place += 1.0
    return total


def _apply(operator: str, left: Floats, right: Floats) -> Floats:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case _:
            return np.power(left, right)


def _power(base: Floats, exponent: float) -> Floats:
    if not 1 <= exponent <= _MOST_FACTORS or not exponent.is_integer():
        return np.power(base, exponent)
    product = base
    for _ in range(int(exponent) - 1):
        product = product * base
    return product


def _extreme(pick: Any, values: list[Floats]) -> Floats:
    best = values[0]
    for value in values[1:]:
        best = pick(best, value)
    return best


def _step(place: Floats, *pairs: Floats) -> Floats:
    value: Any = pairs[1]
    for limit, behind in zip(pairs[::2], pairs[1::2], strict=True):
        value = np.where(limit <= place, behind, value)
    return value
