"""A cache that drops what was not used for longest in a set, fed with addresses."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Trace = Callable[[], Iterable[tuple[str, int]]]
    """Makes the places touched, in order: array and byte in it."""


class LruCache:
    """Holds ``capacity`` lines of ``line`` bytes in ``sets`` sets; arrays start in the first one."""

    def __init__(self, capacity: int, line: int, sets: int = 1) -> None:
        self._ways = capacity // sets
        self._line = line
        self._held: list[OrderedDict[tuple[str, int], None]] = [OrderedDict() for _ in range(sets)]
        self.misses = 0

    def touch(self, array: str, byte: int) -> None:
        """Touch one byte of an array."""
        place = array, byte // self._line
        held = self._held[place[1] % len(self._held)]
        if place in held:
            held.move_to_end(place)
            return
        self.misses += 1
        held[place] = None
        if len(held) > self._ways:
            held.popitem(last=False)


def misses_when_warm(trace: Trace, capacity: int, line: int, sets: int = 1) -> int:
    """Return the misses of the second of two runs, one after the other."""
    cache = LruCache(capacity, line, sets)
    for array, byte in trace():
        cache.touch(array, byte)
    before = cache.misses
    for array, byte in trace():
        cache.touch(array, byte)
    return cache.misses - before
