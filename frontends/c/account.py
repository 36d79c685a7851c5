"""The statements of a function's syntax tree, counted without looking at what they become.

The frontend tests ask that each of them stands in the IR on its line: none may be lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

if TYPE_CHECKING:
    from collections.abc import Iterator

_LABELS = c_ast.Case | c_ast.Default | c_ast.Label
_NO_STATEMENTS = c_ast.Pragma | c_ast.StaticAssert | c_ast.Compound | _LABELS


def source_statements(node: c_ast.Node | None) -> Iterator[c_ast.Node]:
    """Yield the statements and declarations in a statement, itself first.

    Braces, labels and pragmas are none, nor is what a ``for`` declares in its head.
    """
    if node is None:
        return
    if not isinstance(node, _NO_STATEMENTS):
        yield node
    match node:
        case c_ast.Compound(block_items=items):
            inner = items or ()
        case c_ast.Case(stmts=items) | c_ast.Default(stmts=items):
            inner = items or ()
        case c_ast.If(iftrue=first, iffalse=second):
            inner = (first, second)
        case (
            c_ast.For(stmt=body)
            | c_ast.While(stmt=body)
            | c_ast.DoWhile(stmt=body)
            | c_ast.Switch(stmt=body)
            | c_ast.Label(stmt=body)
        ):
            inner = (body,)
        case _:
            inner = ()
    for item in inner:
        yield from source_statements(item)
