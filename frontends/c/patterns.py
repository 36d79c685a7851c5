"""Forms of expressions that say what is done with a pointer, whatever the names mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

if TYPE_CHECKING:
    from frontends.c.bind import Path

ALLOCATORS = frozenset(
    {"malloc", "calloc", "realloc", "aligned_alloc", "alloca", "__builtin_alloca", "valloc"}
)


def is_allocation(node: c_ast.Node) -> bool:
    """Whether a pointer's new value is fresh memory, or none."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
        return node.name.name in ALLOCATORS
    return is_null(node)


def is_null(node: c_ast.Node) -> bool:
    """Whether an expression is the constant 0 or NULL."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return isinstance(node, c_ast.Constant) and node.value == "0"


def named_functions(node: c_ast.Node) -> list[c_ast.ID] | None:
    """Return the identifiers that ``f``, ``&f`` or a choice of such is made of; None for others."""
    match node:
        case c_ast.ID():
            return [node]
        case c_ast.UnaryOp(op="&" | "*", expr=inner) | c_ast.Cast(expr=inner):
            return named_functions(inner)
        case c_ast.TernaryOp(iftrue=left, iffalse=right):
            parts = named_functions(left), named_functions(right)
            return None if parts[0] is None or parts[1] is None else parts[0] + parts[1]
        case _:
            return None


def member_path(node: c_ast.Node) -> tuple[c_ast.ID, Path] | None:
    """Return variable and members of ``a.b->c``; None if anything else is between."""
    path: list[str] = []
    while isinstance(node, c_ast.StructRef):
        path.append(node.field.name)
        node = node.name
    return (node, tuple(reversed(path))) if isinstance(node, c_ast.ID) else None


def reached_from(node: c_ast.Node) -> tuple[c_ast.ID, Path] | None:
    """Return the variable and members that an argument leads to."""
    if isinstance(node, c_ast.BinaryOp) and node.op in "+-":
        node = node.left
    if isinstance(node, c_ast.UnaryOp) and node.op == "&":
        node = node.expr
    while isinstance(node, c_ast.ArrayRef):
        node = node.name
    return member_path(node)
