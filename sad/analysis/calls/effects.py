"""What calling a unit does to integer scalars of its caller: which it may write, which it uses.

Conservative: a procedure that is not in the program may write all its arguments and every COMMON
variable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.graph import CallGraph, unit_key
from sad.analysis.values.cells import (
    Cells,
    array_of,
    is_common,
)
from sad.analysis.values.common_names import place_of
from sad.ir import expr as ex
from sad.ir.program import Storage, may_meet
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.graph import Procedure
    from sad.analysis.values.cells import Cell
    from sad.ir import stmt as st
    from sad.ir.program import Symbol, Unit

_PERSISTENT = "mpi_recv_init"
_STARTS = frozenset({"mpi_start", "mpi_startall"})


@mutable
class Effects:
    """Effects of one unit, its callees included.

    ``written`` holds names of its dummy arguments and COMMON cells; ``commons`` are the COMMON cells
    it or a callee looks at, with a name to show: no others are traced in it; ``writes_any_common`` is
    set when an unknown
    procedure is called, ``calls_external`` if that is one whose source is not there (not a dummy);
    ``stops_at`` is where it may end the program; ``memory`` are the classes of memory it may write,
    ``blocks`` the COMMON blocks.
    """

    written: set[Cell] = field(default_factory=set["Cell"])
    commons: dict[Cell, str] = field(default_factory=dict["Cell", str])
    writes_any_common: bool = False
    calls_external: bool = False
    stops_at: st.Stop | None = None
    memory: set[str] = field(default_factory=set[str])
    blocks: set[str] = field(default_factory=set[str])

    def traced(self, cells: Iterable[Cell]) -> dict[Cell, None]:
        """Return those of some cells that are traced in the unit, each once."""
        commons = self.commons
        return {cell: None for cell in cells if cell in commons or not is_common(cell)}

    def may_write(self, dummy: str, unit: Unit) -> bool:
        """Whether a dummy argument may be written, by its name or by a pointer that may lead there."""
        if dummy in self.written:
            return True
        symbol = unit.symbols.get(dummy)
        return symbol is not None and any(may_meet(symbol.memory, item) for item in self.memory)

    def write_to(self, symbol: Symbol, unit: Unit) -> None:
        """Note that a variable or array is written, as far as other names may mean the same place.

        Of what callers hand over they know the name.
        """
        if symbol.memory is not None and not is_handed_over(symbol, unit):
            self.memory.add(symbol.memory)
        if symbol.block is not None:
            self.blocks.add(symbol.block)


def is_handed_over(symbol: Symbol, unit: Unit) -> bool:
    """Whether a name is what a dummy pointer leads to, handed over as an argument of its own."""
    pointer = symbol.name.partition(".")[0]
    return (
        symbol.name in unit.hidden
        and pointer in unit.dummies
        and set(symbol.reached) <= {pointer}
        and not symbol.by_value
    )


@record
class ProgramEffects:
    """Effects and cells of all units of a program, by unit key; ``names`` are those of COMMON cells."""

    graph: CallGraph
    cells: dict[str, Cells]
    effects: dict[str, Effects]
    names: Mapping[Cell, str]
    _written: dict[int, list[Cell]] = field(default_factory=dict[int, list["Cell"]])
    _changed: dict[int, dict[Cell, None]] = field(default_factory=dict[int, "dict[Cell, None]"])
    _arguments: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    _typed: dict[Cell, tuple[int, Symbol]] = field(
        default_factory=dict["Cell", tuple[int, "Symbol"]]
    )

    def of(self, unit: Unit) -> Effects:
        """Return the effects of a unit."""
        return self.effects[unit_key(unit)]

    def name_of(self, cell: Cell) -> str:
        """Return the name of a COMMON cell where a unit has none of its own for it."""
        return self.names.get(cell) or place_of(cell)

    def typed(self, wanted: Sequence[Cell]) -> list[tuple[Cell, Symbol]]:
        """Return COMMON cells whose values are no integers with a variable of each, in fixed order.

        All are looked up once: thousands of units may mention the same blocks.
        """
        if wanted and not self._typed:
            for unit in self.graph.order:
                for name, cell in self.cells[unit_key(unit)].by_name.items():
                    if " " in cell and cell not in self._typed:
                        self._typed[cell] = (len(self._typed), unit.symbols[array_of(name)])
        found = [(cell, self._typed[cell]) for cell in wanted if cell in self._typed]
        found.sort(key=lambda item: item[1][0])
        return [(cell, variable) for cell, (_, variable) in found]

    def constant_arrays(self, unit: Unit) -> frozenset[str]:
        """Return the local arrays of a unit that hold their load-time values for ever."""
        found = {
            name
            for name, symbol in unit.symbols.items()
            if symbol.runs
            and not symbol.volatile
            and symbol.storage is Storage.LOCAL
            and symbol.shares is None
        }
        if not found:
            return frozenset()
        memory = self.of(unit).memory
        found = {
            name
            for name in found
            if not any(may_meet(unit.symbols[name].memory, written) for written in memory)
        }
        facts = self.graph.facts[unit_key(unit)]
        for names in facts.writes.values():
            found.difference_update(names)
        for calls in facts.calls.values():
            for call in calls:
                found.difference_update(self.written_arguments(call, unit))
        return frozenset(found)

    def written_arguments(self, call: Call, caller: Unit) -> tuple[str, ...]:
        """Return the variables and arrays of the caller that a call may change through arguments."""
        known = self._arguments.get(id(call))
        if known is None:
            known = self._arguments[id(call)] = tuple(self._find_arguments(call, caller))
        return known

    def _find_arguments(self, call: Call, caller: Unit) -> Iterator[str]:
        callees = self.graph.callees(call.name, caller)
        effects = [self.of(item.unit) for item in callees]
        routine = None if callees else self.graph.routine(call.name, caller)
        for position, argument in enumerate(call.arguments):
            if routine is not None and not routine.writes(position):
                continue
            if callees and not any(
                position < len(item.dummies) and theirs.may_write(item.dummies[position], item.unit)
                for item, theirs in zip(callees, effects, strict=True)
            ):
                continue
            name = _variable_of(argument)
            if name is not None:
                yield name
        for procedure, symbol in self._unseen(call, callees):
            position = procedure.dummies.index(symbol.name.partition(".")[0])
            if position < len(call.arguments):
                name = _variable_of(call.arguments[position])
                if name is not None:
                    yield name
        if routine is not None and routine.name in _STARTS:
            yield from self._received_by_requests(caller)

    def _unseen(
        self, call: Call, callees: Sequence[Procedure]
    ) -> Iterator[tuple[Procedure, Symbol]]:
        """What callees write of what is handed over to them, if the call has no name for it."""
        for procedure in callees:
            written = self.of(procedure.unit).written
            for position, dummy in enumerate(procedure.dummies):
                symbol = procedure.unit.symbols.get(dummy)
                if symbol is None or dummy not in written:
                    continue
                if not is_handed_over(symbol, procedure.unit):
                    continue
                known = position < len(call.arguments)
                if not known or _variable_of(call.arguments[position]) is None:
                    yield procedure, symbol

    def memory_of(self, call: Call, caller: Unit) -> set[str]:
        """Return the classes of memory that a call may write besides what its arguments name."""
        callees = self.graph.callees(call.name, caller)
        found = set[str]().union(*(self.of(item.unit).memory for item in callees))
        unseen = (symbol.memory for _, symbol in self._unseen(call, callees))
        return found.union(memory for memory in unseen if memory is not None)

    def _received_by_requests(self, unit: Unit) -> Iterator[str]:
        """Yield what requests of a unit receive into that are made once and started again and again."""
        for calls in self.graph.facts[unit_key(unit)].calls.values():
            for call in calls:
                routine = self.graph.routine(call.name, unit)
                if routine is not None and routine.name == _PERSISTENT:
                    name = _variable_of(call.arguments[0])
                    if name is not None:
                        yield name

    def may_change(self, array: str, statement: st.Stmt, unit: Unit) -> bool:
        """Whether a statement may write to an array, itself or through what it calls."""
        symbol, facts = unit.symbols[array], self.graph.facts[unit_key(unit)]
        changed = set(facts.changed_by(statement))
        if array in changed:
            return True
        for name in changed if symbol.memory is not None or symbol.shares is not None else ():
            other = unit.symbols.get(name)
            if other is not None and (
                may_meet(symbol.memory, other.memory) or None is not symbol.shares == other.shares
            ):
                return True
        if symbol.memory is None and symbol.block is None:
            return False
        for call in facts.calls_of(statement):
            callees = self.graph.callees(call.name, unit)
            effects = [self.of(item.unit) for item in callees]
            if not callees and not self.graph.is_bounded(call.name, unit):
                return True
            if any(item.writes_any_common for item in effects):
                return True
            if any(symbol.block in item.blocks for item in effects) or any(
                may_meet(symbol.memory, memory) for memory in self.memory_of(call, unit)
            ):
                return True
        return False

    def moved(self, unit: Unit) -> frozenset[Cell]:
        """Return the cells reached through pointers that the unit changes: not what came in.

        So is a dummy pointer itself: callers know what it led to by the name that it has here.
        """
        cells = self.cells[unit_key(unit)]
        pointers = {
            symbol.reached[0]
            for symbol in unit.symbols.values()
            if symbol.reached and symbol.reached[0] in unit.dummies
        }
        if not cells.behind:
            return frozenset(pointers)
        facts = self.graph.facts[unit_key(unit)]
        changed = {name for names in facts.writes.values() for name in names}
        for calls in facts.calls.values():
            for call in calls:
                changed.update(self.written_arguments(call, unit))
        behind = {cell for name in changed for cell in cells.behind.get(name, ())}
        return frozenset(pointers | behind)

    def written_by(self, call: Call, caller: Unit) -> list[Cell]:
        """Return the caller's cells that a call may write: arguments and COMMON variables."""
        known = self._written.get(id(call))
        if known is None:
            known = self._written[id(call)] = self._find_written(call, caller)
        return known

    def changed_by(self, call: Call, caller: Unit) -> Iterable[Cell]:
        """Return the cells a call may write whose values are traced in the caller."""
        known = self._changed.get(id(call))
        if known is None:
            known = self.of(caller).traced(self.written_by(call, caller))
            self._changed[id(call)] = known
        return known

    def forget(self, units: Iterable[Unit]) -> None:
        """Forget what the calls in units write, after effects have changed."""
        for unit in units:
            for calls in self.graph.facts[unit_key(unit)].calls.values():
                for call in calls:
                    self._written.pop(id(call), None)
                    self._arguments.pop(id(call), None)

    def _find_written(self, call: Call, caller: Unit) -> list[Cell]:
        cells = self.cells[unit_key(caller)]
        callees = self.graph.callees(call.name, caller)
        effects = [self.of(item.unit) for item in callees]
        written = [
            cell for name in self.written_arguments(call, caller) for cell in cells.killed_by(name)
        ]
        unknown = not callees and not self.graph.is_bounded(call.name, caller)
        if unknown or any(item.writes_any_common for item in effects):
            written.extend(self.of(caller).commons)
            for names in cells.in_memory.values():
                written.extend(names)
        for item in effects:
            written.extend(sorted(filter(is_common, item.written)))  # a set has no order
        for memory in sorted(self.memory_of(call, caller)):
            written.extend(cells.reachable(memory))
        if cells.behind:
            own = {cell: name for name, cell in cells.by_name.items()}
            for cell in list(written):
                written.extend(cells.behind.get(own.get(cell, ""), ()))
        return written


def _variable_of(argument: ex.Expr) -> str | None:
    """The variable or array that is passed by reference."""
    while isinstance(argument, ex.Substring):
        argument = argument.base
    if isinstance(argument, ex.Variable):
        return argument.name
    return argument.array if isinstance(argument, ex.Element | ex.Section) else None
