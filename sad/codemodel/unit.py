"""The work of one unit's compiled code, put together from its parts.

The rules follow gcc 12 and gfortran 12 at -O2, compared with their output on small loops
(tests/codemodel). Registers hold scalars that nobody else sees; equal computations are done once;
what does not change in a loop is done before it, and booked on the action before the loop; memory
whose address a loop does not change is loaded before and stored after it; an element that the next
iteration reads again stays in a register; subscripts that move by equal steps are free.

x86-64 has 16 registers of each kind; two are left for what an iteration computes on its way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Part, Split
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.chains.dependence_chains import dependence_chains
from sad.codemodel.operations.code import code_of
from sad.codemodel.references import memory_references
from sad.codemodel.vector.loops import vector_loops
from sad.ir.expr import Type
from sad.model.work import NOTHING, ActionWork, Amounts, LoopWork, UnitWork

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.cfg.graph import Action
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.values.findings import UnitValues
    from sad.codemodel.operations.code import Code
    from sad.codemodel.operations.value_graph import ValueNode


_FOR_REALS = 14
_FOR_INTEGERS = 12  # the stack pointer and the loop's count take one each
_REALS = (Type.REAL, Type.DOUBLE)


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
    procedures = code_of(entry).procedures.items()
    inlines = tuple(sorted(name for name, known in procedures if known.formula is not None))
    loops = {
        path: LoopWork(
            path,
            parent,
            chains.of_loops.get(path, ()),
            references.get(path, ()),
            vectors.get(path),
            path in chains.unrolled,
            () if path else inlines,
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


def remaining_operations(entry: EntryAnalysis) -> dict[int, Amounts]:
    """Return the operations left of each action, by its identity."""
    code = code_of(entry)
    amounts: dict[int, dict[str, float]] = {}

    def book(action: Action, key: str, amount: float) -> None:
        own = amounts.setdefault(id(action), {})
        own[key] = own.get(key, 0) + amount

    for value in code.live:
        for _, action in value.places:
            for key, amount in value.cost.items():
                book(action, key, amount)
    for action, key, amount in code.graph.booked.values():
        if amount:
            book(action, key, amount)
    for region, number in code.addresses.increments():
        action = _each_iteration(region, entry)
        if action is not None:
            book(action, "address", number)
    for region, key, number in spilled(code):
        action = _each_iteration(region, entry)
        if action is not None:
            book(action, key, number)
    return dict(amounts)


def _each_iteration(region: Region, entry: EntryAnalysis) -> Action | None:
    """An action that every iteration of a loop carries out; None if there is none."""
    header = entry.cfg.blocks[region.header]
    if isinstance(header.terminator, LoopHead):
        first = entry.cfg.blocks[header.terminator.body].actions
        return first[0] if first and first[0].part is Part.LOOP_STEP else None
    return header.actions[0] if header.actions else None


def spilled(code: Code) -> Iterator[tuple[Region, str, int]]:
    """Yield innermost loops with the loads, by key, of what does not stay in registers there."""
    used: dict[int, set[ValueNode]] = {}
    for value in code.live:
        held = used.setdefault(id(value.region), set())
        if value.kind in ("phi", "counter"):
            held.add(value)
        held.update(
            item
            for item in value.operands
            if item.region is not value.region and item.constant is None and item.live
        )
    arrays: dict[int, set[str]] = {}
    for load in code.flow.evaluator.loads.values():
        if load.value.live and load.address:
            arrays.setdefault(id(load.value.region), set()).add(load.name)
    for store in code.flow.evaluator.stores:
        if store.address:
            arrays.setdefault(id(code.regions.of(store.block)), set()).add(store.name)
    for region in code.regions.all:
        if region.kind is not RegionKind.LOOP or region.children:
            continue
        held = used.get(id(region), ())
        for kind in _REALS:
            reals = sum(value.type is kind for value in held)
            if reals > _FOR_REALS:
                yield region, f"load.{kind}", reals - _FOR_REALS
        integers = sum(value.type is Type.INTEGER for value in held)
        integers += len(arrays.get(id(region), ()))
        if integers > _FOR_INTEGERS:
            yield region, "load.integer", integers - _FOR_INTEGERS
