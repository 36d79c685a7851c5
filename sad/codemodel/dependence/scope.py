"""What the dependence graphs of one unit share: names, layout of the regions, nested loops' effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Leave, LoopHead
from sad.analysis.loops.natural import RegionKind
from sad.codemodel.dependence.calls import Callees
from sad.codemodel.dependence.keys import Keys
from sad.codemodel.operations.accesses import Memory, memory_of
from sad.codemodel.operations.inlining import procedure_of
from sad.codemodel.operations.selects import Selects, selects_of
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.values.findings import UnitValues
    from sad.codemodel.dependence.calls import Interface, Way
    from sad.ir.program import Unit

_ERROR = 0.01
_MOST_UNROLLED_BLOCKS = 64
UNROLLED_BELOW = 8
"""Loops of fewer constant trips are taken as unrolled, as gcc -O3 does with up to 8 iterations."""


@record
class Summary:
    """What a nested loop does: from which variables each it sets is made; arrays; calls."""

    outputs: Mapping[str, frozenset[str]]
    arrays_read: frozenset[str] = frozenset()
    arrays_written: frozenset[str] = frozenset()
    calls: bool = False


@record
class Code:
    """What chains are looked for in: a unit with its blocks, its loops and what is known of these.

    ``interfaces`` collects those of the procedures it calls.
    """

    unit: Unit
    cfg: Cfg
    forest: LoopForest
    values: UnitValues
    errors: Mapping[int, int]
    interfaces: dict[int, Interface] = field(default_factory=dict[int, "Interface"])


class Layout:
    """The regions of a unit as sequences of their own blocks and the regions nested in them."""

    def __init__(self, entry: Code) -> None:
        self._blocks = entry.cfg.blocks
        self._forest: LoopForest = entry.forest
        self._errors = entry.errors
        self.regions: list[Region] = []
        stack = [entry.forest.root]
        while stack:
            region = stack.pop()
            self.regions.append(region)
            stack.extend(region.children)
        self.regions.reverse()  # nested ones first
        self.items: dict[int, list[int | Region]] = {id(region): [] for region in self.regions}
        for block in entry.forest.order:
            region = entry.forest.innermost[block]
            self.items[id(region)].append(block)
            while region.header == block and region.parent is not None:
                self.items[id(region.parent)].append(region)
                region = region.parent
        self._frequencies: dict[int, dict[int, float]] = {}

    def item_of(self, region: Region, block: int) -> int:
        """Return the part of a region that a block is in: the block, or a nested region's header."""
        inner = self._forest.innermost[block]
        if inner is region:
            return block
        while inner.parent is not None and inner.parent is not region:
            inner = inner.parent
        return inner.header

    def sources(self, region: Region, header: int) -> list[int]:
        """Return the parts of a region from which control comes to another part."""
        inner = self._forest.innermost[header]
        entered: Iterable[int] = (header,)
        inside: frozenset[int] = frozenset()
        if inner is not region:
            while inner.parent is not None and inner.parent is not region:
                inner = inner.parent
            inside = inner.blocks
            if inner.kind is RegionKind.IRREDUCIBLE:
                entered = sorted(inside)
        found = [
            self.item_of(region, block)
            for target in entered
            for block in self._forest.predecessors[target]
            if block in region.blocks and block not in inside
        ]
        return list(dict.fromkeys(found))

    def ends(self, region: Region) -> list[int]:
        """Return the parts from which an iteration goes on to the next, or a unit ends."""
        if region.kind is RegionKind.UNIT:
            blocks = [
                block
                for block in self._forest.order
                if isinstance(self._blocks[block].terminator, Leave)
            ]
        else:
            before = self._forest.predecessors[region.header]
            blocks = [block for block in before if block in region.blocks]
        return list(dict.fromkeys(self.item_of(region, block) for block in blocks))

    def exits(self, region: Region) -> list[int]:
        """Return the parts from which control leaves a region."""
        found: dict[int, None] = {}
        for block in region.blocks:
            if any(target not in region.blocks for target in self._blocks[block].successors()):
                found[self.item_of(region, block)] = None
        return list(found)

    def frequencies(self, region: Region) -> dict[int, float]:
        """Return about how often an iteration comes to each part: branches go each way alike.

        A way out of the loop is not taken, one that guards an error hardly ever.
        """
        known = self._frequencies.get(id(region))
        if known is None:
            known = self._frequencies[id(region)] = self._find_frequencies(region)
        return known

    def _find_frequencies(self, region: Region) -> dict[int, float]:
        found = {region.header: 1.0}
        for item in self.items[id(region)]:
            header = item if isinstance(item, int) else item.header
            own = found.setdefault(header, 0.0)
            weights = self._weights(region, item)
            total = sum(weights.values())
            for target, weight in weights.items():
                if target != region.header:
                    found[target] = found.get(target, 0.0) + own * weight / total
        return found

    def _weights(self, region: Region, item: int | Region) -> dict[int, float]:
        """The parts control goes to next, each with its share."""
        weights: dict[int, float] = {}
        if isinstance(item, int):
            error = self._errors.get(item)
            for number, target in enumerate(self._blocks[item].successors()):
                if target in region.blocks:
                    part = self.item_of(region, target)
                    weights[part] = weights.get(part, 0.0) + (_ERROR if number == error else 1.0)
            return weights
        for block in item.blocks:
            for target in self._blocks[block].successors():
                if target in region.blocks and target not in item.blocks:
                    weights[self.item_of(region, target)] = 1.0
        return weights


class UnitView:
    """One unit in one view. ``behind`` are the names that are reached through each pointer."""

    def __init__(
        self,
        entry: Code,
        layout: Layout,
        look: Callable[[Unit], Mapping[tuple[str, str], Way]] | None = None,
        *,
        optimised: bool,
    ) -> None:
        self.entry = entry
        self.layout = layout
        self.optimised = optimised
        self.symbols = entry.unit.symbols
        self.cfg = entry.cfg
        self.keys = Keys(self.symbols, optimised=optimised)
        self.calls = Callees(entry.unit, entry.values, entry.interfaces, look)
        self.memory: Memory | None = None
        self.selects: Selects | None = None
        if optimised:
            small = procedure_of(entry.unit).small
            self.memory = memory_of(entry.unit, inlined=small, without=self.calls.inlined)
            self.selects = selects_of(entry.cfg, entry.forest, self.memory)
        self.behind: dict[str, list[str]] = {}
        for name, symbol in self.symbols.items():
            for pointer in symbol.reached:
                self.behind.setdefault(pointer, []).append(name)

    def unrolled(self, region: Region) -> int:
        """Return how many copies of a loop's body compilers put in its place; 0 if none."""
        copies, pending = 1, [region]
        while pending and 0 < copies * len(region.blocks) <= _MOST_UNROLLED_BLOCKS:
            inner = pending.pop()
            copies *= self._constant_trips(inner)
            pending.extend(inner.children)
        fits = 0 < copies * len(region.blocks) <= _MOST_UNROLLED_BLOCKS
        return self._constant_trips(region) if fits else 0

    def _constant_trips(self, region: Region) -> int:
        info = self.entry.values.loops.get(region.header)
        head = self.cfg.blocks[region.header]
        if not self.optimised or info is None or not isinstance(head.terminator, LoopHead):
            return 0
        trips = info.trips.as_integer
        early = any(
            target not in region.blocks and block != region.header
            for block in region.blocks
            for target in self.cfg.blocks[block].successors()
        )
        if region.kind is not RegionKind.LOOP or early or trips is None or info.parameter:
            return 0
        return trips if 0 < trips < UNROLLED_BELOW else 0

    def path(self, region: Region) -> str | None:
        """Return a loop's path, the empty text for the unit itself; None for what is no loop."""
        if region.kind is RegionKind.UNIT:
            return ""
        info = self.entry.values.loops.get(region.header)
        return info.path if info is not None and region.kind is RegionKind.LOOP else None
