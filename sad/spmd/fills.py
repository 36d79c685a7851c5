"""How long the ranks of a pipeline wait for their first piece, which the sum of the phases leaves out.

A piece goes through a rank in the time of a message and of what stands between its receive and its
send; the last rank starts when the first piece has gone through all before it (González and others
2003, the first argument of their maximum). Where the last rank sends on to the first one for its next
round, that one waits if a piece takes longer around the ring than a round takes a rank (the second
argument).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO
from sad.parallel import GRID
from sad.records import record, replace
from sad.spmd.pipelines import goes_back
from sad.spmd.rows import Formulas, all_ranks
from sad.spmd.times import Computation, MessageTime
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.model.walks.phases import Sent, Stage
    from sad.spmd.charges import Charges
    from sad.spmd.pipelines import Pipeline
    from sad.spmd.rank_maxima import Grids
    from sad.spmd.rows import Floats, Rows


_MOST_PLACES = 16


class Fill:
    """The wait for the first piece in one loop: its ``pipelines`` lead in different directions at most.

    ``symbols`` is what it depends on, ``name`` that of its phase. Where pieces differ, the wait is for
    the dearest of the first, the last two and the one in the middle.
    """

    def __init__(
        self,
        pipelines: Sequence[Pipeline],
        stages: Sequence[Stage],
        seconds: Mapping[int, float] | None,
        charges: Charges,
    ) -> None:
        self.pipelines = pipelines
        number = min(item.first for item in pipelines)
        home = stages[number]
        self.name = f"wait for the first piece {home.name}"
        depth = _depth(home, stages)
        self._round = [n for n, stage in enumerate(stages) if _within(stage, home, depth + 1)]
        between = [
            stages[place]
            for place in range(number + 1, max(item.last for item in pipelines))
            if not stages[place].communicates and _within(stages[place], home, len(home.nest))
        ]
        used = _used(between, pipelines)
        self._pieces = [
            _Way(pipelines, between, home, depth, at, seconds, charges)
            for at in _places(home.around[depth:], used)
        ]
        self._chains = {item.distance: _Chain(item.receive) for item in pipelines}
        passes = sum_nest(home.around[depth:-1], ONE) if home.around else ONE
        self._passes = Formulas([passes])
        self._often = Formulas([sum_nest(home.around[:depth], home.outer)])
        self._back = any(
            goes_back(sent, item)
            for stage in stages
            if stage.nest == home.nest
            for sent in stage.messages
            for item in pipelines
        )
        self.symbols = frozenset[str]().union(*(piece.symbols for piece in self._pieces))
        if self._back:
            self.symbols |= self._passes.symbols

    def piece(self, rows: Rows, grids: Grids, wait: float) -> Piece:
        """Return what a piece takes at one point, where ranks wait for so long."""
        (often,) = self._often(rows, 1)
        passes = max(float(often[0]), 1.0)
        work, message = 0.0, 0.0
        for way in self._pieces:
            own = float(way.work(rows, 1, grids)[0]) / passes
            whole = max(float(time[0]) for time in way.seconds(rows, 1, grids).values()) / passes
            if whole > work + message:
                work, message = own, whole - own
        waits = sum(int(chain.hops(rows, 1)[0]) for chain in self._chains.values())
        first = self.pipelines[0]
        places = first.receive.message.span, first.send.message.span
        return Piece(*places, work, message, waits, wait)

    def seconds(self, rows: Rows, length: int, grids: Grids, phases: Floats) -> Floats:
        """Return the wait at each point [s]; ``phases`` are the times of all phases there."""
        hops = {distance: chain.hops(rows, length) for distance, chain in self._chains.items()}
        total, through = np.zeros(length), np.zeros(length)
        for piece in self._pieces:
            each = piece.seconds(rows, length, grids)
            total = np.maximum(
                total, _sum(length, (hops[key] * time for key, time in each.items()))
            )
            for time in each.values():
                through = np.maximum(through, time)
        if not self._back:
            return total
        (passes,) = self._passes(rows, length)
        passes = np.maximum(passes, 1.0)
        around = total + through  # of all passes that wait: the last rank's piece, too
        whole = _sum(length, (phases[number] for number in self._round)) / passes
        return total + (passes - 1.0) * np.maximum(around - whole, 0.0)


def _sum(length: int, parts: Iterable[Floats]) -> Floats:
    total = np.zeros(length)
    for part in parts:
        total += part
    return total


@record
class Piece:
    """What pieces of a pipeline take at a point [s].

    ``work`` is between receive and send, ``message`` on the way to the next rank, of the dearest piece;
    ``waits`` is how many such the last rank waits for, ``wait`` how long all passes wait, on the ring
    included.
    """

    receive: Span
    send: Span
    work: float
    message: float
    waits: int
    wait: float


class _Way:
    """One piece on its way through a rank: the work between receive and send, and the messages."""

    def __init__(
        self,
        pipelines: Sequence[Pipeline],
        between: Sequence[Stage],
        home: Stage,
        depth: int,
        at: Mapping[str, Poly],
        seconds: Mapping[int, float] | None,
        charges: Charges,
    ) -> None:
        self._work = [Computation(_at(stage, at), seconds) for stage in between]
        self._messages: dict[Poly, list[MessageTime]] = {}
        for item in pipelines:
            sent = replace(item.send, message=item.send.message.mapped(lambda p: bind(p, at)))
            time = MessageTime(sent, charges, home.around[:depth], bind(home.outer, at))
            self._messages.setdefault(item.distance, []).append(time)
        parts = [*self._work, *(time for times in self._messages.values() for time in times)]
        self.symbols = frozenset[str]().union(*(part.symbols for part in parts))

    def work(self, rows: Rows, length: int, grids: Grids) -> Floats:
        """Return the work between receive and send, in all passes that wait [s]."""
        return _sum(length, (part.seconds(rows, length, grids) for part in self._work))

    def seconds(self, rows: Rows, length: int, grids: Grids) -> dict[Poly, Floats]:
        """Return what a piece takes to the next rank in each direction, in all passes that wait [s]."""
        work = self.work(rows, length, grids)
        return {
            distance: work + _sum(length, (time.seconds(rows, length) for time in times))
            for distance, times in self._messages.items()
        }


def _places(around: Sequence[Index], used: frozenset[str]) -> list[dict[str, Poly]]:
    """Iterations of loops to look at: of each on which something depends a few, of others the first."""
    found: list[dict[str, Poly]] = [{}]
    for index in around:
        places: list[dict[str, Poly]] = []
        for before in found:
            first = bind(index.first, before)
            last = first + bind(index.trips, before) - ONE
            ways = [first]
            if index.name in used:
                middle = atoms.floor_of(first + last, 2)
                ways += [atoms.max_of([first, way]) for way in (middle, last - ONE, last)]
            places += [{**before, index.name: way} for way in ways]
        found = places[:_MOST_PLACES]
    return found


def _used(between: Sequence[Stage], pipelines: Sequence[Pipeline]) -> frozenset[str]:
    """The symbols on which the work between, or the messages, depend."""
    polys = [count for stage in between for _, count in stage.blocks]
    polys += [count for stage in between for _, count in stage.calls]
    polys += [stage.outer for stage in between]
    polys += [item.send.message.nbytes for item in pipelines]
    return frozenset[str]().union(*map(atoms.free_symbols, polys))


class _Chain:
    """How many ranks in a row wait for each other."""

    def __init__(self, receive: Sent) -> None:
        message = receive.message
        partner = ZERO if message.partner is None else message.partner
        self._takes = receive.weight * message.present
        self._partner = Formulas([partner])
        self._formulas = Formulas([partner, self._takes])

    def hops(self, rows: Rows, length: int) -> Floats:
        """Return the number of messages in the longest chain, for each point.

        A partner that depends on a loop is taken to be the next rank, a condition that does to hold.
        """
        formulas, has = self._formulas, rows.keys() | {RANK}
        if not formulas.symbols <= has:
            formulas = Formulas([ZERO, ONE]) if not self._partner.symbols <= has else self._partner
        names = sorted((formulas.symbols - {RANK}) | ({NPROCS, *GRID} & rows.keys()))
        table = np.stack([rows[name] for name in names])
        points, inverse = np.unique(table, axis=1, return_inverse=True)
        each, starts = all_ranks(dict(zip(names, points, strict=True)))
        number = np.ones(each[RANK].size)
        values = formulas(each, number.size)
        partner, takes = values if len(values) > 1 else (values[0], number)
        if not formulas.symbols:
            partner = each[RANK] - 1.0
        found = np.zeros(points.shape[1])
        for place, start in enumerate(starts):
            here = slice(start, start + int(points[names.index(NPROCS), place]))
            found[place] = _longest(partner[here], takes[here] > 0.0)
        return found[inverse.reshape(length)]


def _longest(partner: Floats, takes: NDArray[np.bool_]) -> int:
    """The longest chain of ranks that each receive from the one before."""
    size = partner.size
    ranks: Floats = np.arange(size, dtype=np.float64)
    takes = takes & (partner >= 0) & (partner < size)
    if not takes.any():
        return 0
    distance: Floats = ranks[takes] - partner[takes]
    step = abs(int(distance[0]))
    if bool(np.all(distance == distance[0])) and distance.size == size - step:
        return (size - 1) // step
    depth = [0] * size
    order = range(size) if distance[0] > 0 else range(size - 1, -1, -1)
    for rank in order:
        if takes[rank]:
            depth[rank] = depth[int(partner[rank])] + 1
    return max(depth)


def _within(stage: Stage, home: Stage, depth: int) -> bool:
    return stage.nest[:depth] == home.nest[:depth]


def _depth(home: Stage, stages: Sequence[Stage]) -> int:
    """How many of the loops around have a wait in each iteration.

    Iterations of a loop in which there is nothing but the pipeline follow each other without a wait.
    """
    depth = max(len(home.nest) - 1, 0)
    while depth:
        others = (s for s in stages if s.communicates and s.nest != home.nest)
        if any(_within(stage, home, depth) for stage in others):
            break
        depth -= 1
    return depth


def _at(stage: Stage, at: Mapping[str, Poly]) -> Stage:
    """The phase in one iteration of some of the loops around it."""

    def bound(poly: Poly) -> Poly:
        return bind(poly, at)

    kept = [index for index in stage.around if index.name not in at]
    return replace(
        stage,
        around=tuple(index.mapped(bound) for index in kept),
        outer=bound(stage.outer),
        blocks=tuple((block, bound(count)) for block, count in stage.blocks),
        calls=tuple((name, bound(count)) for name, count in stage.calls),
    )


def fills(
    found: Sequence[Pipeline],
    stages: Sequence[Stage],
    seconds: Mapping[int, float] | None,
    charges: Charges,
) -> list[Fill]:
    """Return the waits of a program's pipelines, one for each loop that has some."""
    groups: dict[tuple[int, ...], list[Pipeline]] = {}
    for item in found:
        groups.setdefault(stages[item.first].nest, []).append(item)
    return [Fill(group, stages, seconds, charges) for group in groups.values()]
