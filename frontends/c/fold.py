"""Integer constant expressions of C syntax: array sizes, case labels, enumerators, ``sizeof``."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.literals import (
    character_constant,
    floating_constant,
    integer_constant,
    string_text,
)
from frontends.c.scope import Kind
from frontends.c.types import (
    INT,
    LONG,
    SIZE,
    UNSIGNED,
    Array,
    Record,
    Scalar,
    alignment,
    arithmetic_type,
    common_type,
    member,
    promoted,
    size_of,
)
from sad.ir.expr import Type
from sad.ir.fold import rounded, truncated_quotient

if TYPE_CHECKING:
    from collections.abc import Callable

    from frontends.c.scope import Entity
    from frontends.c.types import CType

Typed = tuple[int, Scalar]
"""An integer constant and its type."""

_FLOATING = ("float", "double", "long double")
_EXACT = 1 << 24
"""Integers up to here are the same in every real type."""
_REAL = {
    "+": float.__add__, "-": float.__sub__, "*": float.__mul__, "/": float.__truediv__,
}  # fmt: skip


class Folder:
    """Evaluates constant expressions; ``find`` gives what an identifier means, ``type_name`` types.

    Once these are ``settled``, each operation of a long sum is looked at once.
    """

    def __init__(
        self,
        find: Callable[[c_ast.ID], Entity | None],
        type_name: Callable[[c_ast.Typename], CType],
        type_of: Callable[[c_ast.Node], CType | None],
        *,
        settled: bool = False,
    ) -> None:
        self._known: dict[c_ast.BinaryOp, Typed | None] | None = {} if settled else None
        self._find = find
        self._type_name = type_name
        self._type_of = type_of

    def value(self, node: c_ast.Node | None) -> int | None:
        """Return the value of an integer constant expression, None if it is none."""
        found = self._typed(node)
        return None if found is None else found[0]

    def _typed(self, node: c_ast.Node | None) -> Typed | None:
        """The value and the type, which tells whether operations on it wrap."""
        match node:
            case c_ast.Constant():
                return _literal(node)
            case c_ast.ID():
                return self._named(node)
            case c_ast.UnaryOp():
                return self._unary(node)
            case c_ast.BinaryOp():
                if self._known is None:
                    return self._binary(node)
                if node not in self._known:
                    self._known[node] = self._binary(node)
                return self._known[node]
            case c_ast.TernaryOp():
                return self._choice(node)
            case c_ast.Cast():
                return self._cast(node)
            case c_ast.FuncCall(name=c_ast.ID(name="offsetof" | "__builtin_offsetof")):
                return self._offset(node)
            case c_ast.FuncCall(
                name=c_ast.ID(name="__builtin_strlen"),
                args=c_ast.ExprList(exprs=[c_ast.Constant(type="string", value=text)]),
            ) if text.startswith('"') and text.isascii():
                return len(string_text(text).partition("\0")[0]), SIZE
            case _:
                return None

    def _named(self, node: c_ast.ID) -> Typed | None:
        entity = self._find(node)
        if entity is None:
            return None
        if entity.kind is Kind.ENUMERATOR:
            return None if entity.value is None else (entity.value, enumerator_type(entity.value))
        kind = entity.type
        if not isinstance(kind, Scalar) or not kind.is_integer or entity.volatile:
            return None
        if entity.constant and entity.initial is not None:
            value = self.value(entity.initial)
            return None if value is None else (wrapped(value, kind), kind)
        return None

    def _unary(self, node: c_ast.UnaryOp) -> Typed | None:
        if node.op in ("sizeof", "_Alignof"):
            return self._measured(node)
        operand = self._typed(node.expr)
        if operand is None:
            return None
        value, kind = operand[0], _promoted(operand[1])
        match node.op:
            case "-":
                return _held(-value, kind)
            case "+":
                return value, kind
            case "~":
                return _held(~value, kind)
            case "!":
                return int(not value), INT
            case _:
                return None

    def _measured(self, node: c_ast.UnaryOp) -> Typed | None:
        if isinstance(node.expr, c_ast.Typename):
            kind: CType | None = self._type_name(node.expr)
        else:
            kind = self._type_of(node.expr)
        size = None if kind is None else size_of(kind)
        if kind is None or size is None:
            return None
        if node.op == "_Alignof":
            return None if _is_named(node.expr) else (alignment(kind), SIZE)
        return size, SIZE

    def _binary(self, node: c_ast.BinaryOp) -> Typed | None:
        left = self._typed(node.left)
        if left is None:
            return None
        if node.op in ("&&", "||"):
            if bool(left[0]) is (node.op == "||"):
                return int(bool(left[0])), INT
            second = self.value(node.right)
            return None if second is None else (int(bool(second)), INT)
        right = self._typed(node.right)
        if right is None:
            return None
        if node.op in ("<<", ">>"):
            kind = _promoted(left[1])
            result = folded(node.op, left[0], right[0])
        else:
            common = common_type(left[1], right[1])
            assert isinstance(common, Scalar)
            kind = common
            result = folded(node.op, _held(left[0], kind)[0], _held(right[0], kind)[0])
        if result is None:
            return None
        return (result, INT) if node.op in _COMPARE else _held(result, kind)

    def _choice(self, node: c_ast.TernaryOp) -> Typed | None:
        condition = self.value(node.cond)
        if condition is None:
            return None
        taken, other = (node.iftrue, node.iffalse) if condition else (node.iffalse, node.iftrue)
        found = self._typed(taken)
        left_out = self._type_of(other)
        if found is None or not isinstance(left_out, Scalar):
            return found
        common = common_type(found[1], left_out)
        if not isinstance(common, Scalar) or not common.is_integer:
            return None
        return _held(found[0], common)

    def _cast(self, node: c_ast.Cast) -> Typed | None:
        kind = self._type_name(node.to_type)
        if not isinstance(kind, Scalar) or not kind.is_integer:
            return None
        value = self.value(node.expr)
        if value is None:
            real = self._real(node.expr)
            value = None if real is None else _truncated(real[0], kind)
        return None if value is None else (wrapped(value, kind), kind)

    def _real(self, node: c_ast.Node) -> tuple[float, Type] | None:
        """The value of a constant expression of ``float`` or ``double``, and which of them it is."""
        match node:
            case c_ast.Constant() if node.type in _FLOATING:
                text, scalar = floating_constant(node.value)
                return _in_type(float(text), scalar.kind)
            case c_ast.UnaryOp(op="-" | "+", expr=inner):
                found = self._real(inner)
                sign = -1 if node.op == "-" else 1
                return None if found is None else (sign * found[0], found[1])
            case c_ast.Cast(expr=inner):
                target = self._type_name(node.to_type)
                found = self._real(inner) or self._whole(inner)
                if found is None or not isinstance(target, Scalar) or target.is_integer:
                    return None
                return _in_type(found[0], target.kind)
            case c_ast.BinaryOp(op="+" | "-" | "*" | "/", left=left, right=right):
                first, second = self._real(left), self._real(right)
                if first is None and second is None:
                    return None
                first, second = first or self._whole(left), second or self._whole(right)
                if first is None or second is None or (node.op == "/" and not second[0]):
                    return None
                kind = Type.DOUBLE if Type.DOUBLE in (first[1], second[1]) else Type.REAL
                one, two = _in_type(first[0], kind), _in_type(second[0], kind)
                if one is None or two is None:
                    return None
                return _in_type(_REAL[node.op](one[0], two[0]), kind)
            case _:
                return None

    def _whole(self, node: c_ast.Node) -> tuple[float, Type] | None:
        """An integer as an operand of real arithmetic."""
        value = self.value(node)
        return None if value is None or abs(value) > _EXACT else (float(value), Type.REAL)

    def _offset(self, node: c_ast.FuncCall) -> Typed | None:
        if node.args is None or len(node.args.exprs) != 2:
            return None
        record, place = node.args.exprs
        if not isinstance(record, c_ast.Typename):
            return None
        found = self._place(place, self._type_name(record))
        return None if found is None else (found[0], SIZE)

    def _place(self, node: c_ast.Node, record: CType) -> tuple[int, CType] | None:
        """Offset and type of ``a.b[2]`` in a structure."""
        match node:
            case c_ast.ID(name=name):
                before, kind = 0, record
            case c_ast.StructRef(name=inner, type=".", field=c_ast.ID(name=name)):
                outer = self._place(inner, record)
                if outer is None:
                    return None
                before, kind = outer
            case c_ast.ArrayRef(name=inner, subscript=subscript):
                outer, index = self._place(inner, record), self.value(subscript)
                if outer is None or index is None or not isinstance(outer[1], Array):
                    return None
                size = size_of(outer[1].of)
                return None if size is None else (outer[0] + index * size, outer[1].of)
            case _:
                return None
        found = member(kind, name) if isinstance(kind, Record) else None
        if found is None:
            return None
        return before + sum(item.offset for item in found), found[-1].type


def _is_named(node: c_ast.Node) -> bool:
    """Whether a type goes by a name of its own: with that it may have another alignment."""
    while isinstance(node, c_ast.Typename | c_ast.TypeDecl | c_ast.ArrayDecl):
        node = node.type
    return isinstance(node, c_ast.IdentifierType) and arithmetic_type(node.names) is None


def _in_type(value: float, kind: Type) -> tuple[float, Type] | None:
    """A real number as its type holds it; None of types that are not modelled to the bit."""
    if kind not in (Type.REAL, Type.DOUBLE):
        return None
    try:
        return rounded(value, kind), kind
    except OverflowError:
        return None


def _truncated(value: float, kind: Scalar) -> int | None:
    if kind.truth:
        return int(value != 0)
    return int(value) if math.isfinite(value) else None


def enumerator_type(value: int | None) -> Scalar:
    """Return the type of an enumeration constant: the first of gcc's that holds its value."""
    if value is None or -(1 << 31) <= value < 1 << 31:
        return INT
    return UNSIGNED if 0 < value < 1 << 32 else LONG


def _promoted(kind: Scalar) -> Scalar:
    found = promoted(kind)
    assert isinstance(found, Scalar)
    return found


def _held(value: int, kind: Scalar) -> Typed:
    """A result as its type holds it: unsigned ones wrap, others must not leave it."""
    return (value if kind.signed else wrapped(value, kind)), kind


def wrapped(value: int, kind: Scalar) -> int:
    """Return an integer as a type of fewer bits holds it."""
    if kind.truth:
        return int(value != 0)
    value &= (1 << (8 * kind.size)) - 1
    return value - (1 << 8 * kind.size) if kind.signed and value >> (8 * kind.size - 1) else value


def _literal(node: c_ast.Constant) -> Typed | None:
    if node.type == "char" or node.value[:1] in ("'", "L", "u", "U"):
        return character_constant(node.value) if "'" in node.value else None
    if "int" in node.type:
        return integer_constant(node.value)
    return None


def folded(operator: str, left: int, right: int) -> int | None:
    """Return the result of a binary operator on integers; None where C leaves it undefined."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return truncated_quotient(left, right) if right else None
        case "%":
            return left - right * truncated_quotient(left, right) if right else None
        case "<<":
            return left << right if 0 <= right < 128 else None
        case ">>":
            return left >> right if 0 <= right < 128 else None
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "&&":
            return int(bool(left) and bool(right))
        case "||":
            return int(bool(left) or bool(right))
        case "<" | "<=" | ">" | ">=" | "==" | "!=":
            return int(_COMPARE[operator](left, right))
        case _:
            return None


_COMPARE = {
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
    "==": int.__eq__,
    "!=": int.__ne__,
}


def designated(node: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node]:
    """Return the first and last index that ``[first ... last] =`` names."""
    inner = getattr(node, "expr", node) if type(node).__name__ == "ArrayDesignator" else node
    if isinstance(inner, c_ast.FuncCall) and inner.args is not None:
        return inner.args.exprs[0], inner.args.exprs[-1]
    return inner, inner


def string_bytes(node: c_ast.Constant) -> int:
    """Return the size of a string constant with its final zero [bytes]."""
    return len(string_text(node.value)) + 1
