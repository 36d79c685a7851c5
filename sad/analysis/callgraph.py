"""The call graph of a program: procedures by name, who calls whom, callees first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import networkx as nx

from sad.analysis.facts import UnitFacts, facts_of
from sad.ir import stmt as st
from sad.ir.expr import Variable
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import jump_targets, statements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.ir.program import Program, Unit


@dataclass(frozen=True, slots=True)
class Procedure:
    """Something that can be called: a unit by its own name, or one of its ENTRY points.

    ``dummies`` are those it declares, then the hidden ones.
    """

    name: str
    unit: Unit
    dummies: tuple[str, ...]


@dataclass(slots=True)
class CallGraph:
    """Procedures by name, facts of each unit, units in bottom-up order, recursive units.

    ``once`` are the units that run at most once each time the program, or a unit nobody calls, runs.
    ``components`` are the units of ``order`` in groups that call each other.
    ``handed`` are the procedures a unit passes as arguments: whoever gets them may call them;
    ``bounded`` are procedures outside the source that change nothing but their arguments.
    ``through`` is what a unit's dummy procedures can be, where the source says that for all its calls.
    Units are keyed by ``unit_key``: names may repeat between files.
    """

    procedures: dict[str, Procedure] = field(default_factory=dict[str, Procedure])
    facts: dict[str, UnitFacts] = field(default_factory=dict[str, UnitFacts])
    order: list[Unit] = field(default_factory=list["Unit"])
    components: list[list[Unit]] = field(default_factory=list["list[Unit]"])
    recursive: set[str] = field(default_factory=set[str])
    once: set[str] = field(default_factory=set[str])
    handed: dict[str, list[Procedure]] = field(default_factory=dict[str, "list[Procedure]"])
    bounded: frozenset[str] = frozenset()
    through: dict[tuple[str, str], tuple[Procedure, ...]] = field(
        default_factory=dict[tuple[str, str], tuple[Procedure, ...]]
    )

    def callees(self, name: str, caller: Unit) -> tuple[Procedure, ...]:
        """Return what a call by ``name`` may start; nothing if that is not in the program."""
        procedure = self.procedure(name, caller)
        if procedure is not None:
            return (procedure,)
        return self.through.get((unit_key(caller), name), ())

    def procedure(self, name: str, caller: Unit) -> Procedure | None:
        """Return the procedure that ``caller`` means by ``name``; None if it is not in the program."""
        symbol = caller.symbols.get(name)
        if symbol is not None and symbol.storage is Storage.DUMMY:
            return None
        return self.procedures.get(name)


def unit_key(unit: Unit) -> str:
    """Return a name of the unit that is unique in the program."""
    return f"{unit.span.file}:{unit.span.line}:{unit.name}"


def build_call_graph(program: Program) -> CallGraph:
    """Return the call graph of a program. Of several units with one name the first is meant."""
    graph = CallGraph(bounded=frozenset[str]().union(*(file.bounded for file in program.files)))
    units = {unit_key(unit): unit for unit in program.units}
    for unit in program.units:
        if unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION):
            graph.procedures.setdefault(unit.name, Procedure(unit.name, unit, unit.every_dummy))
            for entry in statements(unit.body):
                if isinstance(entry, st.EntryPoint):
                    procedure = Procedure(entry.name, unit, entry.dummies)
                    graph.procedures.setdefault(entry.name, procedure)
    for alias, name in program.aliases.items():
        if name in graph.procedures:
            graph.procedures.setdefault(alias, graph.procedures[name])
    for key, unit in units.items():
        graph.facts[key] = facts_of(unit, graph.procedures)
    edges: nx.DiGraph[str] = nx.DiGraph()
    edges.add_nodes_from(units)
    for key, unit in units.items():
        for name in graph.facts[key].called:
            callee = graph.procedure(name, unit)
            if callee is not None:
                edges.add_edge(key, unit_key(callee.unit))
        graph.handed[key] = list(_handed(graph, unit))
        edges.add_edges_from((key, unit_key(item.unit)) for item in graph.handed[key])
    holds, unclear = _through_dummies(graph, units)
    for (key, _), targets in holds.items():
        edges.add_edges_from((key, unit_key(target.unit)) for target in targets)
    graph.through = {place: targets for place, targets in holds.items() if place not in unclear}
    position = {key: index for index, key in enumerate(units)}
    for component in nx.strongly_connected_components(edges):
        # Tarjan's order: a component comes after everything it reaches.
        keys = sorted(component, key=position.__getitem__)
        graph.components.append([units[key] for key in keys])
        graph.order.extend(graph.components[-1])
        if len(keys) > 1 or edges.has_edge(keys[0], keys[0]):
            graph.recursive.update(keys)
    _find_once(graph)
    return graph


def _find_once(graph: CallGraph) -> None:
    """Callers first: a unit runs once if it has one call, outside loops, in a unit that runs once."""
    calls: dict[str, list[bool]] = {unit_key(unit): [] for unit in graph.order}
    for unit in reversed(graph.order):
        key = unit_key(unit)
        once = key not in graph.recursive and calls[key] in ([], [True])
        if once:
            graph.once.add(key)
        repeated = repeated_statements(unit.body)
        for statement in statements(unit.body):
            for call in graph.facts[key].calls_of(statement):
                callee = graph.procedure(call.name, unit)
                if callee is not None:
                    single = once and id(statement) not in repeated
                    calls[unit_key(callee.unit)].append(single)
        for handed in graph.handed[key]:
            calls[unit_key(handed.unit)].append(False)


def _handed(graph: CallGraph, unit: Unit) -> Iterator[Procedure]:
    """The procedures of the program that are arguments of the unit's calls, each once."""
    names = {
        argument.name: None
        for calls in graph.facts[unit_key(unit)].calls.values()
        for call in calls
        for argument in call.arguments
        if isinstance(argument, Variable)
    }
    for name in names:
        symbol = unit.symbols.get(name)
        procedure = graph.procedure(name, unit)
        if procedure is not None and symbol is not None and symbol.storage is Storage.PROCEDURE:
            yield procedure


def _through_dummies(
    graph: CallGraph, units: Mapping[str, Unit]
) -> tuple[dict[tuple[str, str], tuple[Procedure, ...]], set[tuple[str, str]]]:
    """What the source passes to dummy procedures, by unit key and dummy.

    Besides the dummies that may also be something else: they are passed what the source does not have.
    """
    holds: dict[tuple[str, str], dict[str, Procedure]] = {}
    flows: list[tuple[tuple[str, str], tuple[str, str]]] = []
    unclear: set[tuple[str, str]] = set()
    for key, unit in units.items():
        for calls in graph.facts[key].calls.values():
            for call in calls:
                callee = graph.procedure(call.name, unit)
                dummies = () if callee is None else callee.dummies
                for dummy, argument in zip(dummies, call.arguments, strict=False):
                    assert callee is not None
                    place = unit_key(callee.unit), dummy
                    name = argument.name if isinstance(argument, Variable) else ""
                    symbol, passed = unit.symbols.get(name), graph.procedure(name, unit)
                    if symbol is not None and symbol.storage is Storage.DUMMY:
                        flows.append(((key, name), place))
                    elif (
                        symbol is not None
                        and symbol.storage is Storage.PROCEDURE
                        and passed is not None
                    ):
                        holds.setdefault(place, {})[passed.name] = passed
                    else:
                        unclear.add(place)
    changed = True
    while changed:
        changed = False
        for source, place in flows:
            if source in unclear and place not in unclear:
                unclear.add(place)
                changed = True
            new = holds.get(source, {}).keys() - holds.get(place, {}).keys()
            if new:
                more = {name: holds[source][name] for name in sorted(new)}
                holds.setdefault(place, {}).update(more)
                changed = True
    found = {
        place: tuple(targets.values())
        for place, targets in holds.items()
        if place[1] in graph.facts[place[0]].called
    }
    return found, unclear


def repeated_statements(body: Sequence[st.Stmt]) -> set[int]:
    """Return the identities of the statements that loops or jumps backward may repeat."""
    ordered = list(statements(body))
    places = {item.label: number for number, item in enumerate(ordered) if item.label is not None}
    repeated: set[int] = set()
    for number, item in enumerate(ordered):
        if isinstance(item, st.CountedLoop | st.While):
            repeated.update(map(id, statements(item.body)))
        if isinstance(item, st.While):
            repeated.add(id(item))
        for target in jump_targets(item):
            first = places.get(target, number + 1)
            repeated.update(map(id, ordered[first : number + 1]))
        if isinstance(item, st.AssignedGoto):
            repeated.update(map(id, ordered[: number + 1]))
    return repeated
