"""What each rank does in a run, step by step: phases and the loops around them, with numbers."""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING

from sad.algebra.atoms import free_symbols
from sad.algebra.evaluate import compile_polys
from sad.analysis.messages.communicators import PROC_NULL, has_all
from sad.records import record
from sad.simulation.ranks import ALL, IRECV, ISEND, RECV, SEND, WAIT, WORK
from sad.spmd.charges import Side, side_of
from sad.spmd.single_messages import cannot, formulas_of, iterations, outside, whole
from sad.symbols import NPROCS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.domains import Index
    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.model.walks.phases import Sent, Stage
    from sad.simulation.ranks import Step
    from sad.spmd.single_messages import MessageCosts

    Values = dict[str, Number]

_FOR_NOTHING = -1
_MOST_KEPT = 10_000
"""Steps of an iteration that are kept where all iterations do the same."""
EVERYBODY = "all"
"""The key of operations of all processes."""
_KINDS = {
    (Side.SEND, False): SEND,
    (Side.SEND, True): ISEND,
    (Side.RECEIVE, False): RECV,
    (Side.RECEIVE, True): IRECV,
}


class Prices:
    """What work and messages take: ``two_sided`` if receivers are charged, too."""

    def __init__(self, costs: MessageCosts, *, two_sided: bool) -> None:
        self.costs, self.two_sided = costs, two_sided
        self.block_seconds: Mapping[int, float] = {}
        """Seconds of blocks, by ``id``; they may change from run to run."""


def steps_of(nodes: Sequence[Phase | Nest], values: Values) -> Iterator[Step]:
    """Yield what a rank does; a wait is for all that is open, receives first."""
    receives: list[int] = []
    sends: list[int] = []
    requests = 0
    for step in _events(nodes, values):
        if step[0] == WAIT and step[4] != _FOR_NOTHING:
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


class Phase:
    """A phase with its formulas compiled."""

    def __init__(self, stage: Stage, owner: Prices) -> None:
        self.stage, self._owner = stage, owner
        self._blocks = [id(block) for block, _ in stage.blocks]
        self._work = compile_polys([count for _, count in stage.blocks])
        self._calls = compile_polys([count for _, count in stage.calls])
        self._outer = compile_polys([stage.outer])
        self._rows = [
            (list(inner), [(sent, formulas_of(sent)) for sent in row])
            for inner, row in groupby(stage.messages, lambda sent: sent.inner)
        ]

    def formulas(self, depth: int) -> Iterator[Poly]:
        """Yield what a pass depends on, loops around it from ``depth`` on included."""
        stage = self.stage
        yield stage.outer
        yield from (count for _, count in (*stage.blocks, *stage.calls))
        indices = [*stage.around[depth:]]
        for sent in stage.messages:
            yield from (sent.weight, *sent.message.formulas())
            indices += sent.inner
        for index in indices:
            yield from (index.first, index.trips)

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
                # a call of a file takes no time here; recorded runs are cut at it, too
                in_file = message.routine.startswith("mpi_file_")
                if message.primitive != "unsupported" or in_file:
                    yield WAIT, 0.0, 0, None, _FOR_NOTHING if in_file else 0, message.span
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
                yield ALL, seconds, -1, EVERYBODY, 0, message.span
                continue
            if side is Side.RECEIVE and not two_sided:
                seconds = 0.0  # the sender is charged the whole message
            kind = _KINDS[side, message.primitive in ("isend", "irecv")]
            yield kind, seconds, int(partner), (int(tag), int(comm)), 0, message.span


@record
class Nest:
    """A loop around phases."""

    stages: list[Phase]
    depth: int
    body: list[Phase | Nest]
    is_even: bool
    """Whether all iterations do the same: nothing inside depends on the loop's index."""

    @property
    def index(self) -> Index:
        """The loop's index."""
        return self.stages[0].stage.around[self.depth]


def nested(stages: list[Phase], depth: int) -> list[Phase | Nest]:
    """Phases as they are nested in loops."""
    found: list[Phase | Nest] = []
    for number, row in groupby(stages, lambda s: (*s.stage.nest, -1)[depth]):
        inside = list(row)
        if number == -1:
            found.extend(inside)
        else:
            name = inside[0].stage.around[depth].name
            formulas = (formula for item in inside for formula in item.formulas(depth + 1))
            is_even = not any(name in free_symbols(formula) for formula in formulas)
            found.append(Nest(inside, depth, nested(inside, depth + 1), is_even))
    return found


def _events(nodes: Sequence[Phase | Nest], values: Values) -> Iterator[Step]:
    for node in nodes:
        if isinstance(node, Phase):
            yield from node.events(values)
            continue
        turns = iterations([node.index], values)
        kept: list[Step] = []
        if node.is_even:
            for here in islice(turns, 1):
                for step in _events(node.body, here):
                    if len(kept) <= _MOST_KEPT:
                        kept.append(step)
                    yield step
        for here in turns:
            yield from kept if 0 < len(kept) <= _MOST_KEPT else _events(node.body, here)
