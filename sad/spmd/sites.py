"""One call site of a message-passing library: its formulas, and what it is to a rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.records import record

if TYPE_CHECKING:
    from sad.algebra.poly import Poly
    from sad.model.expand import MessageCount
    from sad.model.nodes import Message

SENDING = frozenset({"send", "isend"})
RECEIVING = frozenset({"receive", "irecv"})
SILENT = frozenset({"local", "wait"})
"""Primitives that pass nothing."""


@record
class Site:
    """A call as one instance of its unit makes it; formulas over inputs, ``nprocs`` and ``rank``.

    ``calls`` is how often a rank calls, ``number`` how many messages that are to or from a partner
    there is, ``nbytes`` their bytes in all.
    """

    count: MessageCount
    calls: Poly
    number: Poly
    nbytes: Poly

    @property
    def message(self) -> Message:
        """The message of one execution; its formulas may depend on the loops around it."""
        return self.count.message

    @property
    def id(self) -> str:
        """A name for the site: the unit, and its place there."""
        return self.count.id

    @property
    def sends(self) -> bool:
        """Whether it sends to one partner."""
        return self.message.primitive in SENDING

    @property
    def receives(self) -> bool:
        """Whether it receives from one partner."""
        return self.message.primitive in RECEIVING

    @property
    def is_collective(self) -> bool:
        """Whether all ranks of a communicator take part."""
        return not (self.sends or self.receives or self.message.primitive in SILENT)

    @property
    def symbols(self) -> frozenset[str]:
        """What its numbers depend on."""
        found: frozenset[str] = frozenset()
        for formula in (self.calls, self.number, self.nbytes):
            found |= atoms.free_symbols(formula)
        return found


def site_of(count: MessageCount) -> Site:
    """Return a message's formulas, summed over the loops around it."""
    return Site(count, count.calls(), count.number(), count.nbytes())
