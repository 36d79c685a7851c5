"""The statements of one unit to blocks of Python lines: simple ones and jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import stmt as st
from tests.support.interpreter.assign import assign
from tests.support.interpreter.constructs import Constructs
from tests.support.interpreter.events import Event, Events
from tests.support.interpreter.expressions import Expressions, refusal
from tests.support.interpreter.names import CLEAR
from tests.support.interpreter.transfer import Transfers

if TYPE_CHECKING:
    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt
    from tests.support.interpreter.details import Details


class Flow(Constructs):
    """Writes the statements of ``unit``; ``leave`` is the code that returns from it."""

    def __init__(
        self, unit: Unit, expressions: Expressions, events: Events, details: Details, leave: str
    ) -> None:
        super().__init__(unit, expressions, events)
        self.entries: dict[str, int] = {}
        self._transfers = Transfers(expressions, details, events, self.blocks)
        self._leave = leave

    def write(self) -> None:
        """Write the unit's body; control that reaches its end leaves it."""
        self.body(self._unit.body)
        if not self.blocks.ended:
            self._count(Event.LEAVE, self._unit)
            self.blocks.put(self._leave)

    def _statement(self, item: Stmt) -> None:
        if isinstance(item, st.Mark):
            return
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
            case st.Assign(silent=True) if self._expressions.wide:
                pass  # both names are one place
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

    def _call(self, item: st.CallStatement) -> None:
        function = self._expressions.procedure(item.name)
        arguments = self._expressions.arguments(item.arguments + item.hidden)
        if item.name == CLEAR:
            arguments += f", {self._expressions.element_bytes(item.arguments[0])}"
        call = f"{function}({arguments})"
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
