"""Under which conditions control comes to a join along each edge, and values that depend on it.

Where paths meet with different values, a variable has the value of the path taken. If all branches
since the paths parted are decided by known conditions, that is a formula again (a gated value).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.analysis.cfg.graph import Leave, Split
from sad.analysis.cfg.weights import add_edge
from sad.analysis.loops.natural import RegionKind
from sad.symbols import UNDEFINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.cfg.weights import Flow
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.loops.trip_count import LoopInfo

_MOST_NODES = 60
_MOST_TERMS = 16
_MOST_ON_THE_WAY = 256  # terms; each branch left unclear may double them until the ways meet again
OUT = -1
"""The target of flow that returns from the unit."""


class Gates:
    """The conditions of one unit. ``truths`` holds, by block, what is known of its arms."""

    def __init__(
        self,
        cfg: Cfg,
        forest: LoopForest,
        truths: Mapping[int, tuple[Poly, ...]],
        loops: Mapping[int, LoopInfo],
    ) -> None:
        self._loops = loops
        self._cfg = cfg
        self._forest = forest
        self._truths = truths
        self._position = {block: index for index, block in enumerate(forest.order)}

    def into(self, block: int, sources: Sequence[int]) -> list[Poly] | None:
        """Return the weight of each edge from ``sources`` into a block; None if not all are known.

        The weights are truth values that add up to 1, given that control comes to the block.
        """
        region = self._forest.innermost[block]
        if region.header == block and region.parent is not None:
            region = region.parent
        start = self._node(self._forest.idom[block], region)  # a loop that is left on several ways
        if start == OUT:
            return None
        if (
            self._forest.innermost[start] is region
            and isinstance(self._cfg.blocks[start].terminator, Split)
            and not self._is_known(start)
        ):
            return None  # the ways part there, and meet at the block only
        return self._weights(start, region, {(source, block) for source in sources}, sources, block)

    def back(self, header: int, sources: Sequence[int]) -> list[Poly] | None:
        """Return the weight of each edge from ``sources`` back to a loop's header; as ``into``."""
        region = self._forest.innermost[header]
        ways = [self._above(source) for source in sources]
        start = next(block for block in ways[0] if all(block in way for way in ways[1:]))
        edges = {(source, header) for source in sources}
        return self._weights(start, region, edges, sources, header)

    def _above(self, block: int) -> list[int]:
        """A block and those that control passes on every way to it, the nearest first."""
        found = [block]
        while found[-1] != self._forest.entry:
            found.append(self._forest.idom[found[-1]])
        return found

    def out(self, sources: Sequence[int]) -> list[Poly] | None:
        """Return the weight of leaving the unit at each of some blocks."""
        start = self._forest.entry
        edges = {(source, OUT) for source in sources}
        return self._weights(start, self._forest.root, edges, sources, OUT)

    def _weights(
        self,
        start: int,
        region: Region,
        edges: set[tuple[int, int]],
        sources: Sequence[int],
        target: int,
    ) -> list[Poly] | None:
        if region.kind is RegionKind.IRREDUCIBLE or self._node(start, region) != start:
            return None
        nodes = self._between(start, region, sources)
        if nodes is None:
            return None
        reach: Flow = {start: ONE}
        found: dict[int, Poly] = dict.fromkeys(sources, ZERO)
        for node in sorted(nodes, key=self._position.__getitem__):
            weight = reach.get(node)
            if weight is None:
                continue  # no live path leads there
            if len(weight.terms) > _MOST_ON_THE_WAY:
                return None
            flow = self._flow(node, region, edges, target)
            if flow is None:
                return None
            for (source, to), share in flow.items():
                if (source, to) in edges:
                    found[source] = found[source] + weight * share
                elif self._node(to, region) in nodes:
                    add_edge(reach, self._node(to, region), weight * share)
        return self._shares([found[source] for source in sources])

    def _is_known(self, block: int) -> bool:
        truths = self._truths.get(block)
        return truths is not None and not any(map(atoms.has_unresolved, truths))

    def _shares(self, weights: list[Poly]) -> list[Poly] | None:
        """The weights; None if one is long or depends on what only a run can tell."""
        clear = all(
            len(weight.terms) <= _MOST_TERMS and not atoms.has_unresolved(weight)
            for weight in weights
        )
        return weights if clear else None

    def _node(self, block: int, region: Region) -> int:
        """The node a block is part of, seen from a region: itself, or the header of an inner loop."""
        inner = self._forest.innermost[block]
        while inner is not region:
            if inner.parent is None:
                return OUT
            if inner.parent is region:
                return inner.header if inner.kind is RegionKind.LOOP else OUT
            inner = inner.parent
        return block

    def _between(self, start: int, region: Region, sources: Sequence[int]) -> set[int] | None:
        """The nodes on the ways from ``start`` to the sources."""
        nodes = {start}
        pending = [self._node(source, region) for source in sources]
        while pending:
            node = pending.pop()
            if node in nodes:
                continue
            if node == OUT or len(nodes) > _MOST_NODES:
                return None
            nodes.add(node)
            inside = self._forest.innermost[node]
            for source in self._forest.predecessors[node]:
                if inside.header == node and inside is not region and source in inside.blocks:
                    continue  # back to the header of an inner loop
                if inside is region and region.header == node and source in region.blocks:
                    continue
                pending.append(self._node(source, region))
        return nodes

    def _flow(
        self, node: int, region: Region, edges: set[tuple[int, int]], target: int
    ) -> dict[tuple[int, int], Poly] | None:
        """The shares along the edges out of a node; None if only a run can tell."""
        inner = self._forest.innermost[node]
        if inner is not region:
            while inner.parent is not region:
                assert inner.parent is not None
                inner = inner.parent
            exits = {
                (block, to)
                for block in inner.blocks
                for to in self._cfg.blocks[block].successors()
                if to not in inner.blocks
            }
            if len(exits) == 1:
                return {next(iter(exits)): ONE}
            info = self._loops.get(inner.header)
            if info is None or not info.times:
                return None
            live = {edge for edge in exits if edge[0] in info.times or edge in info.taken}
            return {edge: info.taken[edge] for edge in live} if live <= info.taken.keys() else None
        terminator = self._cfg.blocks[node].terminator
        if isinstance(terminator, Leave):
            return {(node, OUT): ONE} if target == OUT and (node, OUT) in edges else {}
        targets = self._cfg.blocks[node].successors()
        if not isinstance(terminator, Split):
            return {(node, targets[0]): ONE} if len(targets) == 1 else None
        truths = self._truths.get(node)
        if truths is None:
            names = [Poly.symbol(f"?@{node}.{number}") for number in range(len(targets) - 1)]
            rest = ONE
            for name in names:
                rest = rest - name
            truths = (*names, rest)
        flow: dict[tuple[int, int], Poly] = {}
        for to, truth in zip(targets, truths, strict=True):
            if truth:
                flow[node, to] = flow.get((node, to), ZERO) + truth
        return flow


def settled(values: Iterable[Poly]) -> list[Poly]:
    """Return values with one that counts where there is none; empty if there is none at all."""
    nothing = Poly.symbol(UNDEFINED)
    found = list(values)
    known = next((value for value in found if value != nothing), None)
    return [] if known is None else [known if value == nothing else value for value in found]


def gated(values: Sequence[Poly], weights: Sequence[Poly]) -> Poly | None:
    """Return the value of the path taken; None if that gets too long.

    The weights need not add up to 1 in form: the last value stands for all the rest.
    """
    result = values[-1]
    for value, weight in zip(values[:-1], weights[:-1], strict=True):
        difference = value - values[-1]
        long = len(difference.terms) * len(weight.terms) > _MOST_TERMS
        result = result + (atoms.group_of(weight) if long else weight) * difference
        if len(result.terms) > _MOST_TERMS:
            return None
    return result


def choice(values: Sequence[Poly], weights: Sequence[Poly]) -> list[tuple[Poly, Poly]] | None:
    """Return conditions and constants of a value that is one of several; None if one is no constant."""
    if any(value.as_constant is None for value in values):
        return None
    rest = atoms.not_of(total(weights[:-1]))
    return list(zip([*weights[:-1], rest], values, strict=True))
