"""Messages of phases as uses of what they hold on their way: a program of ranks as a parallel model.

A phase of computation is a delay, as long as on the rank that computes longest. In a phase of
communication the ranks pass their messages at once. On one rank blocking messages follow each other;
those that do not block are under way together until the rank waits. A message takes the time that the
library needs for it and meanwhile holds every link and node on its way for its service time. That is
the one model of nodes that models of parallel systems are read into (``sad.model.nodes``), and its
bounds are theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from sad.algebra.domains import Index
from sad.algebra.evaluate import compile_polys
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly
from sad.analysis.messages.communicators import PROC_NULL, WORLD, has_all
from sad.diagnostics import argument_error
from sad.model.nodes import EMPTY, Both, Par, Resource, Seq, Use, Weighted, timed
from sad.parallel import GRID
from sad.spmd.charges import Side, side_of
from sad.spmd.pipelines import answers
from sad.spmd.single_messages import (
    MessageCosts,
    Passing,
    iterations,
    outside,
)
from sad.spmd.times import split_around
from sad.symbols import NPROCS, RANK, index_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Formulas, Number
    from sad.communication.links import Links
    from sad.diagnostics import SadError, Span
    from sad.model.nodes import Node
    from sad.model.walks.phases import Sent, Stage
    from sad.spmd.charges import Charges
    from sad.spmd.single_messages import Values

MOST_MESSAGES = 200_000
"""Messages of one point that are laid on their ways."""
_COPY = index_name("", "copy")


class LinkUses:
    """Phases of a program as nodes, one for each stage.

    ``off_links`` has the places of messages that are charged for their time only, with the reason.
    """

    def __init__(self, stages: Sequence[Stage], charges: Charges, links: Links) -> None:
        self._charges, self._links = charges, links
        self._costs = MessageCosts(charges)
        self._stages = [_Stage(stage) if stage.communicates else None for stage in stages]
        self._spans = [stage.span for stage in stages]
        self._left = 0
        self.off_links: dict[Span, str] = {}

    def nodes(
        self,
        values: Values,
        seconds: Sequence[float],
        passed: Mapping[int, Sequence[Sequence[Passing]]],
    ) -> list[Node]:
        """Return the stages as nodes at a point; ``seconds`` are those of stages of computation.

        ``passed`` is what each rank passes in stages that formulas do not tell, in all their passes.
        Raises SAD924 for a rank that is not there, SAD942 for too many messages or for loops around
        them that run a mean number of times, and ``MissingValue``.
        """
        self._left = MOST_MESSAGES
        return [
            _delay(time, span)
            if stage is None
            else self._at_once(stage, passed[number], values)
            if number in passed
            else self._phase(stage, values)
            for number, (stage, span, time) in enumerate(
                zip(self._stages, self._spans, seconds, strict=True)
            )
        ]

    def _phase(self, stage: _Stage, values: Values) -> Node:
        parts: list[Node] = []
        nprocs = int(values[NPROCS])
        for here in iterations(stage.kept, values):
            (times,) = stage.times(here)
            if not times:
                continue
            rows = [list(stage.passing({**here, RANK: rank}, self._take)) for rank in range(nprocs)]
            node = self._at_once(stage, rows, here)
            parts.append(node if times == 1 else Weighted(_poly(times), node))
        return parts[0] if len(parts) == 1 else Seq(tuple(parts))

    def _take(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _too_many()

    def _at_once(self, stage: _Stage, rows: Sequence[Sequence[Passing]], values: Values) -> Node:
        """One pass of a phase, of what each rank passes in order."""
        sides: dict[Side, list[Node]] = {side: [] for side in Side}
        for rank, row in enumerate(rows):
            lanes = {side: _Lane() for side in Side}
            here = {**values, RANK: rank}
            for item in row:
                side = side_of(item.sent.message)
                if side is None:
                    for lane in lanes.values():
                        lane.wait()
                    continue
                if id(item.sent) in stage.taken or not item.number or item.partner == PROC_NULL:
                    continue
                answers_it = id(item.sent) in stage.replies
                node = self._message(item, here, side, answers_it=answers_it)
                blocks = item.sent.message.primitive not in ("isend", "irecv")
                lanes[Side.ALL if answers_it else side].add(node, item, blocks=blocks)
            for side, lane in lanes.items():
                sides[side] += lane.all()
        span = stage.span
        if self._charges.two_sided:
            found = [_together(sides[side], span) for side in Side]
        else:
            both = sides[Side.SEND] + sides[Side.RECEIVE]
            found = [_together(sides[Side.ALL], span), _together(both, span)]
        return Seq(tuple(node for node in found if node != EMPTY))

    def _message(self, item: Passing, values: Values, side: Side, *, answers_it: bool) -> Node:
        """One message: its time, and what it holds meanwhile."""
        sent, span = item.sent, item.sent.message.span
        size = item.nbytes, item.group, item.partner
        time = self._costs.seconds(sent, *size, values, whole=answers_it)
        alone = _delay(time, span)
        if side is Side.RECEIVE:
            return alone
        reason = _off_links(item, side)
        if reason:
            self.off_links.setdefault(span, reason)
            return alone
        nprocs = int(values[NPROCS])
        if item.partner >= nprocs:
            raise outside(item.partner, nprocs, span)
        grid = tuple(int(values[name]) for name in GRID if name in values)
        held = self._links.held(int(values[RANK]), item.partner, item.nbytes, nprocs, grid)
        uses = (
            Use(one.name, span, Resource(one.name, span), None, _poly(one.seconds), timed(span))
            for one in held
        )
        return Both("message", span, (alone, *uses), timed(span))


class _Stage:
    """A phase of communication with its formulas compiled."""

    def __init__(self, stage: Stage) -> None:
        self.span = stage.span
        replies = answers(stage)
        self.replies = {id(item.send) for item in replies}
        self.taken = {id(item.taken) for item in replies}
        self._rows = [
            (list(inner), [(sent, _sizes(sent), _ends(sent)) for sent in row])
            for inner, row in groupby(stage.messages, lambda sent: sent.inner)
        ]
        used = frozenset[str]().union(
            *(formulas.symbols for _, row in self._rows for _, *both in row for formulas in both),
            *(
                compile_polys([index.first, index.trips]).symbols
                for inner, _ in self._rows
                for index in inner
            ),
        )
        self.kept, others = split_around(stage, used)
        self.times = compile_polys([sum_nest(others, stage.outer)])

    def passing(self, values: Values, take: Callable[[], None]) -> Iterator[Passing]:
        """Yield what a rank passes, in its order; ``take`` is called for each."""
        for inner, row in self._rows:
            for here in iterations(inner, values):
                for sent, sizes, ends in row:
                    number, nbytes, group = sizes(here)
                    take()
                    if here.keys() >= set(ends.symbols):
                        partner, comm = map(int, ends(here))
                    else:
                        partner, comm = -1, WORLD
                    yield Passing(sent, number, float(nbytes), float(group), partner, comm)


def _sizes(sent: Sent) -> Formulas:
    message = sent.message
    return compile_polys([sent.weight * message.present, message.nbytes, message.group])


def _ends(sent: Sent) -> Formulas:
    """The partner and the communicator; -1 for a partner that nobody knows."""
    partner = sent.message.partner
    return compile_polys([Poly.constant(-1) if partner is None else partner, sent.message.comm])


@dataclass(slots=True)
class _Lane:
    """What a rank does on one side: steps that are over, and what is under way."""

    steps: list[Node] = field(default_factory=list["Node"])
    blocking: list[Node] = field(default_factory=list["Node"])
    open: list[Node] = field(default_factory=list["Node"])

    def add(self, node: Node, item: Passing, *, blocks: bool) -> None:
        if item.number == 1:
            again = node
        elif blocks or item.number != int(item.number):
            again = Weighted(_poly(item.number), node)
        else:
            span = item.sent.message.span
            again = Par("copies", span, Index(_COPY, ONE, _poly(item.number)), node, timed(span))
        (self.blocking if blocks else self.open).append(again)

    def wait(self) -> None:
        """All that is under way is over."""
        if self.open:
            if self.blocking:
                self.open.append(Seq(tuple(self.blocking)))
            span = _span(self.open[0])
            self.steps.append(Both("open", span, tuple(self.open), timed(span)))
        else:
            self.steps += self.blocking
        self.blocking, self.open = [], []

    def all(self) -> list[Node]:
        """Return everything as one node, or nothing."""
        self.wait()
        if len(self.steps) < 2:
            return self.steps
        return [Seq(tuple(self.steps))]


def _span(node: Node) -> Span:
    while isinstance(node, Seq | Weighted):
        node = node.parts[0] if isinstance(node, Seq) else node.part
    assert isinstance(node, Both | Use | Par)
    return node.span


def _together(parts: list[Node], span: Span) -> Node:
    return Both("phase", span, tuple(parts), timed(span)) if parts else EMPTY


def _delay(seconds: float, span: Span) -> Use:
    return Use("delay", span, None, None, _poly(seconds), timed(span))


def _poly(number: Number) -> Poly:
    return Poly.constant(Fraction(number))


def _off_links(item: Passing, side: Side) -> str:
    """Why it is not known what a message holds; empty if it is."""
    if side is Side.ALL:
        return "it is an operation of several processes"
    if not has_all(item.comm):
        return "it is between ranks of a part of the processes"
    return "its partner is not known" if item.partner < 0 else ""


def _too_many() -> SadError:
    message = f"more than {MOST_MESSAGES} messages to lay on links"
    return argument_error("SAD942", message, "look at fewer processes or smaller problems")
