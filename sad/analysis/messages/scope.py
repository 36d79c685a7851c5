"""What the tracer of MPI needs at every call: communicators, sizes of datatypes, and what is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import is_zero
from sad.algebra.poly import Poly
from sad.analysis.messages.communicators import (
    PREDEFINED,
    WORLD,
    Communicator,
    Communicators,
    choose,
)
from sad.analysis.messages.handles import size_of
from sad.analysis.messages.questions import Question, Questions
from sad.parallel import GRID

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.analysis.messages.arguments import Arguments
    from sad.diagnostics import Span

Outputs = dict[tuple[int, int | None], Poly]
"""Values of what a call sets, by position of the argument and element; None for a scalar."""

_REASONS = {
    "nprocs": "is the number of processes",
    "rank": "is the number of the process",
    **dict.fromkeys(GRID, "is a side of the process grid that MPI_DIMS_CREATE makes"),
}
_KINDS = {
    "rank": "own rank in",
    "size": "number of ranks of",
    "side": "length of a side of",
    "period": "period of a side of",
    "place": "place of a rank in",
    "there": "rank at a place in",
    "shift": "rank of a neighbour in",
}


class Scope:
    """Answers for the calls of one unit.

    ``read`` takes up symbols that the program gets from MPI: a name, why it is known, and where.
    """

    def __init__(
        self,
        communicators: Communicators,
        questions: Questions,
        read: Callable[[str, str, Span], None],
    ) -> None:
        self.communicators = communicators
        self.questions = questions
        self._read = read

    def communicator(self, given: Arguments, name: str = "comm") -> Communicator:
        """Return the communicator of a call; one with named values if it is not known."""
        found = self._known(given, name)
        if found is None:
            return Communicator(
                self.named(given, "size", name=name), self.named(given, "rank", name=name)
            )
        self.take(given.span, *found.formulas())
        return found

    def named(
        self,
        given: Arguments,
        kind: str,
        places: tuple[int, ...] = (),
        values: tuple[Poly, ...] = (),
        name: str = "comm",
    ) -> Poly:
        """Return something about a communicator; under a name if it is not known."""
        found = self.asked(given, kind, places, values, name)
        return given.unknown(f"{name}.{kind}", "is not known") if found is None else found

    def asked(
        self,
        given: Arguments,
        kind: str,
        places: tuple[int, ...] = (),
        values: tuple[Poly, ...] = (),
        name: str = "comm",
    ) -> Poly | None:
        """Return something about a communicator; None if neither the unit nor callers know."""
        handle = given.known(name)
        if handle is None:
            return None
        return self.answer(Question(handle, kind, places, values), given.span)

    def answer(self, question: Question, span: Span) -> Poly | None:
        """Return the answer, or the symbol that stands for it until callers answer."""
        found = self.communicators.of(question.handle)
        if found is not None:
            value = question.answer(found)
            self.take(span, *found.formulas(), *(() if value is None else (value,)))
            return value
        symbol = self.questions.ask(question)
        if symbol is None:
            return None
        self._read(symbol, f"is the {_KINDS[question.kind]} a communicator given by callers", span)
        value = Poly.symbol(symbol)
        if self.questions.starts(question):
            for handle, comm in PREDEFINED.items():
                here = question.answer(comm)
                if here is not None:
                    value = choose(is_zero(question.handle - handle), here, value)
            self.take(span, value)
        return value

    def _known(self, given: Arguments, name: str) -> Communicator | None:
        handle = given.known(name)
        if handle is None and given.routine.position(name) is None:
            handle = Poly.constant(WORLD)
        return None if handle is None else self.communicators.of(handle)

    def bytes(self, given: Arguments, count: str, datatype: str) -> Poly:
        """Return the bytes of so many items of a datatype."""
        return given.value(count) * self.size(given, datatype)

    def size(self, given: Arguments, datatype: str) -> Poly:
        """Return the bytes of one item of a datatype."""
        handle = given.known(datatype)
        size = None if handle is None else size_of(handle)
        return given.unknown(f"{datatype}.size", "is not known") if size is None else size

    def set(
        self, given: Arguments, name: str, value: Poly, outputs: Outputs, place: int | None = None
    ) -> None:
        """Note the value that an argument, or an element of it, has after the call."""
        position = given.routine.position(name)
        if position is not None:
            self.take(given.span, value)
            outputs[position, place] = value

    def take(self, span: Span, *values: Poly) -> None:
        """Take up the symbols of MPI that values are expressed in."""
        for value in values:
            for symbol in atoms.free_symbols(value):
                if symbol in _REASONS:
                    self._read(symbol, _REASONS[symbol], span)
