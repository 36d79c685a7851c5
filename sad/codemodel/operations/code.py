"""The optimised code of one unit: its values, loads and stores, found in one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.codemodel.operations.addresses import IndexCosts
from sad.codemodel.operations.flow import Flow
from sad.codemodel.operations.inlining import Procedure, procedure_of
from sad.codemodel.operations.memory import Memory, memory_of
from sad.codemodel.operations.regions import Regions
from sad.codemodel.operations.selects import Selects, selects_of
from sad.codemodel.operations.value_graph import Graph
from sad.records import record

if TYPE_CHECKING:
    from sad.analysis.unit import EntryAnalysis
    from sad.codemodel.operations.register_values import Value
    from sad.ir.program import Unit


@record
class Code:
    """What the pass over a unit found; ``live`` are the values that its effects depend on."""

    regions: Regions
    graph: Graph
    memory: Memory
    addresses: IndexCosts
    procedures: dict[str, Procedure]
    selects: Selects
    flow: Flow
    live: list[Value]


_latest: list[tuple[EntryAnalysis, Code]] = []
"""The unit looked at last: its operations and its loops are asked for one after the other."""


def code_of(entry: EntryAnalysis) -> Code:
    """Return the optimised code of a unit."""
    if not _latest or _latest[0][0] is not entry:
        _latest[:] = [(entry, _make(entry))]
    return _latest[0][1]


def _make(entry: EntryAnalysis) -> Code:
    regions = Regions(entry.cfg, entry.forest)
    graph = Graph(regions)
    procedures = _procedures(entry)
    inlined = {name for name, procedure in procedures.items() if procedure.small}
    memory = memory_of(entry.unit, inlined=procedure_of(entry.unit).small, without=inlined)
    addresses = IndexCosts(graph, entry.unit.symbols)
    selects = selects_of(entry.cfg, entry.forest, memory)
    flow = Flow(entry, graph, regions, memory, addresses, procedures, selects)
    flow.run()
    live = graph.live_values()
    flow.evaluator.finish()
    return Code(regions, graph, memory, addresses, procedures, selects, flow, live)


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
