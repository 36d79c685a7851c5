"""The time of what a team does between two barriers, in numbers: bounds, and what is held how long.

A static share is exact for every thread. Of chunks for who comes first two bounds are known, whoever
that is: with the time of all, W, on T threads, and the dearest chunk d, the last thread ends not before
max(W/T, d) and, as no thread waits while there are chunks, not after W/T + d (1 - 1/T) (Graham 1969).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly
from sad.model.walks.teams import Who
from sad.spmd.rows import Formulas, Loops, summed
from sad.spmd.times import split_around
from sad.symbols import THREAD
from sad.threads.schedules import DYNAMIC, MOST_CHUNKS, chunk_count, chunks_of, first_come

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.machine.schema import Multicore
    from sad.model.walks.teams import Piece, Segment, Share
    from sad.spmd.rows import Floats, Integers, Rows
    from sad.threads.costs import BlockCost
    from sad.threads.schedules import Chunks

_MOST_LISTED = 20_000
"""Chunks that are given out one by one for the estimate."""
Schedule = tuple[str, "int | None"]
"""The kind of a schedule, and its chunk if one is said."""
_ELEMENT = ".element"


@dataclass(slots=True)
class Held:
    """A resource that threads share: how long it is held in all [s], its servers, and who holds it."""

    seconds: float = 0.0
    servers: int = 1
    lines: dict[Span, float] = field(default_factory=dict["Span", float])

    def add(self, seconds: float, span: Span) -> None:
        """Let a line hold it."""
        self.seconds += seconds
        self.lines[span] = self.lines.get(span, 0.0) + seconds


@dataclass(slots=True)
class SegmentTime:
    """The time of a segment in a run [s]: of the thread that ends last, and of all together.

    ``low``, ``likely`` and ``high`` are times without waiting for what is shared; ``bound`` is the sum
    of what each pass takes at least with that. ``mean`` is the time of a thread on average, ``passes``
    how often the segment runs. ``work`` are lines with the time of all threads.
    """

    low: float = 0.0
    likely: float = 0.0
    high: float = 0.0
    bound: float = 0.0
    mean: float = 0.0
    all: float = 0.0
    passes: float = 0.0
    held: dict[str, Held] = field(default_factory=dict[str, "Held"])
    work: dict[Span, float] = field(default_factory=dict["Span", float])


class PieceFormulas:
    """The counts of a piece: per pass, or of a share of its loop."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        cut = piece.depth if piece.share is None else piece.share_depth
        self.inner, self.between = piece.around[cut:], piece.around[piece.depth : cut]
        polys = [sum_nest(self.inner, piece.outer * count) for _, count in piece.blocks]
        polys += [
            sum_nest(self.inner, piece.outer * count) * Poly.symbol(f"{name}.seconds")
            for name, count in piece.calls
        ]
        polys.append(sum_nest(self.inner, piece.outer))
        self.formulas = Formulas(polys)
        share = piece.share
        self.bounds = None if share is None else Formulas([share.first, share.trips])
        own = {share.low, share.high} if share is not None else set[str]()
        self.symbols = self.formulas.symbols - own
        if self.bounds is not None:
            self.symbols |= self.bounds.symbols
        self.kept, others = split_around(self.between, self.symbols)
        self.loops, self.times = Loops(self.kept), Formulas([sum_nest(others, ONE)])
        if self.between:
            self.symbols |= self.loops.symbols | self.times.symbols
            self.symbols -= {index.name for index in self.between}

    def costs(self, costs: Mapping[int, BlockCost]) -> Floats:
        """Return the seconds of one of each that is counted; how often it runs takes none."""
        each = [costs[id(block)].seconds for block, _ in self.piece.blocks]
        return np.array([*each, *(1.0 for _ in self.piece.calls), 0.0])


class SegmentFormulas:
    """A segment's pieces, and the loops around it."""

    def __init__(self, segment: Segment) -> None:
        self.segment = segment
        self.pieces = [PieceFormulas(piece) for piece in segment.pieces]
        used = frozenset[str]().union(*(piece.symbols for piece in self.pieces))
        kept, others = split_around(segment.around, used)
        self.loops, self.times = Loops(kept), Formulas([sum_nest(others, ONE)])
        symbols = used | self.loops.symbols | self.times.symbols
        self.symbols = symbols - {index.name for index in segment.around}


def time_of(
    segment: SegmentFormulas,
    threads: int,
    rows: Rows,
    costs: Mapping[int, BlockCost],
    multicore: Multicore,
    groups: Mapping[str, int],
    schedule: Schedule | None = None,
) -> SegmentTime:
    """Return the time of a segment at one point, ``rows`` having one row.

    ``groups`` says over how many of each shared level the threads are spread, ``schedule`` is taken
    instead of those of the source.
    """
    more, _, share = segment.loops.rows(rows, 1)
    (times,) = segment.times(more, share.size)
    loads = _Loads(threads, more, share * times, costs, multicore)
    loads.schedule = schedule
    for piece in segment.pieces:
        loads.add(piece)
    return loads.result(groups)


class _Loads:
    """What the threads of a team have to do in each pass of a segment [s]: a row for each pass.

    ``own`` are their own times, ``pool`` is for whoever is free, in pieces of which one takes
    ``dearest``; ``listed`` are these pieces with their passes, None where they are not looked at.
    """

    def __init__(
        self,
        threads: int,
        rows: Rows,
        weight: Floats,
        costs: Mapping[int, BlockCost],
        multicore: Multicore,
    ) -> None:
        self._threads, self._rows, self._weight = threads, rows, weight
        self._costs, self._multicore = costs, multicore
        self._rates = {level.name: level.bytes_per_s.value for level in multicore.shared}
        self._passes = weight.size
        self._own = np.zeros((self._passes, threads))
        self._pool, self._dearest = np.zeros(self._passes), np.zeros(self._passes)
        self._listed: list[tuple[Integers, Floats]] | None = []
        self._held: dict[str, Floats] = {}
        self._dispatched: set[str] = set()
        self.schedule: Schedule | None = None
        self._found = SegmentTime(passes=float(weight.sum()))

    def result(self, groups: Mapping[str, int]) -> SegmentTime:
        """Return the segment's time in the whole run."""
        found, threads = self._found, self._threads
        mean = (self._own.sum(axis=1) + self._pool) / threads
        most = self._own.max(axis=1, initial=0.0)
        low = np.maximum(np.maximum(most, mean), self._dearest)
        high = np.maximum(most, mean + self._dearest * (1.0 - 1.0 / threads))
        bound = low
        for name, seconds in self._held.items():
            servers = found.held[name].servers = min(groups.get(name, 1), threads)
            if threads > 1:
                bound = np.maximum(bound, seconds / servers)
        found.low, found.likely = self._sum(low), self._sum(self._likely(low, mean))
        found.high, found.bound = self._sum(high), self._sum(bound)
        found.mean, found.all = self._sum(mean), self._sum(mean * threads)
        return found

    def _sum(self, seconds: Floats) -> float:
        return float(self._weight @ seconds)

    def _likely(self, low: Floats, mean: Floats) -> Floats:
        """When the last thread ends if chunks go out in order; half way up where they are many."""
        if not self._pool.any():
            return low
        if self._listed is None:
            return np.maximum(low, mean + 0.5 * self._dearest * (1.0 - 1.0 / self._threads))
        found = low.copy()
        for place in range(self._passes):
            busy = self._own[place]
            for passed, times in self._listed:
                busy = first_come(times[passed == place], self._threads, busy)
            found[place] = max(found[place], float(busy.max()))
        return found

    def add(self, piece: PieceFormulas) -> None:
        """Add a piece of the segment."""
        entry = self._entry(piece.piece)
        each = piece.costs(self._costs)
        each[-1] = entry
        share = piece.piece.share
        if share is not None:
            counts = self._share(piece, share, each)
        elif piece.piece.who is Who.EACH and THREAD in piece.formulas.symbols:
            counts = np.zeros((each.size, self._passes))
            for thread in range(self._threads):
                rows = {**self._rows, THREAD: np.full(self._passes, float(thread))}
                own = np.array(piece.formulas(rows, self._passes))
                self._own[:, thread] += each @ own
                counts += own
        else:
            counts = np.array(piece.formulas(self._rows, self._passes))
            seconds = each @ counts
            match piece.piece.who:
                case Who.EACH | Who.SHARE:
                    self._own += seconds[:, None]
                    counts = counts * self._threads
                case Who.MASTER:
                    self._own[:, 0] += seconds
                case Who.FIRST_COME | Who.SECTION:
                    self._pool += seconds
                    self._dearest = np.maximum(self._dearest, seconds)
                    self._list(np.arange(self._passes), seconds)
        self._hold(piece.piece, counts, each)
        if piece.piece.lock is None:
            for (block, _), number in zip(piece.piece.blocks, counts, strict=False):
                cost = self._costs[id(block)]
                work = self._found.work
                work[cost.span] = work.get(cost.span, 0.0) + self._sum(number) * cost.seconds

    def _entry(self, piece: Piece) -> float:
        """What it takes to enter what only one thread does at a time [s]."""
        if piece.lock is None:
            return 0.0
        if piece.lock.directive.words[0] == "atomic":
            return self._multicore.atomic(self._threads, one_place=_is_scalar(piece))
        return self._multicore.cost("critical_s", self._threads)

    # --- shares ----------------------------------------------------------------------------------

    def _share(self, piece: PieceFormulas, share: Share, each: Floats) -> Floats:
        """Add a share of each thread; return how often all together run what is counted, per pass."""
        assert piece.bounds is not None
        threads, passes = self._threads, self._passes
        more, parent, part = piece.loops.rows(self._rows, passes)
        part = part * piece.times(more, parent.size)[0]
        first, trips = (np.array(values) for values in piece.bounds(more, parent.size))
        trips = np.maximum(trips, 0.0)
        whole = {**more, share.low: first, share.high: first + trips - 1}
        totals = np.array(piece.formulas(whole, parent.size))
        if not share.even:
            totals[:, trips <= 0] = 0.0
        seconds = each @ totals
        kind, chunk = self.schedule or share.schedule
        kind = kind if kind in DYNAMIC else "static"
        number = chunk_count(trips, threads, kind, chunk)
        if kind in DYNAMIC and share.low not in self._dispatched:
            self._dispatched.add(share.low)
            cost = self._multicore.cost("dispatch_s", threads)
            self._own += summed(part * number * cost / threads, parent, passes)[:, None]
        loop = _Shared(trips, seconds, parent, part, kind, chunk)
        if share.even or not {share.low, share.high} & piece.formulas.symbols:
            self._evenly(loop)
        elif number.sum() > MOST_CHUNKS:
            self._pool += summed(part * seconds, parent, passes)
            mean = seconds / np.maximum(number, 1.0)
            self._dearest = np.maximum(self._dearest, summed(part * mean, parent, passes))
            self._listed = None
        else:
            found = chunks_of(trips, threads, kind, chunk)
            lines = {name: values[found.loop] for name, values in more.items()}
            lines[share.low] = first[found.loop] + found.first
            lines[share.high] = first[found.loop] + found.last
            length = found.loop.size
            times = each @ np.array(piece.formulas(lines, length)).reshape(each.size, length)
            self._chunks(loop, found, np.where(found.last < found.first, 0.0, times))
        return np.array([summed(part * line, parent, passes) for line in totals])

    def _chunks(self, loop: _Shared, found: Chunks, times: Floats) -> None:
        """Add chunks whose times are known."""
        passed = loop.parent[found.loop]
        if loop.kind not in DYNAMIC:
            np.add.at(self._own, (passed, found.owner), times * loop.part[found.loop])
            return
        self._pool += summed(loop.part * loop.seconds, loop.parent, self._passes)
        dearest = np.zeros(self._passes)
        np.maximum.at(dearest, passed, times)
        self._dearest = np.maximum(self._dearest, dearest)
        if times.size > _MOST_LISTED or not (loop.part == 1.0).all():
            self._listed = None
        self._list(passed, times)

    def _list(self, passed: Integers, times: Floats) -> None:
        if self._listed is not None:
            self._listed.append((passed, times))

    def _evenly(self, loop: _Shared) -> None:
        """Add shares of loops whose iterations are alike, or are taken to be."""
        trips, threads, passes = loop.trips, self._threads, self._passes
        seconds = loop.seconds * loop.part
        known = trips > 0
        if not known.any():  # nobody says how it is shared out
            self._own += summed(seconds / threads, loop.parent, passes)[:, None]
            return
        each = np.where(known, seconds / np.maximum(trips, 1.0), 0.0)
        size = np.maximum(np.minimum(float(loop.chunk or 1), trips), 1.0)
        if loop.kind in DYNAMIC:
            if loop.kind == "guided":
                size = np.maximum(size, np.ceil(trips / threads))
            self._pool += summed(seconds, loop.parent, passes)
            dearest = summed(each * size, loop.parent, passes)
            self._dearest = np.maximum(self._dearest, dearest)
            self._listed = None
            return
        thread = np.arange(threads)[None, :]
        if loop.chunk is None:
            own = np.floor(trips / threads)[:, None] + (thread < (trips % threads)[:, None])
        else:
            full, rest = np.divmod(trips, size * threads)
            one = size[:, None]
            own = full[:, None] * one + np.clip(rest[:, None] - thread * one, 0, one)
        for column in range(threads):
            shares = np.asarray(each * own[:, column], np.float64)
            self._own[:, column] += summed(shares, loop.parent, passes)

    # --- what is shared --------------------------------------------------------------------------

    def _hold(self, piece: Piece, counts: Floats, each: Floats) -> None:
        """Add how long what is shared is held, per pass and in all."""
        for (block, _), number in zip(piece.blocks, counts, strict=False):
            cost = self._costs[id(block)]
            for name, size in cost.moved.items():
                self._add_held(name, number * (size / self._rates[name]), cost.span)
        lock = piece.lock
        if lock is None:
            return
        span = lock.directive.span
        if lock.directive.words[0] != "atomic":
            self._add_held(lock.name, each @ counts, span)
        elif _is_scalar(piece):
            self._add_held(f"atomic, line {span.line}", counts[-1] * each[-1], span)

    def _add_held(self, name: str, seconds: Floats, span: Span) -> None:
        if seconds.any():
            self._held[name] = self._held.get(name, np.zeros(seconds.shape)) + seconds
            self._found.held.setdefault(name, Held()).add(self._sum(seconds), span)


class _Shared(NamedTuple):
    """Shared loops: iterations and seconds of each, the pass it is of, and what part of one it is."""

    trips: Floats
    seconds: Floats
    parent: Integers
    part: Floats
    kind: str
    chunk: int | None


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
