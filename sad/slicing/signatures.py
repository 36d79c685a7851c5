"""What all functions of a generated program agree on: arguments, places that are counted, reasons.

What is not known is numbered, so that the program can say why.

Over 400 lines: how an argument is handed over depends on all that its unit and its callees do with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.components import bits, members
from sad.analysis.cfg.graph import Leave, Part
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.ir.walk import expressions, statements, walk
from sad.records import field, record
from sad.slicing.calls import calls_in, pairs, targets_of
from sad.slicing.library import texts_of
from sad.slicing.message_calls import written
from sad.slicing.relevance import SHARED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.analysis.calls.graph import Procedure
    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.diagnostics import Span
    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt
    from sad.slicing.calls import Call
    from sad.slicing.relevance import Slice
    from sad.slicing.statements import Statements
    from sad.slicing.storage import Cell

_STOP = Leave(stops=True)
Key = tuple[str, str]
"""A unit's key and the name of one of its entries."""
Site = tuple[Key, int, int]
"""Where is counted: an entry, a block of its control-flow graph, and an action in the block."""
Place = tuple[str, int, str]
"""Where a variable gets a value from outside: file, line and name."""


@record
class Given:
    """What is known from outside.

    ``inputs`` are values of variables by file, line and name of the statement that reads or declares
    them, ``arguments`` those of dummy arguments of the first unit. ``text`` is standard input,
    ``files`` are names and texts of other files that the program reads, ``command_line`` the words
    after its name, ``environment`` values of environment variables, None where one is not set.
    ``assumed`` are, by entry and block, the truth values that conditions are taken to
    have if they are not known, and the assumption's name. The values that decide how often the line
    ``watched`` of a file runs are noted. ``of_ranks`` is whether
    calls of MPI are followed; a value that is a tuple has one for each rank then. What variables get
    at the places ``noted``, as in ``inputs``, is kept.
    """

    inputs: Mapping[Place, object]
    arguments: Mapping[str, object]
    text: str | None = None
    command_line: tuple[str, ...] | None = None
    watched: tuple[str, int] | None = None
    assumed: Mapping[tuple[Key, int], tuple[bool, str]] = field(
        default_factory=dict[tuple["Key", int], tuple[bool, str]]
    )
    of_ranks: bool = False
    files: tuple[tuple[str, str], ...] = ()
    noted: frozenset[Place] = frozenset()
    environment: tuple[tuple[str, str | None], ...] = ()

    @property
    def form(self) -> object:
        """What a slice depends on: which values there are, not what they are."""
        return (
            *(frozenset(self.inputs), frozenset(self.arguments), frozenset(self.assumed.items())),
            *(self.text is None, self.command_line is None, self.watched, self.of_ranks),
            *(not self.files, self.noted),
        )


@record
class _Touched:
    """The units that a block may start, and the cells of the slice that it may write."""

    started: tuple[Unit, ...]
    written: frozenset[Cell]


def _asked_in(statement: Stmt) -> Iterable[str]:
    """The variables whose address a statement wants: whether a pointer leads anywhere."""
    for root in expressions(statement):
        for node in walk(root):
            if isinstance(node, ex.Intrinsic) and node.name == "loc":
                yield from (item.name for item in node.arguments if isinstance(item, ex.Variable))


class Signatures:
    """What all functions of a generated program agree on."""

    def __init__(
        self,
        analysis: ProgramAnalysis,
        reached: tuple[EntryAnalysis, ...],
        found: Slice,
        given: Given,
    ) -> None:
        self.analysis = analysis
        self.reached = reached
        self.slice = found
        self._inputs = given.inputs
        self._noted = given.noted
        self.noted_blocks: dict[Place, set[tuple[Key, int]]] = {}
        self._assumed = given.assumed
        self.watched_line = given.watched
        self.watched: list[tuple[Span, str]] = []
        self.has_arguments = given.command_line is not None
        self._numbers = {(item.unit.key, item.name): index for index, item in enumerate(reached)}
        self._units = {item.unit.key: index for index, item in enumerate(reached)}
        self.sites: dict[Site, int] = {}
        self._started: dict[str, tuple[frozenset[str], bool]] = {}
        self._direct: dict[str, tuple[Unit, ...]] = {}
        self._never_returning = {item.unit.key for item in reached if item.structured.never_returns}
        self.regions: list[tuple[Key, int, frozenset[str]]] = []
        self.constants: dict[tuple[str, str], str] = {}
        self._unknown_names: set[str] = set()
        self.places: list[Span] = []
        self.opened_calls: list[tuple[int, set[Cell], bool]] = []
        self._blocks: dict[tuple[str, str, int], _Touched] = {}
        self._starts: dict[Key, int] = {}
        self._writers: dict[Key, dict[Cell, int]] = {}
        self._may_end: dict[tuple[str, int], bool] = {}
        self.line = ""
        self.lines: dict[str, int] = {}
        self._here: tuple[Key, int] = (("", ""), 0)
        self.message_places: dict[tuple[str, str], int] = {}
        self.message_blocks: list[set[tuple[Key, int]]] = []
        self.globals: dict[str, str] = {}
        self.is_wide = any(file.language == "c" for file in analysis.program.files)
        self._dynamic = {item.unit.key: self._called_names(item.unit) for item in reached}
        self._add_passed_on()
        self._by_place: dict[str, frozenset[str]] = {}
        self._boxed: dict[str, frozenset[str]] = {}
        for item in reached:
            self._by_place.setdefault(item.unit.key, frozenset(self._places_of(item.unit)))
        self._add_texts_passed_on()
        for item in reached:
            self._boxed.setdefault(item.unit.key, frozenset(self._boxes_of(item.unit)))

    def _add_passed_on(self) -> None:
        """Add the dummy arguments that are only passed on to where they are called."""
        changed = True
        while changed:
            changed = False
            for unit in {item.unit.key: item.unit for item in self.reached}.values():
                mine = self._dynamic[unit.key]
                for call in self.slice.sites.inside(unit):
                    for procedure in targets_of(call, unit, self.slice.graph):
                        theirs = self._dynamic.get(procedure.unit.key, frozenset())
                        for dummy, actual in pairs(call, procedure, unit, self.slice.graph):
                            name = actual.name if isinstance(actual, ex.Variable) else ""
                            symbol = unit.symbols.get(name)
                            is_dummy = symbol is not None and symbol.storage is Storage.DUMMY
                            if dummy in theirs and is_dummy and name not in mine:
                                mine |= {name}
                                changed = True
                self._dynamic[unit.key] = mine

    def _add_texts_passed_on(self) -> None:
        """Add the dummy arguments that are only passed on to where they are texts."""
        units = {item.unit.key: item.unit for item in self.reached}.values() if self.is_wide else ()
        changed = True
        while changed:
            changed = False
            for unit in units:
                for call in self.slice.sites.inside(unit):
                    for procedure in targets_of(call, unit, self.slice.graph):
                        theirs = self._by_place.get(procedure.unit.key, frozenset())
                        for dummy, actual in pairs(call, procedure, unit, self.slice.graph):
                            node = actual.operand if isinstance(actual, ex.Copy) else actual
                            name = node.name if isinstance(node, ex.Variable) else ""
                            symbol = unit.symbols.get(name)
                            if (
                                dummy in theirs
                                and symbol is not None
                                and symbol.storage is Storage.DUMMY
                                and not symbol.dimensions
                                and not symbol.by_value
                                and symbol.type is procedure.unit.symbols[dummy].type
                                and name not in self._by_place[unit.key]
                            ):
                                self._by_place[unit.key] |= {name}
                                changed = True

    def _called_names(self, unit: Unit) -> frozenset[str]:
        """The dummy arguments a unit calls."""
        return frozenset(
            call.name
            for call in self.slice.sites.inside(unit)
            if (symbol := unit.symbols.get(call.name)) is not None
            and symbol.storage is Storage.DUMMY
        )

    def is_procedure(self, unit: Unit, dummy: str) -> bool:
        """Whether a dummy argument of a unit is handed over as a procedure."""
        return dummy in self._dynamic.get(unit.key, ())

    # --- who is handed what -----------------------------------------------------------------------

    def _places_of(self, unit: Unit) -> Iterable[str]:
        """The dummy scalars that are handed over as places, because the unit may change them."""
        texts = set(self._texts_of(unit))
        for name, symbol in unit.symbols.items():
            if symbol.storage is Storage.DUMMY and not symbol.dimensions:
                changed = name in texts
                changed |= name in self.slice.modified[unit.key] and not symbol.by_value
                if changed or symbol.memory is not None:
                    yield name

    def _texts_of(self, unit: Unit) -> Iterable[str]:
        """The variables that are the first character of a text for the library."""
        for call in self.slice.sites.inside(unit):
            if self.slice.is_outside(call, unit):
                for node in texts_of(call):
                    inner = node.operand if isinstance(node, ex.Copy) else node
                    if isinstance(inner, ex.Variable):
                        yield inner.name
        for statement in statements(unit.body):
            if isinstance(statement, st.InputOutput) and isinstance(statement.text, ex.Variable):
                yield statement.text.name
            if self.is_wide:
                yield from _asked_in(statement)

    def _boxes_of(self, unit: Unit) -> Iterable[str]:
        """The scalars that callees change: they have places, which are handed over."""

        for call in self.slice.sites.inside(unit):
            routine = self.slice.routine(call, unit)
            for node, _ in () if routine is None else written(call, routine):
                if isinstance(node, ex.Variable):
                    yield node.name
            for procedure in targets_of(call, unit, self.slice.graph):
                given = pairs(call, procedure, unit, self.slice.graph)
                for (dummy, how), (_, actual) in zip(self.of(procedure), given, strict=False):
                    if not isinstance(actual, ex.Variable):
                        continue
                    behind = self.slice.behind_argument(actual, unit, procedure.unit, dummy)
                    if how == "place" or (how == "value" and behind):
                        yield actual.name

    def by_place(self, unit: Unit) -> frozenset[str]:
        """Return the dummy scalars of a unit that are handed over as places."""
        return self._by_place[unit.key]

    def boxed(self, unit: Unit) -> frozenset[str]:
        """Return the scalars of a unit that have places for its callees."""
        return self._boxed[unit.key]

    def of(self, procedure: Procedure) -> list[tuple[str, str]]:
        """Return how each argument is handed over: nothing, value, place, address or procedure."""
        return [(dummy, self._how(procedure.unit, dummy)) for dummy in procedure.dummies]

    def of_entry(self, entry: EntryAnalysis) -> list[tuple[str, str]]:
        """Return the same for a unit's own entry."""
        procedure = self.analysis.graph.procedures.get(entry.name)
        dummies = entry.unit.every_dummy
        if procedure is not None and procedure.unit is entry.unit:
            dummies = procedure.dummies
        return [(dummy, self._how(entry.unit, dummy)) for dummy in dummies]

    def result_length(self, unit: Unit, name: str) -> int:
        """The length of a text that a function declares as (*): what all units that name it declare.

        0 where these differ, or where the function is passed on: who calls it then may declare another.
        """
        handed = self.slice.graph.handed.values()
        if any(item.unit is unit for items in handed for item in items):
            return 0
        found = {
            symbol.size_bytes or 0
            for other in self.analysis.program.units
            if other is not unit and (symbol := other.symbols.get(name)) is not None
        }
        return found.pop() if len(found) == 1 else 0

    def _how(self, unit: Unit, dummy: str) -> str:
        symbol = unit.symbols.get(dummy)
        if symbol is None or unit.key not in self._by_place:
            return "nothing"
        if dummy in self._dynamic[unit.key] or symbol.storage is Storage.PROCEDURE:
            return "procedure"
        if symbol.type is Type.DERIVED:
            return "address"
        if not self.slice.is_relevant(unit, dummy):
            return "nothing"
        if symbol.dimensions or dummy in self._by_place[unit.key]:
            return "place"
        return "value"

    def has(self, procedure: Procedure) -> bool:
        """Whether a procedure is among those that are generated."""
        return (procedure.unit.key, procedure.name) in self._numbers

    def name(self, procedure: Procedure) -> str:
        """Return the name of a procedure's function."""
        return self.function(self._numbers[procedure.unit.key, procedure.name])

    def function(self, number: int) -> str:
        """Return the name of a function by its number."""
        return f"run{number}"

    def unit_number(self, unit: Unit) -> int:
        """Return a number of a unit, the same for all its entries."""
        return self._units[unit.key]

    # --- what is counted, and what is not known ---------------------------------------------------

    def at(self, span: Span) -> None:
        """Note the line that is written now, for reasons."""
        self.line = f"{span.file}:{span.line}"

    def made_of(self) -> int:
        """Return the number of the line that is written now."""
        return self.lines.setdefault(self.line, len(self.lines))

    def in_block(self, number: int, block: int) -> None:
        """Note the block that is written now, of a unit by its number."""
        entry = self.reached[number]
        self._here = ((entry.unit.key, entry.name), block)

    def message_place(self, routine: str) -> int:
        """Return the number of the calls of a routine on the present line."""
        number = self.message_places.setdefault((self.line, routine), len(self.message_places))
        if number == len(self.message_blocks):
            self.message_blocks.append(set())
        self.message_blocks[number].add(self._here)
        return number

    def unknown(self, why: str) -> str:
        """Return the name of a value that is not known, for a reason, at the present line."""
        name = self.constants.setdefault((why, self.line), f"U{len(self.constants)}")
        self._unknown_names.add(name)
        return name

    def is_unknown(self, text: str) -> bool:
        """Whether a text is the name of a value that is not known."""
        return text in self._unknown_names

    def site(self, number: int, block: int, action: int) -> int:
        """Return the number of the count of a block from an action on."""
        entry = self.reached[number]
        site = ((entry.unit.key, entry.name), block, action)
        return self.sites.setdefault(site, len(self.sites))

    def may_end(self, unit: Unit, statement: Stmt) -> bool:
        """Whether the program may end in a call that a statement makes."""
        key = (unit.key, id(statement))  # every arm of an IF asks about the whole of it
        known = self._may_end.get(key)
        if known is None:
            started = self._targets(unit, self.slice.sites.of(statement))
            known = any(self.analysis.effects.of(item).stops_at is not None for item in started)
            self._may_end[key] = known
        return known

    def place_of(self, entry: EntryAnalysis, block: int) -> int:
        """Return the number of a place where a branch may not be known."""
        actions = entry.cfg.blocks[block].actions
        terminator = entry.cfg.blocks[block].terminator
        loop = getattr(terminator, "loop", None)
        span = actions[-1].span if actions else loop.span if loop is not None else entry.unit.span
        self.places.append(span)
        return len(self.places) - 1

    def region(self, number: int, blocks: int, units: frozenset[str]) -> int:
        """Return the number of what an unknown branch leaves open: blocks, and units that they call."""
        entry = self.reached[number]
        self.regions.append(((entry.unit.key, entry.name), blocks, units))
        return len(self.regions) - 1

    def opened(self, procedures: tuple[Procedure, ...]) -> int:
        """Return the number of a call that may start any of some procedures, or none."""
        keys = {item.unit.key for item in procedures}
        entries = [item for item in self.reached if item.unit.key in keys]
        units, stops = set(keys), False
        cells: set[Cell] = set()
        for entry in entries:
            more, ends = self.started_in(entry, bits(entry.forest.order))
            units |= more
            stops |= ends
            cells |= self.slice.summaries[entry.unit.key].writes
        cells = {cell for cell in cells if cell[0] in SHARED}
        self.opened_calls.append((self.region(0, 0, frozenset(units)), cells, stops))
        return len(self.opened_calls) - 1

    def started_in(self, entry: EntryAnalysis, blocks: int) -> tuple[frozenset[str], bool]:
        """Return the units that some blocks may start, and whether the program may end there."""
        started: set[str] = set()
        stops = False
        for number in members(self._starting(entry) & blocks):
            stops |= entry.cfg.blocks[number].terminator == _STOP
            for unit in self._touched(entry, number).started:
                more, ends = self._started_by(unit)
                started |= more
                stops |= ends
        return frozenset(started), stops

    def started_at(self, entry: EntryAnalysis, actions: Iterable[Action]) -> frozenset[str]:
        """Return the units that some actions may start."""
        calls = [call for action in actions for call in self.calls_at(action)]
        started = (self._started_by(unit)[0] for unit in self._targets(entry.unit, calls))
        return frozenset[str]().union(*started)

    def _starting(self, entry: EntryAnalysis) -> int:
        """The blocks that may start a unit or end the program: few of those of a branch."""
        key = (entry.unit.key, entry.name)
        known = self._starts.get(key)
        if known is None:
            known = self._starts[key] = bits(
                number
                for number in entry.forest.order
                if entry.cfg.blocks[number].terminator == _STOP
                or self._touched(entry, number).started
            )
        return known

    def _started_by(self, unit: Unit) -> tuple[frozenset[str], bool]:
        """What a unit may start, itself included, and whether the program may end there."""
        known = self._started.get(unit.key)
        if known is not None:
            return known
        found: dict[str, Unit] = {unit.key: unit}
        stack = [unit]
        stops = False
        while stack:
            inner = stack.pop()
            stops |= self.analysis.effects.of(inner).stops_at is not None
            stops |= inner.key in self._never_returning
            for callee in self._callees(inner):
                if callee.key not in found:
                    found[callee.key] = callee
                    stack.append(callee)
        return self._started.setdefault(unit.key, (frozenset(found), stops))

    def _callees(self, unit: Unit) -> tuple[Unit, ...]:
        known = self._direct.get(unit.key)
        if known is None:
            targets = self._targets(unit, self.slice.sites.inside(unit))
            found = {callee.key: callee for callee in targets}
            known = self._direct[unit.key] = tuple(found.values())
        return known

    def written_in(self, entry: EntryAnalysis, blocks: int) -> set[Cell]:
        """Return the cells of the slice that some blocks may write."""
        key = (entry.unit.key, entry.name)
        if key not in self._writers:
            writing: dict[Cell, list[int]] = {}
            for number in entry.forest.order:
                for cell in self._touched(entry, number).written:
                    writing.setdefault(cell, []).append(number)
            self._writers[key] = {cell: bits(numbers) for cell, numbers in writing.items()}
        return {cell for cell, numbers in self._writers[key].items() if numbers & blocks}

    def _touched(self, entry: EntryAnalysis, number: int) -> _Touched:
        """What a block may do; regions of many branches hold the same blocks."""
        key = (entry.unit.key, entry.name, number)
        known = self._blocks.get(key)
        if known is not None:
            return known
        found: set[Cell] = set()
        started: list[Unit] = []
        for action in entry.cfg.blocks[number].actions:
            started += self._targets(entry.unit, self.calls_at(action))
            if action.part in (Part.CONDITION, Part.OPERAND):
                found |= self.slice.writes_of_calls(action.condition, entry.unit)
            else:
                found |= self.slice.touches(action.statement, entry.unit)[1]
        cells = (cell for cell in found if cell[0] in SHARED)
        return self._blocks.setdefault(key, _Touched(tuple(started), frozenset(cells)))

    def calls_at(self, action: Action) -> tuple[Call, ...]:
        """Return the calls that an action makes."""
        if action.part in (Part.CONDITION, Part.OPERAND):
            return () if action.condition is None else tuple(calls_in(action.condition))
        return () if action.part is Part.LOOP_STEP else self.slice.sites.of(action.statement)

    def _targets(self, unit: Unit, calls: Iterable[Call]) -> list[Unit]:
        return [
            procedure.unit
            for call in calls
            for procedure in targets_of(call, unit, self.slice.graph)
        ]

    # --- what is given ----------------------------------------------------------------------------

    def assumed_value(self, value: str, entry: EntryAnalysis, block: int) -> str:
        """Return the text of a condition, with what it is taken to be where it is not known."""
        found = self._assumed.get(((entry.unit.key, entry.name), block))
        return value if found is None else f"assume({value}, {found[0]}, {found[1]!r})"

    def given(self, span: Span, name: str) -> str | None:
        """Return the text of the value given to a variable that a statement reads."""
        place = (span.file, span.line, name)
        return f"INPUTS[{place!r}]" if place in self._inputs else None

    def notes_after(self, code: Statements, action: Action) -> list[str]:
        """Return the lines that keep what variables have after an action."""
        here = action.span.file, action.span.line
        lines: list[str] = []
        for at in sorted(self._noted):
            if at[:2] == here:
                self.noted_blocks.setdefault(at, set()).add(self._here)
                lines += code.note(at)
        return lines

    def inputs_after(self, code: Statements, action: Action) -> list[str]:
        """Return the lines that set variables declared inputs at an action's line."""
        if isinstance(action.statement, st.InputOutput):
            return []
        found: list[str] = []
        for file, line, name in self._inputs:
            if (file, line) == (action.span.file, action.span.line):
                found += code.set_input(name, f"INPUTS[{(file, line, name)!r}]")
        return found
