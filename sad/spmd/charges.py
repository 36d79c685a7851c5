"""What a message costs the ranks that take part.

A message from one rank to another takes the time of ``communicate``. Where a machine file tells the
sender's part (``send``) from the receiver's (``receive``), each rank is charged its own part; where it
does not, both ranks are charged the whole, and of a phase only the side counts that has more (see
``Charges.together``). In a collective operation every rank takes part for the operation's time.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from sad.parallel import GRID
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from sad.communication.times import MessageTimes
    from sad.model.nodes import Message
    from sad.spmd.rows import Floats, Rows

_SIDES = 3


class Side(IntEnum):
    """What a message is to a rank."""

    ALL = 0
    SEND = 1
    RECEIVE = 2


def side_of(message: Message) -> Side | None:
    """Return the rank's side in a message; None where nothing is passed that has a time (SAD225)."""
    match message.primitive:
        case "send" | "isend":
            return Side.SEND
        case "receive" | "irecv":
            return Side.RECEIVE
        case "wait" | "local" | "unsupported":
            return None
        case _:
            return Side.ALL


class Charges:
    """Seconds of messages under one programming model."""

    def __init__(self, times: MessageTimes) -> None:
        self._times = times
        self.two_sided = all(
            times.algorithm(name, 1.0, 2.0) == "formula" for name in ("send", "receive")
        )
        self.far = any(
            float(times.seconds(name, size, 2.0, 1.0)) != float(times.seconds(name, size, 2.0, 2.0))
            for name in self._names()
            for size in (1.0, 1024.0**2)
        )
        """Whether messages take longer over more links."""

    def _names(self) -> tuple[str, ...]:
        """The primitives a message takes, one after the other."""
        return ("send", "receive") if self.two_sided else ("communicate",)

    def seconds(
        self, message: Message, nbytes: Floats, group: Floats, hops: Floats | None = None
    ) -> Floats:
        """Return what a message costs a rank [s], for its bytes and the ranks of its communicator.

        ``hops`` are the links on the way to one partner (``links``), None: neighbours. Raises SAD423
        for an operation that the machine file has no time for.
        """
        side = side_of(message)
        if side is None:
            return np.zeros(nbytes.shape)
        if side is not Side.ALL:
            name = ("send" if side is Side.SEND else "receive") if self.two_sided else "communicate"
            return self._times.seconds(name, nbytes, 2.0, hops)
        if message.primitive == "alltoall":  # the machine counts the bytes of one pair
            nbytes = nbytes / np.maximum(group, 1.0)
        return self._times.seconds(message.primitive, nbytes, group)

    def whole(self, nbytes: Floats, hops: Floats | None = None) -> Floats:
        """Return the time of a message from the start of the send to the end of the receive [s]."""
        parts = [self._times.seconds(name, nbytes, 2.0, hops) for name in self._names()]
        return np.sum(parts, axis=0)

    def links(self, partner: Floats, rows: Rows) -> Floats:
        """Return the links from the rank of each row to a partner; 1 to nobody or to anybody."""
        places = [rows[name] for name in (NPROCS, *GRID) if name in rows]
        found = np.ones(partner.shape)
        somebody = (partner >= 0.0) & (partner < rows[NPROCS])
        key = np.zeros(partner.shape)
        for values in places:
            key = key * (values.max(initial=0.0) + 1.0) + values
        for one in np.unique(key[somebody]):
            here = somebody & (key == one)
            nprocs, *grid = (int(values[here][0]) for values in places)
            ranks, partners = (values[here].astype(np.int64) for values in (rows[RANK], partner))
            found[here] = self._times.between(ranks, partners, nprocs, tuple(grid))
        return found

    def together(self, sides: Floats) -> Floats:
        """Return the time of a phase from the maxima over ranks of its sides, one line each.

        All messages of a phase are under way at once: the phase ends when the rank that sends most
        has sent, and the one that receives most has received. Where both are charged whole messages,
        the longer of the two counts.
        """
        assert len(sides) == _SIDES
        if self.two_sided:
            return sides[Side.ALL] + sides[Side.SEND] + sides[Side.RECEIVE]
        return sides[Side.ALL] + np.maximum(sides[Side.SEND], sides[Side.RECEIVE])
