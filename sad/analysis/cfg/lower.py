"""Structured statements to basic blocks: jumps, arms and loops become edges.

Over 400 lines: one class with one method per kind of statement, all on the same block under way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import (
    Action,
    Block,
    Cfg,
    Jump,
    Leave,
    LoopHead,
    Part,
    Split,
    Terminator,
)
from sad.analysis.cfg.paths import PathNames
from sad.ir import stmt as st
from sad.ir.expr import Binary, Expr, Operator, Unary
from sad.ir.line_starts import is_endless, test_span
from sad.ir.walk import is_sequential, statements
from sad.records import field, mutable, replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.diagnostics import Span
    from sad.ir.program import Construct, Unit
    from sad.ir.stmt import Stmt


def build_cfg(unit: Unit, never_returns: Callable[[str], bool] = lambda _name: False) -> Cfg:
    """Return the control-flow graph of a unit.

    A call of a procedure that ``never_returns`` ends the program, as STOP does.
    """
    return _Builder(unit, never_returns).build()


@mutable
class _Loop:
    """An open loop: where CYCLE and EXIT go."""

    name: str | None
    latch: int
    after: int


@mutable
class _Test:
    """A condition being tested: its ``path``, the two ``ways`` (if it holds, if not) and their names.

    ``chain`` collects the blocks of its operands.
    """

    statement: Stmt
    kind: str
    span: Span
    path: str
    ways: dict[int, str]
    chain: list[int] = field(default_factory=list[int])


class _Builder:
    def __init__(self, unit: Unit, never_returns: Callable[[str], bool]) -> None:
        self._unit = unit
        self._never_returns = never_returns
        self._blocks: list[Block] = []
        self._labels: dict[str, int] = {}
        self._loops: list[_Loop] = []
        self._entries: dict[str, int] = {}
        self._assigned: dict[str, list[str]] = {}
        self._current: Block | None = None  # None after a jump: what follows is unreachable
        self._constructs: list[Construct] = []
        self.paths = PathNames()

    def build(self) -> Cfg:
        self._assigned = assigned_labels(self._unit)
        first = self._new()
        self._entries[self._unit.name] = first.id
        self._current = first
        self._statements(self._unit.body)
        self._skip_empty()
        return Cfg(self._unit, self._blocks, self._entries, self.paths)

    def _skip_empty(self) -> None:
        """Lead jumps past blocks that do nothing, which halves the number of blocks to look at."""
        final: dict[int, int] = {}

        def resolve(number: int) -> int:
            chain: list[int] = []
            while number not in final:
                block = self._blocks[number]
                if block.actions or block.loop or not isinstance(block.terminator, Jump):
                    final[number] = number
                elif number in chain:
                    final[number] = number  # an empty endless loop
                else:
                    chain.append(number)
                    number = block.terminator.target
            for passed in chain:
                final[passed] = final[number]
            return final[number]

        for block in self._blocks:
            match block.terminator:
                case Jump(target):
                    block.terminator = Jump(resolve(target))
                case Split(targets=targets) as split:
                    block.terminator = replace(split, targets=tuple(map(resolve, targets)))
                case LoopHead(body=body, after=after) as head:
                    block.terminator = replace(head, body=resolve(body), after=resolve(after))
                case Leave():
                    pass

    # --- blocks ----------------------------------------------------------------------------------

    def _new(self) -> Block:
        block = Block(len(self._blocks), path=self.paths.here(), within=tuple(self._constructs))
        self._blocks.append(block)
        return block

    def _at(self, label: str) -> int:
        """Return the block that starts at ``label``, made when first mentioned."""
        if label not in self._labels:
            self._labels[label] = self._new().id
            self._blocks[self._labels[label]].label = label
        return self._labels[label]

    def _open(self) -> Block:
        """Return the block being filled; unreachable code gets a block without predecessors."""
        if self._current is None:
            self._current = self._new()
        return self._current

    def _falls_through(self) -> bool:
        """Whether control can reach the next statement."""
        return self._current is not None

    def _end(self, terminator: Terminator) -> None:
        self._open().terminator = terminator
        self._current = None

    def _continue_in(self, block: int) -> None:
        if self._current is not None:
            self._current.terminator = Jump(block)
        self._current = self._blocks[block]

    def _act(self, statement: Stmt, part: Part, span: Span, condition: Expr | None = None) -> None:
        self._open().actions.append(Action(statement, part, span, condition))

    # --- statements ------------------------------------------------------------------------------

    def _statements(self, body: tuple[Stmt, ...]) -> None:
        for statement in body:
            if statement.label is not None:
                block = self._at(statement.label)
                self._blocks[block].path = self.paths.here()
                self._blocks[block].within = tuple(self._constructs)
                self._continue_in(block)
            self._statement(statement)

    def _statement(self, statement: Stmt) -> None:
        match statement:  # the most frequent first
            case st.Assign():
                self._act(statement, Part.WHOLE, statement.span)
            case st.If():
                self._if(statement)
            case st.CountedLoop():
                self._counted(statement)
            case st.While():
                self._while(statement)
            case st.Select():
                self._select(statement)
            case st.Goto(target=target):
                self._act(statement, Part.WHOLE, statement.span)
                self._end(Jump(self._at(target)))
            case st.ComputedGoto(targets=targets):
                self._multi(statement, "cgoto", targets, "next")
            case st.AssignedGoto(variable=variable, targets=targets):
                listed = targets or tuple(self._assigned.get(variable, ()))
                self._multi(statement, "agoto", listed, None)
            case st.ArithmeticIf(negative=negative, zero=zero, positive=positive):
                self._arithmetic(statement, (negative, zero, positive))
            case st.CallStatement(name=name) if self._never_returns(name):
                self._act(statement, Part.WHOLE, statement.span)
                self._end(Leave(stops=True))
            case st.CallStatement(alternates=alternates) if alternates:
                self._multi(statement, "call", alternates, "return")
            case st.InputOutput(jumps=jumps) if jumps:
                self._multi(statement, statement.keyword, jumps, "next")
            case st.Return() | st.Stop():
                self._act(statement, Part.WHOLE, statement.span)
                self._end(Leave(stops=isinstance(statement, st.Stop)))
            case st.Exit(name=name) | st.Cycle(name=name):
                self._leave_loop(statement, name)
            case st.EntryPoint(name=name):
                block = self._new()
                self._continue_in(block.id)
                self._entries[name] = block.id
            case st.CallStatement() | st.AssignLabel() | st.Continue():
                self._act(statement, Part.WHOLE, statement.span)
            case st.InputOutput() | st.Opaque():
                self._act(statement, Part.WHOLE, statement.span)
            case st.Mark():
                self._construct(statement)

    def _construct(self, mark: st.Mark) -> None:
        """Begin or end a construct of OpenMP: what follows is in a block of its own."""
        if mark.begins:
            self._constructs.append(mark.construct)
        elif self._constructs:
            self._constructs.pop()
        if self._current is not None:
            self._continue_in(self._new().id)

    def _leave_loop(self, statement: st.Exit | st.Cycle, name: str | None) -> None:
        self._act(statement, Part.WHOLE, statement.span)
        for loop in reversed(self._loops):
            if name is None or loop.name == name:
                target = loop.after if isinstance(statement, st.Exit) else loop.latch
                self._end(Jump(target))
                return

    def _if(self, statement: st.If) -> None:
        after: Block | None = None
        name = self.paths.enter("if", statement.name)
        for number, arm in enumerate(statement.arms):
            self._open()
            then, otherwise = self._new(), self._new()
            label = "" if number == 0 else f"elseif{number}"
            ways = {then.id: "then", otherwise.id: "else"}
            test = _Test(statement, "if", arm.span, self.paths.here(label), ways)
            self._test(test, arm.condition)
            self._current = then
            self.paths.push(label)
            self._statements(arm.body)
            self.paths.pop()
            if self._falls_through():
                after = after or self._new()
                self._end(Jump(after.id))
            self._current = otherwise
        self.paths.push("else")
        self._statements(statement.otherwise)
        self.paths.pop()
        self.paths.leave(name)
        if after is not None:
            self._continue_in(after.id)

    def _test(self, test: _Test, condition: Expr) -> None:
        """Go to one of two blocks; each operand of a sequential condition is a branch of its own."""
        holds, fails = test.ways
        self._operand(test, condition, holds, fails, "")
        if len(test.chain) > 1:
            for number in test.chain:
                split = self._blocks[number].terminator
                assert isinstance(split, Split)
                chained = replace(split, chain=tuple(test.chain), whole=condition)
                self._blocks[number].terminator = chained

    def _operand(self, test: _Test, condition: Expr, holds: int, fails: int, word: str) -> None:
        """Test one operand; ``word`` says how it is joined to what stands before it."""
        if not is_sequential(condition):
            number, names = len(test.chain) + 1, test.ways
            test.chain.append(self._open().id)
            part = Part.CONDITION if number == 1 else Part.OPERAND
            path = test.path if number == 1 else f"{test.path}.{word}{number}"
            labels = names.get(holds, "holds"), names.get(fails, "fails")
            self._act(test.statement, part, test.span, condition)
            self._end(Split((holds, fails), labels, path, test.kind, test.span, condition))
            return
        if isinstance(condition, Unary):
            self._operand(test, condition.operand, fails, holds, word)
            return
        assert isinstance(condition, Binary)
        following = self._new()
        if condition.operator is Operator.AND_THEN:
            self._operand(test, condition.left, following.id, fails, word)
        else:
            self._operand(test, condition.left, holds, following.id, word)
        self._current = following
        word = "and" if condition.operator is Operator.AND_THEN else "or"
        self._operand(test, condition.right, holds, fails, word)

    def _counted(self, statement: st.CountedLoop) -> None:
        name = self.paths.enter_loop(statement.terminal, statement.name, "loop")
        path = self.paths.here()
        self._act(statement, Part.LOOP_ENTRY, statement.span)
        head, body, latch, after = (self._new() for _ in range(4))
        self._end(Jump(head.id))
        head.terminator = LoopHead(statement, path, body.id, after.id)
        self._current = body
        self._act(statement, Part.LOOP_STEP, statement.span)
        self._loop_body(statement, latch.id, after.id)
        self._current = latch
        self._end(Jump(head.id))
        self.paths.leave(name)
        self._current = after

    def _while(self, statement: st.While) -> None:
        name = self.paths.enter_loop(statement.terminal, statement.name, "while")
        path = self.paths.here()
        if statement.at_end:
            self._repeat(statement, path)
            self.paths.leave(name)
            return
        endless = is_endless(statement)
        if endless:
            self._act(statement, Part.LOOP_ENTRY, statement.span)
        head, body, latch, after = (self._new() for _ in range(4))
        head.loop = path
        self._continue_in(head.id)
        if endless:
            self._end(Jump(body.id))
        else:
            ways = {body.id: "body", after.id: "exit"}
            self._test(_Test(statement, "while", statement.span, path, ways), statement.condition)
        self._current = body
        self._loop_body(statement, latch.id, after.id)
        self._current = latch
        self._end(Jump(head.id))
        self.paths.leave(name)
        self._current = after

    def _repeat(self, statement: st.While, path: str) -> None:
        """A loop that tests after each iteration."""
        head, latch, after = (self._new() for _ in range(3))
        head.loop = path
        self._continue_in(head.id)
        self._loop_body(statement, latch.id, after.id)
        self._current = latch
        test = _Test(
            statement, "while", test_span(statement), path, {head.id: "body", after.id: "exit"}
        )
        self._test(test, statement.condition)
        self._current = after

    def _loop_body(self, statement: st.CountedLoop | st.While, latch: int, after: int) -> None:
        self._loops.append(_Loop(statement.name, latch, after))
        self._statements(statement.body)
        self._loops.pop()
        if self._falls_through():
            self._end(Jump(latch))

    def _select(self, statement: st.Select) -> None:
        name = self.paths.enter("select", statement.name)
        path = self.paths.here()
        self._act(statement, Part.CONDITION, statement.span, statement.selector)
        after = self._new()
        starts = [self._new() for _ in statement.cases]
        labels = [
            "default" if case.values is None else f"case{number + 1}"
            for number, case in enumerate(statement.cases)
        ]
        targets = [block.id for block in starts]
        if "default" not in labels:
            targets.append(after.id)
            labels.append("none")
        self._end(
            Split(tuple(targets), tuple(labels), path, "select", statement.span, statement.selector)
        )
        for case, block, label in zip(statement.cases, starts, labels, strict=False):
            self._current = block
            self.paths.push(label)
            self._statements(case.body)
            self.paths.pop()
            if self._falls_through():
                self._end(Jump(after.id))
        self.paths.leave(name)
        self._current = after

    def _multi(
        self, statement: Stmt, kind: str, labels: tuple[str, ...], fallthrough: str | None
    ) -> None:
        """A jump to one of several labels, or on to the next statement."""
        self._act(statement, Part.WHOLE, statement.span)
        targets = [self._at(label) for label in labels]
        arms = [f"{number + 1}" for number in range(len(labels))]
        after = self._new()
        if fallthrough is not None or not targets:
            targets.append(after.id)
            arms.append(fallthrough or "next")
        merged: dict[int, str] = {}
        for target, arm in zip(targets, arms, strict=True):
            merged[target] = f"{merged[target]}_{arm}" if target in merged else arm
        name = self.paths.enter(kind, None)
        path = self.paths.here()
        self.paths.leave(name)
        if len(merged) == 1:
            self._end(Jump(targets[0]))
        else:
            self._end(Split(tuple(merged), tuple(merged.values()), path, kind, statement.span))
        self._current = after if after.id in merged else None

    def _arithmetic(self, statement: st.ArithmeticIf, labels: tuple[str, str, str]) -> None:
        self._act(statement, Part.WHOLE, statement.span)
        merged: dict[int, str] = {}
        for label, arm in zip(labels, ("negative", "zero", "positive"), strict=True):
            target = self._at(label)
            merged[target] = f"{merged[target]}_{arm}" if target in merged else arm
        name = self.paths.enter("arithif", None)
        path = self.paths.here()
        self.paths.leave(name)
        if len(merged) == 1:
            self._end(Jump(next(iter(merged))))
        else:
            self._end(
                Split(tuple(merged), tuple(merged.values()), path, "arithmetic if", statement.span)
            )


def assigned_labels(unit: Unit) -> dict[str, list[str]]:
    """The labels each variable may hold, from the unit's ASSIGN statements (FORMATs left out)."""
    executable = {item.label for item in statements(unit.body) if item.label is not None}
    found: dict[str, list[str]] = {}
    for item in statements(unit.body):
        if isinstance(item, st.AssignLabel) and item.target in executable:
            known = found.setdefault(item.variable, [])
            if item.target not in known:
                known.append(item.target)
    return found
