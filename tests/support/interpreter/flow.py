"""Statements of one unit to blocks of Python lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from tests.support.interpreter.assign import assign
from tests.support.interpreter.blocks import Blocks
from tests.support.interpreter.events import Event, Events
from tests.support.interpreter.expressions import Expressions, refusal
from tests.support.interpreter.jumps import is_nested, targets
from tests.support.interpreter.transfer import Transfers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt
    from tests.support.interpreter.details import Details
    from tests.support.interpreter.events import Node


@dataclass(frozen=True, slots=True)
class _Loop:
    """An open loop or named construct: blocks for CYCLE (None for IF and SELECT) and EXIT."""

    name: str | None
    cycle: int | None
    leave: int


class Flow:
    """Writes the statements of ``unit``; ``leave`` is the code that returns from it."""

    def __init__(
        self, unit: Unit, expressions: Expressions, events: Events, details: Details, leave: str
    ) -> None:
        self.blocks = Blocks()
        self.entries: dict[str, int] = {}
        self._unit = unit
        self._expressions = expressions
        self._events = events
        self._transfers = Transfers(expressions, details, events, self.blocks)
        self._leave = leave
        self._targets = targets(unit)
        self._labels: dict[str, int] = {}
        self._loops: list[_Loop] = []
        self._serial = 0

    def write(self) -> None:
        """Write the unit's body; control that reaches its end leaves it."""
        self.body(self._unit.body)
        if not self.blocks.ended:
            self._count(Event.LEAVE, self._unit)
            self.blocks.put(self._leave)

    def body(self, items: Sequence[Stmt]) -> None:
        """Write statements in order."""
        for item in items:
            self._statement(item)

    def _count(self, event: Event, node: Node) -> None:
        self.blocks.put(f"c[{self._events.number(event, node)}] += 1")

    def _value(self, node: ex.Expr) -> str:
        return self._expressions.value(node)

    def _at(self, label: str) -> int:
        if label not in self._labels:
            self._labels[label] = self.blocks.new()
        return self._labels[label]

    def _temporary(self, letter: str) -> str:
        self._serial += 1
        return f"{letter}_{self._serial}"

    def _end(self, line: str) -> None:
        self.blocks.put(line)
        self.blocks.ended = True

    def _statement(self, item: Stmt) -> None:
        self._begin(item)
        match item:
            case st.If():
                self._if(item)
            case st.CountedLoop():
                self._counted(item)
            case st.While():
                self._while(item)
            case st.Select():
                self._select(item)
            case st.Assign(target=target, value=value):
                for line in assign(self._expressions, target, self._value(value)):
                    self.blocks.put(line)
            case st.CallStatement():
                self._call(item)
            case st.InputOutput():
                self._transfer(item)
            case st.Continue():
                pass
            case st.EntryPoint(name=name):
                block = self.blocks.new()
                self.blocks.start(block)
                self.entries[name] = block
            case st.Opaque(reason=reason):
                self.blocks.put(refusal(reason))
            case _:
                self._jump(item)

    def _begin(self, item: Stmt) -> None:
        blocks = self.blocks
        if item.label in self._targets:
            assert item.label is not None
            blocks.start(self._at(item.label))
        elif blocks.ended and not isinstance(item, st.EntryPoint):
            blocks.start(blocks.new())  # never reached, but its counters are to exist
        if not isinstance(item, st.While | st.EntryPoint):
            self._count(Event.START, item)

    def _jump(self, item: Stmt) -> None:
        blocks = self.blocks
        match item:
            case st.Goto(target=target):
                self._end(f"pc = {self._at(target)}")
            case st.ComputedGoto(targets=labels, selector=selector):
                after = blocks.new()
                table = [after, *(self._at(label) for label in labels)]
                blocks.put(f"k = {self._value(selector)}")
                self._end(f"pc = {table}[k if 0 < k <= {len(labels)} else 0]")
                blocks.start(after)
            case st.AssignLabel(target=target, variable=variable):
                place = self._expressions.names.scalar(variable)
                number = self._at(target) if target in self._targets else -1
                blocks.put(f"{place} = {number}")
            case st.AssignedGoto(variable=variable):
                self._end(f"pc = {self._expressions.names.scalar(variable)}")
            case st.ArithmeticIf(
                selector=selector, negative=negative, zero=zero, positive=positive
            ):
                low, middle, high = (self._at(label) for label in (negative, zero, positive))
                signs = (Event.NEGATIVE, Event.ZERO, Event.POSITIVE)
                below, at, above = (self._events.number(sign, item) for sign in signs)
                blocks.put(f"k = {self._value(selector)}")
                blocks.put(f"c[{below} if k < 0 else {at} if k == 0 else {above}] += 1")
                self._end(f"pc = {low} if k < 0 else {middle} if k == 0 else {high}")
            case st.Exit(name=name):
                self._end(f"pc = {self._loop(name, leave=True)}")
            case st.Cycle(name=name):
                self._end(f"pc = {self._loop(name, leave=False)}")
            case st.Return(alternate=None):
                self._end(self._leave)
            case st.Return(alternate=alternate):
                assert alternate is not None
                self._end(f"return {self._value(alternate)}")
            case st.Stop():
                self._end("stop()")
            case _:
                raise AssertionError(item)

    def _loop(self, name: str | None, *, leave: bool) -> int:
        for loop in reversed(self._loops):
            if name is None and loop.cycle is None:
                continue
            if name is None or loop.name == name:
                return loop.leave if leave else loop.cycle or 0
        raise AssertionError(f"EXIT or CYCLE outside {name or 'a loop'}")

    def _call(self, item: st.CallStatement) -> None:
        function = self._expressions.procedure(item.name)
        call = f"{function}({self._expressions.arguments(item.arguments)})"
        if not item.alternates:
            self.blocks.put(call)
            return
        after = self.blocks.new()
        table = [after, *(self._at(label) for label in item.alternates)]
        self.blocks.put(f"k = {call} or 0")
        self._end(f"pc = {table}[k if 0 < k <= {len(item.alternates)} else 0]")
        self.blocks.start(after)

    def _transfer(self, item: st.InputOutput) -> None:
        jumps = {label: self._at(label) for label in item.jumps}
        self._transfers.write(item, jumps)
        if jumps:
            after = self.blocks.new()
            self._end(f"pc = {after} if k < 0 else k")
            self.blocks.start(after)

    # --- constructs ------------------------------------------------------------------------------

    def _if(self, item: st.If) -> None:
        nested = all(is_nested(arm.body, self._targets) for arm in item.arms)
        if nested and is_nested(item.otherwise, self._targets):
            self._nested_arms(item, 0)
            return
        blocks = self.blocks
        after = blocks.new()
        self._loops.append(_Loop(item.name, None, after))
        for arm in item.arms:
            self._count(Event.TEST, arm)
            taken, other = blocks.new(), blocks.new()
            self._end(f"pc = {taken} if {self._value(arm.condition)} else {other}")
            blocks.start(taken)
            self._count(Event.TAKEN, arm)
            self.body(arm.body)
            if not blocks.ended:
                self._end(f"pc = {after}")
            blocks.start(other)
        self._count(Event.OTHERWISE, item)
        self.body(item.otherwise)
        self._loops.pop()
        blocks.start(after)

    def _nested_arms(self, item: st.If, number: int) -> None:
        blocks = self.blocks
        if number == len(item.arms):
            self._count(Event.OTHERWISE, item)
            self._nested(item.otherwise)
            return
        arm = item.arms[number]
        self._count(Event.TEST, arm)
        blocks.put(f"if {self._value(arm.condition)}:")
        with blocks.indented():
            self._count(Event.TAKEN, arm)
            self._nested(arm.body)
        blocks.put("else:")
        with blocks.indented():
            self._nested_arms(item, number + 1)

    def _nested(self, body: Sequence[Stmt]) -> None:
        """Write a nested body; behind a RETURN in it nothing follows, behind the nest it does."""
        for item in body:
            self._statement(item)
            if self.blocks.ended:
                break
        self.blocks.ended = False

    def _counted(self, item: st.CountedLoop) -> None:
        blocks = self.blocks
        variable = item.variable
        kind = variable.type
        step = self._temporary("s")
        left = self._temporary("n")
        current = self._value(variable)
        if kind not in (Type.INTEGER, Type.REAL, Type.DOUBLE):
            blocks.put(refusal(f"a DO variable of type {kind}"))
        blocks.put(f"{step} = {self._value(item.step)}")
        blocks.put(f"k = {self._value(item.first)}")
        blocks.put(f"{left} = trips(k, {self._value(item.last)}, {step})")
        blocks.put(f"{current} = k")
        blocks.put(f"c[{self._events.number(Event.EMPTY, item)}] += not {left}")
        stepped = f"{current} + {step}"
        if kind is Type.REAL:
            stepped = f"single({stepped})"
        if is_nested(item.body, self._targets):
            blocks.put(f"for _ in islice(fuel, {left}):")
            with blocks.indented():
                self._count(Event.ITERATE, item)
                self._nested(item.body)
                self._count(Event.NEXT, item)
                blocks.put(f"{current} = {stepped}")
            self._count(Event.DONE, item)
            return
        head, start, after, following, done = (blocks.new() for _ in range(5))
        blocks.start(head)
        self._end(f"pc = {start} if {left} > 0 else {done}")
        blocks.start(start)
        self._count(Event.ITERATE, item)
        self._loops.append(_Loop(item.name, following, after))
        self.body(item.body)
        self._loops.pop()
        blocks.start(following)
        self._count(Event.NEXT, item)
        blocks.put(f"{current} = {stepped}")
        blocks.put(f"{left} -= 1")
        self._end(f"pc = {head}")
        blocks.start(done)
        self._count(Event.DONE, item)
        blocks.start(after)

    def _while(self, item: st.While) -> None:
        blocks = self.blocks
        if is_nested(item.body, self._targets):
            blocks.put("for _ in fuel:")
            with blocks.indented():
                self._count(Event.START, item)
                blocks.put(f"if not {self._value(item.condition)}:")
                blocks.put(" break")
                self._count(Event.ITERATE, item)
                self._nested(item.body)
                self._count(Event.NEXT, item)
            blocks.put("else:")
            blocks.put(" out_of_fuel()")
            return
        head, start, after, following = (blocks.new() for _ in range(4))
        blocks.start(head)
        self._count(Event.START, item)
        self._end(f"pc = {start} if {self._value(item.condition)} else {after}")
        blocks.start(start)
        self._count(Event.ITERATE, item)
        self._loops.append(_Loop(item.name, following, after))
        self.body(item.body)
        self._loops.pop()
        blocks.start(following)
        self._count(Event.NEXT, item)
        self._end(f"pc = {head}")
        blocks.start(after)

    def _select(self, item: st.Select) -> None:
        blocks = self.blocks
        after = blocks.new()
        name = self._temporary("k")
        blocks.put(f"{name} = {self._value(item.selector)}")
        starts = [blocks.new() for _ in item.cases]
        default = after
        word = "if"
        for case, start in zip(item.cases, starts, strict=True):
            if case.values is None:
                default = start
                continue
            tests = " or ".join(self._case_test(value, name, item) for value in case.values)
            blocks.put(f"{word} {tests}:")
            blocks.put(f" pc = {start}")
            word = "elif"
        if word == "if":
            blocks.put(f"pc = {default}")
        else:
            blocks.put("else:")
            blocks.put(f" pc = {default}")
        blocks.ended = True
        self._loops.append(_Loop(item.name, None, after))
        for case, start in zip(item.cases, starts, strict=True):
            blocks.start(start)
            self._count(Event.TAKEN, case)
            self.body(case.body)
            if not blocks.ended:
                self._end(f"pc = {after}")
        self._loops.pop()
        blocks.start(after)

    def _case_test(self, value: ex.Expr | ex.Range, name: str, item: st.Select) -> str:
        def compare(operator: str, bound: ex.Expr) -> str:
            if item.selector.type is Type.CHARACTER:
                return f"order({name}, {self._value(bound)}) {operator} 0"
            return f"{name} {operator} {self._value(bound)}"

        if not isinstance(value, ex.Range):
            return compare("==", value)
        tests = [
            compare(operator, bound)
            for operator, bound in ((">=", value.first), ("<=", value.last))
            if bound is not None
        ]
        return f"({' and '.join(tests)})"
