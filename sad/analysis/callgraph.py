"""The call graph of a program: procedures by name, who calls whom, callees first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import networkx as nx

from sad.analysis.facts import UnitFacts, facts_of
from sad.ir import stmt as st
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import statements

if TYPE_CHECKING:
    from sad.ir.program import Program, Unit


@dataclass(frozen=True, slots=True)
class Procedure:
    """Something that can be called: a unit by its own name, or one of its ENTRY points."""

    name: str
    unit: Unit
    dummies: tuple[str, ...]


@dataclass(slots=True)
class CallGraph:
    """Procedures by name, facts of each unit, units in bottom-up order, recursive units.

    Units are keyed by ``unit_key``: names may repeat between files.
    """

    procedures: dict[str, Procedure] = field(default_factory=dict[str, Procedure])
    facts: dict[str, UnitFacts] = field(default_factory=dict[str, UnitFacts])
    order: list[Unit] = field(default_factory=list["Unit"])
    recursive: set[str] = field(default_factory=set[str])

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
    graph = CallGraph()
    units = {unit_key(unit): unit for unit in program.units}
    for unit in program.units:
        if unit.kind in (UnitKind.SUBROUTINE, UnitKind.FUNCTION):
            graph.procedures.setdefault(unit.name, Procedure(unit.name, unit, unit.dummies))
            for entry in statements(unit.body):
                if isinstance(entry, st.EntryPoint):
                    procedure = Procedure(entry.name, unit, entry.dummies)
                    graph.procedures.setdefault(entry.name, procedure)
    for key, unit in units.items():
        graph.facts[key] = facts_of(unit, graph.procedures)
    edges: nx.DiGraph[str] = nx.DiGraph()
    edges.add_nodes_from(units)
    for key, unit in units.items():
        for name in graph.facts[key].called:
            callee = graph.procedure(name, unit)
            if callee is not None:
                edges.add_edge(key, unit_key(callee.unit))
    position = {key: index for index, key in enumerate(units)}
    for component in nx.strongly_connected_components(edges):
        # Tarjan's order: a component comes after everything it reaches.
        keys = sorted(component, key=position.__getitem__)
        graph.order.extend(units[key] for key in keys)
        if len(keys) > 1 or edges.has_edge(keys[0], keys[0]):
            graph.recursive.update(keys)
    return graph
