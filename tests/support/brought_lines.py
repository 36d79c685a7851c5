"""How many lines a run brings into one cache, as the model of memory counts them."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from sad.mapping.footprints import footprints
from sad.mapping.memory_traffic import misses
from sad.mapping.sets import crowding

if TYPE_CHECKING:
    from sad.mapping.memory_time import MemoryModel
    from sad.mapping.walks import Run, Walks


def brought(model: MemoryModel, run: Run, capacity: float, line: float, ways: float = inf) -> float:
    """Return the lines of ``line`` bytes that all loops bring into a cache of ``capacity`` lines."""

    def lines(walks: Walks, run: Run) -> list[float]:
        prints = footprints(walks, run, line)
        crowds = () if ways == inf else crowding(walks, prints, run, ways, capacity * line / ways)
        return misses(walks, prints, run, capacity, ways, crowds)[0]

    found: dict[int, float] = {}
    for walks, regions, passes in model.views(run):
        each = [(share, lines(walks, one)) for share, one in passes]
        rest = 1.0 - sum(share for share, _ in each)
        for number in (number for numbers in regions.values() for number in numbers):
            left = rest * found.get(number, 0.0)
            found[number] = left + sum(share * own[number] for share, own in each)
    return sum(found.values())
