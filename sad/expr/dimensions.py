"""Dimensions of values and expressions: powers of the second and of the byte.

A parameter's name ends in its unit (``latency_s``, ``link_bytes_per_s``, ``gap_s_per_byte``), so its
dimension is known without being declared. A name without a unit is a pure number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.expr.evaluator import Evaluator, nothing
from sad.expr.functions import ALL, Kind
from sad.expr.tree import Call, ExpressionError, Number
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.expr.tree import Expr

    Dimensions = tuple["Dimension | None", ...]

_SUFFIXES = (
    ("_bytes_per_s", (-1, 1)),
    ("_s_per_byte", (1, -1)),
    ("_s_per_line", (1, 0)),
    ("_flop_per_s", (-1, 0)),
    ("_per_s", (-1, 0)),
    ("_hz", (-1, 0)),
    ("_bytes", (0, 1)),
    ("_s", (1, 0)),
)


@record
class Dimension:
    """``seconds**seconds * bytes**bytes``; both exponents are 0 for a pure number."""

    seconds: int = 0
    bytes: int = 0

    def __mul__(self, other: Dimension) -> Dimension:
        """Return the dimension of a product."""
        return Dimension(self.seconds + other.seconds, self.bytes + other.bytes)

    def __pow__(self, exponent: int) -> Dimension:
        """Return the dimension of a power."""
        return Dimension(self.seconds * exponent, self.bytes * exponent)

    def __str__(self) -> str:
        """Return words: ``seconds``, ``bytes per second``, ``a pure number``."""
        if self == NUMBER:
            return "a pure number"
        above = [_power(self.bytes, "bytes"), _power(self.seconds, "seconds")]
        below = [_power(-self.seconds, "second"), _power(-self.bytes, "byte")]
        text = " ".join(part for part in above if part) or "1"
        under = " ".join(part for part in below if part)
        return f"{text} per {under}" if under else text


def _power(exponent: int, unit: str) -> str:
    if exponent <= 0:
        return ""
    return unit if exponent == 1 else f"{unit}^{exponent}"


NUMBER = Dimension()
SECONDS = Dimension(seconds=1)
BYTES = Dimension(bytes=1)


def dimension_of_name(name: str) -> Dimension:
    """Return the dimension that a parameter's name says."""
    for suffix, (seconds, size) in _SUFFIXES:
        if name.endswith(suffix):
            return Dimension(seconds, size)
    return NUMBER


class DimensionError(ExpressionError):
    """Two parts of an expression do not go together."""


def dimension_of(
    tree: Expr,
    lookup: Callable[[str], Dimension],
    functions: Callable[[str, Dimensions], Dimension] | None = None,
) -> Dimension | None:
    """Return the dimension of a tree; None for a literal 0, which goes with every dimension.

    ``functions`` gives those of functions that are not built in. Raises ``DimensionError`` if parts
    clash: seconds added to bytes, a logarithm of bytes.
    """
    return _Checker(lookup, functions).value(tree)


class _Checker(Evaluator["Dimension | None"]):
    def number(self, node: Number) -> Dimension | None:
        return None if node.value == 0 else NUMBER

    def form(self, node: Call) -> Dimension | None:
        _plain("the first value of a sum", self.value(node.arguments[1]))
        _plain("the last value of a sum", self.value(node.arguments[2]))
        return self.term(node, NUMBER)

    def apply(self, node: Call, values: list[Dimension | None]) -> Dimension | None:
        name, function = node.name, ALL.get(node.name)
        if function is None:
            return self.other(node, values)
        match function.kind:
            case Kind.ALIKE if name == "if":
                _plain("a condition", values[0])
                return _alike("a choice", values[1:])
            case Kind.ALIKE:
                return _alike("a sum" if name in ("+", "-") else name, values)
            case Kind.PRODUCT:
                return _product(node, *values)
            case Kind.POINTS:
                _alike(f"places of {name}", [values[0], *values[1::2]])
                return _alike(f"values of {name}", values[2::2])
            case Kind.COMPARISON:
                _alike("a comparison", values)
                return NUMBER
            case Kind.PLAIN | Kind.CONDITION:
                for value in values:
                    _plain(name, value)
                return NUMBER
            case Kind.TEXTS | Kind.SUM:
                raise nothing(node)


def _product(node: Call, left: Dimension | None, right: Dimension | None) -> Dimension | None:
    exponent = node.arguments[1]
    match node.name:
        case "*":
            return None if left is None or right is None else left * right
        case "/" | "//":
            return None if left is None else left * (right or NUMBER) ** -1
        case _:
            _plain("an exponent", right)
            if left in (None, NUMBER):
                return NUMBER
            if not isinstance(exponent, Number) or exponent.value % 1:
                raise DimensionError(f"{left} can only be raised to a whole literal power")
            return (left or NUMBER) ** int(exponent.value)


def _alike(what: str, dimensions: list[Dimension | None]) -> Dimension | None:
    known = [dimension for dimension in dimensions if dimension is not None]
    for other in known[1:]:
        if other != known[0]:
            raise DimensionError(f"{what} of {known[0]} and {other}")
    return known[0] if known else None


def _plain(what: str, dimension: Dimension | None) -> None:
    if dimension not in (None, NUMBER):
        raise DimensionError(f"{what} takes a pure number, not {dimension}")
