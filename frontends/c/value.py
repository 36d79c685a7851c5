"""A value in C: an expression of the IR with its C type, or an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.types import UNKNOWN, VOID
from frontends.c.unit import ZERO, ir_type
from sad.ir import expr as ex
from sad.records import record

if TYPE_CHECKING:
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
