"""What units declare: labels and types of symbols, parameters."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.codes import Coding
    from sad.model.nodes import UnitDescription
    from sad.model.parameters import Parameter


@record
class Declared:
    """Labels, types of values and parameters by symbol, of units in the order they were added.

    Of a symbol's labels and parameters the first counts, of its types the last.
    """

    labels: dict[str, str] = field(default_factory=dict[str, str])
    types: dict[str, Coding] = field(default_factory=dict[str, "Coding"])
    parameters: dict[str, Parameter] = field(default_factory=dict[str, "Parameter"])

    def add(self, unit: UnitDescription, parameters: Iterable[Parameter]) -> None:
        """Add what a unit declares, with these as its parameters."""
        for symbol, label in unit.labels.items():
            self.labels.setdefault(symbol, label)
        self.types.update(unit.types)
        for parameter in parameters:
            self.parameters.setdefault(parameter.symbol, parameter)


def declared_by(units: Iterable[UnitDescription]) -> Declared:
    """Return what units declare."""
    found = Declared()
    for unit in units:
        found.add(unit, unit.parameters)
    return found
