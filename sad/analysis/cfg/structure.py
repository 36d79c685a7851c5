"""A unit's control flow as one nested tree of blocks, loops and weighted parts.

Within a region (the unit, or a loop's body with inner regions seen as single nodes) control flow is
acyclic. The tree follows the dominator tree: what a node dominates stands below it, with its
*weight*, the share of the node's executions that reach it. Flow out of each subtree is passed upwards
as a map from targets to weights, so a join gets the sum over the paths into it; a join that all
paths reach gets weight 1 exactly, whatever the probabilities. Nothing here assumes structured code:
jumps out of loops, into the middle of IFs, and loops made of GOTOs all come out of the same rule.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import guard_names
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.analysis.cfg.graph import Jump, Leave, LoopHead, Split
from sad.analysis.cfg.names import label_path
from sad.analysis.cfg.weights import (
    Flow,
    add_edge,
    add_flow,
    complement,
    rest_of,
    shorten_flow,
    shortened,
    take,
)
from sad.analysis.loops.natural import Region, RegionKind
from sad.analysis.loops.trip_count import general_loop
from sad.analysis.loops.uncounted import head_test, is_decided
from sad.analysis.nested import (
    BACK,
    EMPTY,
    NEVER,
    RETURN,
    STOP,
    Alternatives,
    Repeat,
    Sequence,
    Structured,
    Tree,
    Visits,
    Weighted,
    Work,
    sequence,
)
from sad.analysis.values.guards import arm_names, arm_weights
from sad.records import replace
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.analysis.values.findings import UnitValues


def structure(
    cfg: Cfg, forest: LoopForest, values: UnitValues, paths: Callable[[str], str]
) -> Structured:
    """Return the nested tree of the blocks reachable from the forest's entry."""
    builder = _Structurer(cfg, forest, values, paths)
    root = forest.root
    tree, flow = builder.single_pass(root.own, root.children, root.header, None)
    return Structured(
        tree,
        flow,
        tuple(builder.irreducible),
        tuple(builder.visits),
        frozenset(builder.at_least_once),
    )


class _Structurer:
    def __init__(
        self, cfg: Cfg, forest: LoopForest, values: UnitValues, paths: Callable[[str], str]
    ) -> None:
        self._cfg = cfg
        self._unit = cfg.unit.name
        self._idom = forest.idom
        self._innermost = forest.innermost
        self._values = values
        self._paths = paths
        self._position = forest.position
        self._unsteady = {
            info.index.name
            for info in values.loops.values()
            if info.parameter is not None and info.full is None
        }
        self._guarded: dict[str, int] = {}
        self._shares: set[int] = set()  # branches whose conditions cannot stand as weights
        self.irreducible: list[Region] = []
        self.visits: list[Visits] = []
        self.at_least_once: set[str] = set()

    def single_pass(
        self, own: Iterable[int], regions: list[Region], start: int, back: int | None
    ) -> tuple[Tree, Flow]:
        """Return the tree of one pass through blocks and nested regions, and the flow out of it.

        Control enters at ``start``; an edge to ``back`` flows to ``BACK``.
        """
        nodes = {block: block for block in own}
        for region in regions:
            nodes.update(dict.fromkeys(region.blocks, region.header))
        if start not in nodes:
            return EMPTY, {BACK if start == back else start: ONE}
        inner = {region.header: region for region in regions}
        heads = sorted(set(nodes.values()), key=self._position.__getitem__)
        below: dict[int, list[int]] = {}
        for head in heads:
            if head != nodes[start]:
                below.setdefault(self._above(head, nodes, start), []).append(head)
        trees: dict[int, Tree] = {}
        flows: dict[int, Flow] = {}
        for head in reversed(heads):
            split = None
            inside = inner.get(head)
            if inside is not None:
                tree, raw = self._nested(inside)
            else:
                tree = Work(head)
                raw, split = self._edges(head)
            flow: Flow = {}
            for target, weight in raw.items():
                key = BACK if target == back else nodes.get(target, target)
                add_edge(flow, key, weight)
            parts = self._below(flow, split, below.get(head, []), trees, flows)
            shorten_flow(flow, partial(self._way_name, head))
            trees[head], flows[head] = sequence([tree, *parts]), flow
        return trees[nodes[start]], flows[nodes[start]]

    def _above(self, head: int, nodes: dict[int, int], start: int) -> int:
        """The node that immediately dominates ``head`` among ``nodes``."""
        above = self._idom[head]
        while nodes.get(above) == head:
            above = self._idom[above]
        return nodes.get(above, nodes[start])

    def _below(
        self,
        flow: Flow,
        split: Split | None,
        children: list[int],
        trees: dict[int, Tree],
        flows: dict[int, Flow],
    ) -> list[Tree]:
        """Return the parts a node dominates, weighted; ``flow`` becomes the flow out of all."""
        parts: list[Tree] = []
        arms: list[tuple[str, Poly, Tree]] = []
        labels: dict[int, str] = {}
        for target, label in zip(split.targets, split.labels, strict=True) if split else ():
            labels.setdefault(target, label)
        direct = dict(flow)
        for child in children:
            weight = take(flow, child)
            if not weight:
                continue
            weight = shortened(weight, self._reach_name(child))
            if weight == ONE:
                parts.append(trees[child])
            elif child in labels and direct.get(child) == weight:
                arms.append((labels[child], weight, trees[child]))
            else:
                parts.append(Weighted(weight, trees[child]))
            add_flow(flow, flows[child], weight)
        if arms and split is not None:
            parts.insert(0, Alternatives(self._paths(split.path), split.span, tuple(arms)))
        return parts

    def _way_name(self, start: int, target: int) -> str:
        """The name of the share of runs of block ``start`` after which control goes to a target."""
        return f"{self._reach_name(start)}.to{target}"

    def _reach_name(self, block: int) -> str:
        label = self._cfg.blocks[block].label
        return site_name(self._unit, "reach", f"label{label}" if label else f"join{block}")

    def _edges(self, block: int) -> tuple[Flow, Split | None]:
        """The weights along the edges out of one block."""
        flow: Flow = {}
        match self._cfg.blocks[block].terminator:
            case Jump(target):
                return {target: ONE}, None
            case Leave(stops=stops):
                return {STOP if stops else RETURN: ONE}, None
            case LoopHead(path=path, body=body, after=after):
                # Not a loop after all: its body never comes back, so it runs at most once.
                enters = Poly.symbol(site_name(self._unit, "prob", f"{self._paths(path)}.enters"))
                return {body: enters, after: complement(enters)}, None
            case Split() as split:
                path = self._paths(split.path)
                known = self._known(block)
                weights = arm_weights(self._unit, split, path, known)
                if known is not None:
                    for name in arm_names(self._unit, split, path):
                        self._guarded[name] = block
                for target, weight in zip(split.targets, weights, strict=True):
                    if weight:
                        add_edge(flow, target, weight)
                return flow, split

    def _known(self, block: int) -> tuple[Poly, ...] | None:
        """The truth values of a branch's arms, where they make sense as weights.

        In a loop without bounds a condition on the number of the iteration holds now and then.
        """
        truths = self._values.truths.get(block)
        inside = self._innermost[block].kind is RegionKind.IRREDUCIBLE
        if truths is None or block in self._shares or (inside and not is_decided(truths)):
            return None
        used = frozenset[str]().union(*map(atoms.free_symbols, truths))
        return truths if used.isdisjoint(self._unsteady) else None

    # --- nested regions ------------------------------------------------------------------------------

    def _nested(self, region: Region) -> tuple[Tree, Flow]:
        """Return the tree of a nested region and the flow out of it, one in all per entry."""
        if region.kind is RegionKind.IRREDUCIBLE:
            return self._irreducible(region)
        info = self._values.loops.get(region.header)
        if info is None:  # only reached along edges that are never taken
            info = general_loop(self._unit, f"dead{region.header}", self._cfg.unit.span)
        test = head_test(self._cfg, region, self._values.truths) if info.at_head else None
        if test is not None:
            body, flow = self._pass(info, region, region.own - test.blocks, test.body)
            head: Tree = Work(region.header)
            if len(test.blocks) > 1:
                head, _ = self.single_pass(test.blocks, [], region.header, None)
            return self._tested_at_head(info, head, body, flow, test.after)
        tree, flow = self._pass(info, region, region.own, region.header)
        again = flow.pop(BACK, None)
        if info.parameter is not None:
            self.at_least_once.add(info.parameter)
            if len(flow) == 1 and again is not None:
                return _tested_at_end(info, tree, again), dict.fromkeys(flow, ONE)
        return Repeat(info, tree, EMPTY, ZERO), self._out_of(flow, info)

    def _pass(
        self, info: LoopInfo, region: Region, own: Iterable[int], start: int
    ) -> tuple[Tree, Flow]:
        """Return the tree of one pass through a loop's body and the flow out of it.

        A condition on which the loop is left says nothing of how often it holds in an iteration, if
        it is not known in which one: then it becomes a probability.
        """
        while True:
            parts = len(self.irreducible), len(self.visits)
            tree, flow = self.single_pass(own, region.children, start, region.header)
            if info.parameter is None:
                return tree, flow
            early = [weight for target, weight in flow.items() if target != BACK]
            deciding = {self._guarded[name] for name in guard_names(early)}
            if not deciding:
                return tree, flow
            self._shares |= deciding
            del self.irreducible[parts[0] :], self.visits[parts[1] :]

    def _tested_at_head(
        self, info: LoopInfo, head: Tree, body: Tree, flow: Flow, after: int
    ) -> tuple[Tree, Flow]:
        """A loop tested at its head; ``flow`` goes out of one run of its body."""
        if info.times and info.shares:
            return Repeat(info, head, body, info.by_head), self._out_of(flow, info)
        early = {target: info.trips * w for target, w in flow.items() if target != BACK}
        if not early:
            return Repeat(info, head, body, ONE), {after: ONE}
        leaving = total(weight for target, weight in flow.items() if target != BACK)
        last = rest_of(list(early.values()))
        out = dict(early)
        add_edge(out, after, last)
        return Repeat(info, head, body, last, leaving), out if len(out) > 1 else {after: ONE}

    def _out_of(self, flow: Flow, info: LoopInfo) -> Flow:
        """The flow out of a loop whose header runs ``trips`` times per entry."""
        if not flow:
            return {NEVER: ONE}
        if info.shares:
            out = {to: share for to, share in info.shares.items() if share}
            return out if len(out) > 1 else dict.fromkeys(out, ONE)
        first, *others = sorted(flow, key=lambda target: self._position.get(target, -target))
        leaving: Flow = {target: info.trips * flow[target] for target in others}
        return {first: rest_of(list(leaving.values())), **leaving} if others else {first: ONE}

    def _irreducible(self, region: Region) -> tuple[Tree, Flow]:
        """A cycle with several entries: each part runs a named number of times per entry."""
        self.irreducible.append(region)
        parts: list[Tree] = []
        leaving: Flow = {}
        inner = {child.header: child for child in region.children}
        for head in sorted({*region.own, *inner}, key=self._position.__getitem__):
            nested = inner.get(head)
            tree, flow = self._nested(nested) if nested else (Work(head), self._edges(head)[0])
            path = self._paths(label_path(self._cfg.blocks[head]))
            symbol = site_name(self._unit, "trips", path)
            self.visits.append(Visits(symbol, head))
            visits = Poly.symbol(symbol)
            parts.append(Weighted(visits, tree))
            outside = {target: w for target, w in flow.items() if target not in region.blocks}
            add_flow(leaving, outside, visits)
        if not leaving:
            return sequence(parts), {NEVER: ONE}
        first, *others = sorted(leaving, key=lambda target: self._position.get(target, -target))
        rest = rest_of([leaving[target] for target in others])
        return sequence(parts), {**leaving, first: rest if others else ONE}


def _tested_at_end(info: LoopInfo, tree: Tree, again: Poly) -> Tree:
    """A loop whose only exit is its last test: what leads back runs once less than the rest."""
    parts = tree.parts if isinstance(tree, Sequence) else (tree,)
    match parts[-1]:
        case Alternatives(arms=((_, weight, back),)) if weight == again:
            trips = info.trips - 1
            index = replace(info.index, last=info.index.last - 1, count=trips)
            fewer = replace(info, trips=trips, index=index)
            once = Repeat(info, sequence(list(parts[:-1])), EMPTY, ZERO)
            return Sequence((once, Repeat(fewer, back, EMPTY, ZERO)))
        case _:
            return Repeat(info, tree, EMPTY, ZERO)
