"""Expressions as sympy's, conditions as 1 or 0. sympy's objects have no useful static types."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sad.algebra.sympy_edge import own_functions
from sad.expr.evaluator import Evaluator, nothing
from sad.expr.functions import ALL, Kind
from sad.expr.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.expr.tree import Call, Number


def symbolic(text: str, lookup: Callable[[str], Any]) -> Any:
    """Return ``text`` as a ``sympy.Expr``; ``lookup`` gives that of a name.

    Raises ``ExpressionError``, and ``ImportError`` without sympy.
    """
    return _Symbolic(lookup).value(parse(text, elements=True))


class _Symbolic(Evaluator[Any]):
    def __init__(self, lookup: Callable[[str], Any]) -> None:
        super().__init__(lookup)
        self._sympy: Any = import_module("sympy")

    def number(self, node: Number) -> Any:
        return self._sympy.Rational(node.text)

    def form(self, node: Call) -> Any:
        sympy = self._sympy
        first, last = self.value(node.arguments[1]), sympy.floor(self.value(node.arguments[2]))
        index = sympy.Dummy("i", integer=True)
        found = sympy.Sum(self.term(node, index), (index, first, last)).doit()
        return self._either(last >= first, found, 0)

    def apply(self, node: Call, values: list[Any]) -> Any:
        sympy, first, second = self._sympy, *([*values, 0, 0][:2])
        match node.name:
            case "-":
                return first - second
            case "neg":
                return -first
            case "/":
                return first / second
            case "//":
                return sympy.floor(first / second)
            case "%":
                return first - second * sympy.floor(first / second)
            case "gcd":
                return own_functions()["Gcd"](*map(sympy.floor, values))
            case "log2":
                return sympy.log(first, 2)
            case "trunc":
                return sympy.sign(first) * sympy.floor(sympy.Abs(first))
            case "if":
                return self._either(sympy.Ne(first, 0), *values[1:])
            case "table":
                return self._table(*values)
            case "steps":
                pairs = zip(values[1::2], values[2::2], strict=True)
                return reduce(
                    lambda value, pair: self._either(pair[0] <= first, pair[1], value),
                    pairs,
                    values[2],
                )
            case name if name not in ALL or not ALL[name].sympy:
                raise nothing(node)
            case name:
                function = ALL[name]
                if function.kind is Kind.CONDITION:
                    values = [sympy.Ne(value, 0) for value in values]
                own: Any = getattr(sympy, function.sympy)
                if function.kind not in (Kind.COMPARISON, Kind.CONDITION):
                    return own(*values)
                return self._either(own(*values) if values else own, 1, 0)

    def _either(self, test: Any, yes: Any, no: Any) -> Any:
        return self._sympy.Piecewise((yes, test), (no, True))

    def _table(self, place: Any, *pairs: Any) -> Any:
        """Linear between neighbours; outside there is no value."""
        sympy = self._sympy
        points = list(zip(pairs[::2], pairs[1::2], strict=True))
        cases = [
            (low + (high - low) * (place - left) / (right - left), place <= right)
            for (left, low), (right, high) in pairwise(points)
        ]
        outside = (sympy.nan, sympy.Or(place < points[0][0], place > points[-1][0]))
        return sympy.Piecewise(outside, *cases)
