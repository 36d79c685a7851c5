"""A run of a message-passing program at one point, rank by rank and message by message.

The sum of the phases' maxima is a bound only if no rank waits for one that waits in turn: in a
pipeline the last rank starts when all before it have handed on their first piece. Here every rank has
a clock of its own. A message is there when the sender's part of it is over (``Charges``); a receiver
waits for it, and then needs its own part. A send does not wait for the receiver. A collective
operation starts when its last rank comes.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra.evaluate import compile_polys
from sad.analysis.messages.communicators import PROC_NULL, has_all
from sad.diagnostics import SadError, argument_error
from sad.parallel import Times
from sad.records import record
from sad.spmd.charges import Side, side_of
from sad.spmd.single_messages import (
    MessageCosts,
    cannot,
    error_at,
    formulas_of,
    iterations,
    outside,
    whole,
)
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Span
    from sad.model.walks.phases import Sent, Stage
    from sad.spmd.charges import Charges
    from sad.spmd.scalable import SpmdProgram

    Values = dict[str, Number]
    Boxes = dict[tuple[int, int, tuple[int, int]], deque[float]]

MOST_EVENTS = 2_000_000
MOST_POINTS = 2000
_NOWHERE = ("SAD924", "SAD936")
"""Errors at points where the program cannot run: a rank that is not there, a divisor of zero."""


@record
class Run:
    """Seconds of a simulated run, by rank: when it ends, and how long it computes."""

    ends: tuple[float, ...]
    computing: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """The time until the last rank ends."""
        return max(self.ends)


@record
class _Event:
    """What a rank does next: ``seconds`` of work, a message or a collective operation."""

    side: Side | None
    seconds: float
    partner: int = 0
    key: tuple[int, int] = (0, 0)  # tag and communicator
    waits: bool = True
    span: Span | None = None


@dataclass(slots=True)
class _Rank:
    events: Iterator[_Event]
    clock: float = 0.0
    computing: float = 0.0
    next: _Event | None = None
    open: list[tuple[int, tuple[int, int], float]] = field(
        default_factory=list["tuple[int, tuple[int, int], float]"]
    )
    sent: float = 0.0


class Simulator:
    """Simulates runs of a program with these phases."""

    def __init__(self, stages: Sequence[Stage], charges: Charges) -> None:
        self._charges = charges
        self.costs = MessageCosts(charges)
        self._nodes = _nested([_Stage(stage, self) for stage in stages], 0)
        self.block_seconds: Mapping[int, float] = {}

    def run(self, values: Mapping[str, Number], seconds: Mapping[int, float]) -> Run:
        """Return a run with values of all parameters, of ``nprocs`` and the grid.

        ``seconds`` are those of blocks by ``id``. Raises SAD942 for what cannot be followed message by
        message, SAD943 for messages nobody sends, SAD924 for ranks that are not there, SAD936 for a
        count without a value.
        """
        self.block_seconds = seconds
        try:
            return self._run(values)
        except ZeroDivisionError as error:
            hint = "a loop's step or a divisor is zero"
            raise argument_error("SAD936", f"a count has no value: {error}", hint) from None

    def _run(self, values: Mapping[str, Number]) -> Run:
        ranks = [
            _Rank(_events(self._nodes, {**values, RANK: rank}))
            for rank in range(int(values[NPROCS]))
        ]
        boxes: Boxes = {}
        for rank in ranks:
            rank.next = next(rank.events, None)
        left, ready = 0, list(range(len(ranks)))
        while ready:
            number = ready.pop()
            rank = ranks[number]
            while rank.next is not None:
                left += 1
                if left > MOST_EVENTS:
                    raise _too_many()
                event = rank.next
                if event.side is Side.ALL:
                    break
                if not self._step(number, rank, event, boxes):
                    break
                if event.side is Side.SEND and event.partner not in ready:
                    ready.append(event.partner)
                rank.next = next(rank.events, None)
            if not ready:
                ready = _meet(ranks)
        stuck = next((rank.next for rank in ranks if rank.next is not None), None)
        if stuck is not None:
            raise _stuck(stuck)
        return Run(tuple(r.clock for r in ranks), tuple(r.computing for r in ranks))

    def _step(self, number: int, rank: _Rank, event: _Event, boxes: Boxes) -> bool:
        """Do what a rank does next; False if it has to wait for a message."""
        if event.side is None and event.waits:
            rank.clock += event.seconds
            rank.computing += event.seconds
        elif event.side is None:
            return self._complete(number, rank, boxes)
        elif event.side is Side.SEND:
            there = rank.clock + event.seconds
            boxes.setdefault((number, event.partner, event.key), deque()).append(there)
            if event.waits:
                rank.clock = there
            else:
                rank.sent = max(rank.sent, there)
        elif not event.waits:
            rank.open.append((event.partner, event.key, event.seconds))
        else:
            box = boxes.get((event.partner, number, event.key))
            if not box:
                return False
            rank.clock = self._received(rank.clock, box.popleft(), event.seconds)
        return True

    def _received(self, clock: float, there: float, seconds: float) -> float:
        """When a receive is over: where both sides are charged whole messages, when it is there."""
        return max(clock, there) + (seconds if self._charges.two_sided else 0.0)

    def _complete(self, number: int, rank: _Rank, boxes: Boxes) -> bool:
        """End all that is open, as a wait does."""
        while rank.open:
            partner, key, seconds = rank.open[0]
            box = boxes.get((partner, number, key))
            if not box:
                return False
            rank.clock = self._received(rank.clock, box.popleft(), seconds)
            rank.open.pop(0)
        rank.clock, rank.sent = max(rank.clock, rank.sent), 0.0
        return True


def _meet(ranks: list[_Rank]) -> list[int]:
    """Let all ranks pass a collective operation if all have come to it."""
    events = [rank.next for rank in ranks]
    if any(event is None or event.side is not Side.ALL for event in events):
        return []
    seconds = max(event.seconds for event in events if event is not None)
    clock = max(rank.clock for rank in ranks) + seconds
    for rank in ranks:
        rank.clock = clock
        rank.next = next(rank.events, None)
    return list(range(len(ranks)))


class _Stage:
    """A phase with its formulas compiled."""

    def __init__(self, stage: Stage, owner: Simulator) -> None:
        self.stage, self._owner = stage, owner
        self._blocks = [id(block) for block, _ in stage.blocks]
        self._work = compile_polys([count for _, count in stage.blocks])
        self._calls = compile_polys([count for _, count in stage.calls])
        self._outer = compile_polys([stage.outer])
        self._rows = [
            (list(inner), [(sent, formulas_of(sent)) for sent in row])
            for inner, row in groupby(stage.messages, lambda sent: sent.inner)
        ]

    def events(self, values: Values) -> Iterator[_Event]:
        """Yield what the rank does in one pass."""
        (outer,) = self._outer(values)
        if not outer:
            return
        if not self.stage.communicates:
            seconds = self._owner.block_seconds
            counts = zip(self._work(values), self._blocks, strict=True)
            work = [float(count) * seconds[block] for count, block in counts]
            for (name, _), count in zip(self.stage.calls, self._calls(values), strict=True):
                work.append(float(count) * float(values[f"{name}.seconds"]))
            yield _Event(None, float(outer) * sum(work))
            return
        for _ in range(whole(outer, self.stage.span)):
            for inner, row in self._rows:
                for here in iterations(inner, values):
                    for sent, formulas in row:
                        yield from self._message(sent, formulas(here), here)

    def _message(self, sent: Sent, numbers: Sequence[Number], values: Values) -> Iterator[_Event]:
        number, nbytes, group, partner, tag, comm = numbers
        message, side = sent.message, side_of(sent.message)
        for _ in range(whole(number, message.span)):
            if side is None:
                yield _Event(None, 0.0, waits=False)
                continue
            if side is not Side.ALL and partner == PROC_NULL:
                continue
            if not has_all(int(comm)):
                raise cannot("what only a part of the processes does", message.span)
            if side is not Side.ALL and partner < 0:
                raise cannot("a message from any source", message.span)
            if side is not Side.ALL and partner >= values[NPROCS]:
                raise outside(int(partner), int(values[NPROCS]), message.span)
            seconds = self._owner.costs.seconds(
                sent, float(nbytes), float(group), int(partner), values
            )
            waits = message.primitive not in ("isend", "irecv")
            key = (int(tag), int(comm))
            yield _Event(side, seconds, int(partner), key, waits, message.span)


@record
class _Nest:
    """A loop around phases."""

    stages: list[_Stage]
    depth: int
    body: list[_Stage | _Nest]


def _nested(stages: list[_Stage], depth: int) -> list[_Stage | _Nest]:
    """Phases as they are nested in loops."""
    found: list[_Stage | _Nest] = []
    for number, row in groupby(stages, lambda s: (*s.stage.nest, -1)[depth]):
        inside = list(row)
        if number == -1:
            found.extend(inside)
        else:
            found.append(_Nest(inside, depth, _nested(inside, depth + 1)))
    return found


def _events(nodes: Sequence[_Stage | _Nest], values: Values) -> Iterator[_Event]:
    for node in nodes:
        if isinstance(node, _Stage):
            yield from node.events(values)
            continue
        index = node.stages[0].stage.around[node.depth]
        for here in iterations([index], values):
            yield from _events(node.body, here)


def _too_many() -> SadError:
    message = f"more than {MOST_EVENTS} messages and pieces of work"
    return argument_error("SAD942", message, "simulate fewer processes or smaller problems")


def _stuck(event: _Event) -> SadError:
    everybody = event.side is Side.ALL
    what = (
        "collective operation that not all ranks reach"
        if everybody
        else "message that is never sent"
    )
    message = f"the simulation waits for a {what}"
    hint = "ranks wait for each other, or sad analyze --comm tells what does not match"
    return error_at("SAD943", message, hint, event.span)


class SimulatedProgram:
    """Simulates a program at each point.

    The total is the time until the last rank ends; ``computation`` is that of the rank that computes
    longest, ``communication`` all the rest, waiting included.
    """

    def __init__(self, program: SpmdProgram) -> None:
        self._program = program
        self._simulator = Simulator(program.stages, program.charges)
        self.name = program.name
        self.parameters = program.parameters
        self.dimensions = program.dimensions

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at points; raises as ``Simulator.run``, SAD942 for too many points.

        Points at which a message is for a rank that is not there, or a divisor is zero, are impossible.
        """
        rows, shape, impossible, reason = self._program.rows(points)
        length = impossible.size
        if length > MOST_POINTS:
            message = f"{length} points are too many to simulate: at most {MOST_POINTS}"
            raise argument_error("SAD942", message, "look at fewer numbers of processes or sizes")
        computation, total = np.full(length, np.nan), np.full(length, np.nan)
        for place, seconds in enumerate(self._program.block_seconds(rows, length)):
            if impossible[place]:
                continue
            values = {name: _number(array[place]) for name, array in rows.items()}
            try:
                run = self._simulator.run(values, seconds)
            except SadError as error:
                if error.diagnostic.code not in _NOWHERE:
                    raise
                impossible[place], reason = True, error.diagnostic.message
                continue
            computation[place], total[place] = max(run.computing), run.seconds
        return Times(
            computation.reshape(shape),
            (total - computation).reshape(shape),
            (),
            impossible.reshape(shape),
            reason,
        )


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else float(value)
