"""Calls of message-passing libraries, each by the tracer of its library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.findings import Read
from sad.analysis.messages.communicators import Communicators
from sad.analysis.messages.express_trace import ExpressTracer
from sad.analysis.messages.pvm_trace import PvmTracer
from sad.analysis.messages.scope import Scope
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
        self._pvm = PvmTracer(self._read)
        self._express = ExpressTracer(self._read)

    def call(self, given: Arguments) -> Traced:
        """Return the messages of a call and what it sets."""
        match given.routine.model:
            case "mpi":
                return self._mpi.call(given)
            case "pvm":
                return self._pvm.call(given)
            case _:
                return self._express.call(given)

    def _read(self, symbol: str, reason: str, span: Span) -> None:
        self._reads.setdefault(symbol, Read(symbol, span, reason))
