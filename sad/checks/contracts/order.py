"""The order of a contract, ``n**2*log2(n)``, read as what costs must stay within."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from sad.arithmetic import Reader
from sad.checks.contracts import growth
from sad.checks.contracts.expression import TOKEN, FormulaError, symbol_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.checks.contracts.growth import Growth

Order = tuple["Growth", ...]
"""What grows as fast as the least of several sums."""
_FUNCTIONS = ("log2", "log", "sqrt", "min", "max")
_HIGHEST_POWER = 64
_MOST = 64


def read_order(text: str, lookup: Callable[[str], str | None]) -> Order:
    """Return the order a text says; raises ``FormulaError`` as ``expression.read_count``."""
    try:
        return tuple(part.growth for part in _Order(text, lookup).whole())
    except RecursionError:
        raise FormulaError("nested too deeply") from None


class _Part:
    """One sum; ``number`` is its value where it is only a number."""

    def __init__(self, value: Growth, number: Fraction | None = None) -> None:
        self.growth = value
        self.number = number


_Parts = list[_Part]


class _Order(Reader[_Parts]):
    def __init__(self, text: str, lookup: Callable[[str], str | None]) -> None:
        self._lookup = lookup
        super().__init__(text, TOKEN)

    def error(self, message: str) -> FormulaError:
        return FormulaError(message)

    def number(self, token: str) -> _Parts:
        return [_Part(growth.CONSTANT, Fraction(token))]

    def name(self, token: str) -> _Parts:
        return [_Part(growth.of_symbol(symbol_of(token, self._lookup)))]

    def negative(self, operand: _Parts) -> _Parts:
        number = operand[0].number
        if number is None:
            raise FormulaError("an order is a sum: nothing is taken away from it")
        return [_Part(growth.CONSTANT, -number)]

    def call(self, name: str) -> _Parts:
        values = self.arguments()
        match name.lower():
            case "log2" | "log" if len(values) == 1:
                return [_Part(growth.logarithm(part.growth)) for part in values[0]]
            case "sqrt" if len(values) == 1:
                return [_Part(_power(part.growth, Fraction(1, 2))) for part in values[0]]
            case "min":
                return _limited([part for value in values for part in value])
            case "max":
                return _joined(values, growth.plus)
            case _:
                raise FormulaError(f"{name}() is not understood: known are {', '.join(_FUNCTIONS)}")

    def apply(self, operator: str, left: _Parts, right: _Parts) -> _Parts:
        two = right[0].number
        match operator:
            case "+":
                return _joined([left, right], growth.plus)
            case "*":
                return _joined([left, right], growth.times)
            case "**" if two is not None:
                return _to_power(left, two)
            case "/" if two:
                return [_Part(part.growth) for part in left]
            case "/":
                inverse = [_Part(_power(part.growth, Fraction(-1))) for part in right]
                return _joined([left, inverse], growth.times)
            case "-" if _stays(left, right):
                return left
            case "**":
                raise FormulaError("an order has numbers as powers")
            case _:
                raise FormulaError(f"{operator} does not make an order: use + * / ** and functions")


def _stays(left: _Parts, right: _Parts) -> bool:
    """Whether taking something away leaves the order as it is: it is less in any case."""
    return all(
        growth.is_below(term, one.growth) for one in left for two in right for term in two.growth
    )


def _to_power(base: _Parts, power: Fraction) -> _Parts:
    if not 0 <= power <= _HIGHEST_POWER:
        raise FormulaError(f"a power is from 0 to {_HIGHEST_POWER}, not {power}")
    return [_Part(_power(part.growth, power)) for part in base]


def _power(base: Growth, power: Fraction) -> Growth:
    if power < 0 and len(base) != 1:
        raise FormulaError("only a product divides")
    if power.denominator != 1 or power < 0:
        return growth.to_power(base, power)
    result = growth.CONSTANT
    for _ in range(int(power)):
        result = growth.times(result, base)
    return result


def _joined(values: list[_Parts], join: Callable[..., Growth]) -> _Parts:
    ways = product(*values)
    return _limited([_Part(join(*(part.growth for part in way))) for way in ways])


def _limited(parts: _Parts) -> _Parts:
    if len(parts) > _MOST:
        raise FormulaError("too many cases of min() at once")
    return parts
