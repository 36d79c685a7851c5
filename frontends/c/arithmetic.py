"""Binary operators: numbers, pointers, bits, comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.c.convert import as_integer, convert, fitting, held, narrowed
from frontends.c.fold import folded
from frontends.c.patterns import effects_of, is_plain
from frontends.c.places import added
from frontends.c.types import INT, LONG, Pointer, Scalar, common_type, promoted
from frontends.c.unit import ONE, ZERO, Place
from frontends.c.value import Value, is_zero, opaque
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.records import replace

if TYPE_CHECKING:
    from pycparser import c_ast

    from frontends.c.lowering import Lowering
    from frontends.c.places import Address

_ARITHMETIC = {
    "+": Operator.ADD, "-": Operator.SUB, "*": Operator.MUL, "/": Operator.DIV,
}  # fmt: skip
_BITS = {"&": "iand", "|": "ior", "^": "ieor", "%": "mod"}
_SHIFTS = {"<<": "shiftl", ">>": "shifta"}
COMPARE = {
    "<": Operator.LT, "<=": Operator.LE, ">": Operator.GT, ">=": Operator.GE,
    "==": Operator.EQ, "!=": Operator.NE,
}  # fmt: skip


def binary(lowering: Lowering, node: c_ast.BinaryOp) -> Value:
    """Return the value of ``left op right`` (not of ``&&`` and ``||``)."""
    known = lowering.constant(node)
    if known is not None:
        kind = _constant_type(lowering, node)
        return Value(held(ex.Constant(known, Type.INTEGER), kind), kind)
    return combined(lowering, node.op, *operands(lowering, node))


def operands(lowering: Lowering, node: c_ast.BinaryOp) -> tuple[Value, Value]:
    """Return the values of two operands. Where a call of one may meet what the other changes, the left
    one is evaluated first, as compilers do.
    """
    values, unit, waiting = lowering.values, lowering.unit, len(lowering.unit.pending)
    first, effects = values.value(node.left), effects_of(node.right)
    effects |= effects_of(node.left) if effects else set()
    if len(effects) > 1 and first.expr is not None and not is_plain(node.left):
        first = values.load(values.held(first))
        unit.out += unit.pending[waiting:]
        del unit.pending[waiting:]
    return first, values.value(node.right)


def _constant_type(lowering: Lowering, node: c_ast.BinaryOp) -> Scalar:
    if node.op in COMPARE:
        return INT
    left, right = lowering.values.value(node.left), lowering.values.value(node.right)
    kind = promoted(left.type) if node.op in _SHIFTS else common_type(left.type, right.type)
    return kind if isinstance(kind, Scalar) else LONG


def combined(lowering: Lowering, operator: str, left: Value, right: Value) -> Value:
    """Return the value of an operator on two values."""
    if operator in COMPARE:
        return Value(as_integer(comparison(lowering, operator, left, right)), INT)
    if isinstance(left.type, Pointer) or isinstance(right.type, Pointer):
        return _with_pointer(lowering, operator, left, right)
    kind = promoted(left.type) if operator in _SHIFTS else common_type(left.type, right.type)
    if not isinstance(kind, Scalar):
        return opaque(operator, "these operands are not modelled")
    first = lowering.values.converted(left, kind)
    if operator in _SHIFTS:
        second = lowering.values.pure(right)
    else:
        second = lowering.values.converted(right, kind)
    if isinstance(first, ex.OpaqueExpr) or isinstance(second, ex.OpaqueExpr):
        first, second = _typed(first, kind), _typed(second, kind)
    return Value(_apply(operator, first, second, kind), kind)


def _typed(expr: ex.Expr, kind: Scalar) -> ex.Expr:
    """What is not modelled, as a value of the operation's type."""
    if isinstance(expr, ex.OpaqueExpr) and expr.type is not kind.kind:
        return ex.OpaqueExpr(expr.text, expr.reason, kind.kind)
    return expr


def _apply(operator: str, left: ex.Expr, right: ex.Expr, kind: Scalar) -> ex.Expr:
    if (
        isinstance(left, ex.Constant)
        and isinstance(right, ex.Constant)
        and kind.is_integer
        and isinstance(left.value, int)
        and isinstance(right.value, int)
    ):
        value = folded(operator, left.value, right.value)
        if value is not None:
            return held(ex.Constant(value, Type.INTEGER), kind)
    if operator in _ARITHMETIC:
        result: ex.Expr = ex.Binary(_ARITHMETIC[operator], left, right, kind.kind)
    elif operator in _BITS or operator in _SHIFTS:
        name = _BITS.get(operator) or _SHIFTS[operator]
        result = ex.Intrinsic(name, (left, right), Type.INTEGER)
    else:
        return ex.OpaqueExpr(operator, "this operator is not modelled", kind.kind)
    return held(result, kind, below=operator == "-") if operator in "+-*<<" else result


def comparison(lowering: Lowering, operator: str, left: Value, right: Value) -> ex.Expr:
    """Return the truth of a comparison."""
    values = lowering.values
    if isinstance(left.type, Pointer) or isinstance(right.type, Pointer):
        first, second = values.pure(left), values.pure(right)
        return _compared(operator, fitting(first, Type.INTEGER), fitting(second, Type.INTEGER))
    kind = common_type(left.type, right.type)
    if not isinstance(kind, Scalar):
        return ex.OpaqueExpr(operator, "this comparison is not modelled", Type.LOGICAL)
    if not kind.signed and kind.is_integer and is_zero(right) and operator in (">=", "<"):
        return ex.Constant(operator == ">=", Type.LOGICAL)
    first, second = values.converted(left, kind), values.converted(right, kind)
    return _compared(operator, _typed(first, kind), _typed(second, kind))


def _compared(operator: str, left: ex.Expr, right: ex.Expr) -> ex.Expr:
    if isinstance(left, ex.Constant) and isinstance(right, ex.Constant):
        first, second = left.value, right.value
        if isinstance(first, int) and isinstance(second, int):
            return ex.Constant(bool(folded(operator, first, second)), Type.LOGICAL)
    return ex.Binary(COMPARE[operator], left, right, Type.LOGICAL)


def _with_pointer(lowering: Lowering, operator: str, left: Value, right: Value) -> Value:
    values = lowering.values
    if isinstance(left.type, Pointer) and isinstance(right.type, Pointer):
        if operator != "-":
            return opaque(operator, "an operator on two pointers")
        first, second = values.pure(left), values.pure(right)
        first, second = fitting(first, Type.INTEGER), fitting(second, Type.INTEGER)
        distance = added(first, second, Operator.SUB)
        row = values.rows(ONE, left.type)
        if row != ONE:
            distance = ex.Binary(Operator.DIV, distance, row, Type.INTEGER)
        return Value(distance, LONG)
    pointer, number = (left, right) if isinstance(left.type, Pointer) else (right, left)
    if operator not in "+-":
        return opaque(operator, "this operator on a pointer is not modelled")
    offset = values.pure(number)
    if pointer.address is None and pointer.expr is not None:
        if pointer.expr.type is not Type.INTEGER:
            return opaque(operator, "a place in a text", pointer.type)
        offset = values.rows(offset, pointer.type)
        return Value(added(pointer.expr, offset, _sign(operator)), pointer.type)
    address = values.address(pointer)
    if operator == "-":
        offset = added(ZERO, offset, Operator.SUB)
    return Value(None, pointer.type, moved(address, offset))


def _sign(operator: str) -> Operator:
    return Operator.SUB if operator == "-" else Operator.ADD


def moved(address: Address, offset: ex.Expr) -> Address:
    """Return an address some elements further on."""
    if (
        isinstance(offset, ex.Unary)
        and offset.operator is Operator.NEG
        and address.index is not None
    ):
        index = added(address.index, offset.operand, Operator.SUB)
        return replace(address, index=index)
    return replace(address, index=added(address.index or ZERO, offset))


def stepped(lowering: Lowering, place: Place, operator: str) -> Value:
    """Return what a place holds after ``++`` or ``--``."""
    value = lowering.values.load(place)
    sign = Operator.ADD if "+" in operator else Operator.SUB
    if isinstance(place.type, Pointer):
        one = lowering.values.rows(ONE, place.type)
        return Value(added(lowering.values.pure(value), one, sign), place.type)
    kind = place.type
    if not isinstance(kind, Scalar):
        return opaque(operator, "this operand is not modelled")
    one = convert(ONE, INT, kind)
    result = ex.Binary(sign, lowering.values.pure(value), one, kind.kind)
    if kind.is_integer and kind.size < INT.size:
        return Value(narrowed(result, INT, kind), kind)
    return Value(held(result, kind), kind)
