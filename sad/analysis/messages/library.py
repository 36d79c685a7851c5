"""Calls of message-passing libraries, each by the tracer of its library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.findings import Read
from sad.analysis.messages.communicators import Communicators
from sad.analysis.messages.scope import Scope
from sad.analysis.messages.site import NO_MESSAGES
from sad.analysis.messages.trace import MpiTracer

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.analysis.messages.arguments import Arguments
    from sad.analysis.messages.communicators import Communicator
    from sad.analysis.messages.site import Traced
    from sad.diagnostics import Span


class Messages:
    """The message-passing calls of one unit.

    ``reads`` takes up the symbols the libraries give; ``elsewhere`` are communicators of other units.
    """

    def __init__(
        self, unit: str, reads: dict[str, Read], elsewhere: Callable[[int], Communicator | None]
    ) -> None:
        self._reads = reads
        self.communicators = Communicators(unit, elsewhere)
        self._mpi = MpiTracer(Scope(self.communicators, self._read))

    def call(self, given: Arguments) -> Traced:
        """Return the messages of a call and what it sets."""
        if given.routine.model == "mpi":
            return self._mpi.call(given)
        return NO_MESSAGES

    def _read(self, symbol: str, reason: str, span: Span) -> None:
        self._reads.setdefault(symbol, Read(symbol, span, reason))
