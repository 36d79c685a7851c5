"""IF, DO, DO WHILE and SELECT to nested Python where nothing jumps, to blocks and jumps elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from tests.support.interpreter.blocks import Blocks
from tests.support.interpreter.events import Event, Events
from tests.support.interpreter.expressions import Expressions, refusal
from tests.support.interpreter.jumps import is_nested, targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt
    from tests.support.interpreter.events import Node


@dataclass(frozen=True, slots=True)
class OpenLoop:
    """An open loop or named construct: blocks for CYCLE (None for IF and SELECT) and EXIT."""

    name: str | None
    cycle: int | None
    leave: int


class Constructs:
    """Writes the constructs of ``unit``; what a single statement is, a subclass says."""

    def __init__(self, unit: Unit, expressions: Expressions, events: Events) -> None:
        self.blocks = Blocks()
        self._unit = unit
        self._expressions = expressions
        self._events = events
        self._targets = targets(unit)
        self._labels: dict[str, int] = {}
        self._loops: list[OpenLoop] = []
        self._serial = 0

    def _statement(self, item: Stmt) -> None:
        """Write one statement."""
        raise NotImplementedError

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

    def _loop(self, name: str | None, *, leave: bool) -> int:
        for loop in reversed(self._loops):
            if name is None and loop.cycle is None:
                continue
            if name is None or loop.name == name:
                return loop.leave if leave else loop.cycle or 0
        raise AssertionError(f"EXIT or CYCLE outside {name or 'a loop'}")

    def _if(self, item: st.If) -> None:
        nested = all(is_nested(arm.body, self._targets) for arm in item.arms)
        if nested and is_nested(item.otherwise, self._targets):
            self._nested_arms(item, 0)
            return
        blocks = self.blocks
        after = blocks.new()
        self._loops.append(OpenLoop(item.name, None, after))
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
        way = f", {item.direction}" if item.direction else ""
        blocks.put(f"{left} = trips(k, {self._value(item.last)}, {step}{way})")
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
        self._iteration(item, start, following, after)
        blocks.put(f"{current} = {stepped}")
        blocks.put(f"{left} -= 1")
        self._end(f"pc = {head}")
        blocks.start(done)
        self._count(Event.DONE, item)
        blocks.start(after)

    def _while(self, item: st.While) -> None:
        blocks = self.blocks
        if item.at_end:
            self._repeat(item)
            return
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
        self._iteration(item, start, following, after)
        self._end(f"pc = {head}")
        blocks.start(after)

    def _iteration(
        self, item: st.CountedLoop | st.While, start: int, following: int, after: int
    ) -> None:
        """Write a loop's body from block ``start`` to ``following``; EXIT leads to ``after``."""
        self.blocks.start(start)
        self._count(Event.ITERATE, item)
        self._loops.append(OpenLoop(item.name, following, after))
        self.body(item.body)
        self._loops.pop()
        self.blocks.start(following)
        self._count(Event.NEXT, item)

    def _repeat(self, item: st.While) -> None:
        """A loop that tests after each iteration."""
        blocks = self.blocks
        start, after, test = (blocks.new() for _ in range(3))
        blocks.start(start)
        self._count(Event.ITERATE, item)
        self._loops.append(OpenLoop(item.name, test, after))
        self.body(item.body)
        self._loops.pop()
        blocks.start(test)
        self._count(Event.START, item)
        self._end(f"pc = {start} if {self._value(item.condition)} else {after}")
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
        self._loops.append(OpenLoop(item.name, None, after))
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
