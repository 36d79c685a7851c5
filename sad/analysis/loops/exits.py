"""The ways out of a loop: which branches decide in every iteration whether it is left, and when.

The operands of one sequential condition decide together. A loop with several exits ends at the first
of their times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.conditions import opposite
from sad.algebra.poly import ZERO, Poly, total
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.values.truth import joined_conditions
from sad.ir.expr import Binary, Operator, Unary
from sad.ir.walk import is_sequential, operands
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.analysis.values.findings import UnitValues
    from sad.ir.expr import Expr

_IF_IT_HOLDS = ("then", "body")


@record
class LoopExit:
    """A way out that every iteration passes: the block where an iteration comes to it, the edges
    that leave there, all to one target, and the condition on which it is taken.
    """

    block: int
    edges: tuple[tuple[int, int], ...]
    leaves: Poly

    @property
    def target(self) -> int:
        """The block it leads to."""
        return self.edges[0][1]


def exits_of(
    cfg: Cfg, forest: LoopForest, region: Region, values: UnitValues
) -> list[LoopExit] | None:
    """Return the ways out of a loop in the order an iteration passes them, none it never takes.

    The test of a counted loop is not among them. None if one is not passed in every iteration, or
    only a run can tell.
    """
    leaving = dict(region.leaving)
    if isinstance(cfg.blocks[region.header].terminator, LoopHead):
        leaving.pop(region.header, None)
    found: list[LoopExit] = []
    while leaving:
        number = next(iter(leaving))
        inner = _loop_in(forest, region, number)
        split = cfg.blocks[number].terminator
        if inner is not None:
            start, within = inner.header, inner.blocks & leaving.keys()
            edges = tuple((block, to) for block in sorted(within) for to in leaving.pop(block))
            condition = _inner_leaves(inner, {to for _, to in edges}, values)
        elif isinstance(split, Split):
            chain = split.chain or (number,)
            if any(forest.innermost.get(block) is not region for block in chain):
                return None
            edges = tuple((block, to) for block in chain for to in leaving.pop(block, ()))
            start = chain[0]
            condition = _leaves(cfg, split, chain, {to for _, to in edges}, values.truths)
        else:
            return None
        if condition is None or len({to for _, to in edges}) != 1:
            return None
        if condition:
            if not every_iteration(forest, region, start):
                return None
            found.append(LoopExit(start, edges, condition))
    return sorted(found, key=lambda item: forest.position[item.block])


def _loop_in(forest: LoopForest, region: Region, block: int) -> Region | None:
    """The loop directly in ``region`` that a block is in."""
    inner = forest.innermost[block]
    found = None
    while inner is not region and inner.parent is not None:
        found, inner = inner, inner.parent
    return found


def _inner_leaves(inner: Region, targets: set[int], values: UnitValues) -> Poly | None:
    """The condition on which a loop inside is left to a target that is outside, too."""
    info = values.loops.get(inner.header)
    (target, *others) = targets
    if info is None or others or not info.times:
        return None
    return info.shares.get(target, ZERO)


def every_iteration(forest: LoopForest, region: Region, number: int) -> bool:
    """Whether a block of a loop runs exactly once in each iteration that is completed."""
    return all(
        forest.dominates(number, latch)
        for latch in forest.predecessors[region.header]
        if latch in region.blocks
    )


def _leaves(
    cfg: Cfg,
    split: Split,
    chain: Sequence[int],
    targets: set[int],
    truths: Mapping[int, tuple[Poly, ...]],
) -> Poly | None:
    """The condition on which a branch, or the operands of one condition, lead out of the loop."""
    if split.whole is None:
        known = truths.get(chain[0])
        if known is None:
            return None
        pairs = zip(split.targets, known, strict=True)
        return total(truth for target, truth in pairs if target in targets)
    sides: set[bool] = set()
    for block in chain:
        part = cfg.blocks[block].terminator
        assert isinstance(part, Split)
        for target, label in zip(part.targets, part.labels, strict=True):
            if target in targets:
                sides.add(label in _IF_IT_HOLDS)
    if len(sides) != 1:
        return None
    tests = zip(operands(split.whole), chain, strict=True)
    holds = whole_truth(split.whole, {id(operand): truths.get(block) for operand, block in tests})
    if holds is None:
        return None
    return holds if sides == {True} else opposite(holds)


def whole_truth(condition: Expr, known: Mapping[int, tuple[Poly, ...] | None]) -> Poly | None:
    """Return the truth of a sequential condition from those of its operands, by their identity."""
    if not is_sequential(condition):
        found = known.get(id(condition))
        return None if found is None else found[0]
    if isinstance(condition, Unary):
        inner = whole_truth(condition.operand, known)
        return None if inner is None else opposite(inner)
    assert isinstance(condition, Binary)
    operator = Operator.AND if condition.operator is Operator.AND_THEN else Operator.OR
    left, right = whole_truth(condition.left, known), whole_truth(condition.right, known)
    return joined_conditions(operator, left, right)
