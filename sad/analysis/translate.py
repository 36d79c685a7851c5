"""Integer expressions of the IR to polynomials over inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.poly import Poly
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.ir.expr import Expr

_MAX_TERMS = 200


def translate(
    expr: Expr,
    value: Callable[[str], Poly | None],
    result: Callable[[ex.FunctionCall], Poly | None] | None = None,
) -> Poly | None:
    """Return an integer expression as a polynomial, or None if part of it has no known value.

    ``value`` gives the value of an integer variable at this point, ``result`` that of a function
    reference.
    """
    found = _translate(expr, value, result)
    return None if found is None or len(found.terms) > _MAX_TERMS else found


def _translate(
    expr: Expr,
    value: Callable[[str], Poly | None],
    result: Callable[[ex.FunctionCall], Poly | None] | None,
) -> Poly | None:
    match expr:
        case ex.Constant(value=int(number), type=Type.INTEGER):
            return Poly.constant(number)
        case ex.Variable(name=name, type=Type.INTEGER):
            return value(name)
        case ex.Copy(operand=operand):
            return _translate(operand, value, result)
        case ex.Unary(operator=Operator.NEG, operand=operand, type=Type.INTEGER):
            inner = _translate(operand, value, result)
            return None if inner is None else -inner
        case ex.Binary(operator=operator, left=left, right=right, type=Type.INTEGER):
            first = _translate(left, value, result)
            second = None if first is None else _translate(right, value, result)
            if first is None or second is None:
                return None
            return _arithmetic(operator, first, second)
        case ex.Intrinsic(name=name, arguments=arguments, type=Type.INTEGER):
            values: list[Poly] = []
            for argument in arguments:
                item = _translate(argument, value, result)
                if item is None:
                    return None
                values.append(item)
            return _intrinsic(name, values)
        case ex.Inline(parameters=parameters, arguments=arguments, body=body, type=Type.INTEGER):
            bound = {
                parameter: _translate(argument, value, result)
                for parameter, argument in zip(parameters, arguments, strict=False)
            }
            return _translate(
                body, lambda name: bound[name] if name in bound else value(name), result
            )
        case ex.FunctionCall(type=Type.INTEGER) if result is not None:
            return result(expr)
        case _:
            return None


def _arithmetic(operator: Operator, left: Poly, right: Poly) -> Poly | None:
    match operator:
        case Operator.ADD:
            return left + right
        case Operator.SUB:
            return left - right
        case Operator.MUL:
            return left * right if len(left.terms) * len(right.terms) <= _MAX_TERMS else None
        case Operator.DIV:
            return atoms.trunc_quotient(left, right) if right else None
        case Operator.POWER:
            return atoms.power_of(left, right)
        case _:
            return None


def _intrinsic(name: str, values: list[Poly]) -> Poly | None:
    match name, values:
        case "max", [_, *_]:
            return atoms.max_of(values)
        case "min", [_, *_]:
            return atoms.min_of(values)
        case "abs", [only]:
            return atoms.max_of((only, -only))
        case "mod", [dividend, divisor] if divisor:
            return atoms.mod_of(dividend, divisor)
        case "int", [only]:
            return only
        case _:
            return None
