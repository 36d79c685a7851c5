"""A value in C: an expression of the IR with its C type, or an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.literals import (
    character_constant,
    floating_constant,
    integer_constant,
    string_text,
)
from frontends.c.types import CHAR, UNKNOWN, VOID, Pointer
from frontends.c.unit import ZERO, ir_type
from sad.ir import expr as ex
from sad.ir.expr import Type
from sad.records import record

if TYPE_CHECKING:
    from pycparser import c_ast

    from frontends.c.places import Address
    from frontends.c.types import CType
    from frontends.c.unit import Place


@record
class Value:
    """A value: an IR expression, or the address of something; of a structure also its place.

    ``members`` is a structure whose members are those of what a call gives back."""

    expr: ex.Expr | None
    type: CType
    address: Address | None = None
    place: Place | None = None
    members: Place | None = None


NOTHING = Value(ex.OpaqueExpr("", "no value"), VOID)


def opaque(text: str, reason: str, kind: CType = UNKNOWN) -> Value:
    """Return a value that is not modelled."""
    return Value(ex.OpaqueExpr(text, reason, ir_type(kind)), kind)


def is_zero(value: Value) -> bool:
    """Whether a value is the constant 0."""
    return value.expr == ZERO


def literal(node: c_ast.Constant) -> Value:
    """Return the value of a constant as it is written."""
    text = node.value
    if node.type == "string" or text.endswith('"'):
        return Value(ex.Constant(string_text(text), Type.CHARACTER), Pointer(CHAR))
    if "'" in text and not text[0].isdigit():
        value, kind = character_constant(text)
        return Value(ex.Constant(value, Type.INTEGER), kind)
    if "int" in node.type:
        value, kind = integer_constant(text)
        return Value(ex.Constant(value, Type.INTEGER), kind)
    number, kind = floating_constant(text)
    return Value(ex.Constant(number, kind.kind), kind)
