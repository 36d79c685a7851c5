"""Branches: conditions decided by known values, and the names of the probabilities of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.poly import ONE, ZERO, Poly, total
from sad.ir import expr as ex
from sad.ir.expr import COMPARISONS, Operator, Type
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.analysis.cfg import Split
    from sad.ir.expr import Expr


def truth(
    condition: Expr,
    value: Callable[[Expr], Poly | None],
    constant: Callable[[str], Expr | None],
) -> bool | None:
    """Return what a condition always is, or None if that is not known.

    ``value`` gives an integer expression as a polynomial; a comparison is decided only if the
    difference of its sides is a number. ``constant`` gives what defines a named constant.
    """

    def of(part: Expr) -> bool | None:
        return truth(part, value, constant)

    match condition:
        case ex.Constant(value=bool(known)):
            return known
        case ex.Variable(name=name, type=Type.LOGICAL):
            definition = constant(name)
            return None if definition is None else of(definition)
        case ex.Copy(operand=operand):
            return of(operand)
        case ex.Unary(operator=Operator.NOT, operand=operand):
            inner = of(operand)
            return None if inner is None else not inner
        case ex.Binary(operator=Operator.AND, left=left, right=right):
            return _both(of(left), of(right))
        case ex.Binary(operator=Operator.OR, left=left, right=right):
            first, second = of(left), of(right)
            joined = _both(_opposite(first), _opposite(second))
            return _opposite(joined)
        case ex.Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
            if left.type is not Type.INTEGER:
                return None
            first, second = value(left), value(right)
            if first is None or second is None:
                return None
            difference = (first - second).as_constant
            return None if difference is None else _compare(operator, int(difference))
        case _:
            return None


def _opposite(value: bool | None) -> bool | None:
    return None if value is None else not value


def _both(first: bool | None, second: bool | None) -> bool | None:
    if first is False or second is False:
        return False
    return True if first and second else None


def _compare(operator: Operator, difference: int) -> bool:
    match operator:
        case Operator.EQ:
            return difference == 0
        case Operator.NE:
            return difference != 0
        case Operator.LT:
            return difference < 0
        case Operator.LE:
            return difference <= 0
        case Operator.GT:
            return difference > 0
        case _:
            return difference >= 0


def arm_names(unit: str, split: Split, path: str) -> list[str]:
    """Return the parameter name of each arm but the last, whose probability is what is left.

    Of an IF this is the condition being true: ``UNIT.prob@do10.if2``; other branches name the arm:
    ``UNIT.prob@select1.case2``.
    """
    if split.kind in ("if", "while"):
        return [site_name(unit, "prob", path)]
    return [site_name(unit, "prob", f"{path}.{label}") for label in split.labels[:-1]]


def probabilities(unit: str, split: Split, path: str, decided: bool | None) -> list[Poly]:
    """Return the probability of each arm; they add up to one. ``path`` names the branch."""
    if decided is not None and len(split.targets) == 2:
        return [ONE, ZERO] if decided else [ZERO, ONE]
    named = [Poly.symbol(name) for name in arm_names(unit, split, path)]
    return [*named, atoms.not_of(total(named))]
