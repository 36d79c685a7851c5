"""Arithmetic that users write: numbers, names, ``+ - * / // % **``, parentheses, min, max, floor, ...

Integers stay exact: ``n/2`` is a fraction if it does not come out even, ``n//2`` rounds down.
``table(n, 500: 1.2, 1000: 1.3)`` is a value by ``n``, linear between the points given.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sad.arithmetic import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.evaluate import Number

TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    r"|([A-Za-z_$][\w$]*(?:[.@][\w$]+)*)|(\*\*|//|[-+*/%(),:]))"
)
_FUNCTIONS: dict[str, Any] = {
    "min": min,
    "max": max,
    "abs": abs,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "sqrt": math.sqrt,
    "log2": math.log2,
    "log": math.log,
}
_LARGEST_POWER = 10_000
_LARGEST_WHOLE = 2.0**63
TOO_FEW_POINTS = "a table has two points or more: table(n, 500: 1.2, 1000: 1.3)"
NOT_SORTED = "the points of a table are sorted, each place once"
DISTRIBUTIONS = frozenset(("normal", "lognormal", "uniform", "beta", "empirical"))
"""What is a distribution where it stands alone (``distributions``); no function of numbers."""


class ExpressionError(Exception):
    """The text is no expression, or has no value. The message says why."""


def evaluate_expression(text: str, lookup: Callable[[str], Number]) -> Number:
    """Return the value of ``text``; ``lookup`` gives the value of a name.

    Raises ``ExpressionError``; what ``lookup`` raises passes through.
    """
    try:
        return _plain(_Parser(text, lookup).whole())
    except RecursionError:
        raise ExpressionError("nested too deeply") from None


def check_expression(text: str) -> None:
    """Raise ``ExpressionError`` if ``text`` cannot be read, whatever its names stand for."""
    try:
        _Checked(text, lambda _name: 1).whole()
    except RecursionError:
        raise ExpressionError("nested too deeply") from None


def _plain(value: Number) -> Number:
    if isinstance(value, Fraction) and value.denominator == 1:
        return int(value)
    return value


class _Parser(Reader["Number"]):
    def __init__(self, text: str, lookup: Callable[[str], Number]) -> None:
        self._lookup = lookup
        super().__init__(text, TOKEN)

    def error(self, message: str) -> ExpressionError:
        return ExpressionError(message)

    def number(self, token: str) -> Number:
        return number_of(token)

    def name(self, token: str) -> Number:
        return self._lookup(token)

    def negative(self, operand: Number) -> Number:
        return -operand

    def apply(self, operator: str, left: Number, right: Number) -> Number:
        return _apply(operator, left, right)

    def call(self, name: str) -> Number:
        if name.lower() == "table":
            return _between(*self._table())
        function = _function(name)
        arguments = self.arguments()
        try:
            return function(*arguments)
        except (TypeError, ValueError) as error:
            raise ExpressionError(f"{name}: {error}") from None

    def _table(self) -> tuple[Number, list[tuple[Number, Number]]]:
        """``table(place, x: y, x: y, ...)``: linear between neighbours, no value outside."""
        self.take()
        place = self.expression(0)
        points: list[tuple[Number, Number]] = []
        while self.token == ",":
            self.take()
            at = self.expression(0)
            self.expect(":")
            points.append((at, self.expression(0)))
        self.expect(")")
        return place, points


class _Checked(_Parser):
    """Reads a text whose names have no values: what it computes does not matter."""

    def apply(self, operator: str, left: Number, right: Number) -> Number:
        del operator, right
        return left

    def call(self, name: str) -> Number:
        if name.lower() == "table":
            return self._table()[0]
        _function(name)
        return self.arguments()[0]


def _function(name: str) -> Any:
    """The function of a name; raise ``ExpressionError`` if there is none."""
    function = _FUNCTIONS.get(name.lower())
    if name.lower() in DISTRIBUTIONS:
        raise ExpressionError(f"a distribution ({name}) is a whole value, not a part of one")
    if function is None:
        known = ", ".join(sorted([*_FUNCTIONS, "table"]))
        raise ExpressionError(f"no function {name} (known: {known})")
    return function


def number_of(token: str) -> int | float:
    """Return the value of a literal: ``1e6`` is a whole number, ``2.0`` is not meant to be one."""
    if token.isdecimal():
        return int(token)
    value = float(token)
    if "e" in token.lower() and value.is_integer() and abs(value) < _LARGEST_WHOLE:
        return int(value)
    return value


def _between(place: Number, points: list[tuple[Number, Number]]) -> Number:
    """The value of a table at a place."""
    if len(points) < 2:
        raise ExpressionError(TOO_FEW_POINTS)
    if any(left[0] >= right[0] for left, right in pairwise(points)):
        raise ExpressionError(NOT_SORTED)
    for (left, low), (right, high) in pairwise(points):
        if left <= place <= right:
            if place in (left, right):
                return low if place == left else high
            return _apply(
                "+", low, _apply("*", high - low, _apply("/", place - left, right - left))
            )
    first, last = points[0][0], points[-1][0]
    raise ExpressionError(f"the table goes from {first} to {last} and has no value at {place}")


def _apply(operator: str, left: Number, right: Number) -> Number:
    try:
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/" if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
                return _plain(Fraction(left) / Fraction(right))
            case "/":
                return left / right
            case "//":
                return left // right
            case "%":
                return left % right
            case _:
                if abs(right) > _LARGEST_POWER:
                    raise ExpressionError(f"power {right} is too large")
                power = left**right
                if isinstance(power, complex):
                    raise ExpressionError("a power of a negative number is no real number")
                return power
    except ZeroDivisionError:
        raise ExpressionError("division by zero") from None
    except OverflowError:
        raise ExpressionError("too large") from None
