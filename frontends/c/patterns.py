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


_LEAVES = (c_ast.ID, c_ast.Constant)


def is_plain(node: c_ast.Node) -> bool:
    """Return whether an expression has no side effect."""
    if isinstance(node, _LEAVES):
        return True
    return not _is_effect(node) and all(map(is_plain, node))


def effects_of(node: c_ast.Node) -> set[str]:
    """Return what an expression does beside its value: whether it has calls, and changes."""
    kind = "call" if isinstance(node, c_ast.FuncCall) else "change"
    return ({kind} if _is_effect(node) else set[str]()).union(*map(effects_of, node))


def _is_effect(node: c_ast.Node) -> bool:
    is_step = isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--", "p++", "p--")
    return is_step or isinstance(node, c_ast.FuncCall | c_ast.Assignment | c_ast.Compound)


def same_text(left: c_ast.Node, right: c_ast.Node) -> bool:
    """Whether two expressions are written alike."""
    if type(left) is not type(right):
        return False
    for name in left.attr_names:
        if getattr(left, name) != getattr(right, name):
            return False
    ours, theirs = list(left), list(right)
    return len(ours) == len(theirs) and all(map(same_text, ours, theirs))
