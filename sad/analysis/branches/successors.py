"""What control does first on one way of a branch: calls, stores, loops, returns, uses of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.branches.evidence import Heuristic
from sad.analysis.cfg.graph import Jump, Leave, Part
from sad.analysis.loops.natural import RegionKind
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import COMPARISONS
from sad.ir.program import Storage
from sad.ir.walk import expressions, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.cfg.graph import Action, Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.ir.expr import Expr

_JUMPS = (st.Goto, st.Continue, st.Exit, st.Cycle)
_CALLS = (st.CallStatement, st.InputOutput, st.Stop)  # the last two are calls of the library
_OPERANDS = (ex.Variable, ex.Element, ex.Field)


class Successors:
    """Looks at what follows the branches of one unit."""

    def __init__(self, cfg: Cfg, forest: LoopForest) -> None:
        self._cfg = cfg
        self._forest = forest
        self._found: dict[int, frozenset[Heuristic]] = {}
        self._calling: dict[int, bool] = {}
        self._compared: dict[int, frozenset[Expr]] = {}  # by the identity of a condition

    def lands(self, target: int) -> int:
        """Return where an arm starts to do something: machine code jumps there at once."""
        seen: set[int] = set()
        while target not in seen:
            seen.add(target)
            block = self._cfg.blocks[target]
            if not isinstance(block.terminator, Jump) or not all(map(_is_jump, block.actions)):
                break
            target = block.terminator.target
        return target

    def properties(self, target: int) -> frozenset[Heuristic]:
        """Return which of CALL, STORE and LOOP_HEADER an arm that starts at ``target`` has."""
        known = self._found.get(target)
        if known is None:
            known = self._found[target] = frozenset(self._properties(target))
        return known

    def _properties(self, target: int) -> Iterator[Heuristic]:
        innermost = self._forest.innermost
        first = True
        for number in self._run(target):
            region = innermost[number]
            if region.kind is RegionKind.LOOP and region.header == number:
                yield Heuristic.LOOP_HEADER
            actions = self._cfg.blocks[number].actions
            calls = self._calling.get(number)
            if calls is None:
                calls = self._calling[number] = any(map(_calls, actions))
            if calls:
                yield Heuristic.CALL
            if first and any(self._stores(action) for action in actions):
                yield Heuristic.STORE
            first = False

    def returns(self, target: int) -> bool:
        """Whether an arm leads to the end of the unit without a condition."""
        number, seen = target, set[int]()
        while number not in seen:
            seen.add(number)
            match self._cfg.blocks[number].terminator:
                case Jump(target=following):
                    number = following
                case Leave(stops=stops):
                    return not stops
                case _:
                    return False
        return False

    def uses(self, target: int, condition: Expr) -> bool:
        """Whether the block at ``target`` uses an operand of a condition before it changes it."""
        operands: frozenset[Expr] = self._operands(condition)
        if not operands:
            return False
        for action in self._cfg.blocks[target].actions:
            if action.condition is condition:
                return False  # a loop: the branch itself again
            for value in read_by(action):
                if any(isinstance(part, _OPERANDS) and part in operands for part in walk(value)):
                    return True
            changed = _target(action)
            if changed is not None:
                operands = frozenset(item for item in operands if _base(item) != changed)
        return False

    def _operands(self, condition: Expr) -> frozenset[Expr]:
        known = self._compared.get(id(condition))
        if known is None:
            known = self._compared[id(condition)] = frozenset(_compared(condition))
        return known

    def _run(self, target: int) -> Iterator[int]:
        """The blocks passed from ``target`` on without a condition, as far as it dominates them."""
        number, seen = target, set[int]()
        while number not in seen and self._forest.dominates(target, number):
            seen.add(number)
            yield number
            terminator = self._cfg.blocks[number].terminator
            if not isinstance(terminator, Jump):
                return
            number = terminator.target

    def _stores(self, action: Action) -> bool:
        statement = action.statement
        if not isinstance(statement, st.Assign) or statement.silent:
            return False
        target = statement.target
        if not isinstance(target, ex.Variable):
            return True
        symbol = self._cfg.unit.symbols.get(target.name)
        return symbol is not None and (
            symbol.storage in (Storage.COMMON, Storage.HOST) or symbol.memory is not None
        )


def _is_jump(action: Action) -> bool:
    return action.part is Part.WHOLE and isinstance(action.statement, _JUMPS)


def read_by(action: Action) -> tuple[Expr, ...]:
    """The expressions an action evaluates."""
    statement = action.statement
    match action.part:
        case Part.CONDITION | Part.OPERAND:
            return () if action.condition is None else (action.condition,)
        case Part.LOOP_STEP:
            return ()
        case Part.LOOP_ENTRY if isinstance(statement, st.CountedLoop):
            return (statement.first, statement.last, statement.step)
        case Part.LOOP_ENTRY:
            return ()
        case Part.WHOLE if isinstance(statement, st.Assign):
            target = statement.target
            inner = target.subscripts if isinstance(target, ex.Element) else ()
            return (statement.value, *inner)
        case Part.WHOLE:
            return expressions(statement)


def _calls(action: Action) -> bool:
    if action.part is Part.WHOLE and isinstance(action.statement, _CALLS):
        return True
    return any(
        isinstance(part, ex.FunctionCall) for value in read_by(action) for part in walk(value)
    )


def _target(action: Action) -> str | None:
    statement = action.statement
    if action.part is Part.WHOLE and isinstance(statement, st.Assign):
        return _base(statement.target)
    return None


def _base(value: Expr) -> str | None:
    match value:
        case ex.Variable(name=name) | ex.Element(array=name) | ex.Section(array=name):
            return name
        case ex.Substring(base=base) | ex.Field(base=base):
            return _base(base)
        case _:
            return None


def _compared(condition: Expr) -> Iterator[Expr]:
    """The variables and elements that a condition's comparisons have as operands."""
    for part in walk(condition):
        if isinstance(part, ex.Binary) and part.operator in COMPARISONS:
            for side in (part.left, part.right):
                inner = side
                while isinstance(inner, ex.Convert | ex.Copy):
                    inner = inner.operand
                if isinstance(inner, _OPERANDS):
                    yield inner
