"""Real constant expressions, computed as the machine does: IEEE single and double precision.

Only operations that IEEE 754 rounds correctly (+ - * / sqrt, conversions) are carried out: their result
is the same everywhere, so an integer made from it is exact.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.ir.fold import held, rounded

if TYPE_CHECKING:
    from sad.analysis.values.scalars import Scalars
    from sad.ir.expr import Expr

_REAL = (Type.REAL, Type.DOUBLE)


def real_number(expr: Expr, scalars: Scalars) -> float | None:
    """Return the value of a real constant expression; None if it is none."""
    try:
        return _number(expr, scalars)
    except (OverflowError, ValueError, ZeroDivisionError):
        return None


def _number(expr: Expr, scalars: Scalars) -> float | None:
    if expr.type is Type.INTEGER:
        value = scalars.value(expr)
        number = None if value is None else value.as_integer
        return None if number is None else float(number)
    if expr.type not in _REAL:
        return None
    match expr:
        case ex.Constant(value=str(text)):
            return held(text, expr.type)
        case ex.Variable(name=name):
            definition = scalars.definition(name)
            return None if definition is None else _rounded(definition, expr.type, scalars)
        case ex.Copy(operand=operand) | ex.Convert(operand=operand):
            return _rounded(operand, expr.type, scalars)
        case ex.Unary(operator=Operator.NEG, operand=operand):
            inner = _number(operand, scalars)
            return None if inner is None else -inner
        case ex.Binary(operator=operator, left=left, right=right):
            first, second = _number(left, scalars), _number(right, scalars)
            if first is None or second is None or left.type is not right.type:
                return None
            result = _arithmetic(operator, first, second)
            return None if result is None else rounded(result, expr.type)
        case ex.Intrinsic(name="sqrt", arguments=(argument,)):
            inner = _number(argument, scalars)
            return None if inner is None else rounded(math.sqrt(inner), expr.type)
        case ex.Intrinsic(name="real" | "dble", arguments=(argument,)):
            return _rounded(argument, expr.type, scalars)
        case _:
            return None


def _rounded(operand: Expr, kind: Type, scalars: Scalars) -> float | None:
    inner = _number(operand, scalars)
    return None if inner is None else rounded(inner, kind)


def _arithmetic(operator: Operator, left: float, right: float) -> float | None:
    match operator:
        case Operator.ADD:
            return left + right
        case Operator.SUB:
            return left - right
        case Operator.MUL:
            return left * right
        case Operator.DIV:
            return left / right
        case _:
            return None


def whole(name: str, value: float) -> int | None:
    """Return what an intrinsic makes of a real number: ``int``, ``nint``, ``ceiling``, ``floor``."""
    if not math.isfinite(value):
        return None
    match name:
        case "int":
            return int(value)
        case "nint":
            size = math.floor(abs(value))
            return (size + (abs(value) - size >= 0.5)) * (1 if value >= 0 else -1)
        case "ceiling":
            return math.ceil(value)
        case "floor":
            return math.floor(value)
        case _:
            return None


def real_trips(first: float, last: float, step: float, kind: Type) -> int | None:
    """Return how often a DO with a real variable runs, in its precision.

    The standard (Fortran 77, 11.10.3) says INT((last - first + step)/step), gfortran computes
    INT((last - first)/step) + 1: where these round to different numbers it depends on the compiler.
    """
    try:
        span = rounded(last - first, kind)
        count = max(0, int(rounded(rounded(span + step, kind) / step, kind)))
        is_empty = span < 0 if step > 0 else span > 0
        other = 0 if is_empty else int(rounded(span / step, kind)) + 1
    except (OverflowError, ZeroDivisionError, ValueError):
        return None
    return count if count == other else None
