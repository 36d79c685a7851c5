"""Subscripts without conversions that keep low bits only: addresses do not wrap around."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.expr import NARROWING

if TYPE_CHECKING:
    from sad.ir.expr import Expr


def without_narrowing(expr: Expr) -> Expr:
    """Return an expression with the operands of narrowing intrinsics in their places.

    ``a[i + 1]`` with an unsigned ``i`` is ``a[uint32(i + 1)]``: a program that stays inside its arrays
    means the same without.
    """
    match expr:
        case ex.Intrinsic(name=name, arguments=(only,)) if name in NARROWING:
            return without_narrowing(only)
        case ex.Binary(left=left, right=right):
            return replace(expr, left=without_narrowing(left), right=without_narrowing(right))
        case ex.Unary(operand=operand) | ex.Convert(operand=operand) | ex.Copy(operand=operand):
            return replace(expr, operand=without_narrowing(operand))
        case _:
            return expr
