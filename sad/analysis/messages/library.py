"""Calls of message-passing libraries, each by the tracer of its library."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from sad.analysis.messages.communicators import Communicators, numbers_in
from sad.analysis.messages.questions import Questions, answers
from sad.analysis.values.findings import Read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.messages.arguments import Arguments
    from sad.analysis.messages.communicators import Communicator
    from sad.analysis.messages.express_trace import ExpressTracer
    from sad.analysis.messages.pvm_trace import PvmTracer
    from sad.analysis.messages.questions import Question
    from sad.analysis.messages.scope import Scope
    from sad.analysis.messages.site import Traced
    from sad.analysis.messages.trace import MpiTracer
    from sad.diagnostics import Span
    from sad.ir.program import Unit


class Messages:
    """The message-passing calls of one unit.

    ``reads`` takes up the symbols the libraries give; ``communicators`` are those made in the unit,
    ``questions`` what callers must answer. The tracer of a library is loaded for its first call.
    """

    def __init__(self, unit: Unit, reads: dict[str, Read]) -> None:
        self._read = partial(_read, reads)
        self.communicators = Communicators(unit.name)
        self.questions = Questions(unit)

    @cached_property
    def _scope(self) -> Scope:
        from sad.analysis.messages.scope import Scope  # noqa: PLC0415

        return Scope(self.communicators, self.questions, self._read)

    @cached_property
    def _mpi(self) -> MpiTracer:
        from sad.analysis.messages.trace import MpiTracer  # noqa: PLC0415

        return MpiTracer(self._scope)

    @cached_property
    def _pvm(self) -> PvmTracer:
        from sad.analysis.messages.pvm_trace import PvmTracer  # noqa: PLC0415

        return PvmTracer(self._read)

    @cached_property
    def _express(self) -> ExpressTracer:
        from sad.analysis.messages.express_trace import ExpressTracer  # noqa: PLC0415

        return ExpressTracer(self._read)

    def call(self, given: Arguments) -> Traced:
        """Return the messages of a call and what it sets."""
        match given.routine.model:
            case "mpi":
                return self._mpi.call(given)
            case "pvm":
                return self._pvm.call(given)
            case _:
                return self._express.call(given)

    def answers(
        self, asked: Mapping[str, Question], bindings: Mapping[str, Poly], span: Span
    ) -> dict[str, Poly]:
        """Return what a call binds to the symbols of its callee's questions."""
        return answers(asked, bindings, lambda question: self._scope.answer(question, span))

    def adopted(
        self,
        value: Poly,
        made: Mapping[int, Communicator],
        bindings: Mapping[str, Poly],
        span: Span,
    ) -> Poly:
        """Return a value that a call gives back: of a communicator's handle the one it has here."""
        for number in numbers_in(value) if made else ():
            if number in made:
                here = made[number].bound(bindings)
                self._scope.take(span, *here.formulas())
                return self.communicators.adopt(value, number, here)
        return value


def _read(reads: dict[str, Read], symbol: str, reason: str, span: Span) -> None:
    reads.setdefault(symbol, Read(symbol, span, reason))
