"""The work of one unit's compiled code, put together from its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Part, Split
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.chains.dependence_chains import dependence_chains
from sad.codemodel.operations.remaining import remaining_operations
from sad.codemodel.references import memory_references
from sad.codemodel.vector.loops import vector_loops
from sad.model.work import NOTHING, ActionWork, Amounts, LoopWork, UnitWork

if TYPE_CHECKING:
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.values.findings import UnitValues


def unit_work(entry: EntryAnalysis) -> UnitWork:
    """Return the work of a unit's code, seen from one of its entries."""
    chains = dependence_chains(entry)
    operations = remaining_operations(entry)
    references = memory_references(entry)
    vectors = vector_loops(entry, chains)
    branches = _branches(entry)
    enters = _entered(entry)
    actions: dict[int, ActionWork] = {}
    for block in entry.forest.order:
        for action in entry.cfg.blocks[block].actions:
            key = id(action)
            left = _sorted({**operations.get(key, NOTHING), **chains.optimised.get(key, NOTHING)})
            plain = _sorted(chains.plain.get(key, NOTHING))
            actions[key] = ActionWork(plain, left, branches.get(key, ""), enters.get(key, ""))
    loops = {
        path: LoopWork(
            path,
            parent,
            chains.of_loops.get(path, ()),
            references.get(path, ()),
            vectors.get(path),
            path in chains.unrolled,
        )
        for path, parent in loop_parents(entry.forest, entry.values).items()
    }
    return UnitWork(actions, loops)


def _sorted(amounts: Amounts) -> Amounts:
    """Amounts in one order: they are found in the order of addresses in memory."""
    return dict(sorted(amounts.items()))


def loop_path(region: Region, values: UnitValues) -> str:
    """Return the path of a loop; empty for the unit itself and for a cycle that is no loop."""
    info = values.loops.get(region.header) if region.kind is RegionKind.LOOP else None
    return "" if info is None else info.path


def loop_parents(forest: LoopForest, values: UnitValues) -> dict[str, str]:
    """Return the loop around each loop by path; the unit itself has the empty path and no parent."""
    found = {"": ""}
    stack = [forest.root]
    while stack:
        region = stack.pop()
        for child in region.children:
            found.setdefault(loop_path(child, values), loop_path(region, values))
            stack.append(child)
    return found


def _branches(entry: EntryAnalysis) -> dict[int, str]:
    """The path of the branch each condition decides, as its probability is named."""
    found: dict[int, str] = {}
    for block in entry.cfg.blocks:
        if isinstance(block.terminator, Split) and block.actions:
            action = block.actions[-1]
            if action.part in (Part.CONDITION, Part.OPERAND, Part.WHOLE):
                found[id(action)] = entry.paths(block.terminator.path)
    return found


def _entered(entry: EntryAnalysis) -> dict[int, str]:
    """The path of the counted loop each entry action starts."""
    paths = {
        id(block.terminator.loop): entry.paths(block.terminator.path)
        for block in entry.cfg.blocks
        if isinstance(block.terminator, LoopHead)
    }
    return {
        id(action): paths[id(action.statement)]
        for block in entry.cfg.blocks
        for action in block.actions
        if action.part is Part.LOOP_ENTRY and id(action.statement) in paths
    }
