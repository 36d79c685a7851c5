"""A run of a message-passing program at one point, rank by rank and message by message.

The sum of the phases' maxima is a bound only if no rank waits for one that waits in turn: in a
pipeline the last rank starts when all before it have handed on their first piece. Here every rank has
a clock of its own. A message is there when the sender's part of it is over (``Charges``); a receiver
waits for it, and then needs its own part. A send does not wait for the receiver. A collective
operation starts when its last rank comes.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra.evaluate import compile_polys
from sad.analysis.messages.communicators import PROC_NULL, has_all
from sad.diagnostics import SadError, argument_error
from sad.parallel import Times
from sad.records import record
from sad.simulation.ranks import (
    ALL,
    IRECV,
    ISEND,
    RECV,
    SEND,
    WAIT,
    WORK,
    OutOfSteps,
    Stuck,
    flow,
)
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
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.model.walks.phases import Sent, Stage
    from sad.simulation.ranks import Flow, Step
    from sad.spmd.charges import Charges
    from sad.spmd.scalable import SpmdProgram

    Values = dict[str, Number]

MOST_EVENTS = 2_000_000
MOST_POINTS = 2000
_EVERYBODY = "all"
"""The key of operations of all processes."""
_KINDS = {
    (Side.SEND, False): SEND,
    (Side.SEND, True): ISEND,
    (Side.RECEIVE, False): RECV,
    (Side.RECEIVE, True): IRECV,
}
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


class Simulator:
    """Simulates runs of a program with these phases."""

    def __init__(self, stages: Sequence[Stage], charges: Charges) -> None:
        self.two_sided = charges.two_sided
        self.costs = MessageCosts(charges)
        self._nodes = _nested([_Stage(stage, self) for stage in stages], 0)
        self.block_seconds: Mapping[int, float] = {}

    def run(self, values: Mapping[str, Number], seconds: Mapping[int, float]) -> Run:
        """Return a run with values of all parameters, of ``nprocs`` and the grid.

        ``seconds`` are those of blocks by ``id``. Raises SAD942 for what cannot be followed message by
        message, SAD943 for messages nobody sends, SAD924 for ranks that are not there, SAD936 for a
        count without a value.
        """
        try:
            return self._run(values, seconds)
        except ZeroDivisionError as error:
            hint = "a loop's step or a divisor is zero"
            raise argument_error("SAD936", f"a count has no value: {error}", hint) from None

    def steps(
        self, values: Mapping[str, Number], seconds: Mapping[int, float]
    ) -> list[Iterator[Step]]:
        """Return what each rank does; arguments and errors as of ``run``."""
        self.block_seconds = seconds
        ranks = range(int(values[NPROCS]))
        return [_steps(self._nodes, {**values, RANK: rank}) for rank in ranks]

    def _run(self, values: Mapping[str, Number], seconds: Mapping[int, float]) -> Run:
        found = follow(self.steps(values, seconds))
        return Run(found.ends, found.computing)


def follow(ranks: Sequence[Iterable[Step]], *, keep: bool = False) -> Flow:
    """Follow the steps of all ranks; ``keep`` is that of ``flow``.

    Raises SAD942 for too many steps, SAD943 for messages nobody sends.
    """
    try:
        return flow(ranks, {_EVERYBODY: len(ranks)}, most_steps=MOST_EVENTS, keep=keep)
    except OutOfSteps:
        raise too_many() from None
    except Stuck as error:
        raise _stuck(error.step) from None


def _steps(nodes: Sequence[_Stage | _Nest], values: Values) -> Iterator[Step]:
    """Yield what a rank does; a wait is for all that is open, receives first."""
    receives: list[int] = []
    sends: list[int] = []
    requests = 0
    for step in _events(nodes, values):
        if step[0] == WAIT:
            for request in (*receives, *sends):
                yield WAIT, 0.0, step[2], None, request, step[5]
            receives, sends = [], []
            continue
        if step[0] in (ISEND, IRECV):
            requests += 1
            (receives if step[0] == IRECV else sends).append(requests)
            yield (*step[:4], requests, step[5])
        else:
            yield step


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

    def events(self, values: Values) -> Iterator[Step]:
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
            yield WORK, float(outer) * sum(work), 0, None, 0, None
            return
        for _ in range(whole(outer, self.stage.span)):
            for inner, row in self._rows:
                for here in iterations(inner, values):
                    for sent, formulas in row:
                        yield from self._message(sent, formulas(here), here)

    def _message(self, sent: Sent, numbers: Sequence[Number], values: Values) -> Iterator[Step]:
        number, nbytes, group, partner, tag, comm = numbers
        message, side = sent.message, side_of(sent.message)
        two_sided = self._owner.two_sided
        for _ in range(whole(number, message.span)):
            if side is None:
                yield WAIT, 0.0, 0, None, 0, message.span
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
            if side is Side.ALL:
                yield ALL, seconds, -1, _EVERYBODY, 0, message.span
                continue
            if side is Side.RECEIVE and not two_sided:
                seconds = 0.0  # the sender is charged the whole message
            kind = _KINDS[side, message.primitive in ("isend", "irecv")]
            yield kind, seconds, int(partner), (int(tag), int(comm)), 0, message.span


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


def _events(nodes: Sequence[_Stage | _Nest], values: Values) -> Iterator[Step]:
    for node in nodes:
        if isinstance(node, _Stage):
            yield from node.events(values)
            continue
        index = node.stages[0].stage.around[node.depth]
        for here in iterations([index], values):
            yield from _events(node.body, here)


def too_many() -> SadError:
    """Return SAD942 for a run of more than ``MOST_EVENTS`` steps."""
    message = f"more than {MOST_EVENTS} messages and pieces of work"
    return argument_error("SAD942", message, "simulate fewer processes or smaller problems")


def _stuck(step: Step) -> SadError:
    what = (
        "collective operation that not all ranks reach"
        if step[0] == ALL
        else "message that is never sent"
    )
    message = f"the simulation waits for a {what}"
    hint = "ranks wait for each other, or sad analyze --comm tells what does not match"
    return error_at("SAD943", message, hint, step[5])


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
            values = {name: number_of(array[place]) for name, array in rows.items()}
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


def number_of(value: float) -> int | float:
    """Return a value of an array as the number that formulas take."""
    return int(value) if value == int(value) else float(value)
