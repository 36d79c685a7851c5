"""What the tracer of MPI needs at every call: communicators, sizes of datatypes, and what is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.messages.communicators import WORLD, Communicator, Communicators
from sad.analysis.messages.handles import size_of
from sad.counting import atoms
from sad.counting.poly import Poly
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


class Scope:
    """Answers for the calls of one unit.

    ``read`` takes up symbols that the program gets from MPI: a name, why it is known, and where.
    """

    def __init__(
        self, communicators: Communicators, read: Callable[[str, str, Span], None]
    ) -> None:
        self.communicators = communicators
        self._read = read

    def communicator(self, given: Arguments, name: str = "comm") -> Communicator:
        """Return the communicator of a call; one with named unknowns if it is not known."""
        handle = given.known(name)
        if handle is None and given.routine.position(name) is None:
            handle = Poly.constant(WORLD)
        found = None if handle is None else self.communicators.of(handle)
        if found is not None:
            self.take(given, *found.formulas())
            return found

        def unknown() -> Communicator:
            size = given.unknown(f"{name}.size", "is not known")
            return Communicator(size, given.unknown(f"{name}.rank", "is not known"))

        if handle is None or atoms.has_unresolved(handle):
            return unknown()
        found = self.communicators.if_predefined(handle, unknown)
        self.take(given, *found.formulas())
        return found

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
            self.take(given, value)
            outputs[position, place] = value

    def take(self, given: Arguments, *values: Poly) -> None:
        """Take up the symbols of MPI that values are expressed in."""
        for value in values:
            for symbol in atoms.free_symbols(value):
                if symbol in _REASONS:
                    self._read(symbol, _REASONS[symbol], given.span)
