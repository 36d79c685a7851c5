"""A run of a message-passing program at one point, rank by rank and message by message.

The sum of the phases' maxima is a bound only if no rank waits for one that waits in turn: in a
pipeline the last rank starts when all before it have handed on their first piece. Here every rank has
a clock of its own. A message is there when the sender's part of it is over (``Charges``); a receiver
waits for it, and then needs its own part. A send does not wait for the receiver. A collective
operation starts when its last rank comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad import progress
from sad.algebra.evaluate import evaluate
from sad.diagnostics import SadError, argument_error
from sad.parallel import Times
from sad.records import record
from sad.simulation.ranks import ALL, Flow, OutOfSteps, Stuck, flow
from sad.simulation.steady import LEAST, followed
from sad.spmd.rank_steps import EVERYBODY, Nest, Phase, Prices, nested, steps_of
from sad.spmd.single_messages import MessageCosts, error_at, whole
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.model.walks.phases import Stage
    from sad.simulation.ranks import Step
    from sad.spmd.charges import Charges
    from sad.spmd.scalable import SpmdProgram

    Values = dict[str, Number]

MOST_EVENTS = 2_000_000
_ROUNDING = 1e-12  # of a total
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


class Simulator:
    """Simulates runs of a program with these phases."""

    def __init__(self, stages: Sequence[Stage], charges: Charges, *, jump: bool = True) -> None:
        """``jump``: iterations behind a steady state are added, not followed."""
        self._jump = jump
        self._prices = Prices(MessageCosts(charges), two_sided=charges.two_sided)
        self._nodes = nested([Phase(stage, self._prices) for stage in stages], 0)

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
        self._prices.block_seconds = seconds
        ranks = range(int(values[NPROCS]))
        return [steps_of(self._nodes, {**values, RANK: rank}) for rank in ranks]

    def _run(self, values: Mapping[str, Number], seconds: Mapping[int, float]) -> Run:
        self._prices.block_seconds = seconds
        ranks = [{**values, RANK: rank} for rank in range(int(values[NPROCS]))]
        if self._jump and any(isinstance(node, Nest) for node in self._nodes):
            try:
                return _Loops(ranks).run(self._nodes)
            except (Stuck, _UnderWay):  # an iteration needs messages of another one
                pass
        found = follow(self.steps(values, seconds))
        return Run(found.ends, found.computing)


def follow(ranks: Sequence[Iterable[Step]], *, keep: bool = False) -> Flow:
    """Follow the steps of all ranks; ``keep`` is that of ``flow``.

    Raises SAD942 for too many steps, SAD943 for messages nobody sends.
    """
    try:
        return flow(
            ranks,
            {EVERYBODY: len(ranks)},
            most_steps=MOST_EVENTS,
            keep=keep,
            tell=lambda done: progress.step("simulating", done, MOST_EVENTS),
        )
    except OutOfSteps:
        raise too_many() from None
    except Stuck as error:
        raise _stuck(error.step) from None


class _UnderWay(Exception):
    """Something is under way at the end of an iteration."""


class _Loops:
    """Follows ranks loop by loop, and jumps over iterations that repeat.

    Raises ``Stuck`` and ``_UnderWay`` for what is only to be followed as a whole.
    """

    def __init__(self, ranks: Sequence[Values]) -> None:
        self._ranks = list(ranks)
        self._left = MOST_EVENTS

    def run(self, nodes: Sequence[Phase | Nest]) -> Run:
        """Return the whole run."""
        found = self._follow(nodes, self._ranks, [0.0] * len(self._ranks), None)
        return Run(found.ends, found.computing)

    def _follow(
        self,
        nodes: Sequence[Phase | Nest],
        ranks: Sequence[Values],
        clocks: Sequence[Any],
        most: int | None,
    ) -> Flow:
        """Follow nodes from these clocks; lines (``most`` is given) without jumps inside."""
        computing, steps, batch = [0.0] * len(ranks), 0, list[Phase | Nest]()

        def add(found: Flow) -> None:
            nonlocal clocks, computing, steps
            clocks, steps = found.ends, steps + found.steps
            computing = [one + more for one, more in zip(computing, found.computing, strict=True)]

        for node in nodes:
            trips = 0
            if most is None and isinstance(node, Nest) and node.is_even:
                trips = whole(evaluate(node.index.trips, ranks[0]), None)
            if trips < LEAST:
                batch.append(node)
                continue
            add(self._flow(batch, ranks, clocks, most))
            batch = []
            assert isinstance(node, Nest)
            add(self._loop(node, trips, ranks, clocks))
        add(self._flow(batch, ranks, clocks, most))
        return Flow(tuple(clocks), tuple(computing), steps)

    def _loop(self, node: Nest, trips: int, ranks: Sequence[Values], clocks: Sequence[Any]) -> Flow:
        index = node.index
        inside = [{**here, index.name: int(evaluate(index.first, here))} for here in ranks]

        def iterate(now: Sequence[Any], most: int | None) -> Flow:
            return self._follow(node.body, inside, now, most)

        return followed(iterate, clocks, trips)

    def _flow(
        self,
        nodes: Sequence[Phase | Nest],
        ranks: Sequence[Values],
        clocks: Sequence[Any],
        most: int | None,
    ) -> Flow:
        if not nodes:
            return Flow(tuple(clocks), (0.0,) * len(ranks), 0)
        limit = self._left if most is None else min(most, self._left)
        before = MOST_EVENTS - self._left

        def tell(done: int) -> None:
            progress.step("simulating", before + done, MOST_EVENTS)

        programs = [steps_of(nodes, here) for here in ranks]
        try:
            found = flow(
                programs, {EVERYBODY: len(ranks)}, most_steps=limit, start=clocks, tell=tell
            )
        except OutOfSteps:
            if most is not None and limit == most:
                raise
            raise too_many() from None
        self._left -= found.steps
        if not found.settled:
            raise _UnderWay
        return found


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

    def __init__(self, program: SpmdProgram, *, jump: bool = True) -> None:
        """``jump`` as of ``Simulator``."""
        self._program = program
        self._simulator = Simulator(program.stages, program.charges, jump=jump)
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
        rest = total - computation
        rest[np.abs(rest) <= _ROUNDING * total] = 0.0  # the two are added up in different orders
        return Times(
            computation.reshape(shape), rest.reshape(shape), (), impossible.reshape(shape), reason
        )


def number_of(value: float) -> int | float:
    """Return a value of an array as the number that formulas take."""
    return int(value) if value == int(value) else float(value)
