"""What a branch decides: the blocks between it and where all its ways meet again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.analysis.cfg.dominators import immediate_dominators, reverse_postorder
from sad.analysis.cfg.graph import Leave

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.cfg.graph import Cfg

EXIT = -1
"""The way out of a unit, as a block."""


@dataclass(slots=True)
class Region:
    """The blocks that run or not as a branch decides, and the block after them.

    ``after`` is ``EXIT`` where the ways meet at the end of the unit only, None where some never end.
    """

    blocks: frozenset[int]
    after: int | None


class Regions:
    """The regions of a unit's branches, as seen from one entry."""

    def __init__(self, cfg: Cfg, order: list[int]) -> None:
        self._successors = {number: cfg.blocks[number].successors() for number in order}
        self._after = _post_dominators(cfg, order)

    def after(self, block: int) -> int | None:
        """Return where all ways from a block meet again."""
        return self._after.get(block)

    def of(self, block: int) -> Region:
        """Return what the branch at the end of a block decides."""
        after = self.after(block)
        found: set[int] = set()
        stack = list(self._successors[block])
        while stack:
            number = stack.pop()
            if number != after and number not in found:
                found.add(number)
                stack.extend(self._successors[number])
        return Region(frozenset(found), after)


def _post_dominators(cfg: Cfg, order: list[int]) -> Mapping[int, int]:
    """Immediate post-dominators; blocks from which no way leads out have none."""
    before: dict[int, list[int]] = {EXIT: []}
    following: dict[int, list[int]] = {EXIT: []}
    for number in order:
        before.setdefault(number, [])
        following.setdefault(number, [])
    for number in order:
        block = cfg.blocks[number]
        targets = [EXIT] if isinstance(block.terminator, Leave) else list(block.successors())
        for target in dict.fromkeys(targets):
            before[target].append(number)  # the graph turned round: from a block to those before it
            following[number].append(target)
    backward = {number: tuple(items) for number, items in before.items()}
    reversed_order = reverse_postorder(backward, EXIT)
    reached = set(reversed_order)
    sources = {
        number: [item for item in following[number] if item in reached] for number in reversed_order
    }
    return immediate_dominators(reversed_order, sources)
