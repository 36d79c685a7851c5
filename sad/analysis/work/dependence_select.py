"""Branches that optimised code has no jump for: conditional moves.

gcc -O2 (looked at in its assembler output, x86-64) turns an arm that only sets local integers to what
costs next to nothing into a conditional move, so that the variable waits for the condition; an
increment becomes an addition of the condition's value; and a real one that is set to what it was just
compared with, into a maximum or minimum. Everything else jumps, and does not wait.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.analysis.cfg import Jump, Part, Split
from sad.analysis.work.dependence import Booking, Edge, step
from sad.analysis.work.dependence_keys import cheap_operations
from sad.analysis.work.dependence_values import Moment
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage
from sad.ir.walk import walk

if TYPE_CHECKING:
    from sad.analysis.work.dependence_scope import Scope
    from sad.analysis.work.dependence_values import Environment, Evaluator, Value
    from sad.ir.expr import Expr

_MOST_STATEMENTS = 2
_MOST_OPERATIONS = 2
_ORDER = (Operator.LT, Operator.LE, Operator.GT, Operator.GE)


@dataclass(frozen=True, slots=True)
class _Branch:
    """A branch without a jump: its block and condition, and what was known there."""

    block: int
    condition: Expr
    environment: Environment
    booking: Booking


class Selects:
    """Finds the branches of a region that are conditional moves, during the walk over it."""

    def __init__(self, scope: Scope, values: Evaluator) -> None:
        self._scope = scope
        self._values = values
        self._arms: dict[int, _Branch] = {}

    def note(self, block: int, environment: Environment, booking: Booking) -> None:
        """Look at the branch at the end of a block."""
        split = self._scope.cfg.blocks[block].terminator
        if (
            not self._scope.optimised
            or not isinstance(split, Split)
            or len(split.targets) != 2
            or len(split.chain) > 1
            or split.condition is None
        ):
            return
        one, two = split.targets
        branch = _Branch(block, split.condition, environment, booking)
        ways = [self._end(target, block) for target in (one, two)]
        sets = [self._sets(target, split.condition) for target in (one, two)]
        if ways[0] is not None and ways[0] == two and sets[0]:
            self._arms[one] = branch
        elif ways[1] is not None and ways[1] == one and sets[1]:
            self._arms[two] = branch
        elif ways[0] is not None and ways[0] == ways[1] and sets[0] and sets[0] == sets[1]:
            self._arms[one] = self._arms[two] = branch

    def booking(self, block: int, around: Booking) -> Booking:
        """Return where a block's steps are booked: an arm without a jump runs with its condition."""
        branch = self._arms.get(block)
        return around if branch is None else branch.booking

    def _end(self, arm: int, before: int) -> int | None:
        """Where an arm that is one block leads to."""
        forest, block = self._scope.entry.forest, self._scope.cfg.blocks[arm]
        if forest.predecessors[arm] != [before] or not isinstance(block.terminator, Jump):
            return None
        return block.terminator.target if block.actions else None

    def _sets(self, arm: int, condition: Expr) -> frozenset[str] | None:
        """The variables an arm sets, if it does nothing else and that costs next to nothing."""
        actions = self._scope.cfg.blocks[arm].actions
        if len(actions) > _MOST_STATEMENTS:
            return None
        found: set[str] = set()
        for action in actions:
            statement = action.statement
            if action.part is not Part.WHOLE:
                return None
            if not isinstance(statement, st.Assign) or not isinstance(
                statement.target, ex.Variable
            ):
                return None
            target, value = statement.target, statement.value
            cost = cheap_operations(value)
            if cost is None or cost > _MOST_OPERATIONS or not self._is_local(target.name):
                return None
            read = [part for part in walk(value) if isinstance(part, ex.Element)]
            if read and any(part not in list(walk(condition)) for part in read):
                return None  # what the condition has not loaded may not be there
            whole = target.type in (Type.INTEGER, Type.LOGICAL)
            if not whole and not _is_extremum(condition, target, value):
                return None
            found.add(target.name)
        return frozenset(found)

    def _is_local(self, name: str) -> bool:
        symbol = self._scope.symbols.get(name)
        if symbol is None or symbol.dimensions or symbol.memory is not None or symbol.reached:
            return False
        local = symbol.storage in (Storage.LOCAL, Storage.RESULT) and not symbol.saved
        return local or (symbol.storage is Storage.DUMMY and symbol.by_value)

    def node(self, name: str, values: list[Value], sources: list[int], block: int) -> int | None:
        """Return a node for a variable that a conditional move sets where two paths meet."""
        del block
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


def _is_extremum(condition: Expr, target: ex.Variable, value: Expr) -> bool:
    """Whether a variable is set to what it is compared with."""
    if not isinstance(condition, ex.Binary) or condition.operator not in _ORDER:
        return False
    sides = [_bare(condition.left), _bare(condition.right)]
    return sides in ([target, _bare(value)], [_bare(value), target])


def _bare(expr: Expr) -> Expr:
    while isinstance(expr, ex.Copy):
        expr = expr.operand
    return expr


def _is_increment(name: str, statements: list[st.Stmt]) -> bool:
    """Whether the only statement that sets a variable adds one to it, or takes one away."""
    found = [
        s
        for s in statements
        if isinstance(s, st.Assign) and s.target == ex.Variable(name, Type.INTEGER)
    ]
    if len(found) != 1:
        return False
    value = found[0].value
    return (
        isinstance(value, ex.Binary)
        and value.operator in (Operator.ADD, Operator.SUB)
        and _bare(value.left) == found[0].target
        and value.right == ex.Constant(1, Type.INTEGER)
    )
