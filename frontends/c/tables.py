"""Calls through a table of functions that never changes: a choice by the subscript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.conditions import is_plain
from frontends.c.scope import Kind
from frontends.c.types import Array, Function, Pointer
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Callable

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
        if not isinstance(called, c_ast.ArrayRef) or not isinstance(called.name, c_ast.ID):
            return ()
        entity = self._lowering.entity(called.name)
        if entity is None or not _never_changes(entity):
            return ()
        arguments = () if node.args is None else node.args.exprs
        initial = entity.initial
        if not isinstance(initial, c_ast.InitList) or not all(map(is_plain, arguments)):
            return ()
        names = [_function(item) for item in initial.exprs]
        if not 0 < len(names) <= _MOST or None in names:
            return ()
        known = self._unit.program.function
        found = tuple(name for name in names if name is not None)
        return found if all(known(self._unit.file, name) is not None for name in found) else ()

    def choose(
        self, node: c_ast.FuncCall, names: tuple[str, ...], call: Callable[[str], None]
    ) -> None:
        """Emit the choice; ``call`` emits the call of a function by its name."""
        unit = self._unit
        span = unit.span
        called = _inside(node.name)
        assert isinstance(called, c_ast.ArrayRef)
        unit.immediate += 1
        selector = self._lowering.values.pure(self._lowering.values.value(called.subscript))
        unit.immediate -= 1
        unit.flush()
        if isinstance(selector, ex.Constant) and selector.value in range(len(names)):
            call(names[int(selector.value)])
            unit.flush()
            return
        cases: list[st.Case] = []
        for index, name in enumerate(names):
            before = unit.block()
            call(name)
            unit.flush()
            values = None if index == len(names) - 1 else (ex.Constant(index, Type.INTEGER),)
            cases.append(st.Case(values, unit.close(before), span))
        unit.emit(st.Select(selector, tuple(cases), span))


def _inside(node: c_ast.Node) -> c_ast.Node:
    while isinstance(node, c_ast.UnaryOp) and node.op in ("*", "&"):
        node = node.expr
    return node


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
