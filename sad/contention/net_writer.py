"""Writes the Petri net of a parallel model; ``sad.contention.net`` says what it is like."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar, assert_never

from sad.algebra.atoms import free_symbols
from sad.algebra.conditions import is_truth
from sad.algebra.evaluate import evaluate
from sad.diagnostics import input_error
from sad.model import nodes as nd
from sad.model.walks.clients import stages_of
from sad.model.walks.formulas import formulas
from sad.model.walks.parts import nodes_of
from sad.model.walks.simulated import servers_of
from sad.records import replace
from sad.stochastic.nets.net import ENDLESS, Kind, Net, Place, Transition

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.diagnostics import Span

Named = TypeVar("Named", Place, Transition)

MOST_PLACES = 5_000
"""Places after which a net counts as too large to be written."""
HINT = "sad contention has bounds, and --estimate simulate, of any model"
_GRANTS, _CHOICES = 1, 2
"""Priorities: who is to wait comes to the queue before a server chooses."""


class Writer:
    """Writes a net from its end to its beginning: who writes a step knows the place behind it.

    Names that stand several times are numbered at the end, in the order in which they are read.
    """

    def __init__(self, values: Mapping[str, Number], span: Span) -> None:
        self.span = span
        self.places: list[Place] = []
        self.transitions: list[Transition] = []
        self.speeds: list[Number] = []
        self._values = dict(values)
        self._resources: dict[tuple[str, int | None], tuple[int, int]] = {}
        self._kinds: dict[int, int] = {}

    def whole(self, tree: nd.Node) -> dict[str, str]:
        """Write a model; return its measures, but for those of resources."""
        group = _round(tree)
        clients = self._count(group[0].index.trips) if group else 0
        if group is not None and clients > 1:
            loop = group[1]
            cycles = self._count(loop.index.trips)
            end = self._place("end", 0)
            start = self._node(loop.body, end)
            self.places[start] = replace(self.places[start], tokens=clients)
            measures = {
                "cycle": f"{clients}/throughput(again)",
                "time": f"{cycles * clients}/throughput(again)",
            }
        else:
            end = self._place("end", 0)
            start = self._node(tree, end)
            self.places[start] = replace(self.places[start], tokens=1)
            measures = {"time": "1/throughput(again)"}
        if all(item.kind is Kind.IMMEDIATE for item in self.transitions):
            message = "nothing in this model takes time"
            raise input_error("SAD989", message, self.span, "use(r, t) and delay(t) do")
        self._transition("again", Kind.IMMEDIATE, 1, {end: 1}, {start: 1}, priority=_CHOICES)
        return measures

    def utilisations(self, net: Net) -> dict[str, str]:
        """Return measures of the resources."""
        found: dict[str, str] = {}
        for free, servers in sorted(self._resources.values(), reverse=True):
            name = net.places[-1 - free].name
            found[name.replace("free_", "utilisation_", 1)] = f"1 - tokens({name})/{servers}"
        return found

    def net(self, title: str) -> Net:
        """Return what was written, from beginning to end."""
        last = len(self.places) - 1

        def turned(arcs: Mapping[int, int]) -> dict[int, int]:
            return {last - place: tokens for place, tokens in arcs.items()}

        transitions = tuple(
            replace(item, takes=turned(item.takes), gives=turned(item.gives))
            for item in reversed(self.transitions)
        )
        places = tuple(reversed(self.places))
        return Net(title, self.span, _numbered(places), _numbered(transitions))

    def remarks(self) -> list[str]:
        """What a reader of the solution must know, in sentences."""
        found = ["All times are taken as exponential, with the means of the model."]
        names = [self.places[free].name[5:] for free, kinds in self._kinds.items() if kinds > 1]
        if names:
            listed = ", ".join(reversed(names))
            found.append(f"Of unlike processes that wait for {listed} each kind is as likely next.")
        return found

    def _node(self, node: nd.Node, after: int) -> int:
        """Write what leads to the place ``after``; return the place where it begins."""
        match node:
            case nd.Seq(parts):
                for part in reversed(parts):
                    after = self._node(part, after)
                return after
            case nd.Use():
                return self._use(node, after)
            case nd.Loop(index=index, body=body):
                first = self._count(index.first)
                for number in reversed(range(self._count(index.trips))):
                    self._values[index.name] = first + number
                    after = self._node(body, after)
                return after
            case nd.Par():
                return self._par(node, after)
            case nd.Both(parts=parts, span=span):
                starts: list[tuple[int, int]] = []
                ends: dict[int, int] = {}
                for part in parts:
                    end = self._place(f"done{span.line}", 0)
                    start = self._node(part, end)
                    if start != end:
                        starts.append((start, 1))
                        ends[end] = 1
                    else:
                        self._drop(end)
                return self._fork(span, starts, ends, after)
            case nd.Branch(arms=arms):
                return self._arms([(weight, part) for _, weight, part in arms], after)
            case nd.Weighted(weight, part):
                return self._arms([(weight, part)], after)
            case nd.Block() | nd.Call() | nd.Message():
                raise TypeError("only uses and delays make a net")
            case _:
                assert_never(node)

    def _par(self, node: nd.Par, after: int) -> int:
        first, line = self._count(node.index.first), node.span.line
        starts: list[tuple[int, int]] = []
        ends: dict[int, int] = {}
        for number, count in self._alike(node, first):
            self._values[node.index.name] = first + number
            end = self._place(f"done{line}", 0)
            start = self._node(node.body, end)
            if start == end:  # it takes no time
                self._drop(end)
                continue
            starts.append((start, count))
            ends[end] = count
        return self._fork(node.span, starts, ends, after)

    def _alike(self, node: nd.Par, first: int) -> list[tuple[int, int]]:
        """The processes of a ``par``: one of each kind, and how many of it there are.

        Those that do the same and do not fork are of one kind.
        """
        count = self._count(node.index.trips)
        polys = [poly for poly in formulas(node.body) if node.index.name in free_symbols(poly)]
        inner = {item.index.name for item in nodes_of(node.body, nd.Loop)}
        if any(nodes_of(node.body, nd.Par, nd.Both)) or any(
            inner & free_symbols(poly) for poly in polys
        ):
            return [(number, 1) for number in reversed(range(count))]
        kinds: dict[tuple[Number, ...], tuple[int, int]] = {}
        for number in range(count):
            self._values[node.index.name] = first + number
            key = tuple(evaluate(poly, self._values) for poly in polys)
            start, before = kinds.get(key, (number, 0))
            kinds[key] = start, before + 1
        return list(kinds.values())[::-1]

    def _fork(
        self, span: Span, starts: list[tuple[int, int]], ends: dict[int, int], after: int
    ) -> int:
        if not starts:
            return after
        begin = self._place(f"fork{span.line}", 0)
        gives = dict(starts)
        self._transition(
            f"start{span.line}", Kind.IMMEDIATE, 1, {begin: 1}, gives, priority=_CHOICES
        )
        self._transition(f"join{span.line}", Kind.IMMEDIATE, 1, ends, {after: 1}, priority=_CHOICES)
        return begin

    def _arms(self, arms: list[tuple[Poly, nd.Node]], after: int) -> int:
        """The ways of a condition: one, or two that exclude each other and leave nothing out."""
        (weight, first), *others = arms
        known: Any = evaluate(weight, self._values)
        if is_truth(weight) or known in (0, 1):
            for part in [first] if known else [part for _, part in others]:
                after = self._node(part, after)
            return after
        if not 0 <= known <= 1:
            message = f"a probability is {float(known):g}: it must be from 0 to 1"
            raise input_error("SAD961", message, self.span)
        ways = [(known, self._node(first, after))]
        ways += [(1 - known, self._node(part, after)) for _, part in others]
        if not others:
            ways.append((1 - known, after))
        begin = self._place("either", 0)
        for share, start in ways:
            takes = {begin: 1}
            self._transition("choose", Kind.IMMEDIATE, share, takes, {start: 1}, priority=_CHOICES)
        return begin

    def _use(self, node: nd.Use, after: int) -> int:
        seconds = evaluate(node.seconds, self._values)
        line = node.span.line
        if seconds < 0:
            message = f"a time is {float(seconds):g} s: it must be 0 or more"
            raise input_error("SAD961", message, node.span)
        if node.resource is None:
            if not seconds:
                return after
            begin = self._place(f"delay{line}", 0)
            self._timed(f"end_delay{line}", seconds, {begin: 1}, {after: 1})
            return begin
        member = None if node.member is None else self._count(node.member)
        free, name = self._resource(node.resource, member, node.span)
        begin = self._place(f"wait{line}_{name}", 0)
        if not seconds:
            takes, gives = {begin: 1, free: 1}, {after: 1, free: 1}
            self._transition(
                f"pass{line}_{name}", Kind.IMMEDIATE, 1, takes, gives, priority=_GRANTS
            )
            return begin
        self._kinds[free] = self._kinds.get(free, 0) + 1
        served = self._place(f"use{line}_{name}", 0)
        takes = {begin: 1, free: 1}
        self._transition(
            f"take{line}_{name}", Kind.IMMEDIATE, 1, takes, {served: 1}, priority=_GRANTS
        )
        self._timed(f"end{line}_{name}", seconds, {served: 1}, {after: 1, free: 1})
        return begin

    def _resource(self, resource: nd.Resource, member: int | None, span: Span) -> tuple[int, str]:
        """The place of free servers of a resource, or of a member of a family, and its name."""
        key = resource.name, member
        if key not in self._resources:
            if member is not None and resource.first is not None and resource.last is not None:
                ends = self._count(resource.first), self._count(resource.last)
                if not ends[0] <= member <= ends[1]:
                    message = f"{resource.name}[{member}]: members are {ends[0]} to {ends[1]}"
                    raise input_error("SAD961", message, span)
            servers = servers_of(resource, self._values)
            ending = "" if member is None else f"_{member}".replace("-", "minus")
            place = self._place(f"free_{resource.name}{ending}", servers)
            self._resources[key] = place, servers
        place, _ = self._resources[key]
        return place, self.places[place].name.removeprefix("free_")

    def _count(self, poly: Poly) -> int:
        return int(evaluate(poly, self._values))

    def _timed(
        self, name: str, seconds: Number, takes: dict[int, int], gives: dict[int, int]
    ) -> None:
        rate = 1 / (seconds if isinstance(seconds, float) else Fraction(seconds))
        self._transition(name, Kind.EXPONENTIAL, rate, takes, gives, servers=ENDLESS)

    def _transition(
        self,
        name: str,
        kind: Kind,
        speed: Number,
        takes: dict[int, int],
        gives: dict[int, int],
        *,
        servers: int = 1,
        priority: int = 1,
    ) -> None:
        parts = (_named(name), self.span, kind, takes, gives, dict[int, int]())
        self.transitions.append(Transition(*parts, servers, priority))
        self.speeds.append(speed)

    def _place(self, name: str, tokens: int) -> int:
        if len(self.places) >= MOST_PLACES:
            message = f"the net of this model has more than {MOST_PLACES:,} places"
            raise input_error("SAD989", message, self.span, HINT)
        self.places.append(Place(_named(name), self.span, tokens))
        return len(self.places) - 1

    def _drop(self, place: int) -> None:
        """Take the newest place away again: nothing leads to it."""
        assert place == len(self.places) - 1
        self.places.pop()


def _named(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _numbered(items: Sequence[Named]) -> tuple[Named, ...]:
    taken: set[str] = set()
    found: list[Named] = []
    for item in items:
        name, number = item.name, 2
        while name in taken:
            name, number = f"{item.name}_{number}", number + 1
        taken.add(name)
        found.append(replace(item, name=name))
    return tuple(found)


def _round(tree: nd.Node) -> tuple[nd.Par, nd.Loop] | None:
    """Equal clients that repeat one cycle, if a model is nothing else."""
    while isinstance(tree, nd.Seq) and len(tree.parts) == 1:
        (tree,) = tree.parts
    stages = stages_of(tree)
    if not isinstance(tree, nd.Par) or stages is None or stages[0].clients is None:
        return None
    body = tree.body
    while isinstance(body, nd.Seq) and len(body.parts) == 1:
        (body,) = body.parts
    return (tree, body) if isinstance(body, nd.Loop) else None
