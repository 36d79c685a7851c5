"""Types of expressions that are not evaluated: operands of ``sizeof``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.fold import string_bytes
from frontends.c.literals import character_constant, floating_constant, integer_constant
from frontends.c.types import (
    CHAR,
    INT,
    LONG,
    SHORT,
    SIZE,
    Array,
    CType,
    Function,
    Pointer,
    Record,
    Scalar,
    common_type,
    decayed,
    member,
    of_bits,
    promoted,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from frontends.c.scope import Entity


def type_of(
    node: c_ast.Node,
    find: Callable[[c_ast.ID], Entity | None],
    type_name: Callable[[c_ast.Typename], CType],
) -> CType | None:
    """Return the type of an expression; None if that is not told by its parts."""

    def of(inner: c_ast.Node) -> CType | None:
        return type_of(inner, find, type_name)

    match node:
        case c_ast.ID():
            entity = find(node)
            return None if entity is None else entity.type
        case c_ast.Typename():
            return type_name(node)
        case c_ast.Cast(to_type=to_type) | c_ast.CompoundLiteral(type=to_type):
            return type_name(to_type)
        case c_ast.ArrayRef(name=inner) | c_ast.UnaryOp(op="*", expr=inner):
            kind = of(inner)
            pointer = None if kind is None else decayed(kind)
            return pointer.to if isinstance(pointer, Pointer) else None
        case c_ast.UnaryOp(op="&", expr=inner):
            kind = of(inner)
            return None if kind is None else Pointer(kind)
        case c_ast.UnaryOp(op="sizeof" | "_Alignof"):
            return SIZE
        case c_ast.UnaryOp(op="!"):
            return INT
        case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--", expr=inner):
            return of(inner)
        case c_ast.Assignment(lvalue=inner):
            return of(inner)
        case c_ast.UnaryOp(expr=inner):
            kind = of(inner)
            return None if kind is None else promoted(kind)
        case c_ast.ExprList(exprs=items) if items:
            kind = of(items[-1])
            return None if kind is None else decayed(kind)
        case c_ast.StructRef(name=inner, field=field):
            kind = of(inner)
            record = kind.to if isinstance(kind, Pointer) else kind
            found = member(record, field.name) if isinstance(record, Record) else None
            return None if found is None else of_bits(found[-1].type, found[-1].bits)
        case c_ast.FuncCall(name=inner):
            kind = of(inner)
            called = kind.to if isinstance(kind, Pointer) else kind
            return called.result if isinstance(called, Function) else None
        case c_ast.Constant():
            return _of_constant(node)
        case c_ast.TernaryOp(iftrue=left, iffalse=right):
            return _joint(of(left), of(right))
        case c_ast.BinaryOp(op="<" | "<=" | ">" | ">=" | "==" | "!=" | "&&" | "||"):
            return INT
        case c_ast.BinaryOp(op="<<" | ">>", left=left):
            kind = of(left)
            return None if kind is None else promoted(kind)
        case c_ast.BinaryOp(op=operator, left=left, right=right):
            return _of_operation(operator, of(left), of(right))
        case _:
            return None


def _of_constant(node: c_ast.Constant) -> CType | None:
    text = node.value
    if text.endswith('"'):
        wide = {"L": INT, "U": INT, "u": SHORT}.get(text[: text.index('"')], CHAR)
        return Array(wide, string_bytes(node))
    if "'" in text and not text[0].isdigit():
        return character_constant(text)[1]
    return integer_constant(text)[1] if "int" in node.type else floating_constant(text)[1]


def _of_operation(operator: str, left: CType | None, right: CType | None) -> CType | None:
    if left is None or right is None:
        return None
    first, second = decayed(left), decayed(right)
    if isinstance(first, Pointer) and isinstance(second, Pointer):
        return LONG if operator == "-" else None
    if isinstance(first, Pointer) or isinstance(second, Pointer):
        return first if isinstance(first, Pointer) else second
    return common_type(first, second)


def _joint(left: CType | None, right: CType | None) -> CType | None:
    """The type of ``a ? left : right``."""
    if left is None or right is None:
        return None
    first, second = decayed(left), decayed(right)
    if isinstance(first, Scalar) and isinstance(second, Scalar):
        return common_type(first, second)
    return first if isinstance(first, Pointer | Record) else second
