"""Formulas as sympy expressions, with values given as formulas of names that have none."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.algebra.sympy_edge import to_sympy
from sad.arithmetic import Reader
from sad.profiles.distribution_text import distribution_name
from sad.profiles.expression import TOKEN, ExpressionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.evaluation.open_values import OpenValue
    from sad.report.view import View


def as_sympy(poly: Poly, view: View) -> Any:
    """Return a formula as a ``sympy.Expr``, values that are calculated from others put in.

    Raises ``ImportError`` without sympy.
    """

    def symbol(name: str) -> Any:
        return to_sympy(Poly.symbol(name), view.own_name)

    put_in: dict[Any, Any] = {}
    for name in atoms.free_symbols(poly) & view.model.derived:
        value = _expression(view.model.open[name], symbol)
        if value is not None:
            put_in[symbol(name)] = value
    found = to_sympy(poly, view.own_name, coding=view.coding)
    return found.xreplace(put_in) if put_in else found


def _expression(value: OpenValue, symbol: Callable[[str], Any]) -> Any | None:
    """A value as a ``sympy.Expr``; None for a distribution."""
    text = value.text(str)
    if distribution_name(text) is not None:
        return None
    try:
        return _Expressions(text, symbol).whole()
    except ExpressionError:  # a name that cannot stand in a text
        return None


class _Expressions(Reader[Any]):
    """Reads a text that has been read before. sympy's objects have no useful static types."""

    def __init__(self, text: str, symbol: Callable[[str], Any]) -> None:
        self._sympy: Any = import_module("sympy")
        self._symbol = symbol
        super().__init__(text, TOKEN)

    def error(self, message: str) -> ExpressionError:
        return ExpressionError(message)

    def number(self, token: str) -> Any:
        return self._sympy.Rational(token)

    def name(self, token: str) -> Any:
        return self._symbol(token)

    def negative(self, operand: Any) -> Any:
        return -operand

    def apply(self, operator: str, left: Any, right: Any) -> Any:
        floor = self._sympy.floor
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
                return floor(left / right)
            case "%":
                return left - right * floor(left / right)
            case _:
                return left**right

    def call(self, name: str) -> Any:
        sympy = self._sympy
        function = name.lower()
        if function == "table":
            return self._table()
        found = self.arguments()
        match function:
            case "log2":
                return sympy.log(found[0], 2)
            case "trunc":
                return sympy.sign(found[0]) * sympy.floor(sympy.Abs(found[0]))
            case _:
                own = {"min": "Min", "max": "Max", "abs": "Abs", "ceil": "ceiling"}
                return getattr(sympy, own.get(function, function))(*found)

    def _table(self) -> Any:
        """Linear between neighbours; outside there is no value."""
        sympy = self._sympy
        self.take()
        place = self.expression(0)
        points: list[tuple[Any, Any]] = []
        while self.token == ",":
            self.take()
            at = self.expression(0)
            self.expect(":")
            points.append((at, self.expression(0)))
        self.expect(")")
        cases = [
            (low + (high - low) * (place - left) / (right - left), place <= right)
            for (left, low), (right, high) in pairwise(points)
        ]
        outside = (sympy.nan, sympy.Or(place < points[0][0], place > points[-1][0]))
        return sympy.Piecewise(outside, *cases)
