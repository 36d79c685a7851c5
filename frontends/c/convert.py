"""Conversions between arithmetic types, and integer results as their types hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.fold import wrapped
from frontends.c.unit import ZERO
from sad.ir import expr as ex
from sad.ir.expr import NARROWING, Operator, Type
from sad.ir.fold import converted
from sad.ir.fold import held as real_held

if TYPE_CHECKING:
    from frontends.c.types import Scalar

_BITS = 8
_INT = 4
_REAL = (Type.REAL, Type.DOUBLE, Type.QUAD)


def convert(value: ex.Expr, source: Scalar, target: Scalar) -> ex.Expr:
    """Return ``value`` of type ``source`` as one of type ``target`` (C17 6.3.1)."""
    if target.truth:
        return value if source.truth else as_integer(as_truth(value))
    if target.is_integer:
        if source.is_integer:
            return narrowed(value, source, target)
        if isinstance(value, ex.Constant):
            whole = real_held(str(value.value), source.kind)
            if whole is not None:
                return ex.Constant(wrapped(int(whole), target), Type.INTEGER)
        return (
            _narrow(ex.Convert(value, Type.INTEGER), target)
            if target.size < _INT
            else ex.Convert(value, Type.INTEGER)
        )
    if source.kind is target.kind:
        return value
    if isinstance(value, ex.Constant):
        return _constant(value, source, target)
    if isinstance(value, ex.Unary) and isinstance(value.operand, ex.Constant):
        inner = _constant(value.operand, source, target)
        return ex.Unary(value.operator, inner, target.kind)
    return ex.Convert(value, target.kind)


def _constant(value: ex.Constant, source: Scalar, target: Scalar) -> ex.Expr:
    """A constant in another real type, by the number that its own type holds."""
    text: str | None = str(value.value)
    if not source.is_integer and source.kind in _REAL and target.kind in _REAL:
        text = converted(str(value.value), source.kind, target.kind)
    return ex.Convert(value, target.kind) if text is None else ex.Constant(text, target.kind)


def narrowed(value: ex.Expr, source: Scalar, target: Scalar) -> ex.Expr:
    """Return an integer of one type as another holds it."""
    if isinstance(value, ex.Constant) and isinstance(value.value, int):
        return ex.Constant(wrapped(int(value.value), target), Type.INTEGER)
    fits = target.size > source.size and (target.signed or not source.signed)
    if fits or (target.size == source.size and target.signed == source.signed):
        return value
    if is_truth_value(value):
        return value
    if target.size == source.size and target.signed and target.size >= _INT:
        # What does not fit is defined by the implementation: it keeps the bits.
        return _named(value, f"signed{target.size * _BITS}")
    return _narrow(value, target, "unsigned" if source.signed else "uint")


def _named(value: ex.Expr, name: str) -> ex.Expr:
    return ex.Intrinsic(name, (value,), Type.INTEGER) if name in NARROWING else value


def _narrow(value: ex.Expr, target: Scalar, unsigned: str = "uint") -> ex.Expr:
    bits = target.size * _BITS
    if bits > 64 or (bits == 64 and target.signed):
        return value
    name = f"{unsigned if bits >= _INT * _BITS else 'uint'}{bits}"
    name = f"int{bits}" if target.signed else name
    return ex.Intrinsic(name, (value,), Type.INTEGER)


def held(value: ex.Expr, kind: Scalar, *, below: bool = False) -> ex.Expr:
    """Return the result of integer arithmetic: unsigned ones wrap (C17 6.2.5), others do not.

    ``below`` results may be less than 0 before that.
    """
    if kind.signed or not kind.is_integer:
        return value
    if isinstance(value, ex.Constant) and isinstance(value.value, int):
        return ex.Constant(wrapped(int(value.value), kind), Type.INTEGER)
    return _narrow(value, kind, "unsigned" if below else "uint")


def in_bits(value: ex.Expr, bits: int, *, signed: bool) -> ex.Expr:
    """Return what a bit-field of so many bits holds."""
    if bits <= 0:
        return ex.OpaqueExpr("", "a bit-field of unknown width", Type.INTEGER)
    if isinstance(value, ex.Constant) and isinstance(value.value, int):
        low = int(value.value) & ((1 << bits) - 1)
        return ex.Constant(low - (1 << bits) if signed and low >> (bits - 1) else low, Type.INTEGER)
    if signed:
        return ex.OpaqueExpr("", "a signed bit-field", Type.INTEGER)
    mask = ex.Constant((1 << bits) - 1, Type.INTEGER)
    return ex.Intrinsic("iand", (value, mask), Type.INTEGER)


def is_truth_value(value: ex.Expr) -> bool:
    """Whether an integer is a comparison's result."""
    return isinstance(value, ex.Convert) and value.operand.type is Type.LOGICAL


def as_truth(value: ex.Expr) -> ex.Expr:
    """Return whether a number is not zero."""
    if value.type is Type.LOGICAL:
        return value
    if isinstance(value, ex.Convert) and value.operand.type is Type.LOGICAL:
        return value.operand
    if isinstance(value, ex.Constant) and value.type is Type.INTEGER:
        return ex.Constant(bool(value.value), Type.LOGICAL)
    zero = ZERO if value.type is Type.INTEGER else ex.Constant("0.0", value.type)
    return ex.Binary(Operator.NE, value, zero, Type.LOGICAL)


def as_integer(value: ex.Expr) -> ex.Expr:
    """Return a truth value as 0 or 1."""
    if isinstance(value, ex.Constant) and value.type is Type.LOGICAL:
        return ex.Constant(int(value.value), Type.INTEGER)
    return ex.Convert(value, Type.INTEGER) if value.type is Type.LOGICAL else value


def fitting(value: ex.Expr, kind: Type) -> ex.Expr:
    """Return a value for a target of type ``kind``: the address of a text or function as a number."""
    numeric = value.type.is_numeric and kind.is_numeric
    if numeric or value.type is kind:
        return value
    if kind is Type.INTEGER and isinstance(value, ex.Constant | ex.Variable):
        return ex.Intrinsic("loc", (value,), Type.INTEGER)
    return ex.OpaqueExpr("", "a value that is not modelled", kind)
