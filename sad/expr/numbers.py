"""Expressions at one point: integers and fractions stay exact, conditions are 1 or 0."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from sad.algebra.runtime import Number
from sad.expr.evaluator import Evaluator, nothing
from sad.expr.functions import ALL, NOT_SORTED
from sad.expr.parse import parse
from sad.expr.tree import Call, ExpressionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.expr import tree as ast
    from sad.expr.tree import Expr

    Lookup = Callable[[str], Number]
    Functions = Callable[[str, tuple[Number, ...]], Number]

MOST_TERMS = 10_000
"""How many terms a sum may have."""
_LARGEST_POWER = 10_000


def no_names(name: str) -> Number:
    """Refuse a name."""
    raise ExpressionError(f"{name} has no value")


def evaluate_expression(text: str, lookup: Lookup = no_names) -> Number:
    """Return the value of ``text``; ``lookup`` gives the value of a name.

    Raises ``ExpressionError``; what ``lookup`` raises passes through.
    """
    return _plain(value_of(parse(text, elements=True), lookup))


def value_of(
    tree: Expr, lookup: Lookup, functions: Functions | None = None, *, exact: bool = True
) -> Number:
    """Return the value of a tree; ``functions`` gives those of functions that are not built in.

    All is float64 if it need not be ``exact``. Raises as ``evaluate_expression``.
    """
    try:
        return _Numbers(lookup, functions, exact).value(tree)
    except ZeroDivisionError:
        raise ExpressionError("division by zero") from None
    except OverflowError:
        raise ExpressionError("too large") from None


def fraction_of(tree: Expr, lookup: Lookup) -> Number:
    """Return the value of a tree in which decimal numbers are taken as they are written."""
    try:
        return _Fractions(lookup, None, exact=True).value(tree)
    except ZeroDivisionError:
        raise ExpressionError("division by zero") from None


def _plain(value: Number) -> Number:
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


class _Numbers(Evaluator[Number]):
    forms = frozenset(("sum", "if", "and", "or"))

    def __init__(self, lookup: Lookup, functions: Functions | None, exact: bool) -> None:
        super().__init__(lookup, functions)
        self._exact = exact

    def number(self, node: ast.Number) -> Number:
        return node.value if self._exact else float(node.value)

    def form(self, node: Call) -> Number:
        """Only what counts is evaluated of a condition and a choice."""
        match node:
            case Call("if", (test, yes, no)):
                return self.value(yes if self.value(test) else no)
            case Call("and" | "or", (first, second)):
                is_so = bool(self.value(first))
                return int(is_so if is_so == (node.name == "or") else bool(self.value(second)))
            case _:
                return self._sum(node)

    def _sum(self, node: Call) -> Number:
        first, last = self.value(node.arguments[1]), math.floor(self.value(node.arguments[2]))
        if first != math.floor(first):
            raise ExpressionError(f"a sum starts at a whole number, not {float(first):g}")
        places = range(int(first), last + 1)
        if len(places) > MOST_TERMS:
            raise ExpressionError(f"a sum of {len(places)} terms")
        return sum((self.term(node, place) for place in places), 0 if self._exact else 0.0)

    def apply(self, node: Call, values: list[Number]) -> Number:
        match node.name:
            case "table":
                return _between(*values)
            case "steps":
                return _step(*values)
            case "/":
                return _quotient(*values)
            case "**":
                return _power(*values)
            case "max" | "min":
                return ALL[node.name].number(values)
            case name if name not in ALL:
                return self.other(node, values)
            case name:
                function = ALL[name]
                if function.number is None:
                    raise nothing(node)
                try:
                    found = function.number(*values)
                except ValueError as error:
                    raise ExpressionError(f"{name}: {error}") from None
                return int(found) if isinstance(found, bool) else found


def _step(place: Number, *pairs: Number) -> Number:
    value = pairs[1]
    for limit, behind in zip(pairs[::2], pairs[1::2], strict=True):
        if limit <= place:
            value = behind
    return value


def _between(place: Number, *pairs: Number) -> Number:
    """The value of a table at a place: of a point itself, else between its neighbours."""
    points = list(zip(pairs[::2], pairs[1::2], strict=True))
    if any(left[0] >= right[0] for left, right in pairwise(points)):
        raise ExpressionError(NOT_SORTED)
    for (left, low), (right, high) in pairwise(points):
        if left <= place <= right:
            if place in (left, right):
                return low if place == left else high
            share = _quotient(place - left, right - left)
            return low + (high - low) * share
    first, last = points[0][0], points[-1][0]
    raise ExpressionError(f"the table goes from {first} to {last} and has no value at {place}")


def _quotient(left: Number, right: Number) -> Number:
    if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
        return _plain(Fraction(left) / Fraction(right))
    return left / right


def _power(base: Number, exponent: Number) -> Number:
    if abs(exponent) > _LARGEST_POWER:
        raise ExpressionError(f"power {exponent} is too large")
    power = base**exponent
    if isinstance(power, complex):
        raise ExpressionError("a power of a negative number is no real number")
    return power


class _Fractions(_Numbers):
    def number(self, node: ast.Number) -> Number:
        return _plain(Fraction(node.text))
