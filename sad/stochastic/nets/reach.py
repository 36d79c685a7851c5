"""All markings that a net can come to: explored many at a time, as columns of an array.

A marking has a key: the sum over places of its tokens times a random odd number, modulo 2**64. Firing a
transition adds a constant to it: keys of thousands of followers are one addition. Markings with equal
keys are compared token by token: where two differ, the exploration starts again with other numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import input_error
from sad.records import record
from sad.stochastic.nets.net import ENDLESS, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sad.stochastic.nets.net import Net, Transition

    Ints = NDArray[np.integer[Any]]
    Mask = NDArray[np.bool_]

MOST_MARKINGS = 2_000_000
"""Markings after which a net counts as too large, unless the user says otherwise."""
_AT_ONCE = 1 << 15
_MOST_TOKENS = 1 << 30
_FIRST_LOOK, _LOOK_AT = 1_000, 50
"""At how many markings growth is looked for first, and at how many of the newest ones."""


class _SameKey(Exception):
    """Two markings have one key."""


@record
class Graph:
    """The reachable markings and the firings between them.

    ``markings`` has the shape places x markings; the first one is the initial marking. A firing leads
    from ``sources`` to ``targets`` by the ``transitions`` of these numbers; ``degrees`` is how often at
    once it may fire. ``vanishing`` tells of markings in which an immediate transition fires.
    """

    net: Net
    markings: Ints
    vanishing: Mask
    sources: Ints
    targets: Ints
    transitions: Ints
    degrees: Ints

    @property
    def size(self) -> int:
        """How many markings there are."""
        return int(self.markings.shape[1])

    def text(self, marking: int) -> str:
        """Return the marking of a number as messages have it."""
        return marking_text(self.net, self.markings[:, marking])


def marking_text(net: Net, column: Ints) -> str:
    """Return a column of tokens as messages have it."""
    return net.marking_text({int(place): int(column[place]) for place in np.flatnonzero(column)})


def reachable(net: Net, most: int = MOST_MARKINGS) -> Graph:
    """Return the markings that a net can come to.

    Raises ``SadError``: SAD616 (a place grows without end), SAD617 (more than ``most`` markings).
    """
    for seed in range(8):
        try:
            return _Exploration(net, most, seed).run()
        except _SameKey:
            continue
    raise AssertionError("eight times two markings had one key of 64 bits")


def enabled(transition: Transition, markings: Ints) -> Mask:
    """Return in which of the markings (shape places x markings) a transition has what it needs."""
    found: Any = np.ones(markings.shape[1], bool)
    for place, count in transition.takes.items():
        found &= markings[place] >= count
    for place, count in transition.unless.items():
        found &= markings[place] < count
    return found


def degrees_of(transition: Transition, markings: Ints) -> Ints:
    """Return how often at once a transition that is enabled in these markings may fire."""
    found: Any = np.ones(markings.shape[1], np.int32)
    if transition.servers == 1 or not transition.takes or transition.kind is not Kind.EXPONENTIAL:
        return found
    for number, (place, count) in enumerate(transition.takes.items()):
        times = markings[place] // count
        found = times.astype(np.int32) if number == 0 else np.minimum(found, times)
    return found if transition.servers == ENDLESS else np.minimum(found, transition.servers)


class _Exploration:
    def __init__(self, net: Net, most: int, seed: int) -> None:
        self._net, self._most = net, most
        count = len(net.places)
        rng = np.random.default_rng(seed)
        multipliers = rng.integers(0, 2**63, count, np.uint64) * np.uint64(2) + np.uint64(1)
        self._changes = np.zeros((count, len(net.transitions)), np.int32)
        for number, item in enumerate(net.transitions):
            for place, tokens in item.change.items():
                self._changes[place, number] = tokens
        self._key_changes = (
            multipliers[:, None] * self._changes.astype(np.int64).astype(np.uint64)
        ).sum(axis=0, dtype=np.uint64)
        self._groups = _groups(net)
        start = np.array([[place.tokens] for place in net.places], np.int32).reshape(count, 1)
        self._size = 1
        self._markings = np.zeros((count, 1024), np.int32)
        self._markings[:, :1] = start
        self._keys = np.zeros(1024, np.uint64)
        self._keys[0] = (multipliers * start[:, 0].astype(np.uint64)).sum(dtype=np.uint64)
        self._parents = np.zeros(1024, np.int32)
        self._table = np.full(4096, -1, np.int32)
        self._insert(self._keys[:1], np.zeros(1, np.int32))
        self._vanishing: list[Mask] = []
        self._arcs: list[tuple[Ints, Ints, Ints, Ints]] = []

    def run(self) -> Graph:
        done, look = 0, _FIRST_LOOK
        while done < self._size:
            end = min(self._size, done + _AT_ONCE)
            self._explore(done, end)
            done = end
            if self._size >= look or self._size > self._most:
                self._check_growth()
                look *= 10
        arcs: list[Ints] = [np.concatenate(item) for item in zip(*self._arcs, strict=True)]
        return Graph(
            self._net,
            self._markings[:, : self._size].copy(),
            np.concatenate(self._vanishing),
            *arcs,
        )

    def _explore(self, start: int, end: int) -> None:
        """Fire all that can fire in the markings from ``start`` to ``end``."""
        markings = self._markings[:, start:end]
        free: Any = np.ones(end - start, bool)
        vanishing: Any = np.zeros(end - start, bool)
        sources, degrees, numbers = list[Any](), list[Any](), list[Any]()
        for is_immediate, group in self._groups:
            fires: Any = np.zeros(end - start, bool)
            for number in group:
                transition = self._net.transitions[number]
                can = free & enabled(transition, markings)
                places = np.flatnonzero(can)
                if not len(places):
                    continue
                fires |= can
                sources.append(places)
                degrees.append(degrees_of(transition, markings[:, places]))
                numbers.append(np.full(len(places), number, np.int16))
            free &= ~fires
            if is_immediate:
                vanishing |= fires
        self._vanishing.append(vanishing)
        if not sources:
            empty = np.zeros(0, np.int32)
            self._arcs.append((empty, empty, empty.astype(np.int16), empty))
            return
        source = np.concatenate(sources).astype(np.int32) + start
        number = np.concatenate(numbers)
        target = self._followers(source, number)
        self._arcs.append((source, target, number, np.concatenate(degrees)))

    def _followers(self, source: Ints, number: Ints) -> Ints:
        """The numbers of the markings that firings lead to; new ones are added."""
        keys = self._keys[source] + self._key_changes[number]
        columns = self._markings[:, source] + self._changes[:, number]
        if len(columns) and int(columns.max()) > _MOST_TOKENS:
            self._check_growth()
        target, first = self._find(keys)
        if len(first):
            self._grow(self._size + len(first))
            new = slice(self._size, self._size + len(first))
            self._markings[:, new] = columns[:, first]
            self._parents[new] = source[first]
            self._size += len(first)
        if not np.array_equal(self._markings[:, target], columns):
            raise _SameKey
        return target

    def _find(self, keys: NDArray[np.uint64]) -> tuple[Ints, Ints]:
        """The number of the marking of each key, and the places of the keys that are new."""
        while 2 * (self._size + len(keys)) > len(self._table):
            self._widen()
        target = np.full(len(keys), -1, np.int32)
        mask = np.uint64(len(self._table) - 1)
        slots = ((keys >> np.uint64(20)) & mask).astype(np.int64)
        waiting = np.arange(len(keys))
        self._grow(self._size + len(keys))
        fresh: list[Ints] = []
        known = self._size
        while len(waiting):
            held = self._table[slots[waiting]]
            free = held < 0
            claims = waiting[free]
            # the last of several claims stays; the others find it there in the next round
            self._table[slots[claims]] = -2 - claims.astype(np.int32)
            won = claims[self._table[slots[claims]] == -2 - claims]
            numbers = np.arange(known, known + len(won), dtype=np.int32)
            self._table[slots[won]] = numbers
            self._keys[numbers] = keys[won]
            fresh.append(won)
            known += len(won)
            held = self._table[slots[waiting]]
            same = self._keys[held] == keys[waiting]
            target[waiting[same]] = held[same]
            waiting = waiting[~same]
            slots[waiting] = (slots[waiting] + 1) & int(mask)
        return target, np.concatenate(fresh) if fresh else np.zeros(0, np.int32)

    def _insert(self, keys: NDArray[np.uint64], numbers: Ints) -> None:
        """Put keys that are not there yet into the table."""
        mask = len(self._table) - 1
        slots = ((keys >> np.uint64(20)) & np.uint64(mask)).astype(np.int64)
        waiting = np.arange(len(keys))
        while len(waiting):
            free = waiting[self._table[slots[waiting]] < 0]
            self._table[slots[free]] = numbers[free]
            waiting = waiting[self._table[slots[waiting]] != numbers[waiting]]
            slots[waiting] = (slots[waiting] + 1) & mask

    def _widen(self) -> None:
        self._table = np.full(4 * len(self._table), -1, np.int32)
        self._insert(self._keys[: self._size], np.arange(self._size, dtype=np.int32))

    def _grow(self, size: int) -> None:
        if size <= len(self._keys):
            return
        room = max(size, 2 * len(self._keys))
        markings = np.zeros((len(self._markings), room), np.int32)
        markings[:, : self._size] = self._markings[:, : self._size]
        self._markings = markings
        self._keys = np.concatenate([self._keys, np.zeros(room - len(self._keys), np.uint64)])
        self._parents = np.concatenate(
            [self._parents, np.zeros(room - len(self._parents), np.int32)]
        )

    def _check_growth(self) -> None:
        """Raise SAD616 if a marking has more of some place than one before it and less of none."""
        from sad.stochastic.nets.growth import growth  # noqa: PLC0415 - rarely needed

        newest = range(max(0, self._size - _LOOK_AT), self._size)
        is_over = self._size > self._most
        for last in newest:
            found = growth(self._net, self._markings, self._ancestors(last), sure=not is_over)
            if found is not None:
                raise found
        if is_over:
            message = f"more than {self._most:,} markings"
            hint = "--most-markings allows more, --simulate needs none"
            raise input_error("SAD617", message, self._net.span, hint)

    def _ancestors(self, last: int) -> Sequence[int]:
        found = [last]
        while found[-1]:
            found.append(int(self._parents[found[-1]]))
        return found


def _groups(net: Net) -> list[tuple[bool, list[int]]]:
    """Sets of transitions of equal rank, in order, and whether they are immediate."""
    numbers = range(len(net.transitions))
    immediate = [n for n in numbers if net.transitions[n].kind is Kind.IMMEDIATE]
    ranks = sorted({net.transitions[n].priority for n in immediate}, reverse=True)
    found = [(True, [n for n in immediate if net.transitions[n].priority == r]) for r in ranks]
    found.append((False, [n for n in numbers if net.transitions[n].kind is not Kind.IMMEDIATE]))
    return found
