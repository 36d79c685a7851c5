"""What counts may depend on: parameters, their kinds and classes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.model.nodes import Description


class Kind(StrEnum):
    """What a parameter measures."""

    SIZE = "size"
    TRIP_COUNT = "trip_count"
    PROBABILITY = "probability"
    VALUE = "value"
    SECONDS = "seconds"


class Class(StrEnum):
    """How a parameter's value can be known (de Ronde et al. 1994: the three classes of X and P)."""

    DIRECT = "direct"
    INDIRECT = "indirect"
    INDETERMINATE = "indeterminate"


@record
class Parameter:
    """One parameter. ``symbol`` is its name in formulas, ``label`` how it is shown.

    ``reason`` says why it is not known, ``limit`` an upper bound from the source, ``definition`` what
    it is in terms of others (class indirect), ``least`` the smallest trip count there can be.
    ``without_errors`` is the value of a probability that guards an error, if none occurs, and
    ``without_zeros`` that of one that tests real data for zero, if no number is. ``type`` says what
    values stand for, ``length`` how many characters a text has.

    ``guess`` is a value by published heuristics, ``guess_from`` their names; ``arm_of`` names the
    branch with more than two ways whose probabilities add up to 1 at most.
    """

    symbol: str
    label: str
    kind: Kind
    cls: Class
    unit: str
    span: Span
    reason: str = ""
    limit: Poly | None = None
    definition: Poly | None = None
    least: int = 0
    without_errors: int | None = None
    without_zeros: int | None = None
    type: Coding = Coding.INTEGER
    length: int | None = None
    tests: str = ""
    guess: Fraction | None = None
    guess_from: str = ""
    arm_of: str = ""

    def guessed(self, value: Fraction, names: str, arm_of: str) -> Parameter:
        """Return the parameter with a guess (``dataclasses.replace`` takes six times as long)."""
        return Parameter(
            self.symbol,
            self.label,
            self.kind,
            self.cls,
            self.unit,
            self.span,
            self.reason,
            self.limit,
            self.definition,
            self.least,
            self.without_errors,
            self.without_zeros,
            self.type,
            self.length,
            self.tests,
            value,
            names,
            arm_of,
        )

    @property
    def lower(self) -> int | None:
        """The least value it can have; None if unknown."""
        return None if self.kind in (Kind.SIZE, Kind.VALUE) else self.least

    @property
    def is_resolved(self) -> bool:
        """Whether the program's input determines it."""
        return self.cls is not Class.INDETERMINATE

    @property
    def shows_in_counts(self) -> bool:
        """Whether counts of a run tell it: other sizes must be said, but rows add up to a total."""
        is_total = self.cls is Class.DIRECT and self.kind is Kind.TRIP_COUNT
        return self.cls is Class.INDETERMINATE or is_total


def with_parameters(
    description: Description, found: Mapping[str, Iterable[Parameter]]
) -> Description:
    """Return a description with more parameters, by the name of the unit that is to have them."""
    units = list(description.units)
    for place, unit in enumerate(units):
        own = {item.symbol for item in unit.parameters}
        more = [item for item in found.get(unit.name, ()) if item.symbol not in own]
        if more:
            labels = {**unit.labels, **{item.symbol: item.label for item in more}}
            units[place] = replace(unit, parameters=(*unit.parameters, *more), labels=labels)
    return replace(description, units=tuple(units))
