"""What procedures give back: values on return, in general and for constant arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.analysis.callgraph import unit_key
from sad.analysis.cells import is_common
from sad.counting import atoms
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.callgraph import Procedure
    from sad.analysis.cells import Cell
    from sad.analysis.findings import UnitValues
    from sad.analysis.messages.communicators import Communicator
    from sad.counting.poly import Poly
    from sad.ir.program import Unit

_MOST_TRACED = 2_000


@dataclass(frozen=True, slots=True)
class Given:
    """What is known of arguments: constant values by dummy, and lengths of texts [characters]."""

    values: tuple[tuple[str, Poly], ...] = ()
    lengths: tuple[tuple[str, int], ...] = ()


class Exits:
    """Values on return of the units analysed so far, in terms of each unit's inputs."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, str], Mapping[Cell, Poly]] = {}
        self._trace: dict[tuple[str, str], Callable[[Given], UnitValues]] = {}
        self._special: dict[tuple[str, str, Given], Mapping[Cell, Poly]] = {}
        self._communicators: dict[int, Communicator] = {}

    def add(
        self, unit: Unit, name: str, values: UnitValues, trace: Callable[[Given], UnitValues]
    ) -> None:
        """Record an entry of a unit; ``trace`` finds its values again for given arguments."""
        key = unit_key(unit), name
        self._values[key] = lasting(values, unit)
        self._trace[key] = trace
        for handle, made in values.communicators.items():
            symbols = frozenset[str]().union(*map(atoms.free_symbols, made.formulas()))
            if symbols <= values.reads.keys() | values.ranks.keys():  # the same to every unit
                self._communicators[handle] = made

    def communicator(self, handle: int) -> Communicator | None:
        """Return a communicator that a unit analysed before has made; None if it is not known."""
        return self._communicators.get(handle)

    def of(self, procedure: Procedure) -> Mapping[Cell, Poly]:
        """Return a procedure's values on return; nothing if it is not known (recursion)."""
        return self._values.get((unit_key(procedure.unit), procedure.name), {})

    def result(self, procedure: Procedure, given: Given) -> Poly | None:
        """Return a function's result, for constant arguments if it depends on more in general."""
        result = procedure.unit.result
        if result is None or procedure.name != procedure.unit.name:
            return None
        value = self.of(procedure).get(result)
        if value is None and given != Given():
            value = self._for(procedure, given).get(result)
        return value

    def _for(self, procedure: Procedure, given: Given) -> Mapping[Cell, Poly]:
        key = unit_key(procedure.unit), procedure.name
        known = self._special.get((*key, given))
        if known is None:
            known = {}
            trace = self._trace.get(key)
            if trace is not None and len(self._special) < _MOST_TRACED:
                known = lasting(trace(given), procedure.unit)
            self._special[*key, given] = known
        return known


def lasting(values: UnitValues, unit: Unit) -> dict[Cell, Poly]:
    """The values on return that mean the same to every caller: in terms of the unit's inputs.

    Names for what a run decides inside the unit stand for something else in each call.
    """
    inputs = {input_name(unit.name, dummy) for dummy in unit.every_dummy}
    inputs |= values.reads.keys() | values.ranks.keys()
    return {
        cell: value
        for cell, value in values.exit_values.items()
        if all(is_common(symbol) or symbol in inputs for symbol in atoms.free_symbols(value))
    }
