"""Conditions of the IR as truth values: polynomials that are 1 where they hold, else 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.conditions import both, compared, either, is_truth, opposite
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.analysis.values.reals import real_comparison
from sad.ir import expr as ex
from sad.ir.expr import COMPARISONS, Operator, Type

if TYPE_CHECKING:
    from sad.analysis.values.scalars import Scalars
    from sad.ir.expr import Expr

_MAX_TERMS = 12


def truth_of(expr: Expr, scalars: Scalars) -> Poly | None:
    """Return a condition's truth value, or None if only a run can tell."""
    found = _truth(expr, scalars)
    return None if found is None or len(found.terms) > _MAX_TERMS else found


def _truth(expr: Expr, scalars: Scalars) -> Poly | None:
    match expr:
        case ex.Constant(value=bool(known)):
            return ONE if known else ZERO
        case ex.Variable(name=name):
            return scalars.variable(name)
        case ex.Element():
            return scalars.element(expr)
        case ex.Copy(operand=operand) | ex.Convert(operand=operand):
            return scalars.value(operand) if operand.type is Type.LOGICAL else None
        case ex.Unary(operator=Operator.NOT, operand=operand):
            inner = scalars.value(operand)
            return None if inner is None else opposite(inner)
        case ex.Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
            return _comparison(operator, left, right, scalars)
        case ex.Binary(operator=operator, left=left, right=right):
            return joined_conditions(operator, scalars.value(left), scalars.value(right))
        case ex.Inline(parameters=parameters, arguments=arguments, body=body):
            bound = {
                parameter: scalars.value(argument)
                for parameter, argument in zip(parameters, arguments, strict=False)
            }
            return scalars.within(bound).value(body)
        case ex.FunctionCall():
            return scalars.result(expr)
        case ex.Intrinsic(name="merge", arguments=(first, second, mask)):
            return _merged(scalars.value(first), scalars.value(second), scalars.value(mask))
        case _:
            return None


def _merged(first: Poly | None, second: Poly | None, mask: Poly | None) -> Poly | None:
    """MERGE of conditions: the first where the mask holds, else the second."""
    if mask is None:
        return first if first == second else None
    chosen = joined_conditions(Operator.AND, mask, first)
    other = joined_conditions(Operator.AND, opposite(mask), second)
    return joined_conditions(Operator.OR, chosen, other)


def joined_conditions(operator: Operator, first: Poly | None, second: Poly | None) -> Poly | None:
    """Return two conditions joined; one of them can decide though the other is not known."""
    match operator:
        case Operator.AND:
            if ZERO in (first, second):
                return ZERO
            return None if first is None or second is None else both(first, second)
        case Operator.OR:
            if ONE in (first, second):
                return ONE
            return None if first is None or second is None else either(first, second)
        case Operator.EQV | Operator.NEQV if first is not None and second is not None:
            same = either(both(first, second), both(opposite(first), opposite(second)))
            return same if operator is Operator.EQV else opposite(same)
        case _:
            return None


def _comparison(operator: Operator, left: Expr, right: Expr, scalars: Scalars) -> Poly | None:
    if left.type is right.type is Type.CHARACTER:
        pair = _padded(left, right, scalars)
    elif left.type is right.type is Type.INTEGER or operator in (Operator.EQ, Operator.NE):
        pair = scalars.value(left), scalars.value(right)  # real constants: equal or not
    else:
        return real_comparison(operator, left, right, scalars)
    if pair is None or pair[0] is None or pair[1] is None:
        return None
    constant = pair[1].as_constant
    arms = scalars.choices.get(pair[0]) if constant is not None else None
    if arms is None and constant is not None and is_truth(pair[0]):
        arms = ((pair[0], ONE), (opposite(pair[0]), ZERO))
    if arms is None:
        return compared(operator, pair[0] - pair[1])
    return total(weight * compared(operator, value - pair[1]) for weight, value in arms)


def _padded(left: Expr, right: Expr, scalars: Scalars) -> tuple[Poly | None, Poly | None] | None:
    """Two texts as numbers of the same length: the shorter one is taken to end in blanks."""
    lengths = scalars.text_length(left), scalars.text_length(right)
    if lengths[0] is None or lengths[1] is None:
        return None
    longest = max(lengths[0], lengths[1])
    first, second = scalars.value(left), scalars.value(right)
    if first is None or second is None:
        return None
    return with_blanks(first, longest - lengths[0]), with_blanks(second, longest - lengths[1])


def with_blanks(code: Poly, number: int) -> Poly:
    """Return the code of a text with so many blanks behind it."""
    blanks = int.from_bytes(b" " * number, "big")
    return code * 256**number + blanks if number else code
