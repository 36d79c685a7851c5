"""What a call reads and writes: its callee's dummy arguments, COMMON blocks, memory behind pointers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.written import base_names
from sad.dependence.accesses import Accesses
from sad.dependence.overlap import HELD
from sad.dependence.sections import Parts
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, may_meet
from sad.ir.walk import expressions, statements, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.facts import Call, UnitFacts
    from sad.analysis.calls.graph import Procedure
    from sad.analysis.unit import EntryAnalysis
    from sad.ir.program import Symbol, Unit


@dataclass(slots=True)
class Touched:
    """What running a unit reads and writes outside itself, its callees included.

    ``dummies_read`` and ``dummies_written`` are its dummy arguments, ``read`` and ``written`` COMMON
    blocks (``/NAME/``), classes of memory behind pointers, and those of global variables that pointers
    may lead to (``held CLASS``). ``obstacle`` is what keeps two runs of
    it from being done at once, whatever they are given; empty if nothing does.
    """

    dummies_read: set[str] = field(default_factory=set[str])
    dummies_written: set[str] = field(default_factory=set[str])
    read: set[str] = field(default_factory=set[str])
    written: set[str] = field(default_factory=set[str])
    obstacle: str = ""


class Callees:
    """What the units of a program touch; ``ProgramEffects`` has what they write.

    Without ``entries`` arrays count as touched as wholes.
    """

    def __init__(self, effects: ProgramEffects, entries: Iterable[EntryAnalysis] = ()) -> None:
        self._effects = effects
        self._graph = effects.graph
        self._known: dict[str, Touched] = {}
        self._entries = {(unit_key(item.unit), item.name): item for item in entries}
        self._accesses: dict[tuple[str, str], Accesses] = {}
        self._parts: dict[tuple[str, str], Parts] = {}

    def accesses(self, entry: EntryAnalysis) -> Accesses:
        """Return the accesses of an entry, which are found once."""
        key = unit_key(entry.unit), entry.name
        if key not in self._accesses:
            self._accesses[key] = Accesses(entry, self)
        return self._accesses[key]

    def procedure(self, item: Procedure) -> Parts | None:
        """Return the elements a procedure touches of its arguments; None where all count."""
        key = unit_key(item.unit), item.name
        entry = self._entries.get(key)
        if entry is None or self._graph.is_recursive(item.unit):
            return None
        if key not in self._parts:
            self._parts[key] = Parts(entry, self.accesses(entry))
        return self._parts[key]

    def facts(self, unit: Unit) -> UnitFacts:
        """Return the facts of a unit."""
        return self._graph.of(unit)

    def procedures(self, call: Call, caller: Unit) -> tuple[Procedure, ...]:
        """Return what a call may start; nothing if that is not in the source."""
        return self._graph.callees(call.name, caller)

    def obstacle(self, call: Call, caller: Unit) -> str:
        """Return why nothing is known of a call, or why it must not run beside another one."""
        procedures = self.procedures(call, caller)
        if not procedures:
            if self._graph.routine(call.name, caller) is not None:
                return f"{call.name} passes messages"
            return f"what {call.name} does is not in the source"
        return next((text for item in procedures if (text := self.of(item.unit).obstacle)), "")

    def kept(self, calls: Iterable[Call], caller: Unit) -> set[str]:
        """Return the variables that calls get and that none of them changes."""
        passed: set[str] = set()
        written: set[str] = set()
        for call in calls:
            procedures = self.procedures(call, caller)
            names = {item.name for item in call.arguments if isinstance(item, ex.Variable)}
            passed |= names
            if not procedures or any(self.of(item.unit).obstacle for item in procedures):
                written |= names
            for item in procedures:
                changed = self.of(item.unit).dummies_written
                for dummy, argument in zip(item.dummies, call.arguments, strict=False):
                    if isinstance(argument, ex.Variable) and dummy in changed:
                        written.add(argument.name)
        return passed - written

    def of(self, unit: Unit) -> Touched:
        """Return what a unit touches."""
        key = unit_key(unit)
        known = self._known.get(key)
        if known is None:
            if self._graph.is_recursive(unit):
                known = Touched(obstacle=f"{unit.name} calls itself")
            else:
                known = self._touched(unit)
            self._known[key] = known
        return known

    def _touched(self, unit: Unit) -> Touched:
        found = Touched()
        facts, effects = self._graph.of(unit), self._effects.of(unit)
        calls = False
        for statement in statements(unit.body):
            match statement:
                case st.InputOutput():
                    found.obstacle = found.obstacle or f"{unit.name} reads or writes files"
                case st.Opaque():
                    found.obstacle = found.obstacle or f"{unit.name} has what is not modelled"
                case st.Stop():
                    found.obstacle = found.obstacle or f"{unit.name} may end the program"
                case _:
                    pass
            for name in _read_names(statement):
                self._note(unit, name, found, writes=False)
            for name in facts.writes_of(statement):
                self._note(unit, name, found, writes=True)
            for call in facts.calls_of(statement):
                calls = True
                found.obstacle = found.obstacle or self.obstacle(call, unit)
                for item in self.procedures(call, unit):
                    theirs = self.of(item.unit)
                    found.read |= theirs.read
                    found.written |= theirs.written
                for name in self._effects.written_arguments(call, unit):
                    self._note(unit, name, found, writes=True)
        found.written |= {f"/{block}/" for block in effects.blocks}
        if calls:  # else what it writes of its arguments is known by their names
            found.written |= effects.memory
            found.dummies_written.update(
                dummy for dummy in unit.every_dummy if effects.may_write(dummy, unit)
            )
            return found
        found.dummies_written |= effects.written & {*unit.every_dummy}
        for dummy in unit.every_dummy:
            memory = unit.symbols[dummy].memory if dummy in unit.symbols else None
            classes = (item.removeprefix(HELD) for item in found.written if item[0] != "/")
            if any(may_meet(memory, item) for item in classes):
                found.dummies_written.add(dummy)
        return found

    def _note(self, unit: Unit, name: str, found: Touched, *, writes: bool) -> None:
        symbol = unit.symbols.get(name)
        if symbol is None:
            return
        if symbol.storage is Storage.DUMMY:
            (found.dummies_written if writes else found.dummies_read).add(name)
            if name in unit.hidden or name not in unit.dummies:
                self._note_memory(symbol, found, writes=writes)
        elif symbol.storage is Storage.COMMON and symbol.block is not None:
            (found.written if writes else found.read).add(f"/{symbol.block}/")
            if symbol.reached:  # what a global pointer leads to
                self._note_memory(symbol, found, writes=writes)
            elif symbol.memory is not None:
                (found.written if writes else found.read).add(f"{HELD}{symbol.memory}")
        elif (symbol.saved and writes) or symbol.storage is Storage.HOST:
            what = symbol.spelling or name
            found.obstacle = found.obstacle or f"{unit.name} keeps {what} from call to call"
        else:
            self._note_memory(symbol, found, writes=writes)

    def _note_memory(self, symbol: Symbol, found: Touched, *, writes: bool) -> None:
        if symbol.memory is not None and not symbol.declared:
            (found.written if writes else found.read).add(symbol.memory)


def _read_names(statement: st.Stmt) -> Iterator[str]:
    """Every name a statement mentions but the target it only sets."""
    if isinstance(statement, st.Assign) and statement.silent:
        return
    for expression in expressions(statement):
        parts = walk(expression)
        if isinstance(statement, st.Assign) and expression is statement.target:
            next(parts)  # the target itself is not read, its subscripts are
        for part in parts:
            if isinstance(part, ex.Variable):
                yield part.name
            else:
                yield from base_names(part)
