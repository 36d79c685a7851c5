"""Which iterations of a shared loop go together, and to which thread.

Static without a chunk: each thread gets one block, the first ones one iteration more if they do not
come out even (as the run-time libraries of GCC and LLVM do). Static with a chunk: chunks go round.
Dynamic and guided: chunks in this order, each to who comes first; a chunk of guided is the remaining
iterations over the threads, not less than the one given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sad.spmd.rows import repeats

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.spmd.rows import Floats, Integers

MOST_CHUNKS = 2_000_000
"""Chunks that are looked at one by one; of more only bounds are known."""
DYNAMIC = frozenset({"dynamic", "guided"})


class Chunks(NamedTuple):
    """Chunks of loops: the number of the loop each is of, its first and last iteration from 0 on.

    ``owner`` is the thread that gets it; of chunks for who comes first it is their number.
    """

    loop: Integers
    first: Floats
    last: Floats
    owner: Integers


def chunk_count(trips: Floats, threads: int, kind: str, chunk: int | None) -> Floats:
    """Return how many chunks loops of so many iterations have; about so many of guided ones."""
    if kind in DYNAMIC or chunk is not None:
        size = chunk or 1
        whole = np.ceil(trips / size)
        if kind == "guided":
            few = np.maximum(trips / (size * threads), 1.0)
            return np.minimum(whole, threads * (1.0 + np.log(few)))
        return whole
    return np.full(trips.shape, float(threads))


def chunks_of(trips: Floats, threads: int, kind: str, chunk: int | None) -> Chunks:
    """Return the chunks of loops of so many iterations each."""
    if kind == "guided":
        return _guided(trips, threads, chunk or 1)
    if kind == "dynamic" or chunk is not None:
        size = chunk or 1
        number = np.ceil(trips / size).astype(np.int64)
        loop, place = repeats(number)
        first = np.asarray(place * float(size), np.float64)
        last = np.asarray(np.minimum(first + size, trips[loop]) - 1, np.float64)
        return Chunks(loop, first, last, place if kind == "dynamic" else place % threads)
    loop, thread = repeats(np.full(trips.size, threads, np.int64))
    own = trips[loop]
    whole = own == np.floor(own)
    each = np.where(whole, np.floor(own / threads), own / threads)
    more = np.where(whole, own - each * threads, 0.0)
    first = thread * each + np.minimum(thread, more)
    last = first + each + (thread < more) - 1
    return Chunks(loop, np.asarray(first, np.float64), np.asarray(last, np.float64), thread)


def _guided(trips: Floats, threads: int, least: int) -> Chunks:
    known: dict[float, tuple[list[float], list[float]]] = {}
    for number in np.unique(trips).tolist():
        firsts: list[float] = []
        lasts: list[float] = []
        at = 0.0
        while at < number:
            size = min(max(np.ceil((number - at) / threads), least), number - at)
            firsts.append(at)
            lasts.append(at + size - 1)
            at += size
        known[number] = firsts, lasts
    rows = [known[number] for number in trips.tolist()]
    loop, place = repeats(np.array([len(firsts) for firsts, _ in rows], np.int64))
    first = np.array([x for firsts, _ in rows for x in firsts])
    last = np.array([x for _, lasts in rows for x in lasts])
    return Chunks(loop, first, last, place)


def first_come(times: Floats, threads: int, busy: Floats | None = None) -> Floats:
    """Return when each thread ends if who is free first takes the next chunk (list scheduling)."""
    ends = np.zeros(threads) if busy is None else busy.copy()
    for seconds in times.tolist():
        place = int(ends.argmin())
        ends[place] += seconds
    return ends


class Even:
    """What threads do of their own, none more than the one before it: all of them as much, or shares.

    ``each`` is what one iteration takes, ``trips`` how many are shared out in blocks, or in chunks of a
    ``size`` that go round; without, what every thread takes. ``up`` adds up shares by pass.
    """

    def __init__(
        self,
        threads: int,
        each: Floats,
        trips: Floats | None = None,
        size: Floats | None = None,
        up: Callable[[Floats], Floats] = np.asarray,
    ) -> None:
        self._threads, self._each, self._trips, self._size, self._up = (
            threads,
            each,
            trips,
            size,
            up,
        )
        if trips is None:
            self.all: Floats = each * threads
        else:
            self.all = up(each * (np.ceil(trips) if size is None else trips))

    def of(self, thread: int) -> Floats:
        """Return what a thread takes [s], by pass."""
        if self._trips is None:
            return self._each
        if self._size is None:
            whole, rest = np.divmod(self._trips, self._threads)
            return self._up(self._each * (whole + (thread < rest)))
        whole, rest = np.divmod(self._trips, self._size * self._threads)
        own = np.minimum(np.maximum(rest - thread * self._size, 0.0), self._size)
        return self._up(self._each * (whole * self._size + own))
