"""A fully associative cache that drops what was not used for longest, fed with addresses."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Trace = Callable[[], Iterable[tuple[str, int]]]
    """Makes the places touched, in order: array and byte in it."""


class LruCache:
    """Holds ``capacity`` lines of ``line`` bytes; arrays start at the beginning of a line."""

    def __init__(self, capacity: int, line: int) -> None:
        self._capacity = capacity
        self._line = line
        self._held: OrderedDict[tuple[str, int], None] = OrderedDict()
        self.misses = 0

    def touch(self, array: str, byte: int) -> None:
        """Touch one byte of an array."""
        place = array, byte // self._line
        if place in self._held:
            self._held.move_to_end(place)
            return
        self.misses += 1
        self._held[place] = None
        if len(self._held) > self._capacity:
            self._held.popitem(last=False)


def misses_when_warm(trace: Trace, capacity: int, line: int) -> int:
    """Return the misses of the second of two runs, one after the other."""
    cache = LruCache(capacity, line)
    for array, byte in trace():
        cache.touch(array, byte)
    before = cache.misses
    for array, byte in trace():
        cache.touch(array, byte)
    return cache.misses - before
