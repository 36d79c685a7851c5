"""Whether statements leave values alone: what makes a ``for`` a counted loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, may_meet
from sad.ir.walk import expressions, statements, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.ir.program import Symbol


def changes_nothing_of(
    values: Iterable[ex.Expr], body: Sequence[st.Stmt], symbols: Mapping[str, Symbol]
) -> bool:
    """Return whether ``body`` changes no variable that ``values`` are made of."""
    names: set[str] = set()
    for value in values:
        for node in walk(value):
            match node:
                case ex.Variable(name=name) | ex.Element(array=name):
                    names.add(name)
                case ex.FunctionCall() | ex.OpaqueExpr():
                    return False
                case _:
                    pass
    known = [symbols[name] for name in names if name in symbols]
    classes = {symbol.memory for symbol in known}
    groups = {symbol.shares for symbol in known} - {None}
    for name in list(names):
        symbol = symbols.get(name)
        names.update(symbol.reached if symbol is not None else ())
    exposed = any(_is_exposed(symbols.get(name)) for name in names)
    for statement in statements(body):
        if isinstance(statement, st.Opaque):
            return False
        for name in _written(statement):
            symbol = symbols.get(name)
            if name in names:
                return False
            if symbol is None:
                continue
            if symbol.shares in groups or any(may_meet(symbol.memory, item) for item in classes):
                return False
        if not _calls_leave(statement, names, exposed=exposed):
            return False
    return True


def _is_exposed(symbol: Symbol | None) -> bool:
    """Whether a called function could change a variable without getting it as an argument."""
    if symbol is None:
        return True
    shared = symbol.memory is not None or bool(symbol.dimensions) or bool(symbol.reached)
    return symbol.storage is Storage.COMMON or shared


def _written(statement: st.Stmt) -> Iterable[str]:
    match statement:
        case st.Assign(target=ex.Variable(name=name) | ex.Element(array=name)):
            yield name
        case st.CountedLoop(variable=variable):
            yield variable.name
        case st.InputOutput(results=results):
            for item in results:
                if isinstance(item, ex.Variable):
                    yield item.name
                elif isinstance(item, ex.Element):
                    yield item.array
        case _:
            return


def _calls_leave(statement: st.Stmt, names: set[str], *, exposed: bool) -> bool:
    """Whether the calls of a statement change none of ``names``."""
    calls: list[tuple[ex.Expr, ...]] = []
    if isinstance(statement, st.CallStatement):
        calls.append((*statement.arguments, *statement.hidden))
    for expression in expressions(statement):
        for node in walk(expression):
            if isinstance(node, ex.FunctionCall):
                calls += [(*node.arguments, *node.hidden)]
    if calls and exposed:
        return False
    for arguments in calls:
        for argument in arguments:
            match argument:
                case ex.Variable(name=name) | ex.Element(array=name):
                    if name in names:
                        return False
                case _:
                    pass
    return True
