"""The ways through a procedure: what its results wait for, as steps from each argument to each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.lower import build_cfg
from sad.analysis.loops.natural import RegionKind, find_loops
from sad.analysis.values.findings import UnitValues
from sad.codemodel.chains.cycles import longest_way
from sad.codemodel.chains.region import region_chains, region_graph
from sad.codemodel.dependence.calls import RESULT
from sad.codemodel.dependence.scope import Code, Layout, Scope, Summary

if TYPE_CHECKING:
    from sad.codemodel.dependence.calls import Way
    from sad.ir.program import Unit


def ways_through(unit: Unit, *, optimised: bool) -> dict[tuple[str, str], Way]:
    """Return the steps of the longest way from each dummy argument to each result.

    The results are the dummies, and ``RESULT`` for a function's value, which plain code puts into
    memory and loads from there in the end. Procedures that the unit calls are one step each.
    """
    cfg = build_cfg(unit)
    forest = find_loops(cfg, cfg.entries[unit.name])
    code = Code(unit, cfg, forest, UnitValues(), {})
    layout = Layout(code)
    scope = Scope(code, layout, optimised=optimised)
    summaries: dict[int, Summary] = {}
    for region in layout.regions:
        if region.kind is not RegionKind.UNIT:
            summaries[id(region)] = region_chains(scope, region, summaries).summary
    iteration = region_graph(scope, forest.root, summaries)
    if iteration is None:
        return {}
    found: dict[tuple[str, str], Way] = {}
    ends = {name: node for name, (node, _) in iteration.end.items()}
    results = [(name, name) for name in unit.every_dummy if name in ends]
    if unit.result is not None and unit.result in ends:
        results.append((RESULT, unit.result))
    for dummy in unit.every_dummy:
        start = iteration.values.sources.get(dummy)
        if start is None:
            continue
        for label, name in results:
            way = longest_way(iteration.graph, start, ends[name])
            if way is None:
                continue
            if label == RESULT and not optimised:
                way.append((f"forward.{unit.symbols[name].type}.scalar", 1.0))
            found[dummy, label] = tuple(way)
    return found
