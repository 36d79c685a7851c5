"""Formulas of contracts, read as exact counts."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly, divide_exactly
from sad.arithmetic import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    r"|([A-Za-z_$][\w$]*(?:[.@][\w$]+)*)|(\*\*|//|[-+*/%(),]))"
)
_FUNCTIONS = ("min", "max", "abs", "floor", "ceil", "log2")
_HIGHEST_POWER = 64


class FormulaError(Exception):
    """The text is no formula; the message says why. ``unknown`` is the name that nothing has."""

    def __init__(self, message: str, unknown: str = "") -> None:
        super().__init__(message)
        self.unknown = unknown


def read_count(text: str, lookup: Callable[[str], str | None]) -> Poly:
    """Return the formula of a text; ``lookup`` gives the symbol of a name, None if there is none.

    Raises ``FormulaError``.
    """
    try:
        return _Count(text, lookup).whole()
    except RecursionError:
        raise FormulaError("nested too deeply") from None


def symbol_of(name: str, lookup: Callable[[str], str | None]) -> str:
    """Return the symbol of a name; raise ``FormulaError`` if there is none."""
    symbol = lookup(name)
    if symbol is None:
        raise FormulaError(f"nothing is called {name}", name)
    return symbol


class _Count(Reader[Poly]):
    def __init__(self, text: str, lookup: Callable[[str], str | None]) -> None:
        self._lookup = lookup
        super().__init__(text, TOKEN)

    def error(self, message: str) -> FormulaError:
        return FormulaError(message)

    def number(self, token: str) -> Poly:
        return Poly.constant(Fraction(token))

    def name(self, token: str) -> Poly:
        return Poly.symbol(symbol_of(token, self._lookup))

    def negative(self, operand: Poly) -> Poly:
        return -operand

    def call(self, name: str) -> Poly:
        values = self.arguments()
        match name.lower():
            case "min":
                return atoms.min_of(values)
            case "max":
                return atoms.max_of(values)
            case "abs" if len(values) == 1:
                return atoms.max_of((values[0], -values[0]))
            case "floor" if len(values) == 1:
                return atoms.floor_of(values[0], 1)
            case "ceil" if len(values) == 1:
                return -atoms.floor_of(-values[0], 1)
            case "log2" if len(values) == 1:
                return atoms.log_of(Poly.constant(2), values[0])
            case _:
                raise FormulaError(f"{name}() is not understood: known are {', '.join(_FUNCTIONS)}")

    def apply(self, operator: str, left: Poly, right: Poly) -> Poly:
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "**":
                return _power(left, right)
            case _ if not right:
                raise FormulaError("division by zero")
            case "/":
                return _quotient(left, right)
            case "//":
                return atoms.floor_quotient(left, right)
            case _:
                return left - right * atoms.floor_quotient(left, right)


def _power(base: Poly, exponent: Poly) -> Poly:
    power = exponent.as_constant
    if power is not None and (power.denominator != 1 or not 0 <= power <= _HIGHEST_POWER):
        raise FormulaError(f"a power is a whole number from 0 to {_HIGHEST_POWER}, not {power}")
    return atoms.power_of(base, exponent)


def _quotient(left: Poly, right: Poly) -> Poly:
    divisor = right.as_constant
    if divisor is not None:
        return left * Poly.constant(1 / divisor)
    quotient, rest = divide_exactly(left, right)
    if rest:
        raise FormulaError("/ that does not come out even: write // to round down")
    return quotient
