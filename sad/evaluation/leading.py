"""The units of a library that grow fastest, with their blocks, as all units are gone through."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappush, heappushpop, nlargest
from typing import TYPE_CHECKING, NamedTuple

from sad.description.expand import expand
from sad.description.tree import EMPTY, Description

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sad.description.expand import BlockCount, Expansion
    from sad.description.tree import UnitDescription


class Shown(NamedTuple):
    """A unit without its formulas, and its blocks with their counts."""

    unit: UnitDescription
    blocks: tuple[BlockCount, ...]


class Leading:
    """Units of the highest degree so far, at most ``most`` of them; of several the first ones."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[int, Shown] = {}
        self._order: list[tuple[int, int]] = []

    @property
    def kept(self) -> Iterable[Shown]:
        """What is kept so far."""
        return self._found.values()

    def offer(
        self, number: int, unit: UnitDescription, expansion: Expansion, degree: int | None
    ) -> None:
        """Keep the blocks of a unit that is one of them; ``degree`` is None without blocks."""
        if degree is None:
            return
        place = degree, -number
        if len(self._order) < self._most:
            heappush(self._order, place)
        else:
            lowest = heappushpop(self._order, place)
            if lowest == place:
                return
            del self._found[-lowest[1]]
        self._found[number] = _shown(unit, expansion)

    def of(self, degrees: Sequence[int | None], units: Sequence[UnitDescription]) -> list[Shown]:
        """Return those that lead by these degrees, in the order of the units.

        Units that turn out to lead now that all is known are looked at again.
        """
        known = ((degree, -number) for number, degree in enumerate(degrees) if degree is not None)
        numbers = sorted(-place for _, place in nlargest(self._most, known))
        return [
            self._found.get(number) or _shown(units[number], expanded(units[number]))
            for number in numbers
        ]


def expanded(unit: UnitDescription) -> Expansion:
    """Return the counts of a unit by itself, its calls left open."""
    return expand(Description((), 0, (unit,), {}), None)


def _shown(unit: UnitDescription, expansion: Expansion) -> Shown:
    bare = replace(unit, tree=EMPTY, parameters=(), definitions=())
    blocks = (replace(block, unit=bare, loops=(), branches=()) for block in expansion.blocks)
    return Shown(bare, tuple(blocks))
