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

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.counting.evaluate import Number

_TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    r"|([A-Za-z_$][\w$]*(?:[.@][\w$]+)*)|(\*\*|//|[-+*/%(),:]))"
)
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "**": 4}
_UNARY = 3
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
DISTRIBUTIONS = frozenset(("normal", "lognormal", "uniform", "beta", "empirical"))
"""What is a distribution where it stands alone (``distributions``); no function of numbers."""


class ExpressionError(Exception):
    """The text is no expression, or has no value. The message says why."""


def evaluate_expression(text: str, lookup: Callable[[str], Number]) -> Number:
    """Return the value of ``text``; ``lookup`` gives the value of a name.

    Raises ``ExpressionError``; what ``lookup`` raises passes through.
    """
    parser = _Parser(text, lookup)
    try:
        value = parser.expression(0)
    except RecursionError:
        raise ExpressionError("nested too deeply") from None
    if parser.token:
        raise ExpressionError(f"unexpected {parser.token!r}")
    return _plain(value)


def _plain(value: Number) -> Number:
    if isinstance(value, Fraction) and value.denominator == 1:
        return int(value)
    return value


class _Parser:
    def __init__(self, text: str, lookup: Callable[[str], Number]) -> None:
        self._text = text
        self._lookup = lookup
        self._position = 0
        self.token = ""
        self._take()

    def _take(self) -> str:
        taken = self.token
        match = _TOKEN.match(self._text, self._position)
        rest = self._text[self._position :].strip()
        if match:
            self.token, self._position = match[0].strip(), match.end()
        elif rest:
            raise ExpressionError(f"unexpected {rest[:10]!r}")
        else:
            self.token = ""
        return taken

    def expression(self, binding: int) -> Number:
        left = self._primary()
        while _BINDING.get(self.token, 0) > binding:
            operator = self._take()
            # ** is right-associative
            strength = _BINDING[operator] - 1 if operator == "**" else _BINDING[operator]
            left = _apply(operator, left, self.expression(strength))
        return left

    def _primary(self) -> Number:
        token = self._take()
        if not token:
            raise ExpressionError("it ends too early" if self._text.strip() else "it is empty")
        if token in "+-":
            value = self.expression(_UNARY)
            return value if token == "+" else -value
        if token == "(":
            value = self.expression(0)
            self._expect(")")
            return value
        if token[0].isdigit() or token[0] == ".":
            return int(token) if token.isdecimal() else float(token)
        if token[0].isalpha() or token[0] in "_$":
            return self._call(token) if self.token == "(" else self._lookup(token)
        raise ExpressionError(f"unexpected {token!r}")

    def _call(self, name: str) -> Number:
        if name.lower() == "table":
            return self._table()
        function = _FUNCTIONS.get(name.lower())
        if name.lower() in DISTRIBUTIONS:
            raise ExpressionError(f"a distribution ({name}) is a whole value, not a part of one")
        if function is None:
            known = ", ".join(sorted([*_FUNCTIONS, "table"]))
            raise ExpressionError(f"no function {name} (known: {known})")
        self._take()
        arguments = [self.expression(0)]
        while self.token == ",":
            self._take()
            arguments.append(self.expression(0))
        self._expect(")")
        try:
            return function(*arguments)
        except (TypeError, ValueError) as error:
            raise ExpressionError(f"{name}: {error}") from None

    def _table(self) -> Number:
        """``table(place, x: y, x: y, ...)``: linear between neighbours, no value outside."""
        self._take()
        place = self.expression(0)
        points: list[tuple[Number, Number]] = []
        while self.token == ",":
            self._take()
            at = self.expression(0)
            self._expect(":")
            points.append((at, self.expression(0)))
        self._expect(")")
        return _between(place, points)

    def _expect(self, token: str) -> None:
        if self.token != token:
            raise ExpressionError(f"{token!r} is missing")
        self._take()


def _between(place: Number, points: list[tuple[Number, Number]]) -> Number:
    """The value of a table at a place."""
    if len(points) < 2:
        raise ExpressionError("a table has two points or more: table(n, 500: 1.2, 1000: 1.3)")
    if any(left[0] >= right[0] for left, right in pairwise(points)):
        raise ExpressionError("the points of a table are sorted, each place once")
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
