"""Types of expressions that are not evaluated: operands of ``sizeof``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.fold import string_bytes
from frontends.c.types import (
    CHAR,
    INT,
    Array,
    CType,
    Function,
    Pointer,
    Record,
    common_type,
    decayed,
    member,
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
        case c_ast.UnaryOp(op="sizeof" | "!"):
            return INT
        case c_ast.UnaryOp(expr=inner):
            kind = of(inner)
            return None if kind is None else promoted(kind)
        case c_ast.StructRef(name=inner, field=field):
            kind = of(inner)
            record = kind.to if isinstance(kind, Pointer) else kind
            found = member(record, field.name) if isinstance(record, Record) else None
            return None if found is None else found[-1].type
        case c_ast.FuncCall(name=inner):
            kind = of(inner)
            called = kind.to if isinstance(kind, Pointer) else kind
            return called.result if isinstance(called, Function) else None
        case c_ast.Constant(type="string"):
            return Array(CHAR, string_bytes(node))
        case c_ast.BinaryOp(left=left, right=right):
            first, second = of(left), of(right)
            return None if first is None or second is None else common_type(first, second)
        case _:
            return None
