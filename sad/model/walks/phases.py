"""A message-passing program as computation and communication in turn (Brehm 1999, section 6.1.1).

A phase of communication is a run of messages with nothing but straight statements between them,
which belong to the computation before; whatever has a loop, or calls what is not known, is computation
and ends it. So do the clock (``MPI_WTIME``), which makes measured parts sums of phases, and the ends of
loops and of conditions. A loop around messages repeats its phases. What stands under a condition on
the rank, or in a loop that differs from rank to rank, is one phase of computation and one of
communication: the ranks of both sides of the condition work at the same time.

Over 400 lines: the walk and what it asks about nodes belong together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly
from sad.diagnostics import Span, input_error
from sad.model import nodes as nd
from sad.model.expand import expand
from sad.model.walks.parts import nodes_of, parts_of
from sad.model.walks.terms import after_last
from sad.records import record, replace
from sad.symbols import RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.domains import Index


CLOCKS = frozenset({"mpi_wtime"})
"""Routines that tell the time: they stay on the rank, and end phases."""


@record
class Sent:
    """A message of a phase: ``weight`` times in every iteration of the loops ``inner`` in the phase."""

    message: nd.Message
    inner: tuple[Index, ...]
    weight: Poly


@record
class Stage:
    """One phase: ``outer`` times in every iteration of the loops ``around`` it, the same on all ranks.

    ``blocks`` and ``calls`` (of procedures whose time nobody knows) have counts per pass, ``messages``
    are empty in phases of computation. ``clock`` is how many calls of the clock come before, ``nest``
    a number for each loop around: loops of one name may follow each other.
    """

    name: str
    span: Span
    around: tuple[Index, ...]
    outer: Poly
    clock: int
    blocks: tuple[tuple[nd.Block, Poly], ...] = ()
    calls: tuple[tuple[str, Poly], ...] = ()
    messages: tuple[Sent, ...] = ()
    nest: tuple[int, ...] = ()

    @property
    def communicates(self) -> bool:
        """Whether it is a phase of communication."""
        return bool(self.messages)


@record
class _Place:
    """Where the walk is: a unit with its inputs bound, and what is around inside the phase."""

    unit: nd.UnitDescription
    bindings: Mapping[str, Poly]
    inner: tuple[Index, ...] = ()
    weight: Poly = ONE

    def bind(self, value: Poly) -> Poly:
        return bind(value, self.bindings)


@dataclass(slots=True)
class _Open:
    """The phases that are not finished: computation, then messages, then what may be either."""

    computation: list[tuple[_Place, nd.Node]] = field(
        default_factory=list["tuple[_Place, nd.Node]"]
    )
    messages: list[tuple[_Place, Sent]] = field(default_factory=list["tuple[_Place, Sent]"])
    after: list[tuple[_Place, nd.Node]] = field(default_factory=list["tuple[_Place, nd.Node]"])


class _Walk:
    def __init__(self, description: nd.Description, kinds: Kinds) -> None:
        self._description = description
        self._units = {unit.name: unit for unit in description.units}
        self._kinds = kinds
        self._open = _Open()
        self._around: tuple[Index, ...] = ()
        self._nest: tuple[int, ...] = ()
        self._loops = 0
        self._outer = ONE
        self._flat = False
        self._clock = 0
        self.stages: list[Stage] = []

    def walk(self, node: nd.Node, place: _Place) -> None:
        """Go through a node in the order of the program."""
        if not self._kinds.talks(node):
            self._compute(node, place)
            return
        match node:
            case nd.Message():
                self._message(node, place)
            case nd.Seq(parts):
                for part in parts:
                    self.walk(part, place)
            case nd.Call():
                unit = self._kinds.inside(node)
                bindings = {n: place.bind(v) for n, v in node.bindings.items()}
                self.walk(unit.tree, replace(place, unit=unit, bindings=bindings))
            case nd.Weighted(weight, part):
                self._under([(weight, part)], place)
            case nd.Branch(arms=arms):
                self._under([(weight, part) for _, weight, part in arms], place)
            case nd.Loop():
                self._loop(node, place)
            case nd.Block() | nd.Use() | nd.Par() | nd.Both():
                self._compute(node, place)
            case _:
                assert_never(node)

    def finish(self) -> None:
        """End the open phases."""
        self._end_messages()
        self._end_computation()

    def _compute(self, node: nd.Node, place: _Place) -> None:
        if self._flat or not self._open.messages:
            self._open.computation.append((place, node))
        elif self._kinds.is_straight(node):
            self._open.after.append((place, node))
        else:
            self._end_messages()
            self._open.computation.append((place, node))

    def _message(self, message: nd.Message, place: _Place) -> None:
        if message.primitive == "local":
            if not self._flat:
                self.finish()
            self._clock += 1
            return
        self._open.computation.extend(self._open.after)
        self._open.after.clear()
        bound = message.mapped(place.bind)
        self._open.messages.append((place, Sent(bound, place.inner, place.weight)))

    def _under(self, arms: list[tuple[Poly, nd.Node]], place: _Place) -> None:
        bound = [(place.bind(weight), part) for weight, part in arms]
        differs = any(atoms.depends_on(weight, RANK) for weight, _ in bound)
        with_work = not all(self._kinds.is_straight(part) for _, part in bound)
        if self._flat or (differs and not with_work):
            self._flatly([(replace(place, weight=place.weight * w), p) for w, p in bound])
        elif differs:
            self.finish()
            self._flatly([(replace(place, weight=place.weight * w), p) for w, p in bound])
            self.finish()
        else:
            before = self._outer
            for weight, part in bound:
                self.finish()
                self._outer = before * weight
                self.walk(part, place)
                self.finish()
                self._outer = before

    def _flatly(self, parts: Iterable[tuple[_Place, nd.Node]]) -> None:
        before, self._flat = self._flat, True
        for place, part in parts:
            self.walk(part, place)
        self._flat = before

    def _loop(self, loop: nd.Loop, place: _Place) -> None:
        index = loop.index.mapped(place.bind)
        head = () if loop.head == nd.EMPTY else (loop.head,)
        body = nd.Seq((*head, loop.body))
        bounds = [index.first, index.last, index.trips]
        differs = any(atoms.depends_on(bound, RANK) for bound in bounds)
        if self._flat or differs:
            if not self._flat:
                self.finish()
            self._flatly([(replace(place, inner=(*place.inner, index)), body)])
            if not self._flat:
                self.finish()
        else:
            self.finish()
            before = self._around, self._nest
            self._loops += 1
            self._around, self._nest = (*before[0], index), (*before[1], self._loops)
            self.walk(body, place)
            self.finish()
            self._around, self._nest = before
        if head and loop.last:
            final = after_last(loop)
            self.walk(final if loop.last == ONE else nd.Weighted(loop.last, final), place)

    def _end_messages(self) -> None:
        messages = [sent for _, sent in self._open.messages]
        if not messages:
            return
        self._end_computation()
        routines = dict.fromkeys(sent.message.routine for sent in messages)
        units = dict.fromkeys(place.unit.entry for place, _ in self._open.messages)
        spans = [sent.message.span for sent in messages]
        name = f"{'+'.join(routines)} {'+'.join(units)}:{_lines(spans)}"
        self._add(
            Stage(name, spans[0], self._around, self._outer, self._clock, messages=tuple(messages))
        )
        self._open.messages.clear()
        self._open.computation.extend(self._open.after)
        self._open.after.clear()

    def _end_computation(self) -> None:
        parts = self._open.computation
        if not parts:
            return
        blocks: dict[int, tuple[nd.Block, Poly]] = {}
        calls: dict[str, Poly] = {}
        for place, nodes in _together(parts):
            self._count(place, nodes, blocks, calls)
        self._open.computation = []
        counted = tuple((block, count) for block, count in blocks.values() if count)
        unknown = tuple((name, count) for name, count in calls.items() if count)
        if counted or unknown:
            unit = parts[0][0].unit
            here = [node for place, node in parts if place.unit is unit]
            spans = [span for node in here for span in _spans(node)] or [
                Span.at(unit.file, unit.line)
            ]
            called = dict.fromkeys(call.name for node in here for call in nodes_of(node, nd.Call))
            name = " ".join([f"{unit.entry}:{_lines(spans)}", *called])
            at = (self._around, self._outer, self._clock)
            self._add(Stage(name, spans[0], *at, counted, unknown))

    def _count(
        self,
        place: _Place,
        nodes: tuple[nd.Node, ...],
        blocks: dict[int, tuple[nd.Block, Poly]],
        calls: dict[str, Poly],
    ) -> None:
        """Add how often the blocks of nodes run in one pass of the phase, callees' included."""
        alone = replace(place.unit, tree=nd.Seq(nodes), hands=(), recursion=None)
        others = tuple(alone if u.name == alone.name else u for u in self._description.units)
        found = expand(replace(self._description, units=others), alone)

        def whole(count: Poly) -> Poly:
            return sum_nest(place.inner, place.weight * place.bind(count))

        for item in found.blocks:
            before = blocks[id(item.block)][1] if id(item.block) in blocks else ZERO
            blocks[id(item.block)] = item.block, before + whole(item.count)
        for name, count in found.externals.items():
            calls[name] = calls.get(name, ZERO) + whole(count)

    def _add(self, stage: Stage) -> None:
        names = {known.name for known in self.stages}
        number, name = 1, stage.name
        while name in names:
            number += 1
            name = f"{stage.name} #{number}"
        self.stages.append(replace(stage, name=name, nest=self._nest))


def _together(parts: list[tuple[_Place, nd.Node]]) -> list[tuple[_Place, tuple[nd.Node, ...]]]:
    """Nodes in a row that stand at one place, together."""
    found: list[tuple[_Place, list[nd.Node]]] = []
    for place, node in parts:
        if found and found[-1][0] is place:
            found[-1][1].append(node)
        else:
            found.append((place, [node]))
    return [(place, tuple(nodes)) for place, nodes in found]


def _spans(node: nd.Node) -> list[Span]:
    match node:
        case nd.Block(lines):
            return [line.span for line in lines]
        case nd.Seq(parts):
            return [span for part in parts for span in _spans(part)]
        case nd.Weighted(part=part):
            return _spans(part)
        case nd.Branch() | nd.Loop() | nd.Call() | nd.Message() | nd.Use() | nd.Par() | nd.Both():
            return [node.span]
        case _:
            assert_never(node)


def _lines(spans: list[Span]) -> str:
    first, last = min(s.line for s in spans), max(s.end_line for s in spans)
    return str(first) if first == last else f"{first}-{last}"


def stages_of(description: nd.Description, entry: nd.UnitDescription) -> tuple[Stage, ...]:
    """Return the phases of a program that starts at ``entry``, in its order.

    Raises SAD935 for messages in procedures that call themselves or are passed as arguments.
    """
    walk = _Walk(description, Kinds(description))
    start: Mapping[str, Poly] = description.commons if entry.kind == "program" else {}
    walk.walk(entry.tree, _Place(entry, start))
    walk.finish()
    return tuple(walk.stages)


class Kinds:
    """Answers about nodes of one description."""

    def __init__(self, description: nd.Description) -> None:
        self._units = {unit.name: unit for unit in description.units}
        self._talking: dict[str, bool] = {}
        self._straight: dict[str, bool] = {}
        self._passed_talk = any(
            unit.handed is not None and self._unit_talks(unit.name) for unit in description.units
        )

    def talks(self, node: nd.Node) -> bool:
        """Whether a node passes a message or asks the clock, in what it calls included."""
        match node:
            case nd.Message():
                return node.primitive != "local" or node.routine in CLOCKS
            case nd.Call():
                if node.target is None:
                    return node.through is not None and self._passed_talk
                return self._unit_talks(node.target)
            case (
                nd.Block()
                | nd.Seq()
                | nd.Weighted()
                | nd.Branch()
                | nd.Loop()
                | nd.Use()
                | nd.Par()
                | nd.Both()
            ):
                return any(self.talks(part) for part in parts_of(node))
            case _:
                assert_never(node)

    def is_straight(self, node: nd.Node) -> bool:
        """Whether a node has no loop but around messages, and calls nothing unknown."""
        match node:
            case nd.Loop():
                return self.talks(node) and all(self.is_straight(part) for part in parts_of(node))
            case nd.Call():
                if node.target is None:
                    return False
                known = self._straight.get(node.target)
                if known is None:
                    self._straight[node.target] = False  # one that calls itself
                    known = self.is_straight(self._units[node.target].tree)
                    self._straight[node.target] = known
                return known
            case nd.Par() | nd.Both():
                return False
            case nd.Block() | nd.Message() | nd.Use():
                return True
            case nd.Seq() | nd.Weighted() | nd.Branch():
                return all(self.is_straight(part) for part in parts_of(node))
            case _:
                assert_never(node)

    def inside(self, call: nd.Call) -> nd.UnitDescription:
        """Return the unit of a call that passes messages.

        Raises SAD935 where its phases cannot be told from the source.
        """
        name = call.name
        unit = None if call.target is None else self._units[call.target]
        if unit is not None and not call.recursive and unit.recursion is None:
            if not any(
                passed.target is not None and self._unit_talks(passed.target)
                for passed in call.procedures.values()
            ):
                return unit
            name = next(iter(call.procedures))
        what = "calls itself" if unit is not None and unit.recursion else "is passed as an argument"
        message = f"{name} passes messages and {what}: its phases are not known"
        hint = "call a procedure with messages by its name, and let it not call itself"
        raise input_error("SAD935", message, call.span, hint)

    def _unit_talks(self, name: str) -> bool:
        known = self._talking.get(name)
        if known is None:
            self._talking[name] = False  # one that calls itself
            known = self.talks(self._units[name].tree)
            self._talking[name] = known
        return known
