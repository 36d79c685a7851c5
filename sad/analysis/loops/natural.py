"""Natural loops and irreducible regions of a control-flow graph.

In a reducible graph all cycles are natural loops, found from their back edges. Otherwise cycles are
found as strongly connected parts: one with one entry is a natural loop with that header, one with
several entries is an irreducible region; inside it, with the edges back to its entries taken away,
smaller cycles are found the same way (Steensgaard's loop nesting).

Hundreds of natural loops whose jumps back go past each other are taken for one irreducible region:
the shares of all ways out of each loop would take time and memory by the cube of their number.
"""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

from sad.analysis.cfg.components import components
from sad.analysis.cfg.dominators import Dominance, immediate_dominators, reverse_postorder
from sad.records import field, mutable, plain

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Cfg

_MOST_CROSSINGS = 600  # pairs of a loop and a jump out of it, back to a loop around it
_PLAIN = 2  # such pairs for each loop, as a plain nest may have: loops left for the next one around


class RegionKind(StrEnum):
    """What a region is."""

    UNIT = "unit"
    LOOP = "loop"
    IRREDUCIBLE = "irreducible"


@plain
class Region:
    """A set of blocks with the regions nested in it. ``header`` is the entry block.

    For an irreducible region ``header`` is just its first block. ``blocks`` holds all blocks,
    ``own`` those in no nested region; ``leaving`` maps the blocks with edges out of the region to
    where these lead.
    """

    kind: RegionKind
    header: int
    blocks: frozenset[int]
    parent: Region | None = None
    children: list[Region] = field(default_factory=list["Region"])
    own: frozenset[int] = frozenset()
    leaving: dict[int, list[int]] = field(default_factory=dict[int, list[int]])

    def encloses(self, other: Region) -> bool:
        """Whether another region of the same forest is this one or inside it."""
        return other.header in self.blocks


@mutable
class LoopForest:
    """The regions of a unit seen from one entry.

    ``order`` lists the reachable blocks in reverse postorder, ``position`` is that in it. ``idom``
    maps each to its immediate dominator (the entry to itself), ``innermost`` to the innermost region
    that contains it; ``dominates(first, second)`` says whether every way from the entry to ``second``
    passes ``first``.
    """

    entry: int
    root: Region
    order: list[int]
    idom: dict[int, int]
    innermost: dict[int, Region]
    predecessors: dict[int, list[int]]
    dominates: Dominance
    position: dict[int, int]


def find_loops(cfg: Cfg, entry: int) -> LoopForest:
    """Return the loop forest of the blocks reachable from ``entry``."""
    successors = _reachable(cfg, entry)
    order = reverse_postorder(successors, entry)
    predecessors: dict[int, list[int]] = {block: [] for block in order}
    for block in order:
        for target in dict.fromkeys(successors[block]):
            predecessors[target].append(block)
    idom = immediate_dominators(order, predecessors)
    root = Region(RegionKind.UNIT, entry, frozenset(order))
    position = {block: index for index, block in enumerate(order)}
    dominates = Dominance(entry, idom)
    loops = _natural_loops(order, position, dominates, predecessors)
    if loops is not None:
        innermost = _nest_natural(root, loops, predecessors)
    else:
        innermost = _nest(root, successors, predecessors, position)
    for target in order:
        for source in predecessors[target]:
            left = innermost[source]
            while target not in left.blocks and left.parent is not None:
                left.leaving.setdefault(source, []).append(target)
                left = left.parent
    return LoopForest(entry, root, order, idom, innermost, predecessors, dominates, position)


def _reachable(cfg: Cfg, entry: int) -> dict[int, tuple[int, ...]]:
    successors: dict[int, tuple[int, ...]] = {}
    stack = [entry]
    while stack:
        block = stack.pop()
        if block not in successors:
            successors[block] = cfg.blocks[block].successors()
            stack.extend(successors[block])
    return successors


def _natural_loops(
    order: list[int],
    position: dict[int, int],
    dominates: Dominance,
    predecessors: dict[int, list[int]],
) -> dict[int, set[int]] | None:
    """Return the blocks of each natural loop by header; None if the graph is not reducible.

    In a reducible graph every edge that goes back in the order leads to a block that dominates its
    source, and two natural loops with different headers are nested or apart.
    """
    loops: dict[int, set[int]] = {}
    for block in reversed(order):  # inner loops first
        stack = [item for item in predecessors[block] if position[item] >= position[block]]
        if not all(dominates(block, source) for source in stack):
            return None
        body = {block}
        if stack:
            loops[block] = body
        while stack:
            inside = stack.pop()
            if inside not in body:
                body.add(inside)
                body.update(loops.get(inside, ()))
                stack.extend(predecessors[inside])
    return {block: loops[block] for block in order if block in loops}


def _nest_natural(
    root: Region, loops: dict[int, set[int]], predecessors: dict[int, list[int]]
) -> dict[int, Region]:
    """Nest the natural loops of a reducible graph, largest first."""
    innermost: dict[int, Region] = dict.fromkeys(root.blocks, root)
    regions: list[Region] = [root]
    for header in sorted(loops, key=lambda item: -len(loops[item])):
        parent = innermost[header]
        region = Region(RegionKind.LOOP, header, frozenset(loops[header]), parent)
        parent.children.append(region)
        innermost.update(dict.fromkeys(loops[header], region))
        regions.append(region)
    regions = _merge_crossing(regions, innermost, predecessors)
    own: dict[int, set[int]] = {}
    for block, region in innermost.items():
        own.setdefault(id(region), set()).add(block)
    for region in regions:
        region.own = frozenset(own.get(id(region), ()))
    return innermost


def _merge_crossing(
    regions: list[Region], innermost: dict[int, Region], predecessors: dict[int, list[int]]
) -> list[Region]:
    """Merge loops with very many jumps back past each other; return the regions that stay.

    ``regions`` begins with the unit and has outer ones before inner ones.
    """
    crossed: dict[Region, set[int]] = {}  # the headers around it that each loop is left for
    for around in regions[1:]:
        for source in predecessors[around.header]:
            before = predecessors[source]  # a jump under a condition may have a block of its own
            inside = innermost[before[0] if len(before) == 1 else source]
            while inside is not around and around.encloses(inside) and inside.parent is not None:
                jumps = crossed.setdefault(inside, set())
                if around.header in jumps:
                    break
                jumps.add(around.header)
                inside = inside.parent
    nests: dict[Region, Region] = {}
    crossings: dict[Region, int] = {}
    for region in regions:
        jumps = crossed.get(region, ())
        nests[region] = nests[region.parent] if jumps and region.parent is not None else region
        crossings[nests[region]] = crossings.get(nests[region], 0) + len(jumps)
    sizes = Counter(nests.values())
    into = {
        region: nest
        for region, nest in nests.items()
        if region is not nest and crossings[nest] > max(_MOST_CROSSINGS, _PLAIN * sizes[nest])
    }
    if not into:
        return regions
    for nest in set(into.values()):
        nest.kind = RegionKind.IRREDUCIBLE
    for block, region in innermost.items():
        innermost[block] = into.get(region, region)
    kept = [region for region in regions if region not in into]
    for region in kept:
        region.children = []
    for region in kept[1:]:
        if region.parent is not None:
            region.parent = into.get(region.parent, region.parent)
            region.parent.children.append(region)
    return kept


def _nest(
    root: Region,
    successors: dict[int, tuple[int, ...]],
    predecessors: dict[int, list[int]],
    position: dict[int, int],
) -> dict[int, Region]:
    """Find the cycles inside each region, outermost first; return each block's innermost region."""
    innermost: dict[int, Region] = dict.fromkeys(root.blocks, root)
    pending: list[tuple[Region, frozenset[int]]] = [(root, frozenset())]
    while pending:
        region, closed = pending.pop()
        if all(
            position[target] > position[block] or target in closed
            for block in region.blocks
            for target in successors[block]
            if target in region.blocks
        ):
            region.own = frozenset(b for b in region.blocks if innermost[b] is region)
            continue
        inside = {
            block: [
                target
                for target in successors[block]
                if target in region.blocks and target not in closed
            ]
            for block in region.blocks
        }
        cycles = [
            component
            for component in map(frozenset, components(inside))
            if len(component) > 1 or any(block in inside[block] for block in component)
        ]
        for component in sorted(cycles, key=lambda blocks: min(position[b] for b in blocks)):
            entries = [
                block
                for block in component
                if block == root.header or any(p not in component for p in predecessors[block])
            ]
            header = min(entries, key=position.__getitem__)
            kind = RegionKind.LOOP if len(entries) == 1 else RegionKind.IRREDUCIBLE
            child = Region(kind, header, component, region)
            region.children.append(child)
            innermost.update(dict.fromkeys(component, child))
            pending.append((child, closed | frozenset(entries)))
        region.own = frozenset(b for b in region.blocks if innermost[b] is region)
    return innermost
