"""One program unit to Python source: its stores, its functions, its initial values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import UnitKind
from sad.ir.walk import statements
from tests.support.interpreter.data import Data, initial_lines
from tests.support.interpreter.errors import NotInterpreted
from tests.support.interpreter.events import Event, Events
from tests.support.interpreter.expressions import Expressions
from tests.support.interpreter.flow import Flow
from tests.support.interpreter.layout import Home, elements, layout_of
from tests.support.interpreter.names import MEMORY, Names, identifier

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.ir.program import Unit
    from tests.support.interpreter.details import Details


class UnitCode:
    """The code of ``unit``, the ``number``-th of its program.

    ``stores`` and ``data`` run once, in this order; ``functions`` define one function for the unit
    and one for each ENTRY; ``buffers`` are sizes [bytes]; ``called`` the procedures it refers to.
    """

    def __init__(self, unit: Unit, details: Details, events: Events, number: int) -> None:
        self._unit = unit
        table = details.tables.get((unit.span.file, unit.span.line))
        slots, self.buffers = layout_of(unit, table, f"{number}.")
        self._names = Names(unit, slots, number)
        self._wide = table is None
        self._expressions = Expressions(self._names, wide=self._wide)
        self._expressions.evaluated = partial(events.number, Event.OPERAND)
        self._events = events
        self._entries = [item for item in statements(unit.body) if isinstance(item, st.EntryPoint)]
        self.stores = list(self._stores())
        if table is None:
            self.data = list(initial_lines(unit, self._expressions))
        else:
            tables = {name for name, entry in table.entries.items() if entry.value is not None}
            tables |= {name for name in slots if name not in table.entries}  # of a module
            self.data = [
                *Data(table, self._expressions).lines(),
                *initial_lines(unit, self._expressions, tables),
            ]
        self.functions: list[str] = []
        if unit.kind not in (UnitKind.BLOCK_DATA, UnitKind.MODULE):
            flow = Flow(unit, self._expressions, events, details, self._leave())
            flow.write()
            self.functions = [*self._body(flow), *self._entry_functions(flow)]

    @property
    def called(self) -> set[str]:
        """The procedures the unit calls or passes, by name."""
        return self._expressions.called

    def _stores(self) -> Iterator[str]:
        names = self._names
        for name, slot in names.slots.items():
            if slot.home is Home.BYTES and names.is_open(name):
                place = f"{slot.symbol.block!r}, '', 'open'"
                yield f"{names.store(name)} = heap.shared({place}, Growing)"
            elif slot.home is Home.BYTES and self._wide:
                symbol = slot.symbol
                place = f"{symbol.block!r}, {name.partition('.')[2]!r}, {symbol.type.value!r}"
                made = f"lambda: {self._new_list(name, _zero(slot.kind))}"
                yield f"{names.store(name)} = heap.shared({place}, {made})"
            elif slot.home is Home.STATIC and self._wide:
                yield f"{names.store(name)} = {self._new_list(name, _zero(slot.kind))}"
            elif slot.home is Home.BYTES:
                kind = f"Type.{slot.kind.name}"
                place = f"{slot.buffer!r}, {slot.offset}, {kind}, {slot.size}"
                yield f"{names.store(name)} = memory.view({place})"
            elif slot.home is Home.STATIC:
                yield f"{names.store(name)} = {self._new_list(name)}"
        yield from self._records(Home.STATIC)

    def _records(self, home: Home) -> Iterator[str]:
        """Yield what puts the arrays of structures where those find them that they are passed to."""
        names = self._names
        for name, slot in names.slots.items() if self._wide else ():
            if slot.kind is not Type.DERIVED or slot.home is not home or slot.symbol.dimensions:
                continue
            inside = (other for other in names.slots if other.startswith(f"{name}."))
            arrays = [item for item in inside if names.slots[item].symbol.dimensions]
            parts = [f"{item.partition('.')[2]!r}: {names.store(item)}" for item in arrays]
            yield f"{names.store(name)}[0] = Record({{{', '.join(parts)}}})"

    def _new_list(self, name: str, empty: str | None = None) -> str:
        slot = self._names.slots[name]
        if self._names.is_open(name):
            return "Growing()"
        if self._wide:
            count = self._names.element_count(name)
            return f"Growing({empty})" if count is None else f"[{empty}] * {count}"
        if slot.symbol.dimensions and self._names.element_count(name) is None:
            return f"[None] * ({self._extent(name)})"
        count = elements(slot.symbol, self._unit)
        return f"[{_undefined(slot.kind, slot.size)}] * {count}"

    def _extent(self, name: str) -> str:
        """Return the size of an array of the unit's own whose bounds are not constant."""
        parts: list[str] = []
        for dimension in self._names.slots[name].symbol.dimensions:
            if dimension.upper is None:
                raise NotInterpreted(f"{name} is no dummy and has no bounds")
            lower = "1" if dimension.lower is None else self._expressions.value(dimension.lower)
            parts.append(f"max(0, {self._expressions.value(dimension.upper)} - {lower} + 1)")
        return " * ".join(parts)

    def _leave(self) -> str:
        """Return the code that returns from the unit, with the result of the entry it was called by."""
        unit, names = self._unit, self._names
        if unit.result is None:
            return "return 0"
        results = [names.scalar(unit.result)]
        results += [
            names.scalar(item.name) if item.name in names.slots else results[0]
            for item in self._entries
        ]
        if len(set(results)) == 1:
            return f"return {results[0]}"
        choices = [f"{text} if entry == {at} else" for at, text in enumerate(results[:-1])]
        return f"return {' '.join(choices)} {results[-1]}"

    def _dummies(self) -> list[str]:
        """Return the dummies of all entries, each once."""
        found = [*self._unit.dummies, *self._unit.hidden]
        for item in self._entries:
            found += [name for name in item.dummies if name not in found]
        return found

    def _body(self, flow: Flow) -> Iterator[str]:
        parameters = "".join(f", {self._pair(name)}" for name in self._dummies())
        yield f"def b{self._names.number}(pc, entry{parameters}):"
        for line in (*self._prologue(), *flow.blocks.lines()):
            yield " " + line

    def _pair(self, name: str) -> str:
        return f"v_{identifier(name)}, o_{identifier(name)}"

    def _prologue(self) -> Iterator[str]:
        names = self._names
        for name, slot in names.slots.items():
            store = names.store(name)
            if slot.home is Home.REGISTER:
                yield f"{store} = {_undefined(slot.kind, slot.size)}"
            elif slot.home is Home.LIST:
                yield f"{store} = {self._new_list(name)}"
            elif slot.home is Home.DUMMY and slot.kind is Type.CHARACTER and slot.size is not None:
                pair, array = self._pair(name), bool(slot.symbol.dimensions)
                yield f"if {store} is not None:"
                yield f" {pair} = character_dummy({pair}, {slot.size}, {array})"
            elif slot.home is Home.DUMMY and f"{name}{MEMORY}" in self._unit.symbols:
                pair = self._pair(name)
                yield f"{pair} = [heap.pointer({pair})], 0"
            elif slot.home is Home.MEMBER:
                root, _, member = name.partition(".")
                made = f"lambda: {self._new_list(name, 'None')}"
                yield f"{store} = heap.member({self._pair(root)}, {member!r}, {made})"
        yield from self._records(Home.LIST)
        for name, slot in names.slots.items() if not self._wide else ():
            if names.is_open(name):
                continue
            if slot.symbol.dimensions and not names.is_fixed(name):
                yield f"if {names.store(name)} is not None:"
                for line in self._bounds(name):
                    yield " " + line

    def _bounds(self, name: str) -> Iterator[str]:
        """Yield the lines that fix an array's strides at entry, and the index of subscripts zero."""
        names = self._names
        strides, lowers = names.strides(name), names.lower(name)
        zero = names.start(name)
        extent = "1"
        for number, dimension in enumerate(names.slots[name].symbol.dimensions):
            stride, lower = strides[number], lowers[number]
            text = str(stride)
            if stride is None:
                text = names.stride_name(name, number)
                yield f"{text} = {extent}"
            low = str(lower)
            if lower is None and dimension.lower is not None:
                low = self._expressions.value(dimension.lower)
            zero += f" - ({low}) * {text}"
            if dimension.upper is not None:
                upper = self._expressions.value(dimension.upper)
                extent = f"{text} * ({upper} - ({low}) + 1)"
        yield f"{names.zero_name(name)} = {zero}"

    def _entry_functions(self, flow: Flow) -> Iterator[str]:
        own = self._events.number(Event.START, self._unit)
        dummies = self._unit.dummies + self._unit.hidden
        yield from self._function(self._unit.name, dummies, own, 0, 0)
        for number, item in enumerate(self._entries, 1):
            event = self._events.number(Event.START, item)
            start = flow.entries[item.name]
            yield from self._function(item.name, item.dummies, event, start, number)

    def _function(
        self, name: str, dummies: tuple[str, ...], event: int, start: int, entry: int
    ) -> Iterator[str]:
        given = ", ".join(self._pair(dummy) for dummy in dummies)
        passed = [self._pair(item) if item in dummies else "None, 0" for item in self._dummies()]
        yield f"def f_{identifier(name)}({given}):"
        yield f" c[{event}] += 1"
        yield f" return b{self._names.number}({', '.join([str(start), str(entry), *passed])})"


def _zero(kind: Type) -> str:
    """Return what a variable that lives as long as the program holds at its start in C."""
    match kind:
        case Type.INTEGER:
            return "0"
        case Type.COMPLEX | Type.DOUBLE_COMPLEX:
            return "0j"
        case _:
            return "0.0"


def _undefined(kind: Type, size: int | None) -> str:
    """Return the value of a variable that has none: a string has a length all the same."""
    return repr("\0" * (size or 0)) if kind is Type.CHARACTER else "None"
