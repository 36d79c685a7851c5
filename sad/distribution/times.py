"""The seconds of messages on a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sad.distribution.messages import Pattern
from sad.distribution.syntax import BLOCK

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sad.distribution.counts import Grid
    from sad.distribution.messages import Message
    from sad.distribution.rows import Rows

    Floats = NDArray[np.float64]


class Primitives(Protocol):
    """Times of a machine's primitives, as ``sad.communication.times.MessageTimes`` has them."""

    def knows(self, primitive: str) -> bool:
        """Return whether the primitive's time can be had."""
        ...

    def seconds(self, primitive: str, nbytes: Any, nprocs: Any = 2.0, hops: Any = None) -> Floats:
        """Return the time of a primitive [s]."""
        ...


def message_seconds(
    message: Message, nbytes: Floats, rows: Rows, grid: Grid, primitives: Primitives
) -> Floats:
    """Return the time of a message per row [s]; 0 where nothing is sent.

    A shift along a side is one exchange: a rank sends to one neighbour and receives as much from the
    other. Two ranks have no other neighbour: one only sends, the other receives. Where a shift is
    longer than a block, it goes to several neighbours; a diagonal one goes along each side in turn.
    """
    axes = message.axes or tuple(range(len(grid.ranks)))
    ranks = int(np.prod([grid.ranks[axis] for axis in axes]))
    found = np.zeros(nbytes.size)
    sent = (nbytes > 0) & (ranks > 1)
    if not sent.any():
        return found
    if message.primitive != "exchange":
        found[sent] = _operation(message.primitive, nbytes[sent], ranks, primitives)
        return found
    spread = [axis for axis in axes if grid.ranks[axis] > 1]
    parts = len(spread) * _partners(message, rows, grid)[sent]
    name = "communicate" if max(grid.ranks[axis] for axis in spread) == 2 else "exchange"
    found[sent] = parts * primitives.seconds(name, nbytes[sent] / parts, 2.0)
    return found


def _operation(primitive: str, nbytes: Floats, ranks: int, primitives: Primitives) -> Floats:
    """The time of an operation of several ranks; the library's if it has one.

    Without one the parallel version is taken to do it by single messages: broadcasts in a binomial
    tree, an allreduce up and down that tree, an allgather round a ring, an all-to-all in pairs, a
    gather one after the other.
    """
    if primitives.knows(primitive) or primitive not in _BY_MESSAGES:
        return primitives.seconds(primitive, nbytes, float(ranks))
    one, times = _BY_MESSAGES[primitive]
    return times(ranks) * primitives.seconds(one, nbytes, 2.0)


def _levels(ranks: int) -> int:
    """The levels of a binomial tree below its root."""
    return (ranks - 1).bit_length()


_BY_MESSAGES: dict[str, tuple[str, Callable[[int], int]]] = {
    "broadcast": ("communicate", _levels),
    "allreduce": ("communicate", lambda ranks: 2 * _levels(ranks)),
    "allgather": ("exchange", lambda ranks: ranks - 1),
    "alltoall": ("exchange", lambda ranks: ranks - 1),
    "gather": ("communicate", lambda ranks: ranks - 1),
}
"""Operations by single messages: which one, and how many follow each other."""


def _partners(message: Message, rows: Rows, grid: Grid) -> Floats:
    """To how many ranks along one side a shift goes."""
    found = np.ones(rows.size)
    for need in message.needs:
        for item in need.along:
            side = item.position.side
            if item.pattern is Pattern.SHIFT and side.format.kind == BLOCK:
                run = grid.runs[side][rows.point]
                most = max(grid.ranks[side.axis] - 1, 1)
                found = np.maximum(found, np.clip(np.ceil(abs(item.shift or 0) / run), 1, most))
    return found
