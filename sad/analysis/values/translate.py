"""Integer expressions of the IR to polynomials over inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO, Poly
from sad.analysis.values.bits import bit_value
from sad.analysis.values.codes import is_open
from sad.analysis.values.join_conditions import gated
from sad.analysis.values.real_constants import real_number, whole
from sad.analysis.values.reals import whole_number
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.symbols import UNDEFINED

if TYPE_CHECKING:
    from sad.analysis.values.scalars import Scalars
    from sad.ir.expr import Expr

MOST_TERMS = 200
"""A value with more is not kept."""


def integer_of(expr: Expr, scalars: Scalars) -> Poly | None:
    """Return an integer expression as a polynomial, or None if part of it has no known value."""
    match expr:
        case ex.Constant(value=int(number)):
            return Poly.constant(number)
        case ex.Variable(name=name):
            return scalars.variable(name)
        case ex.Element():
            return scalars.element(expr)
        case ex.Copy(operand=operand):
            return scalars.value(operand)
        case ex.Convert(operand=operand) if operand.type in (Type.INTEGER, Type.LOGICAL):
            return scalars.value(operand)
        case ex.Convert(operand=operand):
            return _of_real("int", operand, scalars)
        case ex.Unary(operator=Operator.NEG, operand=operand):
            inner = scalars.value(operand)
            return None if inner is None else -inner
        case ex.Binary(operator=operator, left=left, right=right) if (
            left.type is right.type is Type.INTEGER
        ):
            first = scalars.value(left)
            second = None if first is None else scalars.value(right)
            if first is None or second is None:
                return None
            return _arithmetic(operator, first, second)
        case ex.Intrinsic(name=name, arguments=arguments):
            return _intrinsic(name, arguments, scalars)
        case ex.Inline(body=body):
            return _inline(expr, body, scalars)
        case ex.FunctionCall():
            return scalars.result(expr)
        case _:
            return None


def _inline(expr: ex.Inline, body: Expr, scalars: Scalars) -> Poly | None:
    """A statement function: its body with the arguments' values."""
    bound = {
        parameter: scalars.value(argument)
        for parameter, argument in zip(expr.parameters, expr.arguments, strict=False)
    }
    return scalars.within(bound).value(body)


def _arithmetic(operator: Operator, left: Poly, right: Poly) -> Poly | None:
    match operator:
        case Operator.ADD:
            return left + right
        case Operator.SUB:
            return left - right
        case Operator.MUL:
            return left * right if len(left.terms) * len(right.terms) <= MOST_TERMS else None
        case Operator.DIV:
            return atoms.trunc_quotient(left, right) if right else None
        case Operator.POWER:
            return atoms.power_of(left, right)
        case _:
            return None


def _intrinsic(name: str, arguments: tuple[Expr, ...], scalars: Scalars) -> Poly | None:
    if name == "len" and len(arguments) == 1:
        length = None if is_open(arguments[0], scalars) else scalars.text_length(arguments[0])
        return None if length is None else Poly.constant(length)
    if name == "ichar" and len(arguments) == 1:
        return scalars.value(arguments[0]) if scalars.text_length(arguments[0]) == 1 else None
    if name == "undefined":
        return Poly.symbol(UNDEFINED)
    if name == "loc" and len(arguments) == 1 and isinstance(arguments[0], ex.Variable):
        return scalars.location(arguments[0].name)
    if name == "merge" and len(arguments) == 3:
        return _merged(*arguments, scalars)
    if len(arguments) == 1 and arguments[0].type is not Type.INTEGER:
        return _of_real(name, arguments[0], scalars)
    values: list[Poly] = []
    for argument in arguments:
        item = scalars.value(argument) if argument.type is Type.INTEGER else None
        if item is None:
            return None
        values.append(item)
    match name, values:
        case "max", [_, *_]:
            return atoms.max_of(values)
        case "min", [_, *_]:
            return atoms.min_of(values)
        case "abs", [only]:
            return atoms.max_of((only, -only))
        case "mod", [dividend, divisor] if divisor:
            return atoms.mod_of(dividend, divisor)
        case "dim", [first, second]:
            return atoms.max_of((first - second, ZERO))
        case "int", [only]:
            return only
        case _:
            return bit_value(name, values)


def _merged(first: Expr, second: Expr, mask: Expr, scalars: Scalars) -> Poly | None:
    """MERGE: one of two values; which is no matter where both are the same."""
    one, other, truth = (scalars.value(item) for item in (first, second, mask))
    if truth == ONE or one == other:
        return one
    if truth == ZERO:
        return other
    if one is None or other is None or truth is None or atoms.has_unresolved(truth):
        return None
    return gated((one, other), (truth, atoms.not_of(truth)))


def _of_real(name: str, argument: Expr, scalars: Scalars) -> Poly | None:
    """An integer made from a real number."""
    number = real_number(argument, scalars)
    value = None if number is None else whole(name, number)
    return whole_number(name, argument, scalars) if value is None else Poly.constant(value)
