"""Calls of one of some functions: a choice by the subscript of a table, or by a local pointer.

The table never changes; the pointer holds nothing but functions that the source names, and its value is
a number: that of the function, from 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.patterns import is_plain
from frontends.c.scope import Kind
from frontends.c.types import Array, Function, Pointer
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from frontends.c.lowering import Lowering
    from frontends.c.scope import Entity

_MOST = 64  # functions of a table


class FunctionTables:
    """The calls of one function through tables. What is chosen is called in a case of its own."""

    def __init__(self, lowering: Lowering) -> None:
        self._lowering = lowering
        self._unit = lowering.unit

    def functions(self, node: c_ast.FuncCall) -> tuple[str, ...]:
        """Return the functions a call may start, by subscript; empty if it goes through no such table.

        What it passes must have no side effects: it is written once for every function.
        """
        called = _inside(node.name)
        arguments = () if node.args is None else node.args.exprs
        if isinstance(called, c_ast.ID) and all(map(is_plain, arguments)):
            return tuple(self.held(self._lowering.entity(called)))
        if not isinstance(called, c_ast.ArrayRef) or not isinstance(called.name, c_ast.ID):
            return ()
        entity = self._lowering.entity(called.name)
        if entity is None or not _never_changes(entity):
            return ()
        initial = entity.initial
        if not isinstance(initial, c_ast.InitList) or not all(map(is_plain, arguments)):
            return ()
        names = [_function(item) for item in initial.exprs]
        if not 0 < len(names) <= _MOST or None in names:
            return ()
        known = self._unit.program.function
        found = tuple(name for name in names if name is not None)
        return found if all(known(self._unit.file, name) is not None for name in found) else ()

    def held(self, entity: Entity | None) -> dict[str, c_ast.ID]:
        """Return the functions that a local pointer chooses from, in order; empty for others."""
        if entity is None or not entity.chooses or not entity.functions:
            return {}
        known = self._unit.program.function
        if any(known(self._unit.file, name) is None for name in entity.functions):
            return {}
        return dict(sorted(entity.functions.items()))

    def numbered(self, entity: Entity | None, value: c_ast.Node) -> c_ast.Node:
        """Return what such a pointer is set to with numbers in place of the functions."""
        names = list(self.held(entity))
        return _numbered(value, names) if names else value

    def passed(self, node: c_ast.FuncCall) -> tuple[int, dict[str, c_ast.ID]] | None:
        """Return the position of an argument that is such a pointer, and its functions."""
        arguments = () if node.args is None else node.args.exprs
        for position, argument in enumerate(arguments):
            if isinstance(argument, c_ast.ID) and all(map(is_plain, arguments)):
                found = self.held(self._lowering.entity(argument))
                if found:
                    return position, found
        return None

    def choose(
        self, node: c_ast.FuncCall, names: tuple[str, ...], call: Callable[[str], None]
    ) -> None:
        """Emit the choice; ``call`` emits the call of a function by its name."""
        called = _inside(node.name)
        first = 0
        if isinstance(called, c_ast.ArrayRef):
            called = called.subscript
        else:
            first = 1
        self.select(called, names, first, call)

    def select(
        self, by: c_ast.Node, names: Sequence[str], first: int, call: Callable[[str], None]
    ) -> None:
        """Emit a choice by a value, which is ``first`` for the first name."""
        unit = self._unit
        span = unit.span
        if len(names) == 1:
            call(names[0])
            unit.flush()
            return
        unit.immediate += 1
        selector = self._lowering.values.pure(self._lowering.values.value(by))
        unit.immediate -= 1
        unit.flush()
        if isinstance(selector, ex.Constant) and selector.value in range(first, first + len(names)):
            call(names[int(selector.value) - first])
            unit.flush()
            return
        cases: list[st.Case] = []
        for index, name in enumerate(names):
            before = unit.block()
            call(name)
            unit.flush()
            is_last = index == len(names) - 1
            values = None if is_last else (ex.Constant(first + index, Type.INTEGER),)
            cases.append(st.Case(values, unit.close(before), span))
        unit.emit(st.Select(selector, tuple(cases), span))


def _inside(node: c_ast.Node) -> c_ast.Node:
    while isinstance(node, c_ast.UnaryOp) and node.op in ("*", "&"):
        node = node.expr
    return node


def _numbered(node: c_ast.Node, names: Sequence[str]) -> c_ast.Node:
    match node:
        case c_ast.ID(name=name):
            return c_ast.Constant("int", str(names.index(name) + 1), node.coord)
        case c_ast.TernaryOp(cond=condition, iftrue=left, iffalse=right):
            left, right = _numbered(left, names), _numbered(right, names)
            return c_ast.TernaryOp(condition, left, right, node.coord)
        case c_ast.UnaryOp(expr=inner) | c_ast.Cast(expr=inner):
            return _numbered(inner, names)
        case _:
            raise AssertionError(node)


def _never_changes(entity: Entity) -> bool:
    """Whether a variable is a row of pointers to functions that keeps its first values."""
    kind = entity.type
    if not isinstance(kind, Array) or not isinstance(kind.of, Pointer):
        return False
    if not isinstance(kind.of.to, Function) or entity.kind not in (Kind.STATIC, Kind.GLOBAL):
        return False
    own = entity.kind is Kind.STATIC  # its declaration counts as an assignment
    is_let_go = entity.handed or entity.escapes or entity.leaks or entity.passed
    is_changed = entity.assigned > own or entity.stored or is_let_go
    return (entity.internal or own) and not is_changed


def _function(node: c_ast.Node) -> str | None:
    inside = _inside(node)
    return inside.name if isinstance(inside, c_ast.ID) else None
