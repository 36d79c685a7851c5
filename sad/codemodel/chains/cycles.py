"""The longest cycles and the longest path of a dependence graph.

A cycle that comes back ``d`` iterations later holds each of them up by its steps divided by ``d``: the
longest is the one of the largest ratio of cycles to distance, found by raising a bound until no cycle
is above it (Lawler, Combinatorial Optimization, 1976, section 3.13). Where paths meet, all that come
from the same value count, each as often as it runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.components import components
from sad.codemodel.chains.latency import TABLES, TYPICAL, covers, typical
from sad.codemodel.dependence.graph import steps_of
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sad.codemodel.chains.latency import Vector
    from sad.codemodel.dependence.graph import Edge, Graph

MOST_CYCLES = 4
_MOST_STEPS = 100_000
_EPSILON = 1e-9


@mutable
class Route:
    """A cycle or path: steps per execution of each action, per iteration, and nodes it starts at."""

    amounts: dict[tuple[int, str], float] = field(default_factory=dict[tuple[int, str], float])
    vector: Vector = field(default_factory=dict[tuple[int, str], float])
    heads: tuple[int, ...] = ()

    def add(self, edge: Edge, share: float) -> None:
        """Add an edge's steps."""
        booking = edge.booking
        if booking is None:
            return
        for key, count in steps_of(edge.steps).items():
            where, what = (booking.action, key), (booking.condition, key)
            self.amounts[where] = self.amounts.get(where, 0.0) + count * share / booking.times
            self.vector[what] = self.vector.get(what, 0.0) + count * share


def parts_of(graph: Graph) -> list[list[int]]:
    """Return the strongly connected parts of a graph, what others are computed from first."""
    sources = {
        number: [edge.source for edge in node.inputs] for number, node in enumerate(graph.nodes)
    }
    return [sorted(part) for part in components(sources)]


def carried_cycles(graph: Graph, parts: Iterable[Sequence[int]]) -> list[Route]:
    """Return the cycles of which each may be the longest on some machine, typical ones first."""
    found: list[Route] = []
    for part in parts:
        found.extend(_Part(graph, part).longest())
    found.sort(key=lambda route: -typical(route.vector))
    kept: list[Route] = []
    for route in found:
        if len(kept) < MOST_CYCLES and not any(covers(o.vector, route.vector) for o in kept):
            kept.append(route)
    return kept


@record
class _Link:
    """A way from where one carried value is used to where the next one is."""

    start: int
    end: int
    edge: Edge
    cycles: float


class _Part:
    """A strongly connected part of a graph."""

    def __init__(self, graph: Graph, part: Sequence[int]) -> None:
        self._graph = graph
        self._part = part
        inside = set(part)
        self._near: dict[int, list[Edge]] = {}
        self._carried: list[tuple[int, Edge]] = []
        for node in part:
            edges = [edge for edge in graph.nodes[node].inputs if edge.source in inside]
            self._near[node] = [edge for edge in edges if edge.distance == 0]
            self._carried.extend((node, edge) for edge in edges if edge.distance > 0)
        self._heads = sorted({node for node, _ in self._carried})

    def longest(self) -> list[Route]:
        """Return the longest cycle by each table of latencies."""
        edges = sum(map(len, self._near.values())) + len(self._carried)
        effort = len(self._heads) * (edges + len(self._heads) * len(self._carried))
        if not self._carried or effort > _MOST_STEPS:
            return []
        tables: Iterable[int] = range(TABLES) if effort * TABLES <= _MOST_STEPS else (TYPICAL,)
        found: dict[frozenset[tuple[tuple[int, str], float]], Route] = {}
        for table in tables:
            route = self._by(table)
            if route is not None and route.amounts:
                found.setdefault(frozenset(route.amounts.items()), route)
        return list(found.values())

    def _by(self, table: int) -> Route | None:
        lengths = {head: self._lengths(head, table) for head in self._heads}
        links = [
            _Link(head, node, edge, reached[edge.source] + edge.cycles(table))
            for head, reached in lengths.items()
            for node, edge in self._carried
            if edge.source in reached
        ]
        best = self._largest_ratio(links)
        if best is None:
            return None
        distance = sum(link.edge.distance for link in best)
        route = Route(heads=tuple(link.start for link in best))
        for link in best:
            route.add(link.edge, 1.0 / distance)
            self._collect(link, lengths[link.start], table, route, 1.0 / distance)
        return route

    def _lengths(self, head: int, table: int) -> dict[int, float]:
        """The longest way from a node to each other one within an iteration."""
        lengths = {head: 0.0}
        for node in self._part:
            if node > head:
                ways = [
                    lengths[edge.source] + edge.cycles(table)
                    for edge in self._near[node]
                    if edge.source in lengths
                ]
                if ways:
                    lengths[node] = max(ways)
        return lengths

    def _collect(
        self, link: _Link, lengths: dict[int, float], table: int, route: Route, share: float
    ) -> None:
        pending, seen = [link.edge.source], {link.start}
        while pending:
            node = pending.pop()
            if node in seen:
                continue
            seen.add(node)
            ways = [edge for edge in self._near[node] if edge.source in lengths]
            if not self._graph.nodes[node].meets:
                ways = [max(ways, key=lambda e: lengths[e.source] + e.cycles(table))]
            for edge in ways:
                route.add(edge, share)
                pending.append(edge.source)

    def _largest_ratio(self, links: list[_Link]) -> list[_Link] | None:
        """The cycle of links that takes the most cycles per iteration."""
        best: list[_Link] | None = None
        ratio = 0.0
        for _ in range(50):
            cycle = self._above(links, ratio)
            if cycle is None:
                break
            found = sum(link.cycles for link in cycle) / sum(link.edge.distance for link in cycle)
            if found <= ratio + _EPSILON:
                break
            best, ratio = cycle, found
        return best

    def _above(self, links: list[_Link], ratio: float) -> list[_Link] | None:
        """A cycle of a larger ratio, by Bellman and Ford's relaxation."""
        length = dict.fromkeys(self._heads, 0.0)
        came: dict[int, _Link] = {}
        changed: int | None = None
        for _ in range(len(self._heads) + 1):
            changed = None
            for link in links:
                longer = length[link.start] + link.cycles - ratio * link.edge.distance
                if longer > length[link.end] + _EPSILON:
                    length[link.end], came[link.end] = longer, link
                    changed = link.end
            if changed is None:
                return None
        assert changed is not None
        for _ in self._heads:
            changed = came[changed].start
        cycle = [came[changed]]
        while cycle[-1].start != changed:
            cycle.append(came[cycle[-1].start])
        return cycle


def longest_path(graph: Graph) -> Route:
    """Return the longest way through one iteration, on a typical core."""
    lengths: list[float] = []
    last = 0
    for number, node in enumerate(graph.nodes):
        near = (edge for edge in node.inputs if edge.distance == 0)
        lengths.append(max((lengths[e.source] + e.cycles(TYPICAL) for e in near), default=0.0))
        if lengths[number] >= lengths[last]:
            last = number
    route = Route()
    pending, seen = [last], set[int]()
    while pending:
        number = pending.pop()
        if number in seen:
            continue
        seen.add(number)
        node = graph.nodes[number]
        ways = [edge for edge in node.inputs if edge.distance == 0]
        if ways and not node.meets:
            ways = [max(ways, key=lambda e: lengths[e.source] + e.cycles(TYPICAL))]
        for edge in ways:
            route.add(edge, 1.0)
            pending.append(edge.source)
    return route


def longest_way(graph: Graph, start: int, end: int) -> list[tuple[str, float]] | None:
    """Return the steps from a node to another in the same iteration; None if none leads there.

    Steps that are not always done count as often as they are done.
    """
    lengths = {start: 0.0}
    came: dict[int, Edge] = {}
    for number in range(start + 1, end + 1):
        for edge in graph.nodes[number].inputs:
            if edge.distance == 0 and edge.source in lengths:
                length = lengths[edge.source] + edge.cycles(TYPICAL)
                if length >= lengths.get(number, 0.0):
                    lengths[number], came[number] = length, edge
    if end not in lengths:
        return None
    found: dict[str, float] = {}
    node = end
    while node != start:
        edge = came[node]
        share = 1.0 if edge.booking is None else edge.booking.frequency
        for key, count in steps_of(edge.steps).items():
            found[key] = found.get(key, 0.0) + count * share
        node = edge.source
    return list(found.items())
