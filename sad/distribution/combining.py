"""Assignments that add to their target, multiply it, or keep the greater: parts of a reduction."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.ir import expr as ex
from sad.ir.expr import Operator
from sad.ir.walk import walk

if TYPE_CHECKING:
    from sad.ir.expr import Expr
    from sad.ir.stmt import Target

_ADDING = (Operator.ADD, Operator.SUB)
_KEEPING = ("max", "min")


class Combination(NamedTuple):
    """``target = target operator rest``."""

    operator: str
    rest: tuple[Expr, ...]


def combination(target: Target, value: Expr) -> Combination | None:
    """Return how a value combines the target's old one with others; None if it does not."""
    plain = _plain(value)
    found: Combination | None = None
    if isinstance(plain, ex.Binary) and plain.operator in _ADDING:
        found = _spine(target, plain, _ADDING, "add")
    elif isinstance(plain, ex.Binary) and plain.operator is Operator.MUL:
        found = _spine(target, plain, (Operator.MUL,), "mul")
    elif isinstance(plain, ex.Intrinsic) and plain.name in _KEEPING:
        rest = tuple(item for item in plain.arguments if _plain(item) != target)
        if len(rest) == len(plain.arguments) - 1:
            found = Combination(plain.name, rest)
    if found is None or any(part == target for item in found.rest for part in walk(item)):
        return None
    return found


def _spine(
    target: Target, node: ex.Binary, operators: tuple[Operator, ...], name: str
) -> Combination | None:
    """Follow ``((target + a) - b) + c`` down its left sides; ``a + target`` counts as well."""
    rest: list[Expr] = []
    current: Expr = node
    while isinstance(current, ex.Binary) and current.operator in operators:
        if _plain(current.right) == target and current.operator is not Operator.SUB:
            return Combination(name, (current.left, *reversed(rest)))
        rest.append(current.right)
        current = _plain(current.left)
    return Combination(name, tuple(reversed(rest))) if current == target else None


def _plain(node: Expr) -> Expr:
    while isinstance(node, ex.Convert | ex.Copy):
        node = node.operand
    return node
