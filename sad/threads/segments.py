"""The time of what a team does between two barriers, in numbers: bounds, and what is held how long.

A static share is exact for every thread. Of chunks for who comes first two bounds are known, whoever
that is: with the time of all, W, on T threads, and the dearest chunk d, the last thread ends not before
max(W/T, d) and, as no thread waits while there are chunks, not after W/T + d (1 - 1/T) (Graham 1969).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sad.model.walks.teams import Who
from sad.spmd.rows import summed
from sad.symbols import THREAD
from sad.threads.pieces import Held, SegmentTime
from sad.threads.schedules import DYNAMIC, MOST_CHUNKS, Even, chunk_count, chunks_of, first_come

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.machine.schema import Multicore
    from sad.model.walks.teams import Piece, Share
    from sad.spmd.rows import Floats, Integers, Rows
    from sad.threads.costs import BlockCost
    from sad.threads.pieces import PieceFormulas, SegmentFormulas
    from sad.threads.schedules import Chunks

_MOST_LISTED = 20_000
"""Chunks that are given out one by one for the estimate."""
Schedule = tuple[str, "int | None"]
"""The kind of a schedule, and its chunk if one is said."""
_ELEMENT = ".element"


def time_of(
    segment: SegmentFormulas,
    threads: int,
    rows: Rows,
    points: int,
    costs: Mapping[int, BlockCost],
    multicore: Multicore,
    groups: Mapping[str, int],
    schedule: Schedule | None = None,
) -> SegmentTime:
    """Return the time of a segment at some points, of each of which there is a row.

    ``groups`` says over how many of each shared level the threads are spread, ``schedule`` is taken
    instead of those of the source.
    """
    more, point, share = segment.loops.rows(rows, points)
    (times,) = segment.times(more, share.size)
    loads = _Loads(threads, more, point, points, share * times, costs, multicore)
    loads.schedule = schedule
    for piece in segment.pieces:
        loads.add(piece)
    return loads.result(groups)


class _Loads:
    """What the threads of a team have to do in each pass of a segment [s]: a row for each pass.

    ``own`` are their own times: ``even`` ones are alike or less from thread to thread, so that none is
    above that of the first; ``uneven`` has a column for each thread, None as long as nothing is in it.
    ``pool`` is for whoever is free, in pieces of which one takes ``dearest``; ``listed`` are these
    pieces with their passes, None where they are not looked at.
    """

    def __init__(
        self,
        threads: int,
        rows: Rows,
        point: Integers,
        points: int,
        weight: Floats,
        costs: Mapping[int, BlockCost],
        multicore: Multicore,
    ) -> None:
        self._threads, self._rows, self._weight = threads, rows, weight
        self._point, self._points = _unless_plain(point, points), points
        self._costs, self._multicore = costs, multicore
        self._rates = {level.name: level.bytes_per_s.value for level in multicore.shared}
        self._passes = weight.size
        self._all, self._first = np.zeros(self._passes), np.zeros(self._passes)
        self._even: list[Even] = []
        self._uneven: Floats | None = None
        self._pool, self._dearest = np.zeros(self._passes), np.zeros(self._passes)
        self._listed: list[tuple[Integers | None, Floats]] | None = []
        self._held: dict[str, Floats] = {}
        self._dispatched: set[str] = set()
        self.schedule: Schedule | None = None
        self._lines: dict[str, Held] = {}
        self._work: dict[Span, Any] = {}

    def result(self, groups: Mapping[str, int]) -> SegmentTime:
        """Return the segment's time in the whole runs."""
        threads = self._threads
        mean = (self._all + self._pool) / threads
        most = self._first if self._uneven is None else self._own().max(axis=1)
        low = np.maximum(np.maximum(most, mean), self._dearest)
        high = np.maximum(most, mean + self._dearest * (1.0 - 1.0 / threads))
        bound = low
        for name, seconds in self._held.items():
            servers = self._lines[name].servers = min(groups.get(name, 1), threads)
            if threads > 1:
                bound = np.maximum(bound, seconds / servers)
        return SegmentTime(
            self._sum(self._likely(low, mean)),
            self._sum(high),
            self._sum(bound),
            self._sum(mean),
            self._sum(mean * threads),
            self._sum(np.ones(self._passes)),
            self._lines,
            self._work,
        )

    def _sum(self, seconds: Floats) -> Floats:
        if self._point is None:
            return self._weight * seconds
        return summed(self._weight * seconds, self._point, self._points)

    def _own(self) -> Floats:
        """The own time of each thread, a column for each."""
        found = np.zeros((self._passes, self._threads))
        for item in self._even:
            found += np.stack([item.of(thread) for thread in range(self._threads)], axis=1)
        return found if self._uneven is None else found + self._uneven

    def _alike(self, seconds: Floats) -> None:
        """Add what every thread does."""
        self._add_even(Even(self._threads, seconds))

    def _add_even(self, item: Even) -> None:
        self._even.append(item)
        self._all = self._all + item.all
        self._first = self._first + item.of(0)

    def _columns(self) -> Floats:
        """The own times that are not even, to add to; who does must add to all of them as well."""
        if self._uneven is None:
            self._uneven = np.zeros((self._passes, self._threads))
        return self._uneven

    def _likely(self, low: Floats, mean: Floats) -> Floats:
        """When the last thread ends if chunks go out in order; half way up where they are many."""
        if not self._pool.any():
            return low
        if self._listed is None:
            return np.maximum(low, mean + 0.5 * self._dearest * (1.0 - 1.0 / self._threads))
        own = self._own()
        places = np.arange(self._passes)
        if all(passed is None for passed, _ in self._listed):
            for _, times in self._listed:
                own[places, own.argmin(axis=1)] += times
            return np.maximum(low, own.max(axis=1))
        found, edges = low.copy(), np.arange(self._passes + 1)
        parts = [
            (times, np.searchsorted(places if passed is None else passed, edges))
            for passed, times in self._listed
        ]
        for place in range(self._passes):
            busy = own[place]
            for times, starts in parts:
                here = times[starts[place] : starts[place + 1]]
                busy = first_come(here, self._threads, busy)
            found[place] = max(found[place], float(busy.max()))
        return found

    def _each(self, each: Floats, parent: Integers | None = None) -> Floats:
        """Seconds of one by pass, or by the rows that come from passes."""
        if self._points == 1:
            return each
        if self._point is not None:
            each = each[:, self._point]
        return each if parent is None else each[:, parent]

    def add(self, piece: PieceFormulas) -> None:
        """Add a piece of the segment."""
        entry = self._entry(piece.piece)
        every = piece.costs(self._costs, self._points, entry)
        each = self._each(every)
        share = piece.piece.share
        if share is not None:
            counts = self._share(piece, share, every)
        elif piece.piece.who is Who.EACH and THREAD in piece.formulas.symbols:
            counts = np.zeros((len(each), self._passes))
            own = self._columns()
            for thread in range(self._threads):
                rows = {**self._rows, THREAD: np.full(self._passes, float(thread))}
                here = np.array(piece.formulas(rows, self._passes))
                seconds = (each * here).sum(axis=0)
                own[:, thread] += seconds
                self._all = self._all + seconds
                counts += here
        else:
            counts = np.array(piece.formulas(self._rows, self._passes))
            seconds = (each * counts).sum(axis=0)
            match piece.piece.who:
                case Who.EACH | Who.SHARE:
                    self._alike(seconds)
                    counts = counts * self._threads
                case Who.MASTER:
                    self._add_even(Even(self._threads, seconds, np.ones(self._passes)))
                case Who.FIRST_COME | Who.SECTION:
                    self._pool += seconds
                    self._dearest = np.maximum(self._dearest, seconds)
                    self._list(None, seconds)
        self._hold(piece.piece, counts, each)
        if piece.piece.lock is None:
            for (block, _), number in zip(piece.piece.blocks, counts, strict=False):
                cost, runs = self._costs[id(block)], self._sum(number)
                for span, seconds in cost.by_line(runs * cost.seconds):
                    self._work[span] = self._work.get(span, 0.0) + seconds

    def _entry(self, piece: Piece) -> float:
        """What it takes to enter what only one thread does at a time [s]."""
        if piece.lock is None:
            return 0.0
        if piece.lock.directive.words[0] == "atomic":
            return self._multicore.atomic(self._threads, one_place=_is_scalar(piece))
        return self._multicore.cost("critical_s", self._threads)

    # --- shares ----------------------------------------------------------------------------------

    def _share(self, piece: PieceFormulas, share: Share, every: Floats) -> Floats:
        """Add a share of each thread; return how often all together run what is counted, per pass."""
        assert piece.bounds is not None
        threads, passes = self._threads, self._passes
        more, parent, part = piece.loops.rows(self._rows, passes)
        size, parent = parent.size, _unless_plain(parent, passes)
        part = part * piece.times(more, size)[0]
        first, trips = (np.array(values) for values in piece.bounds(more, size))
        trips = np.maximum(trips, 0.0)
        whole = {**more, share.low: first, share.high: first + trips - 1}
        totals = np.array(piece.formulas(whole, size))
        if not share.even:
            totals[:, trips <= 0] = 0.0
        each = self._each(every, parent)
        seconds = (each * totals).sum(axis=0)
        kind, chunk = self.schedule or share.schedule
        kind = kind if kind in DYNAMIC else "static"
        number = chunk_count(trips, threads, kind, chunk)
        if kind in DYNAMIC and share.low not in self._dispatched:
            self._dispatched.add(share.low)
            cost = self._multicore.cost("dispatch_s", threads)
            self._alike(self._up(part * number * cost / threads, parent))
        loop = _Shared(trips, seconds, parent, part, kind, chunk)
        if piece.alike or not {share.low, share.high} & piece.formulas.symbols:
            self._evenly(loop, in_parts=not share.even)
        elif number.sum() > MOST_CHUNKS * self._points:
            self._pool += self._up(part * seconds, parent)
            mean = seconds / np.maximum(number, 1.0)
            self._dearest = np.maximum(self._dearest, self._up(part * mean, parent))
            self._listed = None
        else:
            found = chunks_of(trips, threads, kind, chunk)
            lines = {name: values[found.loop] for name, values in more.items()}
            lines[share.low] = first[found.loop] + found.first
            lines[share.high] = first[found.loop] + found.last
            length = found.loop.size
            times = np.array(piece.formulas(lines, length)).reshape(len(each), length)
            times = ((each if self._points == 1 else each[:, found.loop]) * times).sum(axis=0)
            self._chunks(loop, found, np.where(found.last < found.first, 0.0, times))
        return np.array([self._up(part * line, parent) for line in totals])

    def _up(self, values: Floats, parent: Integers | None) -> Floats:
        """Sums over the rows that come from one pass."""
        return values if parent is None else summed(values, parent, self._passes)

    def _chunks(self, loop: _Shared, found: Chunks, times: Floats) -> None:
        """Add chunks whose times are known."""
        passed = found.loop if loop.parent is None else loop.parent[found.loop]
        if loop.kind not in DYNAMIC:
            own = times * loop.part[found.loop]
            np.add.at(self._columns(), (passed, found.owner), own)
            self._all = self._all + summed(own, passed, self._passes)
            return
        self._pool += self._up(loop.part * loop.seconds, loop.parent)
        dearest = np.zeros(self._passes)
        np.maximum.at(dearest, passed, times)
        self._dearest = np.maximum(self._dearest, dearest)
        if times.size > _MOST_LISTED or not (loop.part == 1.0).all():
            self._listed = None
        self._list(passed, times)

    def _list(self, passed: Integers | None, times: Floats) -> None:
        """Note pieces for who comes first: one for each pass, or by the pass of each, in order."""
        if self._listed is not None:
            self._listed.append((passed, times))

    def _evenly(self, loop: _Shared, *, in_parts: bool) -> None:
        """Add shares of loops whose iterations are alike, or are taken to be.

        ``in_parts``: a mean number of iterations that is none is the same for all threads.
        """
        trips, parent = loop.trips, loop.parent
        seconds = loop.seconds * loop.part
        known = trips > 0
        if not known.all():  # nobody says how it is shared out
            unsaid = np.where(known, 0.0, seconds) if known.any() else seconds
            self._alike(self._up(unsaid / self._threads, parent))
        if not known.any():
            return
        each = np.where(known, seconds / np.maximum(trips, 1.0), 0.0)
        size = np.maximum(np.minimum(float(loop.chunk or 1), trips), 1.0)
        if loop.kind in DYNAMIC:
            if loop.kind == "guided":
                size = np.maximum(size, np.ceil(trips / self._threads))
            self._pool += self._up(np.where(known, seconds, 0.0), parent)
            self._dearest = np.maximum(self._dearest, self._up(each * size, parent))
            self._listed = None
            return
        up = partial(self._up, parent=parent)
        if loop.chunk is None:
            broken = (trips != np.floor(trips)) & in_parts
            if broken.any():
                self._alike(up(np.where(broken, seconds / self._threads, 0.0)))
                each = np.where(broken, 0.0, each)
            self._add_even(Even(self._threads, each, trips, None, up))
        else:
            self._add_even(Even(self._threads, each, trips, size, up))

    # --- what is shared --------------------------------------------------------------------------

    def _hold(self, piece: Piece, counts: Floats, each: Floats) -> None:
        """Add how long what is shared is held, per pass and in all."""
        for (block, _), number in zip(piece.blocks, counts, strict=False):
            cost = self._costs[id(block)]
            for name, size in cost.moved.items():
                moved = self._each(np.broadcast_to(size, (1, self._points)))[0] / self._rates[name]
                for span, seconds in cost.by_line(number * moved, self._point):
                    self._add_held(name, seconds, span)
        lock = piece.lock
        if lock is None:
            return
        span = lock.directive.span
        if lock.directive.words[0] != "atomic":
            self._add_held(lock.name, (each * counts).sum(axis=0), span)
        elif _is_scalar(piece):
            self._add_held(f"atomic, line {span.line}", counts[-1] * each[-1], span)

    def _add_held(self, name: str, seconds: Floats, span: Span) -> None:
        if seconds.any():
            self._held[name] = self._held.get(name, np.zeros(seconds.shape)) + seconds
            self._lines.setdefault(name, Held()).add(self._sum(seconds), span)


class _Shared(NamedTuple):
    """Shared loops: iterations and seconds of each, the pass it is of, and what part of one it is."""

    trips: Floats
    seconds: Floats
    parent: Integers | None
    part: Floats
    kind: str
    chunk: int | None


def _unless_plain(parent: Integers, length: int) -> Integers | None:
    """Where rows come from; None if each one comes from one, in order."""
    plain = parent.size == length and bool((parent == np.arange(length)).all())
    return None if plain else parent


def _is_scalar(piece: Piece) -> bool:
    """Whether what an atomic update changes is one variable, the same for all threads."""
    stored = [
        key
        for block, _ in piece.blocks
        for line in block.lines
        for key in line.operations
        if key.startswith("store.")
    ]
    return bool(stored) and all(_ELEMENT not in key for key in stored)
