"""Branches that only guard an error: argument checks, status checks, zero pivots.

An arm leads to an error if everything after it up to the end of the unit is short, without loops, and
there is a sign of one: it stops the program, writes a message, calls a procedure that never returns,
takes an alternate return, or sets a status that the caller sees to a constant (a function's result, if
that is negative). Without such a sign it
counts if the condition is a check of the arguments as they came in, or of a status that the call just
before gave back. An arm that does nothing but set a status is one as well. A comparison of real numbers
with anything but zero may be a test for convergence, which is no error.

None of this changes a count. It tells which probabilities ``--assume no-error-exits`` sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.branches.zero_tests import is_zero_constant
from sad.analysis.calls.facts import OPTION_TYPES
from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.graph import Leave, LoopHead, Part, Split
from sad.analysis.loops.natural import RegionKind
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import COMPARISONS, Operator, Type
from sad.ir.program import Storage
from sad.ir.walk import walk

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from sad.analysis.calls.graph import CallGraph
    from sad.analysis.cfg.graph import Action, Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

_MOST_BLOCKS = 16


def error_arms(
    cfg: Cfg, forest: LoopForest, graph: CallGraph, known: Container[int]
) -> dict[int, int]:
    """Return, by block, which arm of its IF leads to an error (0: where the condition holds).

    ``known`` are the blocks whose condition is known: they need no such guess, unless there is a sign.
    """
    finder = _Finder(cfg, forest, graph, known)
    found: dict[int, int] = {}
    for number in forest.order:
        split = cfg.blocks[number].terminator
        if isinstance(split, Split) and split.kind == "if":
            strength = [finder.strength(number, split, arm) for arm in (0, 1)]
            if strength[0] != strength[1]:
                found[number] = int(strength[1] > strength[0])
    return found


class _Finder:
    def __init__(
        self, cfg: Cfg, forest: LoopForest, graph: CallGraph, known: Container[int]
    ) -> None:
        self._known = known
        self._cfg = cfg
        self._forest = forest
        self._graph = graph
        self._facts = graph.facts[unit_key(cfg.unit)]
        self._symbols = cfg.unit.symbols
        terminators = (cfg.blocks[item].terminator for item in forest.order)
        self._indices = {
            item.loop.variable.name for item in terminators if isinstance(item, LoopHead)
        }
        self._ways: dict[int, frozenset[int] | None] = {}
        self._below: dict[int, list[int]] = {}
        for block in forest.order:
            if block != forest.entry:
                self._below.setdefault(forest.idom[block], []).append(block)

    def strength(self, block: int, split: Split, arm: int) -> int:
        """How clear it is that an arm of the branch at the end of ``block`` leads to an error.

        From 0, not at all; to end with a message is how a program may end as well.
        """
        target, other = split.targets[arm], split.targets[1 - arm]
        condition = split.condition
        if target == other or target not in self._forest.innermost or condition is None:
            return 0
        if self._may_be_convergence(condition):
            return 0
        way_out = self._way_out(target)
        if way_out is None or other in way_out:
            return 2 * self._only_sets_status(block, target)
        found = self._strongest(target, way_out)
        if block in self._known:
            return found
        idle = all(
            self._is_idle(action)
            for number in way_out
            for action in self._cfg.blocks[number].actions
        )
        if (found or idle) and self._checks_status(condition, block, arm):
            return found + 4
        if arm == 0 and not found and idle and self._checks_arguments(condition, block):
            return 1
        return found

    def _strongest(self, start: int, way_out: frozenset[int]) -> int:
        """The strongest sign that every way from ``start`` to the end passes."""
        signs = {
            number: max(
                (self._sign(action) for action in self._cfg.blocks[number].actions), default=0
            )
            for number in way_out
        }
        for strength in (3, 2, 1):
            seen: set[int] = set()
            pending = [start]
            escapes = False
            while pending and not escapes:
                number = pending.pop()
                if number in seen or signs[number] >= strength:
                    continue
                seen.add(number)
                escapes = isinstance(self._cfg.blocks[number].terminator, Leave)
                pending.extend(self._cfg.blocks[number].successors())
            if not escapes:
                return strength
        return 0

    def _way_out(self, start: int) -> frozenset[int] | None:
        """The blocks from ``start`` to the end of the unit, if they are few and there is no loop."""
        if start not in self._ways:
            self._ways[start] = self._find_way_out(start)
        return self._ways[start]

    def _find_way_out(self, start: int) -> frozenset[int] | None:
        seen: set[int] = set()
        pending = [start]
        while pending:
            number = pending.pop()
            if number in seen:
                continue
            seen.add(number)
            if len(seen) > _MOST_BLOCKS or self._in_loop(number):
                return None
            pending.extend(self._cfg.blocks[number].successors())
        leaves = any(isinstance(self._cfg.blocks[item].terminator, Leave) for item in seen)
        return frozenset(seen) if leaves else None

    def _in_loop(self, number: int) -> bool:
        return self._forest.innermost[number].kind is not RegionKind.UNIT

    # --- signs ---------------------------------------------------------------------------------------

    def _sign(self, action: Action) -> int:
        match action.statement:
            case st.Stop():
                return 3
            case st.InputOutput(keyword=keyword):
                return int(keyword in ("write", "print"))
            case st.Return(alternate=alternate):
                return 3 * (alternate is not None)
            case st.CallStatement(name=name, arguments=arguments):
                return 3 * self._is_handler(name, arguments)
            case st.Assign():
                fails = self._is_failure(action.statement.value)
                return 2 * (fails and self._sets_status(action))
            case _:
                return 0

    def _is_idle(self, action: Action) -> bool:
        """Whether an action is no work of the program: it only tests, jumps, calls or sets a scalar."""
        match action.statement:
            case st.Assign(target=target):
                return isinstance(target, ex.Variable) and target.type in OPTION_TYPES
            case st.InputOutput() | st.Opaque():
                return False
            case _:
                return True

    def _is_handler(self, name: str, arguments: tuple[Expr, ...]) -> bool:
        """A procedure that ends the program or reports; an unknown one that is given a text."""
        procedure = self._graph.procedure(name, self._cfg.unit)
        if procedure is None:
            return any(
                isinstance(argument, ex.Constant) and argument.type is Type.CHARACTER
                for argument in arguments
            )
        return self._graph.facts[unit_key(procedure.unit)].stops is not None

    def _sets_status(self, action: Action) -> bool:
        """Whether an action assigns to an integer that the caller sees."""
        statement = action.statement
        if not isinstance(statement, st.Assign) or not isinstance(statement.target, ex.Variable):
            return False
        symbol = self._symbols.get(statement.target.name)
        if symbol is None or symbol.type is not Type.INTEGER:
            return False
        if symbol.storage is Storage.RESULT:
            return _is_negative(statement.value)  # other results need not be a status
        return symbol.storage in (Storage.DUMMY, Storage.COMMON) and not symbol.by_value

    def _is_failure(self, value: Expr) -> bool:
        """Whether a status is a constant other than 0, or says in which iteration it happened."""
        match value:
            case ex.Constant(value=number):
                return number != 0
            case ex.Unary(operand=operand):
                return self._is_failure(operand)
            case ex.Variable(name=name):
                return name in self._indices
            case _:
                return False

    def _only_sets_status(self, block: int, target: int) -> bool:
        """Whether all an arm does is to set a status."""
        split = self._cfg.blocks[block].terminator
        deciding = (block, *split.chain) if isinstance(split, Split) else (block,)
        if self._forest.idom.get(target) not in deciding:
            return False
        actions: list[Action] = []
        pending, seen = [target], 0
        while pending:
            number = pending.pop()
            seen += 1
            inside = self._forest.innermost[number] is self._forest.innermost[block]
            if seen > _MOST_BLOCKS or not inside:
                return False
            actions.extend(self._cfg.blocks[number].actions)
            pending.extend(self._below.get(number, ()))
        work = [item for item in actions if not isinstance(item.statement, _NOTHING)]
        return (
            bool(work)
            and all(
                item.part in (Part.CONDITION, Part.OPERAND)
                or (self._sets_status(item) and not isinstance(_value_of(item), ex.Binary))
                for item in work
            )
            and any(item.part is Part.WHOLE for item in work)
        )

    # --- checks --------------------------------------------------------------------------------------

    def _may_be_convergence(self, condition: Expr) -> bool:
        """Whether a condition compares real numbers, none of them a constant 0, by size."""
        return any(
            isinstance(part, ex.Binary)
            and part.operator in _BY_SIZE
            and part.left.type not in OPTION_TYPES
            and not is_zero_constant(part.left, self._cfg.unit)
            and not is_zero_constant(part.right, self._cfg.unit)
            for part in walk(condition)
        )

    def _checks_arguments(self, condition: Expr, block: int) -> bool:
        """Whether a condition compares what came in, before any of it is changed."""
        names = set(_names(condition))
        if not names or any(isinstance(part, ex.FunctionCall) for part in walk(condition)):
            return False
        tested = names - self._indices
        symbols = [self._symbols.get(name) for name in tested]
        if not any(item is not None and item.storage is Storage.DUMMY for item in symbols):
            return False
        if any(item is None or not _comes_in(item) for item in symbols):
            return False
        return tested.isdisjoint(self._written_before(block))

    def _written_before(self, block: int) -> set[str]:
        """The names that may be changed on a way to the end of ``block``."""
        written: set[str] = set()
        seen: set[int] = set()
        pending = [block]
        while pending:
            number = pending.pop()
            if number in seen:
                continue
            seen.add(number)
            for action in self._cfg.blocks[number].actions:
                written.update(self._facts.changed_by(action.statement))
            pending.extend(self._forest.predecessors[number])
        return written

    def _checks_status(self, condition: Expr, block: int, arm: int) -> bool:
        """Whether an arm is for an integer other than 0 that a call just before gave back."""
        match condition:
            case ex.Binary(
                operator=operator,
                left=ex.Variable(name=name, type=Type.INTEGER),
                right=ex.Constant(value=0),
            ) if operator in COMPARISONS:
                return arm == int(operator is Operator.EQ) and name in self._given_back(block)
            case _:
                return False

    def _given_back(self, block: int) -> frozenset[str]:
        """The variables passed to the last call before the end of a block."""
        number = block
        for _ in range(3):
            for action in reversed(self._cfg.blocks[number].actions):
                if isinstance(action.statement, st.CallStatement):
                    return frozenset(self._facts.changed_by(action.statement))
            number = self._forest.idom[number]
        return frozenset()


_BY_SIZE = COMPARISONS - {Operator.EQ, Operator.NE}
_NOTHING = st.Goto | st.Continue


def _is_negative(value: Expr) -> bool:
    """Whether a value is a negative constant."""
    match value:
        case ex.Constant(value=int(number)):
            return number < 0
        case ex.Unary(operator=Operator.NEG, operand=ex.Constant(value=int(number))):
            return number > 0
        case _:
            return False


def _comes_in(symbol: Symbol) -> bool:
    """Whether a name has its value when the unit is entered."""
    placed = symbol.storage in (Storage.DUMMY, Storage.CONSTANT)
    return placed or symbol.initial is not None or bool(symbol.runs)


def _value_of(action: Action) -> Expr | None:
    return action.statement.value if isinstance(action.statement, st.Assign) else None


def _names(expr: Expr) -> Iterable[str]:
    """The variables and arrays in an expression."""
    for part in walk(expr):
        match part:
            case ex.Variable(name=name) | ex.Element(array=name) | ex.Section(array=name):
                yield name
            case _:
                pass
