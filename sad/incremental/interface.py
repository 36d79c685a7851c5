"""What callers see of a unit, as data, and stand-ins for the unit made of it.

The analysis of a caller only ever gets stand-ins, with a cache or without one entry in it: what is not
in the interface cannot have influenced the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.json_form import PolyReader, Writer
from sad.analysis.calls.effects import Effects
from sad.analysis.calls.facts import UnitFacts
from sad.analysis.calls.graph import Procedure
from sad.analysis.messages.communicators import Communicator
from sad.analysis.messages.questions import Question
from sad.analysis.values.cells import Cells
from sad.analysis.values.elements import shape_of
from sad.ir import stmt as st
from sad.ir.expr import Constant, OpaqueExpr, Type
from sad.ir.program import Dimension, Storage, Symbol, Unit, UnitKind
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span

Json = Any


@record
class EntryPart:
    """One entry of a unit: its name in the description, whether it ever returns, what it leaves.

    ``used`` are the symbols that its counts depend on. ``made`` and ``questions`` are the communicators
    it hands out and what it asks about those it is given.
    """

    name: str
    described: str
    dummies: tuple[str, ...]
    ends: bool
    exits: Mapping[str, Poly]
    used: tuple[str, ...]
    made: Mapping[int, Communicator] = field(default_factory=dict[int, "Communicator"])
    questions: Mapping[str, Question] = field(default_factory=dict[str, "Question"])

    def inputs(self) -> set[str]:
        """Return the symbols of which callers need the values, among others."""
        formulas = [*self.exits.values()]
        for comm in self.made.values():
            formulas += comm.formulas()
        for question in self.questions.values():
            formulas += (question.handle, *question.values)
        return {*self.used, *self.exits}.union(*map(atoms.free_symbols, formulas))


@record
class StandIn:
    """A unit as its callers see it: what its analysis found, or what was read of that."""

    unit: Unit
    facts: UnitFacts
    cells: Cells
    effects: Effects
    entries: Mapping[str, EntryPart]

    def procedure(self, name: str) -> Procedure:
        """Return one of the unit's entries as something to call."""
        return Procedure(name, self.unit, self.entries[name].dummies)


def interface_of(seen: StandIn) -> Json:
    """Return what callers see of a unit. No line numbers: moving a unit changes nothing for them."""
    unit, cells, effects = seen.unit, seen.cells, seen.effects
    writer = Writer()
    names = {name for part in seen.entries.values() for name in part.dummies} | set(
        unit.every_dummy
    )
    entries = [
        [
            part.name,
            part.described,
            part.dummies,
            part.ends,
            {cell: writer.poly(part.exits[cell]) for cell in sorted(part.exits)},
            part.used,
            _messages(part, writer),
        ]
        for part in seen.entries.values()
    ]
    return {
        "unit": [unit.name, unit.kind, unit.dummies, unit.hidden, unit.result],
        "symbols": {
            name: _symbol(unit.symbols[name], unit)
            for name in sorted(names)
            if name in unit.symbols
        },
        "traced": sorted(name for name in names if name in cells.by_name),
        "elements": {
            name: cells.elements[name] for name in sorted(names) if name in cells.elements
        },
        "effects": [
            sorted(effects.written),
            list(effects.commons),
            effects.writes_any_common,
            effects.calls_external,
            effects.stops_at is not None,
            sorted(effects.memory),
            sorted(effects.blocks),
        ],
        "stops": seen.facts.stops is not None,
        "entries": entries,
        "atoms": writer.table,
    }


def _messages(part: EntryPart, writer: Writer) -> Json:
    """The communicators that an entry hands to its callers, and its questions in the order they were
    asked: later ones use earlier ones.
    """
    poly = writer.poly
    made = [
        [handle, poly(c.size), poly(c.own), [*map(poly, c.sides)], [*map(poly, c.periods)]]
        for handle, c in sorted(part.made.items())
    ]
    questions = [
        [symbol, poly(q.handle), q.kind, list(q.places), [*map(poly, q.values)]]
        for symbol, q in part.questions.items()
    ]
    return [made, questions]


def _read_messages(
    value: Json, reader: PolyReader
) -> tuple[dict[int, Communicator], dict[str, Question]]:
    made, questions = value
    poly = reader.poly

    def formulas(items: Json) -> tuple[Poly, ...]:
        return tuple(map(poly, items))

    return {
        handle: Communicator(poly(size), poly(own), formulas(sides), formulas(periods))
        for handle, size, own, sides, periods in made
    }, {
        symbol: Question(poly(handle), kind, tuple(places), formulas(values))
        for symbol, handle, kind, places, values in questions
    }


def _symbol(symbol: Symbol, unit: Unit) -> Json:
    shape = shape_of(symbol, unit.symbols)
    kind, storage = symbol.type, symbol.storage
    order, through = symbol.row_major, [symbol.memory, *symbol.reached]
    return [kind, storage, symbol.size_bytes, bool(symbol.dimensions), shape, order, through]


def stand_in(value: Json, span: Span) -> StandIn:
    """Return the stand-in that an interface describes; ``span`` is where the unit is."""
    name, kind, dummies, hidden, result = value["unit"]
    symbols = {item: _read_symbol(item, *parts) for item, parts in value["symbols"].items()}
    unit = Unit(
        name, UnitKind(kind), tuple(dummies), result, symbols, (), (), span, hidden=tuple(hidden)
    )
    elements = {array: list(cells) for array, cells in value["elements"].items()}
    traced = {item: item for item in value["traced"]}
    traced.update((cell, cell) for cells in elements.values() for cell in cells)
    written, commons, any_common, external, stops, memory, blocks = value["effects"]
    stop = st.Stop(span=span)
    effects = Effects(
        set(written),
        dict.fromkeys(commons, ""),
        any_common,
        external,
        stop if stops else None,
        set(memory),
        set(blocks),
    )
    polys = PolyReader(value["atoms"])
    entries = {
        entry: EntryPart(
            entry,
            described,
            tuple(names),
            ends,
            {cell: polys.poly(item) for cell, item in exits.items()},
            tuple(used),
            *_read_messages(messages, polys),
        )
        for entry, described, names, ends, exits, used, messages in value["entries"]
    }
    facts = UnitFacts(stops=stop if value["stops"] else None)
    return StandIn(unit, facts, Cells(traced, elements), effects, entries)


def _read_symbol(
    name: str,
    kind: str,
    storage: str,
    size: int | None,
    is_array: bool,
    shape: list[tuple[int, int | None]] | None,
    row_major: bool,
    through: tuple[str | None, ...],
) -> Symbol:
    if shape is None:
        dimensions = (Dimension(OpaqueExpr("", "not constant"), None),) * is_array
    else:
        dimensions = tuple(
            Dimension(
                Constant(lower, Type.INTEGER),
                None if extent is None else Constant(lower + extent - 1, Type.INTEGER),
            )
            for lower, extent in (reversed(shape) if row_major else shape)
        )
    memory, *pointers = through
    return Symbol(
        name,
        Type(kind),
        Storage(storage),
        dimensions,
        size,
        memory=memory,
        reached=tuple(filter(None, pointers)),
        row_major=row_major,
    )
