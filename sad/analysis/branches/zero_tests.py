"""Branches that test real data for zero, to save work: ``IF (X(J) .NE. ZERO)`` in the BLAS.

``--assume no-zeros`` takes no number that is tested to be zero, as in dense data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.facts import OPTION_TYPES
from sad.ir import expr as ex
from sad.ir.expr import Operator

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Split
    from sad.ir.expr import Expr
    from sad.ir.program import Unit


def if_nothing_is_zero(split: Split, unit: Unit) -> int | None:
    """Return 1 if a condition holds where no real number it tests is zero, 0 if not; None: unclear."""
    truth = None if split.condition is None else _truth(split.condition, unit)
    return None if truth is None else int(truth)


def _truth(condition: Expr, unit: Unit) -> bool | None:
    match condition:
        case ex.Copy(operand=operand):
            return _truth(operand, unit)
        case ex.Unary(operator=Operator.NOT, operand=operand):
            inner = _truth(operand, unit)
            return None if inner is None else not inner
        case ex.Binary(operator=Operator.AND | Operator.OR as operator, left=left, right=right):
            first, second = _truth(left, unit), _truth(right, unit)
            decisive = operator is Operator.OR
            if decisive in (first, second):
                return decisive
            return None if first is None or second is None else not decisive
        case ex.Binary(operator=Operator.EQ | Operator.NE as operator, left=left, right=right):
            if left.type in OPTION_TYPES or right.type in OPTION_TYPES:
                return None
            tested = is_zero_constant(left, unit) != is_zero_constant(right, unit)
            return operator is Operator.NE if tested else None
        case _:
            return None


def is_zero_constant(value: Expr, unit: Unit) -> bool:
    """Whether an expression is a constant 0, or a name for it."""
    match value:
        case ex.Convert(operand=operand) | ex.Copy(operand=operand):
            return is_zero_constant(operand, unit)
        case ex.Constant(value=number):
            return not str(number).upper().partition("E")[0].partition("D")[0].strip("0.")
        case ex.ComplexPair(real=real, imaginary=imaginary):
            return is_zero_constant(real, unit) and is_zero_constant(imaginary, unit)
        case ex.Variable(name=name):
            symbol = unit.symbols.get(name)
            constant = None if symbol is None else symbol.value or symbol.initial
            return constant is not None and is_zero_constant(constant, unit)
        case _:
            return False
