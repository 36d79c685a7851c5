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
from itertools import groupby, takewhile
from math import ceil
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
from sad.spmd.single_messages import MessageCosts, Passing, iterations, outside
from sad.spmd.times import split_around
from sad.symbols import NPROCS, RANK, index_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Formulas, Number
    from sad.communication.links import Held, Links
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
        self._stages = [
            _Stage(stage, _depth_of_wait(stages, place)) if stage.communicates else None
            for place, stage in enumerate(stages)
        ]
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
        longest = dict.fromkeys(Side, 0.0)
        shared = {side: _Shared() for side in Side}
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
                time, held = self._message(item, here, side, answers_it=answers_it)
                blocks = item.sent.message.primitive not in ("isend", "irecv")
                lane = lanes[Side.ALL if answers_it else side]
                lane.add(time, held, item, blocks=blocks)
            for side, lane in lanes.items():
                time, steps = lane.all(stage.span, shared[side])
                longest[side] = max(longest[side], time)  # of delays at once only that counts
                sides[side] += steps
        span = stage.span
        for side, time in longest.items():
            sides[side] += [_delay(time, span)] if time else []
            sides[side] += shared[side].nodes()
        found = {side: _together(nodes, span) for side, nodes in sides.items()}
        if self._charges.two_sided:
            parts = list(found.values())
        else:
            both = [node for node in (found[Side.SEND], found[Side.RECEIVE]) if node != EMPTY]
            parts = [found[Side.ALL], _together(both, span)]
        return Seq(tuple(node for node in parts if node != EMPTY))

    def _message(
        self, item: Passing, values: Values, side: Side, *, answers_it: bool
    ) -> tuple[float, Sequence[Held]]:
        """The time of one message, and what it holds meanwhile."""
        sent, span = item.sent, item.sent.message.span
        size = item.nbytes, item.group, item.partner
        time = self._costs.seconds(sent, *size, values, whole=answers_it)
        if side is Side.RECEIVE:
            return time, ()
        reason = _off_links(item, side)
        if reason:
            self.off_links.setdefault(span, reason)
            return time, ()
        nprocs = int(values[NPROCS])
        if item.partner >= nprocs:
            raise outside(item.partner, nprocs, span)
        grid = tuple(int(values[name]) for name in GRID if name in values)
        held = self._links.held(int(values[RANK]), item.partner, item.nbytes, nprocs, grid)
        return max([time, *(one.seconds for one in held)]), held


def _depth_of_wait(stages: Sequence[Stage], place: int) -> int:
    """How many of the loops around a phase go on only when its messages are over.

    Where the rank does not wait in the phase, those around both the phase and the wait behind it.
    """
    stage = stages[place]
    kinds = [sent.message.primitive for sent in stage.messages]
    ends = max((at for at, kind in enumerate(kinds) if kind == "wait"), default=-1)
    if not {"isend", "irecv"} & set(kinds[ends + 1 :]):
        return len(stage.nest)
    for other in stages[place + 1 :]:
        if any(sent.message.primitive == "wait" for sent in other.messages):
            pairs = zip(stage.nest, other.nest, strict=False)
            return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return 0


class _Stage:
    """A phase of communication with its formulas compiled.

    Of the loops around it the first ``depth`` repeat it; what the others repeat is under way at once.
    """

    def __init__(self, stage: Stage, depth: int) -> None:
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
        inner, alike = split_around(stage.around[depth:], used)
        weight = sum_nest(alike, stage.outer) if alike or inner else ONE
        used |= set(
            compile_polys([weight, *(p for i in inner for p in (i.first, i.trips))]).symbols
        )
        self.kept, others = split_around(stage.around[:depth], used)
        whole = ONE if alike or inner else stage.outer
        self.times = compile_polys([sum_nest(others, whole)])
        self._gathered, self._weight = inner, compile_polys([weight])

    def passing(self, values: Values, take: Callable[[], None]) -> Iterator[Passing]:
        """Yield what a rank passes, in its order; ``take`` is called for each."""
        for around in iterations(self._gathered, values):
            (weight,) = self._weight(around)
            yield from self._pass(around, weight, take)

    def _pass(self, values: Values, weight: Number, take: Callable[[], None]) -> Iterator[Passing]:
        for inner, row in self._rows:
            for here in iterations(inner, values):
                for sent, sizes, ends in row:
                    number, nbytes, group = sizes(here)
                    take()
                    if here.keys() >= set(ends.symbols):
                        partner, comm = map(int, ends(here))
                    else:
                        partner, comm = -1, WORLD
                    yield Passing(sent, weight * number, float(nbytes), float(group), partner, comm)


def _sizes(sent: Sent) -> Formulas:
    message = sent.message
    return compile_polys([sent.weight * message.present, message.nbytes, message.group])


def _ends(sent: Sent) -> Formulas:
    """The partner and the communicator; -1 for a partner that nobody knows."""
    partner = sent.message.partner
    return compile_polys([Poly.constant(-1) if partner is None else partner, sent.message.comm])


class _Shared:
    """What messages that are under way at once hold, those of one line and length together."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, Span, float], Number] = {}

    def add(self, held: Iterable[Held], span: Span, number: Number) -> None:
        """Add what a number of messages of a line hold."""
        for one in held:
            key = one.name, span, one.seconds
            self._numbers[key] = self._numbers.get(key, 0) + number

    def take(self, other: _Shared) -> None:
        """Add what others hold."""
        for key, number in other._numbers.items():
            self._numbers[key] = self._numbers.get(key, 0) + number

    def nodes(self) -> Iterator[Node]:
        """Yield the uses; a mean number is the next whole one, of less time each."""
        for (name, span, seconds), number in self._numbers.items():
            copies = ceil(number)
            each = _poly(seconds) * Poly.constant(Fraction(number) / copies)
            use = Use(name, span, Resource(name, span), None, each, timed(span))
            index = Index(_COPY, ONE, Poly.constant(copies))
            yield use if copies == 1 else Par("copies", span, index, use, timed(span))


@dataclass(slots=True)
class _Step:
    """Messages of a rank that are under way together: the time without contention, and what they hold.

    ``alike`` is how many there are.
    """

    seconds: float = 0.0
    blocking: float = 0.0
    alike: float = 0.0
    shared: _Shared = field(default_factory=_Shared)


class _Lane:
    """What a rank does on one side, step by step."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []
        self._now = _Step()

    def add(self, seconds: float, held: Sequence[Held], item: Passing, *, blocks: bool) -> None:
        """Add messages; those that block follow each other beside the others."""
        now = self._now
        if blocks:
            now.blocking += seconds * float(item.number)
        else:
            now.seconds = max(now.seconds, seconds * min(1.0, float(item.number)))
        now.alike += float(item.number)
        now.shared.add(held, item.sent.message.span, item.number)

    def wait(self) -> None:
        """All that is under way is over."""
        if self._now.alike:
            self._steps.append(self._now)
        self._now = _Step()

    def all(self, span: Span, shared: _Shared) -> tuple[float, list[Node]]:
        """Return the time of a single step [s], whose uses are shared, or the steps as a node."""
        self.wait()
        if len(self._steps) <= 1:
            step = self._steps[0] if self._steps else _Step()
            shared.take(step.shared)
            return max(step.seconds, step.blocking), []
        parts = [
            Both(
                "open",
                span,
                (_delay(max(step.seconds, step.blocking), span), *step.shared.nodes()),
                timed(span),
            )
            for step in self._steps
        ]
        return 0.0, [Seq(tuple(parts))]


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
