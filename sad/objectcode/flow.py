"""Frequencies of the blocks of one machine loop, per iteration of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.mapping.combine import Key
    from sad.objectcode.blocks import Graph
    from sad.objectcode.matching import Context
    from sad.objectcode.places import Counts, LineStatements

COPIES = ("memset", "memcpy", "memmove")
"""Functions of the library that loops become."""
_FAILURES = ("sqrt", "sqrtf", "abort", "__stack_chk_fail", "__assert_fail")
_STOPS = ("_gfortran_runtime_error", "_gfortran_os_error", "_gfortran_stop", "_gfortran_error_stop")
_OUT = -1
"""The node control goes to that leaves the loop or starts its next iteration."""


class Flow:
    """How often blocks and inner loops are reached per iteration of a context.

    What is known comes from the description: blocks every iteration goes through, blocks with
    conditional statements, loops. The rest follows from flow: what comes in goes out. Where that does
    not decide, ways out of a block are taken as equally likely, and what follows is ``guessed``.
    """

    def __init__(
        self, graph: Graph, context: Context, places: LineStatements, counts: Counts
    ) -> None:
        self._graph = graph
        self._context = context
        self._places = places
        self._counts = counts
        self._node = {number: number for number in context.owns}
        for child in context.children:
            for number in child.loop.blocks:
                self._node[number] = child.loop.header
        rank = {number: n for n, number in enumerate(graph.order)}
        self._nodes = sorted(set(self._node.values()), key=lambda number: rank[number])
        self._start = context.loop.header if context.loop.header >= 0 else graph.order[0]
        self._edges = self._edges_between(rank)
        self.guessed: set[int] = set()
        known = self._known()
        self._solve(known)
        headers = {child.loop.header for child in context.children}
        self.blocks = {n: value for n, value in known.items() if n not in headers}
        self.children = {
            child.loop.number: known.get(child.loop.header, 0.0) for child in context.children
        }

    def _edges_between(self, rank: dict[int, int]) -> dict[tuple[int, int], float | None]:
        edges: dict[tuple[int, int], float | None] = {}
        for number, node in self._node.items():
            for following in self._graph.blocks[number].successors:
                goal = self._node.get(following, _OUT)
                if goal == node and number not in self._context.owns:
                    continue  # inside of an inner loop
                if goal != _OUT and rank[goal] <= rank[node]:
                    goal = _OUT
                edges[node, goal] = None
            if not self._graph.blocks[number].successors:
                edges[node, _OUT] = None
        return edges

    def _known(self) -> dict[int, float]:
        context = self._context
        known = {self._start: 1.0}
        ends = context.loop.latches
        if not ends:
            ends = tuple(n for n in context.owns if self._graph.blocks[n].instructions[-1].ends)
        heads = {child.loop.header: child for child in context.children}
        for node in self._nodes:
            if ends and all(self._graph.dominates(node, end) for end in ends):
                known[node] = 1.0
            elif self._fails(node):
                known[node] = 0.0
            elif node in heads:
                value = self._starts(heads[node])
                if value is not None:
                    known[node] = value
            else:
                value = self._conditional(node)
                if value is not None:
                    known[node] = value
        for child in context.children:
            if child.loop.header in known and child.region is not None:
                value = self._starts(child)
                if value is not None:
                    known[child.loop.header] = value
        self._peeled(known)
        for node in self._nodes:
            if node not in known:
                value = self._dissolved(node)
                if value is not None:
                    known[node] = value
        return known

    def _dissolved(self, node: int) -> float | None:
        """The share of iterations that reach what became of a loop that is none any more."""
        around = self._context.region
        above = 0.0 if around is None else self._counts.iterations(around)
        if around is None or not above:
            return None
        machine = {child.region for child in self._context.children if child.region is not None}
        for item in self._graph.blocks[node].instructions:
            found = {statement.region for statement in self._places.at(item.place)}
            if item.callee in COPIES:
                found = set(self._places.headed(item.place)) or found
            if len(found) != 1 or around in found:
                continue
            region = next(iter(found))
            loop = self._places.loops.get(region)
            if loop is not None and around in loop.around and region not in machine:
                return min(1.0, self._counts.entries(region) / above)
        return None

    def _fails(self, node: int) -> bool:
        """Whether a block only handles an error: of a function compiled in line, or at run time."""
        return any(
            item.callee in _FAILURES or item.callee.startswith(_STOPS)
            for item in self._graph.blocks[node].instructions
            if item.callee
        )

    def _starts(self, child: Context) -> float | None:
        """How often an inner loop is started per iteration."""
        region = child.region
        if region is None or self._context.region is None:
            return None
        loop = self._places.loops.get(region)
        if loop is None:
            return None
        around = self._context.region
        if around not in loop.around or not self._counts.runs(around[0]):
            return None
        above = self._counts.iterations(around)
        if not above:
            return 0.0
        starts = self._counts.entries(region) / above
        trips = self._counts.trips(region)
        if child.alternative and trips >= child.copies[0].at_once:
            return 0.0
        if child.copies and child is not child.copies[0] and child.copies[0].at_once > 1:
            return None
        if trips < child.at_once:
            return 0.0
        return min(starts, 1.0) if starts <= 1.0 else None

    def _conditional(self, node: int) -> float | None:
        """The share of iterations that reach a block, by the conditional statements in it."""
        deepest: dict[Key, tuple[int, float]] = {}
        region = self._context.region
        for item in self._graph.blocks[node].instructions:
            for statement in self._places.at(item.place):
                if not statement.depth:
                    continue
                other = region is not None and statement.region != region
                if other and region is not None and statement.region[0] == region[0]:
                    continue
                if not self._counts.runs(statement.region[0]):
                    continue
                total = self._counts.iterations(statement.region)
                share = self._counts.blocks[statement.block] / total if total else 0.0
                before = deepest.get(statement.region)
                if before is None or (statement.depth, -share) > (before[0], -before[1]):
                    deepest[statement.region] = statement.depth, share
        if not deepest:
            return None
        if region in deepest:
            return min(1.0, deepest[region][1])
        if len(deepest) == 1:
            return min(1.0, next(iter(deepest.values()))[1])
        return None

    def _peeled(self, known: dict[int, float]) -> None:
        """Straight code after a loop with several iterations at once does what it leaves over."""
        for child in self._context.children:
            region = child.region
            if region is None or child.at_once == 1 or child.copies[0] is not child:
                continue
            if any(c is not child and not c.alternative and c.at_once == 1 for c in child.copies):
                continue
            left = self._counts.trips(region)
            for copy in child.copies:
                if not copy.alternative:
                    whole = left // copy.at_once * copy.at_once
                    left = left - whole
            start = self._starts(child)
            turn = 0
            for node in self._nodes:
                if node in known or not self._has_work_of(node, region):
                    continue
                turn += 1
                if start is not None:
                    known[node] = max(0.0, min(1.0, left - turn + 1)) * max(start, 0.0)

    def _has_work_of(self, node: int, region: Key) -> bool:
        header = self._places.loops[region].header if region in self._places.loops else None
        for item in self._graph.blocks[node].instructions:
            does = item.operation
            if not (does.loads or does.stores) or item.place is None:
                continue
            if header is not None and item.place.line == header[1]:
                continue
            for key in self._places.regions_of(item.place):
                loop = self._places.loops.get(key)
                if key == region or (loop is not None and region in loop.around):
                    return True
        return False

    def _solve(self, known: dict[int, float]) -> None:
        edges = self._edges
        into: dict[int, list[tuple[int, int]]] = {}
        out: dict[int, list[tuple[int, int]]] = {}
        for edge in edges:
            out.setdefault(edge[0], []).append(edge)
            into.setdefault(edge[1], []).append(edge)
        while True:
            while self._infer(known, into, out):
                pass
            stuck = next(
                (
                    node
                    for node in self._nodes
                    if node in known and any(edges[e] is None for e in out.get(node, ()))
                ),
                None,
            )
            if stuck is None:
                break
            self._guess(stuck, known, out)
        for node in self._nodes:
            known.setdefault(node, 0.0)

    def _infer(
        self,
        known: dict[int, float],
        into: dict[int, list[tuple[int, int]]],
        out: dict[int, list[tuple[int, int]]],
    ) -> bool:
        changed = False
        for node in self._nodes:
            for side in (into.get(node, []), out.get(node, [])):
                if node == self._start and side is into.get(node):
                    continue
                open_ = [edge for edge in side if self._edges[edge] is None]
                total = sum(self._edges[edge] or 0.0 for edge in side)
                if not open_ and node not in known and side:
                    known[node] = total
                    changed = True
                elif len(open_) == 1 and node in known:
                    self._edges[open_[0]] = max(0.0, known[node] - total)
                    changed = True
                elif open_ and node in known and known[node] - total <= 1e-12:
                    for edge in open_:
                        self._edges[edge] = 0.0
                    changed = True
        return changed

    def _guess(
        self, node: int, known: dict[int, float], out: dict[int, list[tuple[int, int]]]
    ) -> None:
        """Split what is left of a node's flow over its open ways, none of it to leave the loop."""
        open_ = [edge for edge in out[node] if self._edges[edge] is None]
        left = max(0.0, known[node] - sum(self._edges[edge] or 0.0 for edge in out[node]))
        inside = [edge for edge in open_ if edge[1] != _OUT] or open_
        for edge in open_:
            self._edges[edge] = left / len(inside) if edge in inside else 0.0
            if edge[1] not in known and edge[1] != _OUT:
                self.guessed.add(edge[1])
