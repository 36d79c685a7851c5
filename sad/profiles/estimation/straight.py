"""Expressions that gfortran and gcc compile without a jump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import Operator
from sad.ir.walk import children

if TYPE_CHECKING:
    from sad.ir.expr import Expr

_STRAIGHT = frozenset(
    name
    for line in (
        "abs aimag atan char cmplx conjg cos dble dcmplx exp float ichar ifix int log",
        "log10 mod real sin sqrt tan",
    )
    for name in line.split()
)


def is_straight(node: Expr) -> bool:
    """Whether the value of an expression takes no jump; a call's own are not here."""
    match node:
        case ex.Intrinsic(name=name) if name.lower() not in _STRAIGHT:
            return False
        case ex.Binary(operator=Operator.POWER | Operator.AND_THEN | Operator.OR_ELSE):
            return False
        case ex.Inline() | ex.OpaqueExpr() | ex.ImpliedDo() | ex.ArrayValue():
            return False
        case _:
            return all(map(is_straight, children(node)))
