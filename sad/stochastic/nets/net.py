"""A Petri net in numbers: places, transitions, and what each firing takes and gives."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span

ENDLESS = 0
"""The ``servers`` of a transition that fires as often at once as its input places allow."""


class Kind(StrEnum):
    """When an enabled transition fires."""

    EXPONENTIAL = "exponential"
    IMMEDIATE = "immediate"
    DETERMINISTIC = "deterministic"


@record
class Place:
    """A place and its tokens in the initial marking."""

    name: str
    span: Span
    tokens: int


@record
class Transition:
    """A transition; ``takes``, ``gives`` and ``unless`` have tokens by the number of the place.

    It is enabled if every place has the tokens it takes, and none of ``unless`` has as many as stand
    there. ``servers`` is how often at once it can fire, ``ENDLESS`` for any number. Of immediate ones
    those of the highest ``priority`` fire.
    """

    name: str
    span: Span
    kind: Kind
    takes: Mapping[int, int]
    gives: Mapping[int, int]
    unless: Mapping[int, int]
    servers: int = 1
    priority: int = 1

    @property
    def change(self) -> dict[int, int]:
        """The tokens that a firing adds to places; those that stay the same are left out."""
        found = {place: -count for place, count in self.takes.items()}
        for place, count in self.gives.items():
            found[place] = found.get(place, 0) + count
        return {place: count for place, count in found.items() if count}


@record
class Net:
    """Places and transitions; how fast transitions fire is told apart, as numbers or formulas."""

    title: str
    span: Span
    places: tuple[Place, ...]
    transitions: tuple[Transition, ...]

    def marking_text(self, tokens: Mapping[int, int]) -> str:
        """Return a marking as messages have it: the places that have tokens."""
        parts = [
            self.places[place].name + (f"={count}" if count > 1 else "")
            for place, count in sorted(tokens.items())
            if count
        ]
        return "(" + " ".join(parts) + ")"
