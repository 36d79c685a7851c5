"""The order of a contract, ``n**2*log2(n)``, read as what costs must stay within."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from sad.algebra import growth
from sad.expr.evaluator import Evaluator
from sad.expr.functions import ALL
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.growth import Bound
    from sad.expr.tree import Call, Number

Order = tuple["Bound", ...]
"""What grows as fast as the least of several sums."""
_HIGHEST_POWER = 64
_MOST = 64


def read_order(text: str, lookup: Callable[[str], str]) -> Order:
    """Return the order a text says; ``lookup`` gives the symbol of a name.

    Raises ``ExpressionError``; what ``lookup`` raises passes through.
    """
    orders = _Orders(lambda name: [_Part(growth.bound_of(lookup(name)))])
    return tuple(part.growth for part in orders.value(parse(text)))


class _Part:
    """One sum; ``number`` is its value where it is only a number."""

    def __init__(self, value: Bound, number: Fraction | None = None) -> None:
        self.growth = value
        self.number = number


_Parts = list[_Part]


class _Orders(Evaluator[_Parts]):
    def number(self, node: Number) -> _Parts:
        return [_Part(growth.CONSTANT, Fraction(node.text))]

    def apply(self, node: Call, values: list[_Parts]) -> _Parts:
        match node.name, values:
            case "neg", [[_Part(number=Fraction() as number)]]:
                return [_Part(growth.CONSTANT, -number)]
            case "neg", _:
                raise ExpressionError("an order is a sum: nothing is taken away from it")
            case (("+" | "max"), _):
                return _joined(values, growth.bound_sum)
            case "*", _:
                return _joined(values, growth.bound_product)
            case "**", [base, [_Part(number=Fraction() as power)]]:
                return _to_power(base, power)
            case "**", _:
                raise ExpressionError("an order has numbers as powers")
            case (("/" | "//"), [left, [_Part(number=Fraction() as number)]]) if number:
                return [_Part(part.growth) for part in left]
            case (("/" | "//"), [left, right]):
                inverse = [_Part(_power(part.growth, Fraction(-1))) for part in right]
                return _joined([left, inverse], growth.bound_product)
            case "-", [left, right] if _stays(left, right):
                return left
            case (("log2" | "log"), [parts]):
                return [_Part(growth.bound_logarithm(part.growth)) for part in parts]
            case "sqrt", [parts]:
                return [_Part(_power(part.growth, Fraction(1, 2))) for part in parts]
            case (("abs" | "ceil" | "floor" | "trunc"), [parts]):
                return parts
            case "gcd", _:
                return _joined(values, growth.bound_sum)
            case "min", _:
                return _limited([part for value in values for part in value])
            case name, _ if name not in ALL:
                return self.other(node, values)
            case name, _:
                raise ExpressionError(f"{name} does not make an order: use + * / ** and functions")


def _stays(left: _Parts, right: _Parts) -> bool:
    """Whether taking something away leaves the order as it is: it is less in any case."""
    return all(
        growth.is_below(term, one.growth) for one in left for two in right for term in two.growth
    )


def _to_power(base: _Parts, power: Fraction) -> _Parts:
    if not 0 <= power <= _HIGHEST_POWER:
        raise ExpressionError(f"a power is from 0 to {_HIGHEST_POWER}, not {power}")
    return [_Part(_power(part.growth, power)) for part in base]


def _power(base: Bound, power: Fraction) -> Bound:
    if power < 0 and len(base) != 1:
        raise ExpressionError("only a product divides")
    if power.denominator != 1 or power < 0:
        return growth.bound_power(base, power)
    return growth.bound_product(*[base] * int(power))


def _joined(values: list[_Parts], join: Callable[..., Bound]) -> _Parts:
    ways = product(*values)
    return _limited([_Part(join(*(part.growth for part in way))) for way in ways])


def _limited(parts: _Parts) -> _Parts:
    if len(parts) > _MOST:
        raise ExpressionError("too many cases of min() at once")
    return parts
