"""Finds what units may write, callees first: what is left of their statements and of their calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.calls.effects import Effects, ProgramEffects, is_handed_over
from sad.analysis.calls.graph import unit_key
from sad.analysis.values.cells import (
    add_common_overlaps,
    array_of,
    cells_of,
    is_common,
    placed_in_common,
    places_of,
)
from sad.analysis.values.common_names import common_names, spelled
from sad.ir.program import Storage
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from sad.analysis.calls.facts import Call
    from sad.analysis.calls.graph import CallGraph
    from sad.analysis.values.cells import Cell
    from sad.ir.program import Symbol, Unit


def cells_of_program(graph: CallGraph) -> ProgramEffects:
    """Return the cells of every unit, whose effects are to be added, callees first."""
    cells = {
        unit_key(unit): cells_of(unit, facts.mentioned, facts.controlling, facts.own, facts.tables)
        for unit in graph.order
        for facts in (graph.of(unit),)
    }
    places = places_of(
        item for unit in graph.order for item in placed_in_common(unit, cells[unit_key(unit)])
    )
    for unit in graph.order:
        add_common_overlaps(unit, cells[unit_key(unit)], places)
    pairs = (pair for unit in graph.order for pair in spelled(unit, cells[unit_key(unit)]))
    return ProgramEffects(graph, cells, {}, common_names(pairs))


def add_effects(units: Sequence[Unit], program: ProgramEffects) -> None:
    """Add the effects of units that call each other, or of one unit, after those of their callees.

    Units that call each other are iterated to a fixed point.
    """
    for unit in units:
        program.effects[unit_key(unit)] = Effects()
        _own_effects(unit, program)
    before = None
    while before != (now := [_size(program.of(unit)) for unit in units]):
        before = now
        program.forget(units)
        for unit in units:
            _callee_effects(unit, program)
        if unit_key(units[0]) not in program.graph.recursive:
            break


def leave_out_others(unit: Unit, made: Container[int], program: ProgramEffects) -> None:
    """Let a unit write only what it does itself and by the calls whose identities are in ``made``."""
    key = unit_key(unit)
    calls = [call for calls in program.graph.facts[key].calls.values() for call in calls]
    left = [call for call in calls if id(call) in made]
    if len(left) == len(calls):
        return
    before = program.of(unit)
    program.effects[key] = mine = Effects()
    _own_effects(unit, program)
    _add_written(left, unit, program)
    any_common = mine.writes_any_common
    for call in left:
        callees = program.graph.callees(call.name, unit)
        unknown = not callees and not program.graph.is_bounded(call.name, unit)
        theirs = (program.of(item.unit).writes_any_common for item in callees)
        any_common = any_common or unknown or any(theirs)
    program.effects[key] = replace(before, written=mine.written, writes_any_common=any_common)


def _size(effects: Effects) -> tuple[object, ...]:
    stops = effects.stops_at is not None
    any_common, external = effects.writes_any_common, effects.calls_external
    names = len(effects.written), len(effects.commons), len(effects.memory), len(effects.blocks)
    return *names, any_common, external, stops


def _own_effects(unit: Unit, program: ProgramEffects) -> None:
    key = unit_key(unit)
    cells, effects, facts = program.cells[key], program.effects[key], program.graph.facts[key]
    effects.commons.update(spelled(unit, cells))
    for names in facts.writes.values():
        for name in names:
            effects.written.update(_visible(cells.changed_by(name), unit))
            symbol = unit.symbols.get(name)
            if symbol is None:
                continue
            if symbol.storage is Storage.DUMMY and not symbol.by_value:
                effects.written.add(name)  # arrays too: the caller's may overlap its scalars
            effects.write_to(symbol, unit)
            effects.written.update(_led_to(symbol, unit))
    for name in facts.named:
        effects.written.update(_visible(cells.of(name), unit))
    for name, symbol in unit.symbols.items():
        if symbol.volatile and symbol.storage is Storage.DUMMY and not symbol.by_value:
            effects.written.add(name)
            effects.written.update(_visible(cells.changed_by(name), unit))
    effects.stops_at = facts.stops
    effects.writes_any_common = facts.anywhere


def _visible(cells: Iterable[Cell], unit: Unit) -> Iterator[Cell]:
    """The cells a caller can see: COMMON ones and dummy arguments."""
    for cell in cells:
        symbol = None if is_common(cell) else unit.symbols[array_of(cell)]
        if symbol is None or (symbol.storage is Storage.DUMMY and not symbol.by_value):
            yield cell


def _led_to(symbol: Symbol, unit: Unit) -> Iterator[str]:
    """The dummy pointer that a written name is reached through: what it led to is changed."""
    if is_handed_over(symbol, unit):
        return
    for pointer in symbol.reached[:1]:
        found = unit.symbols.get(pointer)
        if found is not None and found.storage is Storage.DUMMY:
            yield pointer


def _callee_effects(unit: Unit, program: ProgramEffects) -> None:
    mine = program.of(unit)
    looked_at: set[Cell] = set(mine.commons)
    for name in program.graph.facts[unit_key(unit)].called:
        callees = program.graph.callees(name, unit)
        if not callees:
            symbol = unit.symbols.get(name)
            dummy = symbol is not None and symbol.storage is Storage.DUMMY
            mine.writes_any_common |= not program.graph.is_bounded(name, unit)
            known = program.graph.routine(name, unit) is not None
            mine.calls_external = mine.calls_external or not (dummy or known)
        for procedure in callees:
            theirs = program.of(procedure.unit)
            looked_at |= theirs.commons.keys()
            mine.writes_any_common = mine.writes_any_common or theirs.writes_any_common
            mine.calls_external = mine.calls_external or theirs.calls_external
            mine.stops_at = mine.stops_at or theirs.stops_at
            mine.blocks |= theirs.blocks
    for procedure in program.graph.handed[unit_key(unit)]:
        looked_at |= program.of(procedure.unit).commons.keys()
    own = dict(spelled(unit, program.cells[unit_key(unit)]))
    others = sorted(looked_at - own.keys())
    mine.commons = own | {cell: program.name_of(cell) for cell in others}
    calls = (call for calls in program.graph.facts[unit_key(unit)].calls.values() for call in calls)
    _add_written(calls, unit, program)


def _add_written(calls: Iterable[Call], unit: Unit, program: ProgramEffects) -> None:
    mine, symbols = program.of(unit), unit.symbols.values()
    shared = any(item.memory is not None or item.block is not None for item in symbols)
    for call in calls:
        mine.written.update(_visible(program.written_by(call, unit), unit))
        mine.written.update(_passed_on(call, unit, program))
        mine.memory |= program.memory_of(call, unit)
        for name in program.written_arguments(call, unit) if shared else ():
            symbol = unit.symbols.get(name)
            if symbol is not None:
                mine.write_to(symbol, unit)
                mine.written.update(_led_to(symbol, unit))


def _passed_on(call: Call, unit: Unit, program: ProgramEffects) -> Iterator[str]:
    """The unit's dummy arrays that a call hands to a callee that writes them."""
    for name in program.written_arguments(call, unit):
        symbol = unit.symbols.get(name)
        if symbol is not None and symbol.storage is Storage.DUMMY and symbol.dimensions:
            yield name
