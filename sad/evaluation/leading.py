"""The units of a library that grow fastest, with their blocks."""

from __future__ import annotations

from dataclasses import replace
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from sad.description.tree import EMPTY
from sad.evaluation.summary import expanded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.description.expand import BlockCount
    from sad.description.tree import UnitDescription


class Shown(NamedTuple):
    """A unit without its formulas, and its blocks with their counts."""

    unit: UnitDescription
    blocks: tuple[BlockCount, ...]


def leading(
    degrees: Sequence[int | None], units: Sequence[UnitDescription], most: int
) -> list[Shown]:
    """Return at most ``most`` units of the highest degrees in order; of several the first ones.

    ``degrees`` are by the number of a unit, None without blocks.
    """
    known = ((degree, -number) for number, degree in enumerate(degrees) if degree is not None)
    return [
        _shown(units[number]) for number in sorted(-place for _, place in nlargest(most, known))
    ]


def _shown(unit: UnitDescription) -> Shown:
    bare = replace(unit, tree=EMPTY, parameters=(), definitions=())
    blocks = (replace(item, unit=bare, loops=(), branches=()) for item in expanded(unit).blocks)
    return Shown(bare, tuple(blocks))
