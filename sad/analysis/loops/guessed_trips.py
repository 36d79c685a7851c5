"""How often loops run, from the probabilities of their branches (Wu and Larus 1994, section 4).

One pass through a loop comes back to its header with the *cyclic probability* c, so the header runs
``1/(1 - c)`` times per entry. Inner loops come first; each then stands for a single block with several
ways out. The test of a counted loop counts for nothing where its other exits give a probability: its
own bound is taken care of when that is known. The blocks of a cycle with several entries run as often
as the linear equations of their flow say.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from sad.analysis.branches.evidence import PROBABILITIES, Heuristic
from sad.analysis.cfg.graph import Jump, LoopHead, Split
from sad.analysis.loops.natural import Region, RegionKind
from sad.analysis.loops.uncounted import head_test

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.analysis.branches.heuristics import Guess
    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.analysis.values.findings import UnitValues

Flow = dict[int, float]
_number = lru_cache(maxsize=10_000)(Fraction.__float__)
_MOST = 1e6
_GOES_ON = float(PROBABILITIES[Heuristic.LOOP_BRANCH])
USUAL_TRIPS = 1 / (1 - _GOES_ON)
"""Iterations of a loop of which nothing is known: 1/(1 - 0.88)."""


class GuessedTrips:
    """Trip counts by loop header, and visits of the parts of irreducible regions by block."""

    def __init__(
        self, cfg: Cfg, forest: LoopForest, values: UnitValues, guesses: Mapping[int, Guess]
    ) -> None:
        self._cfg = cfg
        self._forest = forest
        self._values = values
        self._guesses = guesses
        self._position = {block: index for index, block in enumerate(forest.order)}
        self._loops: dict[int, Flow] = {}
        self.trips: dict[int, float] = {}
        self.visits: dict[int, float] = {}
        root = forest.root
        self._pass(root, {forest.entry: 1.0}, frozenset())

    def _edges(self, block: int) -> Flow:
        """Where control goes after a block, with probabilities."""
        flow: Flow = {}
        match self._cfg.blocks[block].terminator:
            case Jump(target):
                flow[target] = 1.0
            case Split(targets=targets):
                for target, share in zip(targets, self._guesses[block].arms, strict=True):
                    flow[target] = flow.get(target, 0.0) + _number(share)
            case LoopHead(body=body, after=after):
                guess = self._guesses.get(block)
                enters = _GOES_ON if guess is None else float(guess.arms[0])
                flow = {body: enters, after: flow.get(after, 0.0) + 1 - enters}
            case _:
                pass
        return flow

    def _pass(self, region: Region, start: Flow, closed: frozenset[int]) -> Flow:
        """The flow out of one pass through a region, back to blocks in ``closed`` included.

        ``start`` is how control enters; nested regions are gone through first.
        """
        nodes = {block: block for block in region.own}
        inner: dict[int, Region] = {}
        for child in region.children:
            inner[child.header] = child
            nodes.update(dict.fromkeys(child.blocks, child.header))
        coming: dict[int, Flow] = {}
        out: Flow = {}

        def send(target: int, share: float) -> None:
            if target in closed or target not in nodes:
                out[target] = out.get(target, 0.0) + share
            else:
                into = coming.setdefault(nodes[target], {})
                into[target] = into.get(target, 0.0) + share

        for target, share in start.items():
            into = coming.setdefault(nodes[target], {})
            into[target] = into.get(target, 0.0) + share
        for head in sorted(set(nodes.values()), key=self._position.__getitem__):
            entering = coming.pop(head, None) or {head: 0.0}
            amount = sum(entering.values())
            child = inner.get(head)
            leaving = self._edges(head) if child is None else self._nested(child, entering)
            for target, share in leaving.items():
                send(target, amount * share)
        return out

    def _nested(self, region: Region, entering: Flow) -> Flow:
        """The flow out of a nested region, 1 in all per entry into it (0 if it never ends)."""
        if region.kind is RegionKind.IRREDUCIBLE:
            return self._irreducible(region, entering)
        known = self._loops.get(region.header)
        if known is None:
            known = self._loops[region.header] = self._loop(region)
        return known

    def _loop(self, region: Region) -> Flow:
        """The flow out of a loop, however it is entered."""
        header = region.header
        closed = frozenset((header,))
        once = self._pass(region, {header: 1.0}, closed)
        again = min(once.pop(header, 0.0), 1.0)
        leaving = sum(once.values())
        info = self._values.loops.get(header)
        if isinstance(self._cfg.blocks[header].terminator, LoopHead):
            return self._counted(region, once)
        if info is not None and info.times:
            return _normal(once, leaving)
        runs = min(1 / max(1 - again, 1 / _MOST), _MOST) if leaving > 0 else USUAL_TRIPS
        at_head = info is None or info.at_head
        test = head_test(self._cfg, region, self._values.truths) if at_head else None
        if test is not None:
            # The test at the head runs once more than the body, if that is how the loop ends.
            ended = sum(
                share
                for to, share in self._from_tests(test.blocks, header).items()
                if to not in region.blocks
            )
            runs *= 1 - ended
        self.trips[header] = runs
        return _normal(once, leaving)

    def _from_tests(self, blocks: frozenset[int], start: int) -> Flow:
        """The flow out of the tests at a loop's head."""
        out: Flow = {}
        coming = {start: 1.0}
        for block in sorted(blocks, key=self._position.__getitem__):
            amount = coming.pop(block, 0.0)
            for target, share in self._edges(block).items():
                where = coming if target in blocks and target != start else out
                where[target] = where.get(target, 0.0) + amount * share
        return out

    def _counted(self, region: Region, once: Flow) -> Flow:
        """A counted loop: left early if anything in its body leads out, else at its end."""
        terminator = self._cfg.blocks[region.header].terminator
        assert isinstance(terminator, LoopHead)
        start = terminator.body if terminator.body in region.blocks else region.header
        body = self._pass(region, {start: 1.0}, frozenset((region.header,)))
        body.pop(region.header, None)
        leaving = sum(body.values())
        self.trips[region.header] = min(1 / leaving, _MOST) if leaving > 0 else USUAL_TRIPS
        return _normal(once, sum(once.values()))

    def _irreducible(self, region: Region, entering: Flow) -> Flow:
        """Solve ``visits = entries + visits * transitions`` over the parts of the region."""
        inner = {child.header: child for child in region.children}
        nodes = {block: block for block in region.own}
        for child in region.children:
            nodes.update(dict.fromkeys(child.blocks, child.header))
        heads = sorted(set(nodes.values()), key=self._position.__getitem__)
        number = {head: index for index, head in enumerate(heads)}
        leaving: list[Flow] = []
        for head in heads:
            child = inner.get(head)
            leaving.append(self._edges(head) if child is None else self._nested(child, {head: 1.0}))
        amount = sum(entering.values())
        right = [0.0] * len(heads)
        for target, share in entering.items():
            right[number[nodes[target]]] += share / amount if amount else 0.0
        if not amount:
            right[number[nodes[region.header]]] = 1.0
        coming: list[Flow] = [{} for _ in heads]
        for source, flow in enumerate(leaving):
            for target, share in flow.items():
                if target in nodes:
                    row = coming[number[nodes[target]]]
                    row[source] = row.get(source, 0.0) + share
        visits = solved(coming, right)
        out: Flow = {}
        for head, count, flow in zip(heads, visits, leaving, strict=True):
            self.visits[head] = count
            for target, share in flow.items():
                if target not in nodes:
                    out[target] = out.get(target, 0.0) + count * share
        return _normal(out, sum(out.values()))


def _normal(flow: Flow, whole: float) -> Flow:
    return {target: share / whole for target, share in flow.items()} if whole > 0 else {}


def solved(rows: list[Flow], right: list[float]) -> list[float]:
    """Solve ``x = right + rows * x`` by elimination; ``USUAL_TRIPS`` for all if it is singular.

    ``rows[i][j]`` is what ``x[j]`` adds to ``x[i]``. Only what is not zero is kept, and what has few
    terms goes first: of hundreds of parts each leads to a few others.
    """
    size = len(right)
    users: list[set[int]] = [set() for _ in rows]
    for index, row in enumerate(rows):
        for column in row:
            users[column].add(index)
    order = sorted(range(size), key=lambda index: len(rows[index]) * len(users[index]))
    place = {column: number for number, column in enumerate(order)}
    for column in order:
        row = rows[column]
        rest = 1 - row.pop(column, 0.0)
        if rest < 1 / _MOST:
            return [USUAL_TRIPS] * size
        right[column] /= rest
        for other in row:
            row[other] /= rest
        for user in users[column]:
            if place[user] <= place[column]:
                continue
            factor = rows[user].pop(column)
            right[user] += factor * right[column]
            for other, share in row.items():
                rows[user][other] = rows[user].get(other, 0.0) + factor * share
                users[other].add(user)
    for column in reversed(order):
        right[column] += sum(share * right[other] for other, share in rows[column].items())
    return right
