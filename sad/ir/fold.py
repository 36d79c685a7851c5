"""Constants of the IR: integer expressions by the languages' rules, reals as machines hold them."""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.ir.expr import (
    NARROWING,
    Binary,
    Constant,
    Convert,
    Copy,
    Expr,
    Intrinsic,
    Operator,
    Type,
    Unary,
    Variable,
    narrowed,
)
from sad.ir.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.ir.program import Dimension, Symbol


_KNOWN = (Type.REAL, Type.DOUBLE)
_CHARACTERS = 128


def truncated_quotient(dividend: int, divisor: int) -> int:
    """Return the quotient rounded toward zero, as Fortran 77 and C99 divide integers."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient


def integer_value(expr: Expr, constant: Callable[[str], Expr | None]) -> int | None:
    """Return the value of an integer constant expression, or None if it is none.

    ``constant`` gives the defining expression of a named constant, or None.
    """
    match expr:
        case Constant(value=int(value), type=Type.INTEGER):
            return value
        case Variable(name=name, type=Type.INTEGER):
            definition = constant(name)
            return None if definition is None else integer_value(definition, constant)
        case Copy(operand=operand):
            return integer_value(operand, constant)
        case Convert(operand=operand, type=Type.INTEGER) if operand.type is Type.INTEGER:
            return integer_value(operand, constant)
        case Unary(operator=Operator.NEG, operand=operand):
            known = integer_value(operand, constant)
            return None if known is None else -known
        case Binary(operator=operator, left=left, right=right, type=Type.INTEGER):
            first, second = integer_value(left, constant), integer_value(right, constant)
            return None if first is None or second is None else _apply(operator, first, second)
        case Intrinsic(name=name, arguments=arguments, type=Type.INTEGER):
            values = [integer_value(argument, constant) for argument in arguments]
            found = [item for item in values if item is not None]
            return _intrinsic(name, found) if found and len(found) == len(values) else None
        case _:
            return None


def constant_integer(expr: Expr, symbols: Mapping[str, Symbol]) -> int | None:
    """Return the value of an integer constant expression of a unit with these symbols, or None."""

    def constant(name: str) -> Expr | None:
        symbol = symbols.get(name)
        return None if symbol is None else symbol.value

    return integer_value(expr, constant)


def constant_text(expr: Expr, symbols: Mapping[str, Symbol]) -> str | None:
    """Return the value of a constant expression that is a text, or None if it is none."""
    match expr:
        case Constant(value=str(text), type=Type.CHARACTER):
            return text
        case Variable(name=name, type=Type.CHARACTER):
            symbol = symbols.get(name)
            if symbol is None or symbol.value is None:
                return None
            text, size = constant_text(symbol.value, symbols), symbol.size_bytes
            return text if text is None or size is None else fitted_text(text, size)
        case Copy(operand=operand):
            return constant_text(operand, symbols)
        case Binary(operator=Operator.CONCAT, left=left, right=right):
            one, two = constant_text(left, symbols), constant_text(right, symbols)
            return None if one is None or two is None else one + two
        case Intrinsic(name="char", arguments=(argument,)):
            code = constant_integer(argument, symbols)
            return chr(code) if code is not None and 0 <= code < _CHARACTERS else None
        case _:
            return None


def fitted_text(text: str, size: int) -> str:
    """Return a text as a variable of ``size`` characters holds it."""
    return text[:size].ljust(size)


def constant_bounds(
    dimension: Dimension, symbols: Mapping[str, Symbol]
) -> tuple[int | None, int | None]:
    """Return the bounds of an array's dimension as numbers, None for one that is none."""
    lower, upper = dimension.lower, dimension.upper
    return (
        1 if lower is None else constant_integer(lower, symbols),
        None if upper is None else constant_integer(upper, symbols),
    )


def element_total(dimensions: Iterable[Dimension], symbols: Mapping[str, Symbol]) -> int | None:
    """Return how many elements an array has; 1 for a scalar, None if that is no number."""
    total = 1
    for dimension in dimensions:
        lower, upper = constant_bounds(dimension, symbols)
        if lower is None or upper is None:
            return None
        total *= max(upper - lower + 1, 0)
    return total


_LONGEST = 1 << 14  # bits


def _apply(operator: Operator, left: int, right: int) -> int | None:
    match operator:
        case Operator.ADD:
            return left + right
        case Operator.SUB:
            return left - right
        case Operator.MUL:
            return left * right
        case Operator.DIV:
            return truncated_quotient(left, right) if right else None
        case Operator.POWER if 0 <= right <= 64 and left.bit_length() * right <= _LONGEST:
            return left**right
        case _:
            return None


def _intrinsic(name: str, values: list[int]) -> int | None:
    match name:
        case "max":
            return max(values)
        case "min":
            return min(values)
        case "abs":
            return abs(values[0])
        case "mod" if len(values) == 2 and values[1]:
            return values[0] - values[1] * truncated_quotient(values[0], values[1])
        case "int":
            return values[0]
        case "not":
            return ~values[0]
        case _ if name in NARROWING:
            return narrowed(name, values[0])
        case _ if name in WORDS:
            return WORDS[name](*values)
        case _:
            return _bits(name, values[0], values[1]) if len(values) == 2 else None


def _bits(name: str, left: int, right: int) -> int | None:
    match name:
        case "iand":
            return left & right
        case "ior":
            return left | right
        case "ieor":
            return left ^ right
        case "shiftl" if 0 <= right <= 64:
            return left << right
        case "shifta" if 0 <= right <= 64:
            return left >> right
        case _:
            return None


def rounded(value: float, kind: Type) -> float:
    """Return a number as ``kind`` holds it, as it is for all but single precision.

    Rounding a result in double precision once more to single gives the correctly rounded one. Raises
    OverflowError if single precision cannot hold it.
    """
    return struct.unpack("f", struct.pack("f", value))[0] if kind is Type.REAL else value


def held(text: str, kind: Type) -> float | None:
    """Return the value that a constant of the source has in its type.

    None if it is no finite number there, or none that a double holds exactly.
    """
    try:
        exact = Fraction(text.upper().replace("D", "E").replace("Q", "E"))
        near = rounded(float(exact), kind)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    if not math.isfinite(near):
        return None
    if kind is Type.REAL and near:  # the text itself is rounded, not its double
        bits = struct.unpack("i", struct.pack("f", near))[0]
        others = (struct.unpack("f", struct.pack("i", bits + step))[0] for step in (-1, 1))
        finite = [near, *filter(math.isfinite, others)]
        near = min(finite, key=lambda item: abs(Fraction(item) - exact))
    return near if kind in _KNOWN or Fraction(near) == exact else None


def converted(text: str, source: Type, target: Type) -> str | None:
    """Return a constant of one real type as a constant of another; None if that is not known."""
    value = held(text, source)
    if value is None or target not in _KNOWN:
        return text if value is not None and held(text, target) == value else None
    try:
        value = rounded(value, target)
    except OverflowError:
        return None
    return text if held(text, target) == value else repr(value)
