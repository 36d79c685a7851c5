"""Units that call each other, or one unit, analysed against the interfaces of what they call."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from sad.analysis.calls.effects import ProgramEffects
from sad.analysis.calls.graph import CallGraph, Procedure, unit_key
from sad.analysis.calls.results import Exits, lasting
from sad.analysis.calls.summary import entries_of
from sad.analysis.calls.unit_effects import add_effects
from sad.analysis.unit import ProgramAnalysis, unit_entries
from sad.analysis.values.cells import Cells, add_common_overlaps, cells_of
from sad.diagnostics import Span
from sad.incremental.interface import EntryPart, StandIn
from sad.ir.expr import Type
from sad.ir.program import Program, Storage, Symbol, Unit, UnitKind
from sad.lowering.build import UnitBuilder, used_by_units
from sad.lowering.drafts import Whole
from sad.model.walks.formulas import used_guards
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.poly import Poly
    from sad.analysis.calls.bindings import CallSite
    from sad.analysis.calls.facts import Collected
    from sad.analysis.calls.results import Given
    from sad.analysis.unit import EntryAnalysis
    from sad.analysis.values.cells import Places
    from sad.lowering.build import Compiled
    from sad.lowering.drafts import Draft, Names, Outside
    from sad.model.nodes import Node

    Ask = Callable[[str, Given], Poly | None]


@record
class Around:
    """All that a group's analysis may look at beside its own units.

    ``procedures`` are those it mentions, by the names it mentions them by: where they are (the unit's
    key) and what they are called there. ``callees`` are stand-ins by unit key, None for its own units.
    ``shadowed`` are procedures whose names it has dummy procedures of: these count as passed something.
    ``through`` and ``handed`` are as in ``CallGraph``, in such names. ``typed`` are types and sizes of
    COMMON cells that are no integers, ``shown`` names of those that its callees look at. ``far`` and
    ``again`` are as in ``CallGraph``, of its own units and of those mentioned. ``with_errors`` is as in
    ``unit_entries``.
    """

    procedures: Mapping[str, tuple[str, str]]
    callees: Mapping[str, StandIn | None]
    shadowed: Mapping[str, Procedure]
    recursive: bool
    once: frozenset[str]
    through: Mapping[tuple[str, str], tuple[str, ...]]
    handed: Mapping[str, tuple[str, ...]]
    bounded: frozenset[str]
    places: Places
    typed: Mapping[str, tuple[str, int | None]]
    shown: Mapping[str, str]
    names: Names
    far: frozenset[str]
    again: frozenset[str]
    with_errors: bool


class _AskingExits(Exits):
    """Values on return of callees, of which those for constant arguments are asked for."""

    def __init__(self, around: Around, ask: Ask) -> None:
        super().__init__(around.far)
        self._ask = ask
        self._own = {key for key, callee in around.callees.items() if callee is None}
        for key, callee in around.callees.items():
            for part in () if callee is None else callee.entries.values():
                self._values[key, part.name] = part.exits
                self._made[key, part.name] = part.made
                self._questions[key, part.name] = part.questions

    def _for(self, procedure: Procedure, given: Given) -> Mapping[str, Poly]:
        if unit_key(procedure.unit) in self._own:
            return super()._for(procedure, given)
        value = self._ask(procedure.name, given)
        result = procedure.unit.result
        return {} if value is None or result is None else {result: value}

    def traced(self, unit: Unit, given: Given) -> Poly | None:
        """Return what a function of the group gives back for constant arguments."""
        trace = self._trace.get((unit_key(unit), unit.name))
        if trace is None or unit.result is None:
            return None
        return lasting(trace(given), unit).get(unit.result)


class Group:
    """The analysis of one group. ``ask`` gives values of functions for constant arguments.

    With the ``bodies`` of all units mentioned, by key, descriptions have what compiled code does.
    """

    def __init__(
        self,
        collected: Sequence[Collected],
        around: Around,
        languages: Mapping[str, str],
        outside: Mapping[str, Outside],
        ask: Ask,
        bodies: Mapping[str, Unit] | None = None,
    ) -> None:
        self._languages = languages
        self._around = around
        units = [item.unit for item in collected]
        graph = _graph(collected, around)
        layout, cells = _layout(around)
        graph.order[:0] = layout
        program = ProgramEffects(graph, cells, {}, around.shown)
        for key, callee in around.callees.items():
            if callee is not None:
                graph.facts[key] = callee.facts
                program.cells[key], program.effects[key] = callee.cells, callee.effects
        for unit in units:
            key = unit_key(unit)
            facts = graph.facts[key]
            program.cells[key] = cells_of(unit, facts.mentioned, facts.controlling, facts.own)
            add_common_overlaps(unit, program.cells[key], around.places)
        add_effects(units, program)
        self._exits = _AskingExits(around, ask)
        callees = [item for item in around.callees.values() if item is not None]
        seen = [(unit_key(item.unit), part) for item in callees for part in item.entries.values()]
        self._endings = {(key, part.name) for key, part in seen if part.ends}
        self.entries: list[EntryAnalysis] = []
        for unit in units:
            known = program, self._exits, self._endings
            self.entries += unit_entries(unit, *known, with_errors=around.with_errors)
        self._units, self._program = units, program
        analysis = ProgramAnalysis(Program(()), graph, program, tuple(self.entries))
        relevant = {part.described: frozenset(part.used) for _, part in seen}
        self._relevant = relevant
        given = [outside.get(unit_key(entry.unit)) for entry in self.entries]
        compiled = (None if bodies is None else with_bodies(e, bodies) for e in self.entries)
        self._builders = [
            UnitBuilder(entry, analysis, around.names, relevant, whole)
            for entry, whole in zip(self.entries, compiled, strict=True)
        ]
        self.trees: list[Node] = [
            builder.tree(item) for builder, item in zip(self._builders, given, strict=True)
        ]
        self.guards = [*map(used_guards, self.trees)]
        self._used = used_by_units(self._builders, self.guards)

    @property
    def effects(self) -> ProgramEffects:
        """What its units, and those they call, may write."""
        return self._program

    @cached_property
    def seen(self) -> list[StandIn]:
        """What callers see, unit by unit."""
        found: list[StandIn] = []
        for unit in self._units:
            key = unit_key(unit)
            facts = self._program.graph.facts[key]
            parts = {entry.name: self._part(entry) for entry in self.entries if entry.unit is unit}
            effects = self._program.effects[key]
            if not self._may_be_asked(unit):
                needed = frozenset[str]().union(*(part.inputs() for part in parts.values()))
                commons = {c: shown for c, shown in effects.commons.items() if c in needed}
                effects = replace(effects, commons=commons)
            found.append(StandIn(unit, facts, self._program.cells[key], effects, parts))
        return found

    def _part(self, entry: EntryAnalysis) -> EntryPart:
        key, described = unit_key(entry.unit), self.described(entry)
        procedure = _procedure(entry.unit, entry.name)
        ends = (key, entry.name) in self._endings
        used = tuple(sorted(self._relevant[described]))
        exits = self._exits
        return EntryPart(
            entry.name,
            described,
            procedure.dummies,
            ends,
            exits.of(procedure),
            used,
            exits.made(procedure),
            exits.questions(procedure),
        )

    def described(self, entry: EntryAnalysis) -> str:
        """Return the name of an entry in the description."""
        name = self._around.names.of(unit_key(entry.unit), entry.name)
        assert name is not None
        return name

    @cached_property
    def weight(self) -> int:
        """How many values the analysis holds, about: those that calls are given, and leave behind."""
        weight = 0
        for entry in self.entries:
            sites = (site for each in entry.values.calls.values() for site in each)
            weight += 10 + len(entry.values.unknowns)
            weight += sum(10 + len(site.bindings) for site in sites)
        return weight

    @property
    def may_be_asked(self) -> bool:
        """Whether a function's result depends on more than its callers can be told once for all."""
        return any(map(self._may_be_asked, self._units))

    def _may_be_asked(self, unit: Unit) -> bool:
        key = unit_key(unit)
        if unit.result is None or key in self._around.far or self._around.recursive:
            return False
        return unit.result not in self._exits.of(_procedure(unit, unit.name))

    def traced(self, unit: Unit, given: Given) -> Poly | None:
        """Return what a function of the group gives back for constant arguments."""
        return self._exits.traced(unit, given)

    def close(self) -> None:
        """Let go of what no attribute tells: ``traced`` must not be called any more."""
        self._exits.forget()

    def draft(self, number: int, handed: frozenset[str], *, with_guesses: bool) -> Draft:
        """Return the draft of an entry's description; ``handed`` are units passed as arguments.

        Where a procedure may stop that it calls is left out: callers do not see lines of others.
        """
        whole = Whole(self._used, self._languages, handed)
        tree = self.trees[number]
        found = self._builders[number].draft(tree, whole, with_guesses=with_guesses)
        return replace(found, unit=replace(found.unit, stops_at=None))

    def compiled(self, number: int, bodies: Mapping[str, Unit]) -> Compiled:
        """Return the tree and the loops of an entry with what compiled code does."""
        return self._builders[number].compiled(with_bodies(self.entries[number], bodies))

    def stop(self, unit: Unit) -> Span | None:
        """Return where a unit itself may end the program."""
        stop = self._program.graph.facts[unit_key(unit)].stops
        return None if stop is None else stop.span


def with_bodies(entry: EntryAnalysis, bodies: Mapping[str, Unit]) -> EntryAnalysis:
    """Return an entry whose calls lead to units, by key, in place of stand-ins."""

    def whole(site: CallSite) -> CallSite:
        procedure = site.procedure
        unit = None if procedure is None else bodies.get(unit_key(procedure.unit))
        if procedure is None or unit is None:
            return site
        return replace(site, procedure=replace(procedure, unit=unit))

    calls = {action: list(map(whole, sites)) for action, sites in entry.values.calls.items()}
    return replace(entry, values=replace(entry.values, calls=calls))


def _graph(collected: Sequence[Collected], around: Around) -> CallGraph:
    units = [item.unit for item in collected]
    own = {unit_key(unit): unit for unit in units}
    graph = CallGraph(bounded=around.bounded)
    for name, (key, called) in around.procedures.items():
        callee = around.callees[key]
        if callee is not None:
            graph.procedures[name] = callee.procedure(called)
    for name, (key, called) in around.procedures.items():
        if around.callees[key] is None:
            graph.procedures[name] = _procedure(own[key], called)
    named = {**around.shadowed, **graph.procedures}
    for item in collected:
        graph.facts[unit_key(item.unit)] = item.facts(named)
    graph.order = units
    graph.components = [list(units)]
    graph.recursive = set(own) if around.recursive else set()
    graph.once, graph.again = set(around.once), set(around.again)
    for key, names in around.handed.items():
        graph.handed[key] = [graph.procedures[name] for name in names]
    for place, names in around.through.items():
        graph.through[place] = tuple(graph.procedures[name] for name in names)
    return graph


def _procedure(unit: Unit, name: str) -> Procedure:
    dummies = next(item.dummies for item in entries_of(unit) if item.name == name)
    return Procedure(name, unit, dummies)


def _layout(around: Around) -> tuple[list[Unit], dict[str, Cells]]:
    """A unit that declares the COMMON variables that are no integers, as the program does."""
    if not around.typed:
        return [], {}
    symbols = {
        cell: Symbol(cell, Type(kind), Storage.COMMON, size_bytes=size)
        for cell, (kind, size) in around.typed.items()
    }
    unit = Unit("", UnitKind.BLOCK_DATA, (), None, symbols, (), (), Span.at("", 0))
    return [unit], {unit_key(unit): Cells({cell: cell for cell in symbols})}
