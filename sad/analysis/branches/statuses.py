"""Variables that say whether something failed: ``INFO``, ``IERR``, a flag that checks set.

A status is a scalar that the unit sets before it reads it, and only ever to constants, to a loop's
index or to another variable: to 0, or by a call, among others. That tells it from an option that gets
a default and from a result that is computed. It is none if a comparison of real numbers in a loop sets
it, which may tell that an iteration has converged.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.analysis.branches.successors import read_by
from sad.analysis.branches.zero_tests import is_zero_constant
from sad.analysis.calls.facts import OPTION_TYPES
from sad.analysis.calls.written import base_names
from sad.analysis.cfg.graph import LoopHead, Split
from sad.analysis.loops.natural import RegionKind
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import COMPARISONS, Operator, Type
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.calls.graph import CallGraph
    from sad.analysis.cfg.graph import Action, Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.ir.expr import Expr

_LEVELS = 3  # of branches around an assignment


class Statuses:
    """Which variables of a unit, seen from one entry, are statuses, and what sets them to failure."""

    def __init__(self, cfg: Cfg, forest: LoopForest, graph: CallGraph) -> None:
        self._cfg = cfg
        self._forest = forest
        self._graph = graph
        self._facts = graph.of(cfg.unit)
        self._symbols = cfg.unit.symbols
        self._kinds: dict[str, bool] = {}
        self.flags: dict[str, bool] = {}
        """Variables that an error exit tests, and whether being true, or not 0, is failure."""

    def tested(self, condition: Expr) -> tuple[str, int] | None:
        """The variable that a condition tests for being 0, or true; and the arm for "not 0" or true."""
        match condition:
            case ex.Copy(operand=operand):
                return self.tested(operand)
            case ex.Unary(operator=Operator.NOT, operand=operand):
                inner = self.tested(operand)
                return None if inner is None else (inner[0], 1 - inner[1])
            case ex.Variable(name=name, type=Type.LOGICAL):
                return name, 0
            case ex.Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
                inner = left.operand if isinstance(left, ex.Convert) else left
                if isinstance(inner, ex.Variable) and inner.type is Type.INTEGER:
                    zero = is_zero_constant(right, self._cfg.unit)
                    return (inner.name, int(operator in _ZERO_HOLDS)) if zero else None
            case _:
                pass
        return None

    def is_status(self, name: str) -> bool:
        """Whether a variable is a status."""
        if name not in self._kinds:
            self._kinds[name] = self._find(name)
        return self._kinds[name]

    def is_visible(self, name: str) -> bool:
        """Whether the caller sees a variable, a function's result left out."""
        symbol = self._symbols.get(name)
        return (
            symbol is not None
            and symbol.storage in (Storage.DUMMY, Storage.COMMON)
            and not symbol.by_value
        )

    def reports(self, statement: st.Assign) -> int:
        """How clearly an assignment on a way out of the unit tells the caller of a failure.

        3 for a function's negative result, 2 for another, 0 if it does not.
        """
        if not isinstance(statement.target, ex.Variable):
            return 0
        name, value = statement.target.name, statement.value
        symbol = self._symbols.get(name)
        if symbol is None or symbol.type is not Type.INTEGER or not self._may_fail(value):
            return 0
        if symbol.storage is Storage.RESULT:
            return 3 * (is_negative(value) or self._is_code(name))
        if not self.is_visible(name):
            return 0
        return 2 * (self.is_status(name) or (is_negative(value) and not self._is_input(name)))

    def tells_success(self, statement: st.Stmt) -> bool:
        """Whether a function's result is set to 0, and elsewhere to one of several constants."""
        if not isinstance(statement, st.Assign) or not isinstance(statement.target, ex.Variable):
            return False
        symbol = self._symbols.get(statement.target.name)
        if symbol is None or symbol.storage is not Storage.RESULT or not _is_zero(statement.value):
            return False
        codes = {str(value) for _, value in self._set[symbol.name] if self._may_fail(value)}
        return len(codes) > 1

    def flags_failure(self, statement: st.Stmt) -> bool:
        """Whether all that a statement does is to set a status to failure, to go on or to be tested."""
        if not isinstance(statement, st.Assign) or not isinstance(statement.target, ex.Variable):
            return False
        name, value = statement.target.name, statement.value
        if name in self.flags:
            return self._fails(name, value, failure=self.flags[name])
        symbol = self._symbols.get(name)
        if symbol is None or symbol.storage is not Storage.DUMMY or symbol.by_value:
            return symbol is not None and symbol.storage is Storage.RESULT and is_negative(value)
        return self.is_status(name) and self._may_fail(value) and self._is_code(name)

    @cached_property
    def failing_at_start(self) -> tuple[str, ...]:
        """Statuses that the caller sees and that are set to failure before anything else."""
        first = self._cfg.blocks[self._forest.entry].actions
        found = {
            item.statement.target.name
            for item in first
            if isinstance(item.statement, st.Assign)
            and isinstance(item.statement.target, ex.Variable)
            and isinstance(item.statement.value, ex.Constant)
            and not _is_zero(item.statement.value)
        }
        return tuple(name for name in found if self.is_visible(name) and self.is_status(name))

    def set_in(self, name: str) -> set[int]:
        """The blocks that assign to a variable."""
        return {number for number, _ in self._set.get(name, ())}

    def changed_in(self, name: str) -> set[int]:
        """The blocks in which a variable may change."""
        return {
            number
            for number, action in self._actions()
            if not _is_test(action) and name in self._facts.changed_by(action.statement)
        }

    def given_back_by(self, call: st.CallStatement) -> frozenset[str]:
        """The variables that a call may give a status to; of message passing, its error code."""
        routine = self._graph.routine(call.name, self._cfg.unit)
        if routine is None:
            return frozenset(self._facts.changed_by(call))
        at = routine.position("ierror")
        given = at is not None and at < len(call.arguments)  # mpi_f08 may leave it out
        return frozenset(base_names(call.arguments[at or 0]) if given else ())

    # --- what a variable is ----------------------------------------------------------------------

    def _find(self, name: str) -> bool:
        symbol = self._symbols.get(name)
        if symbol is None or symbol.type is not Type.INTEGER or symbol.dimensions:
            return False
        values = [value for _, value in self._set.get(name, ())]
        if not all(self._is_plain(name, value) for value in values):
            return False
        if name not in self._given_back and not any(map(_is_zero, values)):
            return False
        return not self._is_input(name) and not self._may_tell_convergence(name)

    def _is_plain(self, name: str, value: Expr) -> bool:
        match value:
            case ex.Constant() | ex.Variable():
                return True
            case ex.Unary(operator=Operator.NEG, operand=operand):
                return self._is_plain(name, operand)
            case ex.Binary(operator=Operator.ADD, left=ex.Variable(name=left)):
                return left == name  # counts what failed
            case _:
                return False

    def _is_code(self, name: str) -> bool:
        """Whether a variable is set to more than yes and no: to negative numbers, several, or an index.

        In main, any result is a code; elsewhere it has to be 0 for success.
        """
        if self._cfg.unit.kind is UnitKind.FUNCTION and self._cfg.unit.name.lower() == "main":
            return True
        values = [value for _, value in self._set.get(name, ())]
        others = {str(value) for value in values if not _is_zero(value)}
        symbol = self._symbols[name]
        if symbol.storage is Storage.RESULT:
            known = all(isinstance(value, ex.Constant) or is_negative(value) for value in values)
            return known and any(map(_is_zero, values)) and any(map(is_negative, values))
        return len(others) > 1 or any(map(is_negative, values)) or any(map(self._is_index, values))

    def _may_fail(self, value: Expr) -> bool:
        """Whether a status is a constant other than 0, or says in which iteration it happened."""
        match value:
            case ex.Constant(value=number):
                return number != 0
            case ex.Unary(operand=operand):
                return self._may_fail(operand)
            case _:
                return self._is_index(value)

    def _fails(self, name: str, value: Expr, *, failure: bool) -> bool:
        match value:
            case ex.Constant(value=bool(truth)):
                return truth is failure
            case ex.Binary(operator=Operator.ADD, left=ex.Variable(name=left)):
                return left == name and failure
            case _:
                return failure and self._may_fail(value)

    def _is_index(self, value: Expr) -> bool:
        """Whether a value is the index of a loop that does more than to look for something."""
        return isinstance(value, ex.Variable) and value.name in self._working

    # --- what the unit does ----------------------------------------------------------------------

    @cached_property
    def _set(self) -> dict[str, list[tuple[int, Expr]]]:
        """What is assigned to each scalar, and in which block."""
        found: dict[str, list[tuple[int, Expr]]] = {}
        for number, action in self._actions():
            match action.statement:
                case st.Assign(target=ex.Variable(name=name), value=value, silent=False):
                    found.setdefault(name, []).append((number, value))
                case _:
                    pass
        return found

    @cached_property
    def _given_back(self) -> frozenset[str]:
        """The variables that any call may give a status to."""
        found: set[str] = set()
        for _, action in self._actions():
            if isinstance(action.statement, st.CallStatement):
                found.update(self.given_back_by(action.statement))
        return frozenset(found)

    @cached_property
    def _working(self) -> frozenset[str]:
        """The indices of loops that call something, or set anything but integers and logicals."""
        found: set[str] = set()
        for number in self._forest.order:
            head = self._cfg.blocks[number].terminator
            if isinstance(head, LoopHead):
                blocks = self._forest.innermost[number].blocks
                actions = (item for block in blocks for item in self._cfg.blocks[block].actions)
                if any(map(works, actions)):
                    found.add(head.loop.variable.name)
        return frozenset(found)

    def _actions(self) -> Iterator[tuple[int, Action]]:
        for number in self._forest.order:
            for action in self._cfg.blocks[number].actions:
                yield number, action

    def _is_input(self, name: str) -> bool:
        """Whether a way from the entry reads a variable before anything sets it."""
        seen: set[int] = set()
        pending = [self._forest.entry]
        while pending:
            number = pending.pop()
            if number in seen:
                continue
            seen.add(number)
            block = self._cfg.blocks[number]
            for action in block.actions:
                if name in self._facts.changed_by(action.statement) and not _is_test(action):
                    value = (
                        action.statement.value if isinstance(action.statement, st.Assign) else None
                    )
                    if value is not None and _mentions(value, name):
                        return True
                    break
                if any(_mentions(value, name) for value in read_by(action)):
                    return True
            else:
                pending.extend(block.successors())
        return False

    def _may_tell_convergence(self, name: str) -> bool:
        """Whether a comparison of real numbers in a loop decides on an assignment to a variable."""
        return any(
            compares_sizes(condition, self._cfg)
            for number, value in self._set.get(name, ())
            if not _is_zero(value)
            for condition in self._deciding(number)
        )

    def _deciding(self, number: int) -> Iterator[Expr]:
        """The conditions of branches in loops just above a block."""
        for _ in range(_LEVELS):
            number = self._forest.idom[number]
            split = self._cfg.blocks[number].terminator
            if self._forest.innermost[number].kind is RegionKind.UNIT:
                return
            if isinstance(split, Split) and split.condition is not None:
                yield split.condition


def compares_sizes(condition: Expr, cfg: Cfg) -> bool:
    """Whether a condition compares real numbers, none of them a constant 0, by size."""
    return any(
        isinstance(part, ex.Binary)
        and part.operator in _BY_SIZE
        and part.left.type not in OPTION_TYPES
        and not is_zero_constant(part.left, cfg.unit)
        and not is_zero_constant(part.right, cfg.unit)
        for part in walk(condition)
    )


def works(action: Action) -> bool:
    """Whether an action calls, reads or writes, or sets anything but integer and logical scalars."""
    match action.statement:
        case st.Assign(target=target, silent=silent):
            scalar = isinstance(target, ex.Variable) and target.type in OPTION_TYPES
            return not scalar and not silent
        case st.CallStatement() | st.InputOutput() | st.Opaque():
            return True
        case _:
            return False


def is_negative(value: Expr) -> bool:
    """Whether a value is a negative constant."""
    match value:
        case ex.Constant(value=int(number)):
            return number < 0
        case ex.Unary(operator=Operator.NEG, operand=ex.Constant(value=int(number))):
            return number > 0
        case _:
            return False


def _is_zero(value: Expr) -> bool:
    return isinstance(value, ex.Constant) and value.value == 0


def _is_test(action: Action) -> bool:
    return action.condition is not None


def _mentions(value: Expr, name: str) -> bool:
    return any(isinstance(part, ex.Variable) and part.name == name for part in walk(value))


_BY_SIZE = COMPARISONS - {Operator.EQ, Operator.NE}
_ZERO_HOLDS = frozenset({Operator.EQ, Operator.LE, Operator.GE})
