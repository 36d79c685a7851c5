"""Everything the analysis finds about the units of a program, callees before callers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.analysis.branches.error_paths import error_arms
from sad.analysis.calls.entry_context import see
from sad.analysis.calls.graph import CallGraph, build_call_graph, unit_key
from sad.analysis.calls.results import Exits, Given
from sad.analysis.calls.unit_effects import add_effects, cells_of_program, leave_out_others
from sad.analysis.cfg.lower import build_cfg
from sad.analysis.cfg.names import final_paths
from sad.analysis.cfg.structure import structure
from sad.analysis.loops.natural import LoopForest, find_loops
from sad.analysis.values.trace import trace_values
from sad.ir.program import UnitKind
from sad.progress import steps
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.entry_context import EntryContext
    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.nested import Structured
    from sad.analysis.values.declared import Declared
    from sad.analysis.values.findings import UnitValues
    from sad.ir.program import Program, Unit

    Ends = set[tuple[str, str]]


@record
class EntryAnalysis:
    """One unit seen from one of its entries. ``errors`` are the arms of branches that guard errors."""

    name: str
    unit: Unit
    cfg: Cfg
    forest: LoopForest
    values: UnitValues
    structured: Structured
    paths: Callable[[str], str]
    recursive: bool
    errors: Mapping[int, int]


@record
class ProgramAnalysis:
    """All units of a program, callees first, with what connects them."""

    program: Program
    graph: CallGraph
    effects: ProgramEffects
    entries: tuple[EntryAnalysis, ...]


def analyse(program: Program, declared: Declared | None = None) -> ProgramAnalysis:
    """Analyse every unit of a program; ``declared`` are variables that the user declares inputs."""
    graph = build_call_graph(program)
    for key, places in (declared or {}).items():
        graph.facts[key].declared = places
        graph.facts[key].controlling.update(name for names in places.values() for name in names)
    effects = cells_of_program(graph)
    return ProgramAnalysis(program, graph, effects, tuple(_entries(graph, effects)))


def _entries(graph: CallGraph, effects: ProgramEffects) -> Iterator[EntryAnalysis]:
    exits = Exits(graph.far)
    endings: Ends = set()
    for units in steps("analysing", graph.components, len(graph.components)):
        add_effects(units, effects)
        for unit in units:
            yield from unit_entries(unit, effects, exits, endings)


def unit_entries(
    unit: Unit, effects: ProgramEffects, exits: Exits, endings: Ends, *, with_errors: bool = True
) -> Iterator[EntryAnalysis]:
    """Analyse a unit, its callees' ``effects``, ``exits`` and ``endings`` known; add its own to these.

    ``endings`` are the entries, with the keys of their units, from which every way ends in STOP.
    What guards errors is found ``with_errors``.
    """
    if unit.kind in (UnitKind.BLOCK_DATA, UnitKind.MODULE):
        return
    graph, key = effects.graph, unit_key(unit)
    recursive = key in graph.recursive
    never_returns = partial(_never_returns, graph, unit, endings)
    cfg = build_cfg(unit, never_returns)
    made: set[int] = set()
    for name, start in cfg.entries.items():
        forest = find_loops(cfg, start)
        paths = final_paths(cfg, forest)
        seen = see(cfg, forest, effects, exits, paths)
        trace = partial(trace_values, seen)
        values = trace(Given())
        made.update(_made(seen, values))
        tree = structure(cfg, forest, values, paths)
        if tree.never_returns:
            endings.add((key, name))
        errors = error_arms(cfg, forest, graph, never_returns) if with_errors else {}
        yield EntryAnalysis(name, unit, cfg, forest, values, tree, paths, recursive, errors)
        if not recursive:
            exits.add(unit, name, values, trace)
    if not recursive:
        leave_out_others(unit, made, effects)


def _made(seen: EntryContext, values: UnitValues) -> Iterator[int]:
    """The identities of the calls that are not always passed by."""
    for number in seen.forest.order:
        for action in seen.cfg.blocks[number].actions:
            if id(action) in values.calls:
                yield from map(id, seen.kills.calls(action))


def _never_returns(graph: CallGraph, caller: Unit, endings: Ends, name: str) -> bool:
    """Whether every way through a procedure ends in STOP."""
    routine = graph.routine(name, caller)
    if routine is not None:
        return routine.name == "mpi_abort"
    procedure = graph.procedure(name, caller)
    return procedure is not None and (unit_key(procedure.unit), procedure.name) in endings
