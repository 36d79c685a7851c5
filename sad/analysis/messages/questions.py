"""What a unit asks about communicators that its callers give it: answered where it is called.

A handle that comes in as an argument or through COMMON stands for nothing before the call is known.
The own rank in it, its size, neighbours and sides are then inputs of the unit, each under a name such
as ``SWAP.COMM.rank``, and every call of the unit binds them like the other inputs. A caller that has
the handle from its own callers asks on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.analysis.values.cells import is_common
from sad.ir.program import UnitKind
from sad.records import record
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.messages.communicators import Communicator
    from sad.ir.program import Unit


@record
class Question:
    """``kind`` and ``places`` say what is asked of a handle, ``values`` the rest, in a unit's terms."""

    handle: Poly
    kind: str
    places: tuple[int, ...] = ()
    values: tuple[Poly, ...] = ()

    def bound(self, bindings: Mapping[str, Poly]) -> Question:
        """Return the same question in a caller's terms."""
        values = tuple(bind(value, bindings) for value in self.values)
        return Question(bind(self.handle, bindings), self.kind, self.places, values)

    def answer(self, comm: Communicator) -> Poly | None:
        """Return what the communicator says; None if it has no such side."""
        if self.kind == "rank":
            return comm.own
        if self.kind == "size":
            return comm.size
        if self.kind == "there":
            return comm.rank_at(self.values) if len(self.values) == len(comm.sides) else None
        side = self.places[0]
        if side not in range(len(comm.sides)):
            return None
        match self.kind:
            case "side":
                return comm.sides[side]
            case "period":
                return comm.periods[side]
            case "place":
                return comm.coordinates(self.values[0])[side]
            case _:
                return comm.shifted(side, self.values[0])


class Questions:
    """The questions of one unit by the symbol that stands for the answer."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit.name
        self._is_program = unit.kind is UnitKind.PROGRAM
        self.asked: dict[str, Question] = {}
        self._symbols: dict[Question, str] = {}

    def ask(self, question: Question) -> str | None:
        """Return the symbol of an answer; None if callers cannot answer the question."""
        if not self._is_of_callers(question):
            return None
        known = self._symbols.get(question)
        if known is None:
            label = _label(str(question.handle.as_symbol), self._unit)
            places = "".join(str(place + 1) for place in question.places)
            base = input_name(self._unit, f"{label}.{question.kind}{places}")
            known, number = base, 1
            while known in self.asked:
                number += 1
                known = f"{base}_{number}"
            self._symbols[question] = known
            self.asked[known] = question
        return known

    def starts(self, question: Question) -> bool:
        """Whether the handle may be what a global variable holds when the program is loaded."""
        handle = question.handle.as_symbol
        return self._is_program and handle is not None and is_common(handle)

    def _is_of_callers(self, question: Question) -> bool:
        """Whether a question is in terms of what the unit is given."""
        handle = question.handle.as_symbol
        if handle is None or not (handle.startswith(f"{self._unit}.") or is_common(handle)):
            return False
        return not any(
            atoms.has_unresolved(value) or atoms.is_indexed(value)
            for value in (question.handle, *question.values)
        )


def _label(symbol: str, unit: str) -> str:
    """What a handle is called in a name: a dummy argument, or a place in a COMMON block."""
    if is_common(symbol):
        return symbol.strip("/").removesuffix("/+0").rpartition(":")[2].replace("/", "_")
    return symbol.removeprefix(f"{unit}.")


def answers(
    asked: Mapping[str, Question],
    bindings: Mapping[str, Poly],
    answer: Callable[[Question], Poly | None],
) -> dict[str, Poly]:
    """Return what is bound to the symbols of a callee's questions, as far as that is known."""
    found: dict[str, Poly] = {}
    for symbol, question in asked.items():
        value = answer(question.bound({**bindings, **found}))
        if value is not None:
            found[symbol] = value
    return found
