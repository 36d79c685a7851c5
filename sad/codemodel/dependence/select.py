"""Branches that optimised code has no jump for, in a dependence graph: conditional moves.

A variable that is set in the arms of such a branch waits for the condition; an increment becomes an
addition of the condition's value; a real that is set to what it was just compared with, a maximum or
minimum. Everything else jumps, and does not wait. Besides those of ``operations_selects``, gcc -O2
converts an ELSE with shifts and bit operations on both sides, as in checksums.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Jump, Part, Split
from sad.codemodel.dependence.graph import Booking, Edge, step
from sad.codemodel.dependence.keys import cheap_operations
from sad.codemodel.dependence.values import Moment
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.walk import walk
from sad.records import record

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Action
    from sad.codemodel.dependence.scope import Scope
    from sad.codemodel.dependence.values import Environment, Evaluator, Value
    from sad.codemodel.operations.selects import Selects
    from sad.ir.expr import Expr

_MOST_OPERATIONS = 2


@record
class _Branch:
    """A branch without a jump: its block and condition, and what was known there."""

    block: int
    condition: Expr
    environment: Environment
    booking: Booking


class Moves:
    """Finds the branches of a region that are conditional moves, during the walk over it."""

    def __init__(self, scope: Scope, values: Evaluator) -> None:
        self._scope = scope
        self._values = values
        self._arms: dict[int, _Branch] = {}

    def note(self, block: int, environment: Environment, booking: Booking) -> None:
        """Look at the branch at the end of a block."""
        split = self._scope.cfg.blocks[block].terminator
        if self._scope.selects is None or not isinstance(split, Split) or split.condition is None:
            return
        if split.kind != "if" or len(split.targets) != 2 or len(split.chain) > 1:
            return
        one, two = split.targets
        arms = [arm for arm in (one, two) if self._is_arm(arm, block, self._scope.selects)]
        if not arms and self._choose(one, two, block):
            arms = [one, two]
        branch = _Branch(block, split.condition, environment, booking)
        self._arms.update(dict.fromkeys(arms, branch))

    def _is_arm(self, arm: int, test: int, selects: Selects) -> bool:
        return arm in selects.arms and selects.arms[arm][0] == test

    def booking(self, block: int, around: Booking) -> Booking:
        """Return where a block's steps are booked: an arm without a jump runs with its condition."""
        branch = self._arms.get(block)
        return around if branch is None else branch.booking

    def _choose(self, one: int, two: int, before: int) -> bool:
        """Whether two arms set one and the same integer, by what costs next to nothing."""
        forest, blocks = self._scope.entry.forest, self._scope.cfg.blocks
        ways = [blocks[arm].terminator for arm in (one, two)]
        if any(forest.predecessors[arm] != [before] for arm in (one, two)):
            return False
        if ways[0] != ways[1] or not isinstance(ways[0], Jump):
            return False
        targets = [self._target(blocks[arm].actions) for arm in (one, two)]
        return targets[0] is not None and targets[0] == targets[1]

    def _target(self, actions: list[Action]) -> str | None:
        """The integer in a register that actions set, if they do nothing else and that is cheap."""
        if len(actions) != 1 or actions[0].part is not Part.WHOLE:
            return None
        statement, memory = actions[0].statement, self._scope.memory
        if not isinstance(statement, st.Assign) or memory is None:
            return None
        target, cost = statement.target, cheap_operations(statement.value)
        if not isinstance(target, ex.Variable) or target.type is not Type.INTEGER:
            return None
        if cost is None or cost > _MOST_OPERATIONS or memory.of(target.name) is not None:
            return None
        loads = any(isinstance(part, ex.Element) for part in walk(statement.value))
        return None if loads else target.name

    def node(self, name: str, values: list[Value], sources: list[int]) -> int | None:
        """Return a node for a variable that a conditional move sets where two paths meet."""
        if len(sources) != 2:
            return None
        branches = [self._arms.get(source) for source in sources]
        branch = branches[0] or branches[1]
        if branch is None:
            return None
        for source, found in zip(sources, branches, strict=True):
            if found is not branch and source != branch.block:
                return None
        kind = self._scope.symbols[name].type
        moved = step(f"select.{kind}", None)
        arms = [source for source, found in zip(sources, branches, strict=True) if found]
        statements = [a.statement for a in self._scope.cfg.blocks[arms[0]].actions]
        if len(arms) == 1 and _is_increment(name, statements):
            edges = [Edge(node, None, None) for node, _ in values]
            moved = step("add.integer", None)
        else:
            edges = [Edge(node, moved, branch.booking) for node, _ in values]
        if kind in (Type.INTEGER, Type.LOGICAL):
            moment = Moment(branch.environment, branch.block, branch.booking)
            edges.extend(self._values.inputs(branch.condition, moment, moved))
        return self._values.graph.add(edges)


def _is_increment(name: str, statements: list[st.Stmt]) -> bool:
    """Whether the only statement that sets a variable adds a constant to it, or takes it away."""
    variable = ex.Variable(name, Type.INTEGER)
    found = [s for s in statements if isinstance(s, st.Assign) and s.target == variable]
    if len(found) != 1:
        return False
    value = found[0].value
    return (
        isinstance(value, ex.Binary)
        and value.operator in (Operator.ADD, Operator.SUB)
        and value.left == variable
        and isinstance(value.right, ex.Constant)
    )
