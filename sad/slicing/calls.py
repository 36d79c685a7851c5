"""Calls as a slice sees them: what they may start, what they pass, and what they change of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.written import written_names
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage, is_behind_reference
from sad.ir.walk import expressions, statements, walk
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.analysis.calls.graph import CallGraph, Procedure
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit
    from sad.ir.stmt import Stmt


Call = ex.FunctionCall | st.CallStatement


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


def is_by_pointer(statement: Stmt) -> bool:
    """Whether an assignment says that a call through a pointer may have changed what it assigns to.

    Where the call is written, that is told more exactly.
    """
    value = statement.value if isinstance(statement, st.Assign) else None
    return isinstance(value, ex.OpaqueExpr) and value.reason == ex.BY_POINTER


def is_carried(statement: Stmt, unit: Unit) -> bool:
    """Whether an assignment says what a pointer of Fortran, just assigned, leads to.

    That has its values where it is.
    """
    if not isinstance(statement, st.Assign) or not statement.apart:
        return False
    symbol = unit.symbols.get(base_name(statement.target) or "")
    return symbol is not None and is_behind_reference(symbol)


def is_behind(node: Expr, unit: Unit) -> bool:
    """Whether a name is a whole structure behind a pointer: its members have places, it has none."""
    symbol = unit.symbols.get(base_name(node) or "")
    return symbol is not None and node.type is Type.DERIVED and symbol.type is not Type.DERIVED


def passed(call: Call) -> tuple[Expr, ...]:
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


def calls_of_arguments(node: Call) -> list[ex.FunctionCall]:
    """Return the outer calls in the arguments of a call."""
    return [call for item in passed(node) for call in outer_calls(item)]


class CallSites:
    """The calls that statements make, each looked for once."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Call, ...]] = {}
        self._units: dict[str, tuple[Call, ...]] = {}

    def of(self, statement: Stmt) -> tuple[Call, ...]:
        """Return the calls a statement itself makes."""
        found = self._found.get(id(statement))
        if found is None:
            own = (statement,) if isinstance(statement, st.CallStatement) else ()
            inner = (call for node in expressions(statement) for call in calls_in(node))
            found = self._found[id(statement)] = (*own, *inner)
        return found

    def inside(self, unit: Unit) -> tuple[Call, ...]:
        """Return all calls in a unit."""
        found = self._units.get(unit.key)
        if found is None:
            found = tuple(call for item in statements(unit.body) for call in self.of(item))
            self._units[unit.key] = found
        return found


def targets_of(call: Call, unit: Unit, graph: CallGraph) -> tuple[Procedure, ...]:
    """Return what a call may start; of a call that is not followed, the procedures passed with it."""
    found = graph.callees(call.name, unit)
    if found or call.name == st.HANDED:  # where a pointer is called its value is asked
        return found
    names = dict.fromkeys(name for item in passed(call) if (name := base_name(item)) is not None)
    procedures = (graph.procedure(name, unit) for name in names)
    return tuple(item for item in procedures if item is not None)


def pairs(call: Call, procedure: Procedure, unit: Unit, graph: CallGraph) -> list[tuple[str, Expr]]:
    """Return the dummy arguments of a procedure with the actual ones of a call."""
    followed = bool(graph.callees(call.name, unit))
    actuals = passed(call) if followed else call.arguments
    return list(zip(procedure.dummies, actuals, strict=False))


def behind(unit: Unit, dummy: str) -> list[Symbol]:
    """Return what a unit reaches through a dummy argument that is a pointer of its own."""
    return [symbol for symbol in unit.symbols.values() if dummy in symbol.reached[:1]]


def meeting_classes(
    units: Sequence[Unit], graph: CallGraph, sites: CallSites
) -> Iterator[tuple[str, str]]:
    """Yield the classes of memory of arguments with those of what callees reach through pointers to
    them.
    """
    for unit in units:
        for call in sites.inside(unit):
            for procedure in targets_of(call, unit, graph):
                for dummy, actual in pairs(call, procedure, unit, graph):
                    mine = unit.symbols.get(base_name(actual) or "")
                    if mine is None or mine.memory is None or mine.type is Type.DERIVED:
                        continue
                    for symbol in behind(procedure.unit, dummy):
                        is_same = symbol.name == f"{dummy}[]" and symbol.type is mine.type
                        if is_same and symbol.memory and symbol.size_bytes == mine.size_bytes:
                            yield mine.memory, symbol.memory


def modified_dummies(
    units: Sequence[Unit], graph: CallGraph, sites: CallSites
) -> dict[str, set[str]]:
    """Return, by unit, the dummies that it or what it calls may change for the caller."""
    found: dict[str, set[str]] = {
        unit.key: {
            name
            for name, symbol in unit.symbols.items()
            if symbol.volatile and symbol.storage is Storage.DUMMY
        }
        for unit in units
    }
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
            for call in sites.inside(unit):
                for name in _changed_by(call, unit, graph, found):
                    symbol = unit.symbols.get(name)
                    is_dummy = symbol is not None and symbol.storage is Storage.DUMMY
                    if is_dummy and name not in found[unit.key]:
                        found[unit.key].add(name)
                        changed = True
    return found


def _written(statement: Stmt) -> Iterator[str]:
    match statement:
        case st.Assign(target=target) if not is_by_pointer(statement):
            name = base_name(target)
            if name is not None and target.type is not Type.DERIVED:  # its members are, one by one
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
    call: Call, unit: Unit, graph: CallGraph, found: dict[str, set[str]]
) -> Iterator[str]:
    for procedure in targets_of(call, unit, graph):
        for dummy, actual in pairs(call, procedure, unit, graph):
            name = base_name(actual)
            if name is not None and dummy in found.get(procedure.unit.key, ()):
                yield name
    is_seen = call.pointer is not None and bool(targets_of(call, unit, graph))
    if not is_seen and not graph.callees(call.name, unit):
        yield from (name for item in passed(call) if (name := base_name(item)) is not None)


def with_called_pointers(
    units: Sequence[Unit], graph: CallGraph, sites: CallSites
) -> tuple[CallGraph, frozenset[tuple[str, str]]]:
    """Return a call graph in which dummy arguments that are called may be all procedures that are
    passed somewhere, where the source does not say which ones; and these dummy arguments.
    """
    handed: dict[str, Procedure] = {}
    called: set[tuple[str, str]] = set()
    for unit in units:
        for call in sites.inside(unit):
            symbol = unit.symbols.get(call.name)
            is_dummy = symbol is not None and symbol.storage is Storage.DUMMY
            if is_dummy and not graph.callees(call.name, unit):
                called.add((unit.key, call.name))
            for actual in passed(call):
                found = graph.procedure(base_name(actual) or "", unit)
                if found is not None:
                    handed[found.name] = found
    through = graph.through | dict.fromkeys(called, tuple(handed.values()))
    return (replace(graph, through=through) if called else graph), frozenset(called)


def with_inner(call: ex.FunctionCall) -> list[ex.FunctionCall]:
    """Return a call and those in its arguments."""
    inner = [item for argument in passed(call) for item in outer_calls(argument)]
    return [call, *(found for item in inner for found in with_inner(item))]
