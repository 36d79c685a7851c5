"""What a block asks of each resource of a machine, and the time that takes: both decided here.

A demand is the time [s] that a resource works for something if nothing else wants it. The cost models
of today know of two resources; others may be added under names of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.piecewise import added, by_pieces, is_nowhere, most, ratio
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.model.expand import BlockCount

PROCESSOR, MEMORY = "processor", "memory"


@record
class BoundBlock:
    """One execution of a block: each line's demand by resource, and each line's time [s].

    What no line asks for has no entry in ``demand``.
    """

    block: BlockCount
    demand: Mapping[str, tuple[float, ...]]
    lines: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """The time of the block [s]."""
        return added(self.lines)

    def demand_of(self, resource: str) -> float:
        """Return the time a resource works for the block [s]."""
        return added(self.demand.get(resource, ()))


def combined(demand: Mapping[str, float], norm: float) -> float:
    """Return the time of something that asks for several resources [s]: the p-norm of its demands.

    A norm of 1 adds them up; the larger it is, the more they overlap.
    """
    return p_norm([*demand.values()], norm)[0]


def bound_alone(block: BlockCount, lines: tuple[float, ...]) -> BoundBlock:
    """Return a block whose lines, taking these times [s], ask for nothing but the processor."""
    return BoundBlock(block, {PROCESSOR: lines}, lines)


def bound_shares(
    lines: Mapping[str, tuple[float, ...]],
    own: Mapping[str, BlockCount],
    whole: Mapping[str, float],
    seconds: float,
) -> dict[str, BoundBlock]:
    """Return the blocks of a region by id, from their lines' demands of the processor [s].

    ``whole`` is what the region asks for and ``seconds`` the time it takes: both are shared out in
    proportion to the demands of the processor.
    """
    busy = whole[PROCESSOR]
    stretch = ratio(seconds, busy, 1.0)
    others = {
        name: ratio(asked, busy)
        for name, asked in whole.items()
        if name != PROCESSOR and not is_nowhere(asked) and not is_nowhere(busy)
    }
    found: dict[str, BoundBlock] = {}
    for block, times in lines.items():
        demand = {PROCESSOR: times}
        for name, each in others.items():
            demand[name] = tuple([each * time for time in times])
        found[block] = BoundBlock(own[block], demand, tuple([stretch * time for time in times]))
    return found


@by_pieces
def p_norm(values: Sequence[float], norm: float) -> tuple[float, list[float]]:
    """Return the p-norm of values that are not negative, and its derivative by each of them."""
    largest = most(values)
    if largest <= 0.0:
        return 0.0, [1.0] * len(values)
    scaled = [value / largest if value else 0.0 for value in values]
    total = added(value**norm for value in scaled) ** (1.0 / norm)
    return largest * total, [(value / total if value else 0.0) ** (norm - 1.0) for value in scaled]
