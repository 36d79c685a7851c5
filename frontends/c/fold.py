"""Integer constant expressions of C syntax: array sizes, case labels, enumerators, ``sizeof``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.literals import (
    character_constant,
    floating_constant,
    integer_constant,
    string_text,
)
from frontends.c.scope import Kind
from frontends.c.types import Record, Scalar, size_of
from sad.ir.fold import truncated_quotient

if TYPE_CHECKING:
    from collections.abc import Callable

    from frontends.c.scope import Entity
    from frontends.c.types import CType


_FLOATING = ("float", "double", "long double")


class Folder:
    """Evaluates constant expressions; ``find`` gives what an identifier means, ``kind`` types."""

    def __init__(
        self,
        find: Callable[[c_ast.ID], Entity | None],
        type_name: Callable[[c_ast.Typename], CType],
        type_of: Callable[[c_ast.Node], CType | None],
    ) -> None:
        self._find = find
        self._type_name = type_name
        self._type_of = type_of

    def value(self, node: c_ast.Node | None) -> int | None:
        """Return the value of an integer constant expression, None if it is none."""
        match node:
            case c_ast.Constant():
                return _literal(node)
            case c_ast.ID():
                return self._named(node)
            case c_ast.UnaryOp():
                return self._unary(node)
            case c_ast.BinaryOp():
                return self._binary(node)
            case c_ast.TernaryOp():
                condition = self.value(node.cond)
                if condition is None:
                    return None
                return self.value(node.iftrue if condition else node.iffalse)
            case c_ast.Cast():
                return self._cast(node)
            case c_ast.FuncCall(name=c_ast.ID(name="offsetof" | "__builtin_offsetof")):
                return self._offset(node)
            case _:
                return None

    def _named(self, node: c_ast.ID) -> int | None:
        entity = self._find(node)
        if entity is None:
            return None
        if entity.kind is Kind.ENUMERATOR:
            return entity.value
        integer = isinstance(entity.type, Scalar) and entity.type.is_integer
        if entity.constant and integer and entity.initial is not None and not entity.volatile:
            return self.value(entity.initial)
        return None

    def _unary(self, node: c_ast.UnaryOp) -> int | None:
        if node.op in ("sizeof", "_Alignof"):
            if isinstance(node.expr, c_ast.Typename):
                return size_of(self._type_name(node.expr))
            kind = self._type_of(node.expr)
            return None if kind is None else size_of(kind)
        operand = self.value(node.expr)
        if operand is None:
            return None
        match node.op:
            case "-":
                return -operand
            case "+":
                return operand
            case "~":
                return ~operand
            case "!":
                return int(not operand)
            case _:
                return None

    def _binary(self, node: c_ast.BinaryOp) -> int | None:
        left = self.value(node.left)
        if left is None:
            return None
        if node.op == "&&" and not left:
            return 0
        if node.op == "||" and left:
            return 1
        right = self.value(node.right)
        return None if right is None else folded(node.op, left, right)

    def _cast(self, node: c_ast.Cast) -> int | None:
        kind = self._type_name(node.to_type)
        if not isinstance(kind, Scalar) or not kind.is_integer:
            return None
        if isinstance(node.expr, c_ast.Constant) and node.expr.type in _FLOATING:
            return int(float(floating_constant(node.expr.value)[0]))
        value = self.value(node.expr)
        return None if value is None else wrapped(value, kind)

    def _offset(self, node: c_ast.FuncCall) -> int | None:
        if node.args is None or len(node.args.exprs) != 2:
            return None
        record, member = node.args.exprs
        kind = self._type_name(record) if isinstance(record, c_ast.Typename) else None
        if isinstance(kind, Record) and kind.members and isinstance(member, c_ast.ID):
            found = kind.members.get(member.name)
            return None if found is None else found.offset
        return None


def wrapped(value: int, kind: Scalar) -> int:
    """Return an integer as a type of fewer bits holds it."""
    if kind.truth:
        return int(value != 0)
    value &= (1 << (8 * kind.size)) - 1
    return value - (1 << 8 * kind.size) if kind.signed and value >> (8 * kind.size - 1) else value


def _literal(node: c_ast.Constant) -> int | None:
    if node.type == "char" or node.value[:1] in ("'", "L", "u", "U"):
        return character_constant(node.value)[0] if "'" in node.value else None
    if "int" in node.type:
        return integer_constant(node.value)[0]
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
