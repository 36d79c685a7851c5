"""Operations that an optimising compiler leaves of a unit's statements, at -O2 without vectors.

The rules follow gcc 12 and gfortran 12 at -O2, compared with their output on small loops
(tests/analysis/work). Registers hold scalars that nobody else sees; equal computations are done once;
what does not change in a loop is done before it, and booked on the action before the loop; memory
whose address a loop does not change is loaded before and stored after it; an element that the next
iteration reads again stays in a register; subscripts that move by equal steps are free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg import LoopHead, Part
from sad.analysis.work.operations_addresses import IndexCosts
from sad.analysis.work.operations_flow import Flow
from sad.analysis.work.operations_inlining import Procedure, procedure_of
from sad.analysis.work.operations_memory import memory_of
from sad.analysis.work.operations_regions import Regions
from sad.analysis.work.operations_selects import selects_of
from sad.analysis.work.operations_value_graph import Graph

if TYPE_CHECKING:
    from sad.analysis.cfg import Action
    from sad.analysis.loops import Region
    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.work.record import Amounts
    from sad.ir.program import Unit


def remaining_operations(entry: EntryAnalysis) -> dict[int, Amounts]:
    """Return the operations left of each action, by its identity."""
    regions = Regions(entry.cfg, entry.forest)
    graph = Graph(regions)
    symbols = entry.unit.symbols
    procedures = _procedures(entry)
    inlined = {name for name, procedure in procedures.items() if procedure.small}
    memory = memory_of(entry.unit, inlined=procedure_of(entry.unit).small, without=inlined)
    addresses = IndexCosts(graph, symbols)
    selects = selects_of(entry.cfg, entry.forest, memory)
    flow = Flow(entry, graph, regions, memory, addresses, procedures, selects)
    flow.run()
    amounts: dict[int, dict[str, float]] = {}

    def book(action: Action, key: str, amount: float) -> None:
        own = amounts.setdefault(id(action), {})
        own[key] = own.get(key, 0) + amount

    live = graph.live_values()
    flow.evaluator.finish()
    for value in live:
        for _, action in value.places:
            for key, amount in value.cost.items():
                book(action, key, amount)
    for action, key, amount in graph.booked.values():
        if amount:
            book(action, key, amount)
    for region, number in addresses.increments():
        action = _each_iteration(region, entry)
        if action is not None:
            book(action, "address", number)
    return dict(amounts)


def _procedures(entry: EntryAnalysis) -> dict[str, Procedure]:
    """What matters of the procedures that a unit calls, by the names it calls them."""
    units: dict[str, Unit] = {}
    for sites in entry.values.calls.values():
        for site in sites:
            if site.procedure is not None and site.through is None:
                units[site.name] = site.procedure.unit
    return {
        name: procedure_of(unit)
        for name, unit in units.items()
        if unit.span.file == entry.unit.span.file and unit is not entry.unit
    }


def _each_iteration(region: Region, entry: EntryAnalysis) -> Action | None:
    """An action that every iteration of a loop carries out; None if there is none."""
    header = entry.cfg.blocks[region.header]
    if isinstance(header.terminator, LoopHead):
        first = entry.cfg.blocks[header.terminator.body].actions
        return first[0] if first and first[0].part is Part.LOOP_STEP else None
    return header.actions[0] if header.actions else None
