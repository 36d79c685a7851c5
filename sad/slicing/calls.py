"""Calls as a slice sees them: what they may start, what they pass, and what they change of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.written import written_names
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage
from sad.ir.walk import expressions, statements, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.calls.graph import CallGraph, Procedure
    from sad.ir.expr import Expr
    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt


def base_name(node: Expr) -> str | None:
    """Return the variable that an expression names a part of; None if it names none."""
    match node:
        case ex.Variable(name=name):
            return name
        case ex.Element(array=array) | ex.Section(array=array):
            return array
        case ex.Substring(base=base) | ex.Field(base=base):
            return base_name(base)
        case _:
            return None


def passed(call: ex.FunctionCall | st.CallStatement) -> tuple[Expr, ...]:
    """Return all actual arguments of a call."""
    return call.arguments + call.hidden


def calls_in(node: Expr) -> Iterator[ex.FunctionCall]:
    """Yield the function calls in an expression, outer ones first."""
    return (item for item in walk(node) if isinstance(item, ex.FunctionCall))


def outer_calls(node: Expr) -> list[ex.FunctionCall]:
    """Return the calls in an expression that are not arguments of another."""
    found: list[ex.FunctionCall] = []
    inside: set[int] = set()
    for call in calls_in(node):
        if id(call) in inside:
            continue
        found.append(call)
        inside.update(id(item) for argument in passed(call) for item in calls_in(argument))
    return found


def calls_of_arguments(node: ex.FunctionCall | st.CallStatement) -> list[ex.FunctionCall]:
    """Return the outer calls in the arguments of a call."""
    return [call for item in passed(node) for call in outer_calls(item)]


def calls_of(statement: Stmt) -> Iterator[ex.FunctionCall | st.CallStatement]:
    """Yield the calls a statement itself makes."""
    if isinstance(statement, st.CallStatement):
        yield statement
    for node in expressions(statement):
        yield from calls_in(node)


def targets_of(
    call: ex.FunctionCall | st.CallStatement, unit: Unit, graph: CallGraph
) -> tuple[Procedure, ...]:
    """Return what a call may start; of a call that is not followed, the procedures passed with it."""
    found = graph.callees(call.name, unit)
    if found:
        return found
    names = dict.fromkeys(name for item in passed(call) if (name := base_name(item)) is not None)
    procedures = (graph.procedure(name, unit) for name in names)
    return tuple(item for item in procedures if item is not None)


def pairs(
    call: ex.FunctionCall | st.CallStatement, procedure: Procedure, unit: Unit, graph: CallGraph
) -> list[tuple[str, Expr]]:
    """Return the dummy arguments of a procedure with the actual ones of a call."""
    followed = bool(graph.callees(call.name, unit))
    actuals = passed(call) if followed else call.arguments
    return list(zip(procedure.dummies, actuals, strict=False))


def modified_dummies(units: list[Unit], graph: CallGraph) -> dict[str, set[str]]:
    """Return, by unit, the dummies that it or what it calls may change for the caller."""
    found: dict[str, set[str]] = {unit.key: set() for unit in units}
    for unit in units:
        for statement in statements(unit.body):
            for name in _written(statement):
                symbol = unit.symbols.get(name)
                if symbol is not None and symbol.storage is Storage.DUMMY:
                    found[unit.key].add(name)
    changed = True
    while changed:
        changed = False
        for unit in units:
            for statement in statements(unit.body):
                for call in calls_of(statement):
                    for name in _changed_by(call, unit, graph, found):
                        symbol = unit.symbols.get(name)
                        is_dummy = symbol is not None and symbol.storage is Storage.DUMMY
                        if is_dummy and name not in found[unit.key]:
                            found[unit.key].add(name)
                            changed = True
    return found


def _written(statement: Stmt) -> Iterator[str]:
    match statement:
        case st.Assign(target=target):
            name = base_name(target)
            if name is not None:
                yield name
        case st.CountedLoop(variable=variable):
            yield variable.name
        case st.InputOutput(results=results):
            for node in results:
                for item in walk(node):
                    name = base_name(item)
                    if name is not None:
                        yield name
        case st.AssignLabel(variable=variable):
            yield variable
        case st.Opaque():
            yield from written_names(statement)
        case _:
            pass


def _changed_by(
    call: ex.FunctionCall | st.CallStatement,
    unit: Unit,
    graph: CallGraph,
    found: dict[str, set[str]],
) -> Iterator[str]:
    for procedure in targets_of(call, unit, graph):
        for dummy, actual in pairs(call, procedure, unit, graph):
            name = base_name(actual)
            if name is not None and dummy in found.get(procedure.unit.key, ()):
                yield name
    if not graph.callees(call.name, unit):
        yield from (name for item in passed(call) if (name := base_name(item)) is not None)


def with_inner(call: ex.FunctionCall) -> list[ex.FunctionCall]:
    """Return a call and those in its arguments."""
    inner = [item for argument in passed(call) for item in outer_calls(argument)]
    return [call, *(found for item in inner for found in with_inner(item))]
