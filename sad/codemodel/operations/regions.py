"""Where in a unit's nest of loops things are: depths, dominance, the place before a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.loops.natural import RegionKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.cfg.graph import Action, Cfg
    from sad.analysis.loops.natural import LoopForest, Region


class Regions:
    """The regions of a unit seen from one entry, with answers that need no walk."""

    def __init__(self, cfg: Cfg, forest: LoopForest) -> None:
        self._cfg = cfg
        self._forest = forest
        self.root = forest.root
        self._depths: dict[int, int] = {}
        self.all: list[Region] = []
        stack = [(forest.root, 0)]
        while stack:
            region, depth = stack.pop()
            self._depths[id(region)] = depth
            self.all.append(region)
            stack.extend((child, depth + 1) for child in region.children)
        self._before: dict[int, tuple[int, Action] | None] = {}

    def of(self, block: int) -> Region:
        """Return the innermost region of a block."""
        return self._forest.innermost[block]

    def depth(self, region: Region) -> int:
        """Return how many regions are around a region."""
        return self._depths[id(region)]

    def dominates(self, first: int, second: int) -> bool:
        """Whether every way to block ``second`` passes ``first``."""
        return self._forest.dominates(first, second)

    def within(self, region: Region, outer: Region) -> bool:
        """Whether a region is ``outer`` or inside it."""
        return outer.encloses(region)

    def common(self, first: Region, second: Region) -> Region:
        """Return the innermost region that has both in it."""
        one, two = self.depth(first), self.depth(second)
        while first is not second:
            if one >= two and first.parent is not None:
                first, one = first.parent, one - 1
            elif second.parent is not None:
                second, two = second.parent, two - 1
        return first

    def around(self, block: int) -> Iterator[Region]:
        """Yield the regions around a block, innermost first."""
        region: Region | None = self.of(block)
        while region is not None:
            yield region
            region = region.parent

    def latches(self, region: Region) -> list[int]:
        """Return the blocks from which control goes back to a region's header."""
        return [item for item in self._forest.predecessors[region.header] if item in region.blocks]

    def always(self, block: int, region: Region) -> bool:
        """Whether each iteration of a loop that goes on passes a block."""
        return all(self.dominates(block, latch) for latch in self.latches(region))

    def before(self, region: Region) -> tuple[int, Action] | None:
        """Return the last action before a loop and its block; None if there is none."""
        if id(region) not in self._before:
            self._before[id(region)] = self._find_before(region)
        return self._before[id(region)]

    def _find_before(self, region: Region) -> tuple[int, Action] | None:
        if region.kind is not RegionKind.LOOP or region.parent is None:
            return None
        block = region.header
        while self._forest.idom[block] != block:
            block = self._forest.idom[block]
            if self.of(block) is region.parent and self._cfg.blocks[block].actions:
                return block, self._cfg.blocks[block].actions[-1]
        return None
