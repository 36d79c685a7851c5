"""What a branch decides: the blocks between it and where all its ways meet again.

Sets of blocks are integers, a bit for each: of branches that leave a unit, each decides all the rest.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from sad.analysis.cfg.components import all_reached, bits, reached
from sad.analysis.cfg.dominators import immediate_postdominators

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Cfg

EXIT = -1
"""The way out of a unit, as a block."""


class Regions:
    """The regions of a unit's branches, as seen from one entry."""

    def __init__(self, cfg: Cfg, order: list[int]) -> None:
        self._successors = {number: cfg.blocks[number].successors() for number in order}
        self._after = immediate_postdominators(self._successors, EXIT)
        self._ahead = all_reached(self._successors)

    def after(self, block: int) -> int | None:
        """Return where all ways from a block meet again."""
        return self._after.get(block)

    def of(self, block: int) -> tuple[int, int | None]:
        """Return the blocks that run or not as a block's branch decides, and the block after them.

        That is ``EXIT`` where the ways meet at the end of the unit only, None where some never end.
        """
        after, ways = self.after(block), self._successors
        found = self._ahead_of(block)
        if after is None or after == EXIT:
            return found, after
        if len(self._after) > len(ways) and not self._ahead_of(after) >> after & 1:
            return found & ~self._ahead[after], after  # every way ends, and none comes back
        seen = reached(ways[block], lambda number: () if number == after else ways[number])
        return bits(seen - {after}), after

    def _ahead_of(self, block: int) -> int:
        return reduce(int.__or__, (self._ahead[item] for item in self._successors[block]), 0)
