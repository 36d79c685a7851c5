"""The source lines of a unit with their parts in a difference."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from sad.algebra.poly import ZERO, Poly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sad.checks.costs.record import Amounts, LineCost, UnitCost


def line_differences(
    old: UnitCost, new: UnitCost, cost_of: Callable[[Amounts, bool], Poly]
) -> Iterator[tuple[LineCost, Poly]]:
    """Yield lines whose cost is another one and by how much; a line that is gone is the old one.

    ``cost_of`` is the cost of amounts, of the old unit if its second argument is set. Lines are
    matched by their text. Nothing is yielded where one side was read from a snapshot.
    """
    if not old.lines or not new.lines:
        return
    for first, second, _ in matched_lines(old, new):
        cost = ZERO if second is None else cost_of(second.operations, False)
        difference = cost - (ZERO if first is None else cost_of(first.operations, True))
        line = second or first
        if difference and line is not None:
            yield line, difference


def matched_lines(
    old: UnitCost, new: UnitCost
) -> Iterator[tuple[LineCost | None, LineCost | None, bool]]:
    """Yield pairs of lines by their text, None for one that is missing, and if they read alike."""
    texts = [["".join(line.text.split()) for line in unit.lines] for unit in (old, new)]
    matcher = SequenceMatcher(None, *texts, autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        before, now = old.lines[i:j], new.lines[k:m]
        for place in range(max(len(before), len(now))):
            first = before[place] if place < len(before) else None
            second = now[place] if place < len(now) else None
            yield first, second, tag == "equal"
