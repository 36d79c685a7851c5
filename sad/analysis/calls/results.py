"""What procedures give back: values on return, in general and for constant arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.analysis.calls.connect import MOST_TRACED
from sad.analysis.calls.graph import unit_key
from sad.analysis.messages.communicators import numbers_in
from sad.analysis.values.cells import array_of, is_common
from sad.analysis.values.tables import PLACE
from sad.ir.program import Storage
from sad.records import record
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sad.algebra.poly import Poly
    from sad.analysis.calls.graph import Procedure
    from sad.analysis.messages.communicators import Communicator
    from sad.analysis.messages.questions import Question
    from sad.analysis.values.cells import Cell
    from sad.analysis.values.findings import UnitValues
    from sad.ir.program import Unit


def alternate(number: int) -> Cell:
    """Return what 1 for the alternate return of a number, else 0, goes by among values on return."""
    return f"*{number}"


@record
class Given:
    """What is known of arguments: constant values by dummy, and lengths of texts [characters]."""

    values: tuple[tuple[str, Poly], ...] = ()
    lengths: tuple[tuple[str, int], ...] = ()


MOST_ALTERNATES = 8
"""Alternate returns of a unit that are followed."""

_Place = tuple[str, str, Given]
"""The key of a unit, the name of an entry, constant arguments."""


class Exits:
    """Values on return of the units analysed so far, in terms of each unit's inputs.

    Units in ``far`` are not followed for constant arguments.
    """

    def __init__(self, far: Collection[str]) -> None:
        self._far = far
        self._values: dict[tuple[str, str], Mapping[Cell, Poly]] = {}
        self._trace: dict[tuple[str, str], Callable[[Given], UnitValues]] = {}
        self._special: dict[_Place, Mapping[Cell, Poly]] = {}
        self._needs: dict[_Place, set[_Place]] = {}
        self._tracing: list[set[_Place]] = []
        self._made: dict[tuple[str, str], Mapping[int, Communicator]] = {}
        self._questions: dict[tuple[str, str], Mapping[str, Question]] = {}

    def add(
        self, unit: Unit, name: str, values: UnitValues, trace: Callable[[Given], UnitValues]
    ) -> None:
        """Record an entry of a unit; ``trace`` finds its values again for given arguments."""
        key = unit_key(unit), name
        self._values[key] = lasting(values, unit)
        self._trace[key] = trace
        self._made[key] = handed_out(values, self._values[key], unit)
        self._questions[key] = values.questions

    def forget(self) -> None:
        """Let go of the analyses: what values are for given arguments is not asked any more.

        An analysis and what is known of its exits have hold of each other.
        """
        self._trace.clear()

    def made(self, procedure: Procedure) -> Mapping[int, Communicator]:
        """Return the communicators that a procedure hands to its callers, by handle."""
        return self._made.get((unit_key(procedure.unit), procedure.name), {})

    def questions(self, procedure: Procedure) -> Mapping[str, Question]:
        """Return what a procedure asks about communicators that it is given, by symbol."""
        return self._questions.get((unit_key(procedure.unit), procedure.name), {})

    def of(self, procedure: Procedure) -> Mapping[Cell, Poly]:
        """Return a procedure's values on return; nothing if it is not known (recursion)."""
        return self._values.get((unit_key(procedure.unit), procedure.name), {})

    def result(self, procedure: Procedure, given: Given) -> Poly | None:
        """Return a function's result, for constant arguments if it depends on more in general."""
        result = procedure.unit.result
        if result is None or procedure.name != procedure.unit.name:
            return None
        value = self.of(procedure).get(result)
        if value is None and given != Given() and unit_key(procedure.unit) not in self._far:
            value = self._for(procedure, given).get(result)
        return value

    def _for(self, procedure: Procedure, given: Given) -> Mapping[Cell, Poly]:
        key = unit_key(procedure.unit), procedure.name
        place = (*key, given)
        known: Mapping[Cell, Poly] | None = self._special.get(place)
        if known is None:
            trace = self._trace.get(key)
            if trace is None:
                known = {}
            elif self._tracing and len(self._tracing[-1]) > MOST_TRACED:
                return {}
            else:
                known = self._traced(place, trace, procedure.unit)
            self._special[place] = known
        for outer in self._tracing:
            outer.update(self._needs.get(place, ()), (place,))
        return known

    def _traced(
        self, place: _Place, trace: Callable[[Given], UnitValues], unit: Unit
    ) -> Mapping[Cell, Poly]:
        """Find values for constant arguments; none if they need too many others.

        Whether they do depends on nothing that was asked before: the order of units does not matter.
        """
        self._tracing.append(set())
        values = trace(place[2])
        self._needs[place] = needs = self._tracing.pop()
        none: Mapping[Cell, Poly] = {}
        return none if len(needs) > MOST_TRACED else lasting(values, unit)


def lasting(values: UnitValues, unit: Unit) -> dict[Cell, Poly]:
    """The values on return that mean the same to every caller: in terms of the unit's inputs.

    Names for what a run decides inside the unit stand for something else in each call.
    """
    inputs = _inputs(values, unit)
    return {
        cell: value for cell, value in values.exit_values.items() if _is_of_callers(value, inputs)
    }


def handed_out(
    values: UnitValues, exits: Mapping[Cell, Poly], unit: Unit
) -> dict[int, Communicator]:
    """The communicators whose handles are among the values on return, in terms of the inputs."""
    inputs = _inputs(values, unit)
    if not values.communicators:
        return {}
    handles = {number for value in exits.values() for number in numbers_in(value)}
    return {
        handle: comm
        for handle, comm in values.communicators.items()
        if handle in handles and all(_is_of_callers(value, inputs) for value in comm.formulas())
    }


def _inputs(values: UnitValues, unit: Unit) -> set[str]:
    dummies = (name for name, item in unit.symbols.items() if item.storage is Storage.DUMMY)
    inputs = {input_name(unit.name, dummy) for dummy in dummies}  # those of all entries
    return inputs | values.reads.keys() | values.ranks.keys()


def _is_of_callers(value: Poly, inputs: set[str]) -> bool:
    return all(
        is_common(symbol) or symbol in inputs or array_of(symbol) in inputs or symbol == PLACE
        for symbol in atoms.free_symbols(value)
    )
