"""Branches that only guard an error: argument checks, status checks, zero pivots.

An arm leads to an error if it ends the unit or the program early and reports that, or sets a status, on
a way that the rest of the unit does not take. In detail, the way from the arm to the end of the unit is
short and has no loop, the other arm has more to do, and every way from the arm passes a *sign*:

* it ends the program, takes an alternate return, or calls a procedure that never returns, or that may
  end the program or is not known and is given a message;
* it sets a status to failure (``sad.analysis.branches.statuses``), or the condition tests a status;
* it writes something;
* a status that the caller sees keeps the failure it had from the start, and only the rest clears it.

A function's result that is 0 here and one of several codes elsewhere says that nothing failed.

What every way of the other arm comes to as well is no exit, unless the condition tests a status.
An arm that does nothing but set a status to failure is one as well, if that is what error exits test
or if the caller sees it. A comparison of real numbers by size in a loop may be a test for convergence,
which is no error unless an alternate return or a message says so. docs/error-exits.md has the rule in
words, and how often it is right.

None of this changes a count. It tells which probabilities ``--assume no-error-exits`` sets.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.analysis.branches.statuses import Statuses, compares_sizes, works
from sad.analysis.cfg.components import all_reached, bits, reached
from sad.analysis.cfg.graph import Leave, Part, Split
from sad.analysis.loops.natural import RegionKind
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sad.analysis.calls.graph import CallGraph
    from sad.analysis.cfg.graph import Action, Cfg
    from sad.analysis.loops.natural import LoopForest
    from sad.ir.expr import Expr

_MOST_BLOCKS = 16
_TELLS, _STOPS, _SETS, _WRITES = 4, 3, 2, 1
"""How clear a sign is; to end with a message is how a program may end as well."""
_SENTENCE = 3  # words


def error_arms(
    cfg: Cfg, forest: LoopForest, graph: CallGraph, never_returns: Callable[[str], bool]
) -> dict[int, int]:
    """Return, by block, which arm of its IF leads to an error (0: where the condition holds)."""
    finder = _Finder(cfg, forest, graph, never_returns)
    splits = [
        (number, split, split.condition)
        for number in forest.order
        if isinstance(split := cfg.blocks[number].terminator, Split)
        and split.kind == "if"
        and split.condition is not None
        and split.targets[0] != split.targets[1]
    ]
    exits = {number: finder.exit_arm(number, split, test) for number, split, test in splits}
    for number, split, test in splits:  # once all flags are known that exits test
        if exits[number] is None:
            exits[number] = finder.setting_arm(number, split, test)
    return {number: arm for number, arm in exits.items() if arm is not None}


class _Finder:
    def __init__(
        self, cfg: Cfg, forest: LoopForest, graph: CallGraph, never_returns: Callable[[str], bool]
    ) -> None:
        self._cfg = cfg
        self._never_returns = never_returns
        self._blocks = cfg.blocks
        self._forest = forest
        self._graph = graph
        self._statuses = Statuses(cfg, forest, graph)
        self._ways: dict[int, frozenset[int] | None] = {}
        self._below: dict[int, list[int]] = {}
        for block in forest.order:
            if block != forest.entry:
                self._below.setdefault(forest.idom[block], []).append(block)

    def exit_arm(self, block: int, split: Split, condition: Expr) -> int | None:
        """Return the arm that ends the unit in an error, if one does and the other does not."""
        found = [self._exit(block, split, condition, arm) for arm in (0, 1)]
        if found[0] == found[1]:
            return None
        arm = int(found[1] > found[0])
        tested = self._statuses.tested(condition)
        if found[arm][1] >= _SETS and tested is not None:
            name, yes = tested
            symbol = self._cfg.unit.symbols.get(name)
            if symbol is not None and (symbol.type is Type.LOGICAL or arm == yes):
                self._statuses.flags[name] = arm == yes
        return arm

    def _exit(self, block: int, split: Split, condition: Expr, arm: int) -> tuple[bool, int]:
        """How clear it is that an arm ends the unit in an error, 0 if it does not.

        An arm that does nothing else comes before one that works first.
        """
        target, other = split.targets[arm], split.targets[1 - arm]
        way = self._way_out(target)
        if way is None or other in way or self._ends_loop(block, target):
            return False, 0
        shared = self._shared(way, other, block)
        strength = self._strongest(target, way, self._sign)
        if strength == _WRITES and self._strongest(target, way - shared, self._sign) == 0:
            strength = 0  # the rest writes it as well
        work = {
            type(action.statement)
            for number in way
            for action in self._actions(number)
            if works(action) and not self._sign(action)
        }
        if self._tests_status(block, condition, arm, way, strength):
            strength = max(strength, _TELLS if strength >= _SETS else _STOPS)
        elif target in shared and self._always_follows(target, other, way):
            return False, 0  # it is what the other arm goes on with
        elif strength < _STOPS and not work <= {st.Assign}:
            return False, 0
        if strength == _SETS and self._strongest(target, way, self._succeeds):
            strength = 0
        if strength < _TELLS and self._in_loop(block) and compares_sizes(condition, self._cfg):
            strength = 0
        if not strength and self._keeps_failure(block, way, other):
            strength = _SETS
        if strength < _TELLS and not self._is_early(other, way):
            return False, 0
        return strength > 0 and not work, strength

    def _always_follows(self, target: int, other: int, way: frozenset[int]) -> bool:
        """Whether every way from ``other`` to the end passes ``target``, with which ``way`` starts."""
        if self._ahead[other] & self._leaving & ~bits(way):
            return False
        before = self._after(other, target) - {target}
        return not any(map(self._leaves, before))

    def _ends_loop(self, block: int, target: int) -> bool:
        """Whether the way to ``target`` is the only one out of the innermost loop."""
        loop = self._forest.innermost[block]
        if not self._in_loop(block) or target in loop.blocks:
            return False
        only = loop.leaving.keys() == {block} and set(loop.leaving[block]) == {target}
        return only and not any(map(self._leaves, loop.blocks))

    def _strongest(self, start: int, area: Iterable[int], sign: Callable[[Action], int]) -> int:
        """The strongest sign that every way from ``start`` to the end, or out of an area, passes."""
        signs = {number: max(map(sign, self._actions(number)), default=0) for number in area}
        for strength in sorted(set(signs.values()) - {0}, reverse=True):
            seen: set[int] = set()
            pending = [start]
            escapes = False
            while pending and not escapes:
                number = pending.pop()
                if number in seen or signs.get(number, 0) >= strength:
                    continue
                seen.add(number)
                escapes = number not in signs or self._leaves(number)
                pending.extend(self._blocks[number].successors())
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
            pending.extend(self._blocks[number].successors())
        return frozenset(seen) if any(map(self._leaves, seen)) else None

    def _leaves(self, number: int) -> bool:
        return isinstance(self._blocks[number].terminator, Leave)

    def _in_loop(self, number: int) -> bool:
        return self._forest.innermost[number].kind is not RegionKind.UNIT

    def _actions(self, number: int) -> list[Action]:
        return self._blocks[number].actions

    # --- signs ---------------------------------------------------------------------------------------

    def _sign(self, action: Action) -> int:
        match action.statement:
            case st.Stop():
                return _STOPS
            case st.InputOutput(keyword=keyword):
                return _WRITES * (keyword in ("write", "print"))
            case st.Return(alternate=alternate):
                return _TELLS * (alternate is not None)
            case st.CallStatement() as call:
                return _TELLS if self._never_returns(call.name) else self._handles(call)
            case st.Assign():
                return self._statuses.reports(action.statement)
            case _:
                return 0

    def _succeeds(self, action: Action) -> int:
        return int(self._statuses.tells_success(action.statement))

    def _handles(self, call: st.CallStatement) -> int:
        """How clearly a procedure handles an error: it gets text, and may stop or is unknown.

        A text is a message if it is a sentence or starts with the unit's name. Where texts and integers
        are all that is passed, it may be one. What can end the program and gets no text is work that
        checks what it does.
        """
        procedure = self._graph.procedure(call.name, self._cfg.unit)
        if procedure is not None and self._graph.of(procedure.unit).stops is None:
            return 0
        values = [item.operand if isinstance(item, ex.Copy) else item for item in call.arguments]
        texts = [
            str(item.value).split()
            for item in values
            if isinstance(item, ex.Constant) and item.type is Type.CHARACTER
        ]
        plain = all(
            isinstance(item, ex.Constant | ex.Variable | ex.Unary)
            and item.type in (Type.CHARACTER, Type.INTEGER)
            for item in values
        )
        name, enough = self._cfg.unit.name.lower(), _SENTENCE - plain
        if any(len(words) >= enough or name in map(str.lower, words[:1]) for words in texts):
            return _TELLS
        return (_WRITES if procedure is None else _TELLS) * (bool(texts) and plain)

    def _is_early(self, other: int, way: frozenset[int]) -> bool:
        """Whether the other arm has more to do: it loops, calls, reads, or computes."""
        return bool(self._ahead[other] & self._working & ~bits(way))

    @cached_property
    def _working(self) -> int:
        order = self._forest.order
        return bits(n for n in order if self._in_loop(n) or any(map(works, self._actions(n))))

    @cached_property
    def _leaving(self) -> int:
        return bits(filter(self._leaves, self._forest.order))

    @cached_property
    def _ahead(self) -> dict[int, int]:
        return all_reached({n: self._blocks[n].successors() for n in self._forest.order})

    # --- statuses ------------------------------------------------------------------------------------

    def _tests_status(
        self, block: int, condition: Expr, arm: int, way: frozenset[int], strength: int
    ) -> bool:
        """Whether an arm is for a status other than 0, which a check or a call has set."""
        tested = self._statuses.tested(condition)
        if tested is None or tested[1] != arm:
            return False
        name = tested[0]
        symbol = self._cfg.unit.symbols.get(name)
        if symbol is None or symbol.type is not Type.INTEGER:
            return False
        if not self._statuses.is_status(name) and name not in self._given_back(block):
            return False
        return strength > 0 or self._statuses.is_visible(name) or self._is_idle(way)

    def _is_idle(self, way: Iterable[int]) -> bool:
        """Whether a way only tests, jumps, calls and sets integers and logicals."""
        return all(
            not isinstance(action.statement, st.InputOutput | st.Opaque | st.Assign)
            or not works(action)
            for number in way
            for action in self._actions(number)
        )

    def _given_back(self, block: int) -> frozenset[str]:
        """The variables passed to the last call before the end of a block."""
        number = block
        for _ in range(3):
            for action in reversed(self._actions(number)):
                if isinstance(action.statement, st.CallStatement):
                    return self._statuses.given_back_by(action.statement)
            number = self._forest.idom[number]
        return frozenset()

    def _keeps_failure(self, block: int, way: frozenset[int], other: int) -> bool:
        """Whether a status the caller sees is not 0 from the start, and only the rest changes it."""
        for name in self._statuses.failing_at_start:
            changing = self._statuses.changed_in(name) - {self._forest.entry}
            if self._statuses.set_in(name) & way or not changing & self._after(other, block):
                continue
            if not changing & reached([block], self._forest.predecessors.__getitem__):
                return True
        return False

    def _shared(self, way: frozenset[int], start: int, block: int) -> set[int]:
        """The blocks of a way out to which ``start`` leads before it comes to ``block`` again."""
        before = {source for number in way for source in self._forest.predecessors[number]}
        if before <= way | {block}:
            return set()
        if self._in_loop(block):
            return self._after(start, block) & way
        return {number for number in way if self._ahead[start] >> number & 1}

    def _after(self, start: int, block: int) -> set[int]:
        """The blocks that a way from ``start`` passes before it comes to ``block`` again."""
        return reached(
            [start], lambda number: () if number == block else self._blocks[number].successors()
        )

    def setting_arm(self, block: int, split: Split, condition: Expr) -> int | None:
        """Return the arm that does nothing but set a status to failure, or report one."""
        if self._in_loop(block) and compares_sizes(condition, self._cfg):
            return None
        found = [self._only_sets(block, split, condition, arm) for arm in (0, 1)]
        return None if found[0] == found[1] else int(found[1])

    def _only_sets(self, block: int, split: Split, condition: Expr, arm: int) -> bool:
        target = split.targets[arm]
        deciding = (block, *split.chain)
        if not set(self._forest.predecessors.get(target, ())) <= set(deciding):
            return False
        area: list[int] = []
        pending = [target]
        while pending:
            number = pending.pop()
            area.append(number)
            inside = self._forest.innermost[number] is self._forest.innermost[block]
            if len(area) > _MOST_BLOCKS or not inside:
                return False
            pending.extend(self._below.get(number, ()))
        tested = self._statuses.tested(condition)
        reports = tested is not None and tested[1] == arm and self._statuses.is_status(tested[0])

        def sign(action: Action) -> int:
            if action.condition is not None:  # only the first failure is kept
                again = self._statuses.tested(action.condition)
                return int(again is not None and again[0] in self._statuses.flags)
            if isinstance(action.statement, st.CallStatement):
                return int(reports) * self._sign(action)
            return int(self._statuses.flags_failure(action.statement))

        def is_nothing(action: Action) -> bool:
            if action.part in (Part.CONDITION, Part.OPERAND):
                return True
            writes = isinstance(action.statement, st.Goto | st.Continue | st.InputOutput)
            return writes or sign(action) > 0

        actions = [item for number in area for item in self._actions(number)]
        if not any(sign(item) for item in actions if item.condition is None):
            return False
        return all(map(is_nothing, actions)) and self._strongest(target, area, sign) > 0
