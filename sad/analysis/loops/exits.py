"""The ways out of a loop: which branches decide in every iteration whether it is left, and when.

The operands of one sequential condition decide together. A loop with several exits ends at the first
of their times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.conditions import both, not_negative, opposite
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.analysis.cfg.graph import Split
from sad.analysis.loops.natural import dominates
from sad.analysis.values.truth import joined_conditions
from sad.ir.expr import Binary, Operator, Unary
from sad.ir.walk import is_sequential, operands
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.loops.natural import LoopForest, Region
    from sad.ir.expr import Expr

_IF_IT_HOLDS = ("then", "body")


@record
class LoopExit:
    """A way out that every iteration passes: the first block that tests for it, where it leads to,
    and the condition on which it is taken."""

    block: int
    target: int
    leaves: Poly


def exits_of(
    cfg: Cfg, forest: LoopForest, region: Region, truths: Mapping[int, tuple[Poly, ...]]
) -> list[LoopExit] | None:
    """Return the ways out of a loop in the order an iteration passes them.

    None if there are none, one is not passed in every iteration, or only a run can tell.
    """
    leaving: dict[int, set[int]] = {}
    for block in region.blocks:
        for target in cfg.blocks[block].successors():
            if target not in region.blocks:
                leaving.setdefault(block, set()).add(target)
    found: list[LoopExit] = []
    while leaving:
        number = next(iter(leaving))
        split = cfg.blocks[number].terminator
        if not isinstance(split, Split):
            return None
        chain = split.chain or (number,)
        if any(forest.innermost.get(block) is not region for block in chain):
            return None
        targets = set[int]().union(*(leaving.pop(block, ()) for block in chain))
        condition = _leaves(cfg, split, chain, targets, truths)
        if condition is None or len(targets) != 1 or not every_iteration(forest, region, chain[0]):
            return None
        found.append(LoopExit(chain[0], targets.pop(), condition))
    position = {block: index for index, block in enumerate(forest.order)}
    return sorted(found, key=lambda item: position[item.block]) or None


def every_iteration(forest: LoopForest, region: Region, number: int) -> bool:
    """Whether a block of a loop runs exactly once in each iteration that is completed."""
    return all(
        dominates(number, latch, forest.idom)
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


def first_taken(times: Sequence[Poly]) -> list[Poly]:
    """Return, by exit in order, whether it is the one taken: no earlier one comes at its time."""
    taken: list[Poly] = []
    for number, time in enumerate(times):
        first = ONE
        for other, later in enumerate(times):
            if other != number:
                first = both(first, not_negative(later - time - (1 if other < number else 0)))
        taken.append(first)
    return taken


def share_by_target(exits: Sequence[LoopExit], times: Sequence[Poly]) -> dict[int, Poly]:
    """Return, by block a loop is left to, the truth value of its being left to that one."""
    shares: dict[int, Poly] = {}
    for item, taken in zip(exits, first_taken(times), strict=True):
        shares[item.target] = shares.get(item.target, ZERO) + taken
    return shares if len(shares) > 1 else dict.fromkeys(shares, ONE)
