"""How control flows through a unit, as equations: what measured counts are put into to get parameters.

Every way control can go from block to block is an *arc*; a run goes along each a number of times.
What comes into a block goes out of it. A parameter is a ratio of arcs: a probability is how often an
arm is taken, of the times its branch is reached; a trip count how often a loop's body starts, of the
times the loop is entered (the X and P of de Ronde et al. 1994, measured).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.graph import Leave, LoopHead, Split
from sad.analysis.loops.natural import Region, RegionKind
from sad.analysis.loops.uncounted import head_test
from sad.analysis.values.guards import arm_names
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.walk import statements
from sad.records import replace
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.cfg.graph import Block, Cfg
    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.ir.program import Unit


class Ratio(NamedTuple):
    """A parameter as a ratio: the arcs that are ``taken``, of those that are ``reached``."""

    taken: tuple[int, ...]
    reached: tuple[int, ...]


@dataclass(slots=True)
class UnitFlow:
    """The arcs of one unit, numbered from 0.

    ``into`` and ``out`` are the arcs of each block, those out in the order of its successors.
    ``starts`` are the arcs by which the unit's entries begin, by name, ``lost`` those of control that
    does not come back from a call in a block; these calls are among its actions from the first to the
    last in ``stopping``. ``calling`` is the same for all calls, input and output, ``calls`` the blocks
    that call each described unit. ``cycles`` are the blocks of each loop or irreducible region: nothing
    runs there that did not enter.
    """

    unit: Unit
    cfg: Cfg
    arcs: int = 0
    into: dict[int, list[int]] = field(default_factory=dict[int, "list[int]"])
    out: dict[int, list[int]] = field(default_factory=dict[int, "list[int]"])
    starts: dict[str, int] = field(default_factory=dict[str, int])
    lost: dict[int, int] = field(default_factory=dict[int, int])
    stopping: dict[int, tuple[int, int]] = field(default_factory=dict[int, "tuple[int, int]"])
    calling: dict[int, tuple[int, int]] = field(default_factory=dict[int, "tuple[int, int]"])
    ratios: dict[str, Ratio] = field(default_factory=dict[str, Ratio])
    calls: dict[str, list[int]] = field(default_factory=dict[str, "list[int]"])
    cycles: set[frozenset[int]] = field(default_factory=set[frozenset[int]])

    def arc(self) -> int:
        """Return a new arc."""
        self.arcs += 1
        return self.arcs - 1

    @property
    def is_jumped_into(self) -> bool:
        """Whether control may also come from other units, as ``longjmp`` does: nothing adds up then."""
        return any(
            isinstance(item, st.ComputedGoto) and isinstance(item.selector, ex.OpaqueExpr)
            for item in statements(self.unit.body)
        )

    def at(self, block: int, action: int) -> tuple[int, ...] | None:
        """Return the arcs that add up to how often an action of a block starts; None if unclear."""
        first, last = self.stopping.get(block, (action, action))
        if action <= first:
            return tuple(self.into[block])
        return tuple(self.out[block]) if action > last else None

    def entered(self, blocks: frozenset[int]) -> tuple[int, ...]:
        """Return the arcs that enter a set of blocks from outside."""
        inside = {arc for block in blocks for arc in self.out[block]}
        return tuple(
            arc for block in sorted(blocks) for arc in self.into[block] if arc not in inside
        )

    def relaxed(self) -> UnitFlow:
        """Return the flow if any call, and any READ or WRITE, may end the program or jump away."""
        flow = replace(self, lost=dict(self.lost), stopping=self.calling)
        for block in self.calling.keys() - self.lost.keys():
            flow.lost[block] = flow.arc()
        return flow


def program_flows(analysis: ProgramAnalysis) -> list[UnitFlow]:
    """Return the flow of every unit, in the order of the analysis."""
    flows: dict[str, UnitFlow] = {}
    for entry in analysis.entries:
        key = unit_key(entry.unit)
        flow = flows.get(key)
        if flow is None:
            flow = flows[key] = _unit_flow(entry, analysis)
        flow.ratios.update(_ratios(entry, flow))
    return list(flows.values())


def _unit_flow(entry: EntryAnalysis, analysis: ProgramAnalysis) -> UnitFlow:
    cfg = entry.cfg
    flow = UnitFlow(entry.unit, cfg)
    for block in cfg.blocks:
        flow.into[block.id] = []
    for name, start in cfg.entries.items():
        flow.starts[name] = flow.arc()
        flow.into[start].append(flow.starts[name])
    for block in cfg.blocks:
        targets = block.successors()
        flow.out[block.id] = [flow.arc() for _ in targets]
        for target, arc in zip(targets, flow.out[block.id], strict=True):
            flow.into[target].append(arc)
        if isinstance(block.terminator, Leave):
            flow.out[block.id].append(flow.arc())
        _note_calls(block, entry, analysis, flow)
    return flow


def _note_calls(
    block: Block, entry: EntryAnalysis, analysis: ProgramAnalysis, flow: UnitFlow
) -> None:
    """Note what a block calls, and whether control may end there."""
    for number, action in enumerate(block.actions):
        if isinstance(action.statement, st.InputOutput):  # READ ends a program at the file's end
            flow.calling[block.id] = flow.calling.get(block.id, (number, number))[0], number
        for site in entry.values.calls.get(id(action), ()):
            flow.calling[block.id] = flow.calling.get(block.id, (number, number))[0], number
            if site.procedure is None:
                continue
            key = unit_key(site.procedure.unit)
            flow.calls.setdefault(key, []).append(block.id)
            if analysis.effects.of(site.procedure.unit).stops_at is not None:
                first, _ = flow.stopping.get(block.id, (number, number))
                flow.stopping[block.id] = first, number
    if block.id in flow.stopping:
        flow.lost[block.id] = flow.arc()


# --- parameters ------------------------------------------------------------------------------------


def _ratios(entry: EntryAnalysis, flow: UnitFlow) -> Iterator[tuple[str, Ratio]]:
    unit = entry.unit.name
    for block in entry.cfg.blocks:
        ways, reached = flow.out[block.id], tuple(flow.out[block.id])
        match block.terminator:
            case Split() as split:
                names = arm_names(unit, split, entry.paths(split.path))
                for name, way in zip(names, ways, strict=False):
                    yield name, Ratio((way,), reached)
            case LoopHead(path=path):
                name = site_name(unit, "prob", f"{entry.paths(path)}.enters")
                yield name, Ratio((ways[0],), reached)
            case _:
                pass
    for region in _regions(entry.forest.root):
        flow.cycles.add(region.blocks)
        if region.kind is RegionKind.LOOP:
            yield from _loop(entry, flow, region)
    heads = {visits.block: visits.symbol for visits in entry.structured.visits}
    for region in entry.structured.irreducible:
        entered = flow.entered(region.blocks)
        for number in region.blocks.intersection(heads):
            yield heads[number], Ratio(_entries_of(flow, region, number), entered)


def _regions(region: Region) -> Iterator[Region]:
    for child in region.children:
        yield child
        yield from _regions(child)


def _loop(entry: EntryAnalysis, flow: UnitFlow, region: Region) -> Iterator[tuple[str, Ratio]]:
    """The trip count of a loop: of one tested at its head, the ways from there into its body."""
    info = entry.values.loops.get(region.header)
    if info is None:
        return
    entered = flow.entered(region.blocks)
    test = head_test(entry.cfg, region, entry.values.truths) if info.at_head else None
    if test is None:
        begun = tuple(flow.into[region.header])
    else:
        begun = tuple(
            arc
            for block in sorted(test.blocks)
            for arc, target in zip(
                flow.out[block], entry.cfg.blocks[block].successors(), strict=True
            )
            if target == test.body
        )
    if info.parameter is not None:
        yield info.parameter, Ratio(begun, entered)
    if info.rows is not None:
        yield info.rows.mean, Ratio(begun, entered)


def _entries_of(flow: UnitFlow, region: Region, block: int) -> tuple[int, ...]:
    """How often a part of an irreducible region starts: a block, or a loop nested in the region."""
    for child in region.children:
        if child.header == block:
            return flow.entered(child.blocks)
    return tuple(flow.into[block])
