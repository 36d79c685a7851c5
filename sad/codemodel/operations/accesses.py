"""Which registers and memory each block of a unit reads and writes, before any value is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Part
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.walk import children, expressions
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.analysis.cfg.graph import Action
    from sad.codemodel.operations.inlining import Procedure
    from sad.codemodel.operations.memory import Memory
    from sad.ir.expr import Expr

Element = tuple[str, tuple["Expr", ...]]
"""A memory scalar (no subscripts) or one element of an array, as the source writes it."""


@record
class Access:
    """A use of memory. ``subscripts`` is None where it is not known which element is meant."""

    name: str
    subscripts: tuple[Expr, ...] | None
    writes: bool
    block: int


@dataclass(slots=True)
class Accesses:
    """What a block does: ``registers`` it writes, memory it uses, versions calls may change."""

    registers: set[str] = field(default_factory=set[str])
    memory: list[Access] = field(default_factory=list[Access])
    clobbered: set[str] = field(default_factory=set[str])


class Scanner:
    """Collects the accesses of blocks."""

    def __init__(self, memory: Memory, procedures: Mapping[str, Procedure]) -> None:
        self._memory = memory
        self._procedures = procedures

    def block(self, number: int, actions: Iterable[Action]) -> Accesses:
        """Return what the actions of a block access."""
        found = Accesses()
        for action in actions:
            self._action(action, number, found)
        return found

    def _action(self, action: Action, block: int, found: Accesses) -> None:
        statement = action.statement
        match action.part:
            case Part.LOOP_ENTRY | Part.LOOP_STEP if isinstance(statement, st.CountedLoop):
                self._target(statement.variable, block, found)
                if action.part is Part.LOOP_ENTRY:
                    for bound in (statement.first, statement.last, statement.step):
                        self._value(bound, block, found)
            case Part.CONDITION | Part.OPERAND:
                if action.condition is not None:
                    self._value(action.condition, block, found)
            case Part.WHOLE:
                self._statement(statement, block, found)
            case _:
                pass

    def _statement(self, statement: st.Stmt, block: int, found: Accesses) -> None:
        match statement:
            case st.Assign(silent=True):
                pass
            case st.Assign(target=target, value=value):
                self._value(value, block, found)
                self._target(target, block, found)
            case st.CallStatement(name=name, arguments=arguments, hidden=hidden):
                self._call(name, (*arguments, *hidden), block, found)
            case st.AssignLabel(variable=variable):
                found.registers.add(variable)
            case st.InputOutput(controls=controls, results=results, items=items):
                for item in (*controls, *items):
                    self._value(item, block, found)
                for item in results:
                    self._target(item, block, found)
            case st.Opaque():
                found.clobbered.update(every_version(self._memory))
            case _:
                for expression in expressions(statement):
                    self._value(expression, block, found)

    def _value(self, node: Expr, block: int, found: Accesses) -> None:
        match node:
            case ex.Variable(name=name):
                if self._memory.of(name) is not None:
                    found.memory.append(Access(name, (), False, block))
            case ex.Element() | ex.Section():
                self._array(node, block, found, writes=False)
            case ex.FunctionCall(name=name, arguments=arguments, hidden=hidden):
                self._call(name, (*arguments, *hidden), block, found)
            case ex.ImpliedDo(variable=variable):
                found.registers.add(variable)
                for part in children(node):
                    self._value(part, block, found)
            case _:
                for part in children(node):
                    self._value(part, block, found)

    def _target(self, target: Expr, block: int, found: Accesses) -> None:
        match target:
            case ex.Variable(name=name):
                if self._memory.of(name) is None:
                    found.registers.add(name)
                else:
                    found.memory.append(Access(name, (), True, block))
            case ex.Element() | ex.Section():
                self._array(target, block, found, writes=True)
            case ex.Substring(base=base) | ex.Field(base=base):
                self._target(base, block, found)
            case ex.ImpliedDo(items=items, variable=variable):
                found.registers.add(variable)
                for item in items:
                    self._target(item, block, found)
            case _:
                pass

    def _array(
        self, node: ex.Element | ex.Section, block: int, found: Accesses, *, writes: bool
    ) -> None:
        """Keep an access to an array and what its subscripts read."""
        subscripts = node.subscripts if isinstance(node, ex.Element) else None
        for part in subscripts or ():
            self._value(part, block, found)
        found.memory.append(Access(node.array, subscripts, writes, block))

    def _call(self, name: str, arguments: tuple[Expr, ...], block: int, found: Accesses) -> None:
        procedure = self._procedures.get(name)
        for argument in arguments:
            if not isinstance(argument, ex.Variable):
                self._value(argument, block, found)
            elif self._memory.of(argument.name) is not None:
                found.memory.append(Access(argument.name, None, False, block))
        if procedure is not None and procedure.small:
            for target in arguments_written(procedure, arguments):
                self._target(target, block, found)
            if not procedure.reaches:
                return
        found.clobbered.update(self._memory.shared)
        for argument in arguments:
            name = argument.name if isinstance(argument, ex.Variable) else ""
            name = argument.array if isinstance(argument, ex.Element | ex.Section) else name
            place = self._memory.of(name)
            if place is not None:
                found.clobbered.update(place.stores)


def arguments_written(
    procedure: Procedure, arguments: tuple[Expr, ...]
) -> Iterable[ex.Variable | ex.Element]:
    """Yield the actual arguments that a procedure assigns."""
    for dummy, argument in zip(procedure.dummies, arguments, strict=False):
        if dummy in procedure.writes and isinstance(argument, ex.Variable | ex.Element):
            yield argument


def every_version(memory: Memory) -> set[str]:
    """Return all versions of memory there are in a unit."""
    return {version for place in memory.places.values() for version in place.stores}
