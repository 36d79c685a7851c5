"""Teams of threads: which blocks every thread runs, and what may make the counts of several wrong.

A team's threads run everything in it but what is shared out, or done once, by a construct inside. A
team inside another has one thread, as it has unless a program asks for more.

Over 400 lines: every doubt asks the same questions about the variables and calls of one unit.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from sad.analysis.calls.graph import unit_key
from sad.analysis.calls.written import base_names
from sad.analysis.cfg.graph import Leave, Part
from sad.analysis.values.cells import is_common
from sad.ir import stmt as st
from sad.ir.expr import Type, Variable
from sad.ir.program import Storage
from sad.ir.walk import expressions, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.analysis.calls.effects import ProgramEffects
    from sad.analysis.calls.facts import Call, UnitFacts
    from sad.analysis.cfg.graph import Action, Block, Cfg
    from sad.analysis.unit import EntryAnalysis
    from sad.diagnostics import Span
    from sad.ir.program import Construct, Unit

_OPENMP = "OpenMP"
IN_CALLEE = ", called in a team, has constructs of its own"
"""The end of a doubt about counts that times do not share: they look into the callee."""
_DIFFERS = frozenset({"omp_get_thread_num", "omp_get_ancestor_thread_num", "omp_test_lock"})
NUMBER = "omp_get_thread_num differs from thread to thread"
"""A doubt about counts that do not depend on it, or add it up over all threads."""
_SETS = frozenset({
    "omp_set_num_threads", "omp_set_nested", "omp_set_max_active_levels", "omp_set_dynamic",
})  # fmt: skip
_PRIVATE = frozenset({"private", "firstprivate", "lastprivate", "reduction", "linear"})
_JUMPS = (
    st.Goto | st.ComputedGoto | st.AssignedGoto | st.ArithmeticIf | st.Exit | st.Cycle
    | st.CallStatement | st.InputOutput
)  # fmt: skip


class Doubt(NamedTuple):
    """Why counts with several threads may be others, and where."""

    text: str
    span: Span


def every_thread_runs(within: Sequence[Construct]) -> bool:
    """Whether each thread of a team runs what stands within these constructs, outermost first."""
    teams, each = 0, False
    for item in within:
        if item.team:
            teams += 1
            each = each or teams == 1
        if item.shared and teams == 1:
            each = False
    return each


def doubts(entry: EntryAnalysis, program: ProgramEffects, language: str) -> list[Doubt]:
    """Return what may make counts of an entry wrong where teams have several threads, each once."""
    if not any(item.language == _OPENMP for item in entry.unit.sequential):
        return []
    found = dict.fromkeys(_Finder(entry, program, language).found())
    return sorted(found, key=lambda item: (item.span.file, item.span.line, item.text))


def has_threads(unit: Unit) -> bool:
    """Whether a unit has a construct of OpenMP that decides which threads run what."""
    return any(item.language == _OPENMP and (item.team or item.shared) for item in unit.sequential)


class _Finder:
    def __init__(self, entry: EntryAnalysis, program: ProgramEffects, language: str) -> None:
        self._language = language
        self._unit = entry.unit
        self._cfg: Cfg = entry.cfg
        self._program = program
        self._facts: UnitFacts = program.graph.facts[unit_key(entry.unit)]
        self._symbols = entry.unit.symbols

    def found(self) -> Iterator[Doubt]:
        for item in self._unit.sequential:
            if item.odd or item.problems:
                yield Doubt(f"OpenMP {item.text}", item.span)
        for unit in self._program.graph.order:
            for item in unit.sequential:
                if item.name == "threadprivate" and any(map(_team, self._cfg.blocks)):
                    yield Doubt("each thread has variables of its own", item.span)
        for calls in self._facts.calls.values():
            for call in calls:
                if call.name.lower() in _SETS:
                    yield Doubt(f"{call.name} is called", self._unit.span)
        blocks = [block for block in self._cfg.blocks if _team(block) is not None]
        self._numbered = self._of_numbers(blocks)
        mentioned = self._mentioned()
        for block in self._cfg.blocks:
            yield from self._jumps(block)
        for block in self._cfg.blocks:
            if _team(block) is None and any(map(_is_shared, block.within)):
                for action in block.actions:
                    yield from self._kept_apart(action, block, mentioned)
        for block in blocks:
            each = every_thread_runs(block.within)
            for action in block.actions:
                for call in self._calls(action):
                    yield from self._called(call, action, block, mentioned, each=each)
                if action.part is Part.LOOP_STEP:
                    continue
                if each:
                    yield from self._changed(action, block, mentioned)
                else:
                    yield from self._kept_apart(action, block, mentioned)

    # --- variables -------------------------------------------------------------------------------

    def _mentioned(self) -> dict[int, set[str]]:
        """The names that stand outside of each outermost team, by its identity."""
        own: dict[int, set[str]] = {}
        for block in self._cfg.blocks:
            own.setdefault(_team(block) or 0, set()).update(self._names(block, read=False))
        return {
            team: set[str]().union(*(names for other, names in own.items() if other != team))
            for team in own
        }

    def _changed(
        self, action: Action, block: Block, mentioned: dict[int, set[str]]
    ) -> Iterator[Doubt]:
        statement = action.statement
        if isinstance(statement, st.InputOutput) and statement.results:
            yield Doubt("every thread reads input", action.span)
            return
        written = self._facts.writes_of(statement)
        if isinstance(statement, st.CountedLoop):
            name = statement.variable.name  # of Fortran it is each thread's own
            if self._language == "c" and self._is_shared(name, block, mentioned):
                yield Doubt(f"every thread changes {self._spelled(name)}", action.span)
            return
        for name in written:
            numbered = name in self._numbered and not self._is_own(name, block)
            if not self._is_shared(name, block, mentioned) and not numbered:
                continue
            if not self._matters(name):
                continue
            same = isinstance(statement, st.Assign) and self._is_same_for_all(statement, block)
            if same and not numbered:
                continue
            yield Doubt(f"every thread changes {self._spelled(name)}", action.span)

    def _kept_apart(
        self, action: Action, block: Block, mentioned: dict[int, set[str]]
    ) -> Iterator[Doubt]:
        """What one thread sets of its own in a shared construct, and is used outside of that."""
        if isinstance(action.statement, st.CountedLoop):
            return
        team = _team(block)
        shared = next(item for item in block.within if item.shared)
        for name in self._facts.changed_by(action.statement):
            symbol = self._symbols.get(name)
            if team is None and symbol is not None and symbol.storage is Storage.DUMMY:
                listed = self._is_listed(name, block) is not None
                if not symbol.dimensions and self._matters(name) and not listed:
                    yield Doubt(f"only one thread may set its {self._spelled(name)}", action.span)
                continue
            if self._is_shared(name, block, mentioned) or not self._matters(name):
                continue
            others = (
                other
                for other in self._cfg.blocks
                if _team(other) == team and not any(item is shared for item in other.within)
            )
            if any(name in self._names(other, read=False) for other in others):
                text = f"only one thread sets its {self._spelled(name)}"
                yield Doubt(text, action.span)

    def _of_numbers(self, blocks: Sequence[Block]) -> set[str]:
        """The variables set in teams to what depends on the number of the thread."""
        assigned = [
            (statement, {call.name.lower() for call in self._facts.calls_of(statement)})
            for block in blocks
            for action in block.actions
            if isinstance(statement := action.statement, st.Assign)
            and isinstance(statement.target, Variable)
        ]
        found: set[str] = set()
        while True:
            more = {
                statement.target.name
                for statement, calls in assigned
                if isinstance(statement.target, Variable)
                and (
                    calls & _DIFFERS
                    or found & {*base_names(statement.value), *_variables(statement)}
                )
            }
            if more <= found:
                return found
            found |= more

    def _is_own(self, name: str, block: Block) -> bool:
        """Whether each thread of the team certainly has a variable of its own."""
        if self._is_listed(name, block) is not None:
            return True
        if any((x, (said or "").lower()) == ("default", "private") for x, said in _clauses(block)):
            return True
        return self._is_declared_inside(name, block)

    def _is_declared_inside(self, name: str, block: Block) -> bool:
        """Whether the team declares a variable: one of that name around it has another name then."""
        team, first = _team(block), next((x.span.line for x in block.within if x.team), 0)
        if self._language != "c" or not first:
            return False
        inside = [other for other in self._cfg.blocks if _team(other) == team]
        last = max((action.span.line for x in inside for action in x.actions), default=0)
        places = [item.span.line for item in self._unit.declarations if item.name == name]
        return any(first < line <= last for line in places)

    def _is_listed(self, name: str, block: Block) -> str | None:
        """The clause that says how a variable is private; None if none says so."""
        for clause, said in _clauses(block):
            if clause in _PRIVATE and said is not None:
                listed = said.rpartition(":")[2].split(",")
                if name.lower() in {part.strip().lower() for part in listed}:
                    return clause
        return None

    def _names(self, block: Block, *, read: bool) -> set[str]:
        """The names in a block's statements; ``read``: without variables that are only assigned."""
        found: set[str] = set()
        for action in block.actions:
            statement = action.statement
            target = statement.target if isinstance(statement, st.Assign) else None
            for node in expressions(statement):
                if read and node is target and isinstance(node, Variable):
                    continue
                found.update(base_names(node))
                found.update(item.name for item in walk(node) if isinstance(item, Variable))
        return found

    def _is_shared(self, name: str, block: Block, mentioned: dict[int, set[str]]) -> bool:
        """Whether threads see one variable, as far as it may be seen outside of the team."""
        symbol = self._symbols.get(name)
        clause = self._is_listed(name, block)
        if clause is not None:
            return clause == "reduction"
        if symbol is None or symbol.storage is not Storage.LOCAL or symbol.saved:
            return True
        if self._is_declared_inside(name, block):
            return False
        return name in mentioned.get(_team(block) or 0, set())

    def _matters(self, name: str) -> bool:
        """Whether counts may depend on a variable."""
        facts, symbol = self._facts, self._symbols.get(name)
        kept = (facts.fills, facts.tables, facts.elements, facts.own, facts.open)
        if symbol is None or any(name in names for names in kept):
            return True
        if symbol.dimensions:
            return False  # nothing is traced of its elements
        is_count = symbol.type in (Type.INTEGER, Type.LOGICAL)
        return name in facts.controlling or (is_count and symbol.storage is not Storage.LOCAL)

    def _is_same_for_all(self, statement: st.Assign, block: Block) -> bool:
        """Whether each thread assigns the same, made of what no thread changes, and none reads it."""
        target = statement.target
        if not isinstance(target, Variable) or self._facts.calls_of(statement):
            return False
        team = _team(block)
        blocks = [other for other in self._cfg.blocks if _team(other) == team]
        changed = {
            name
            for other in blocks
            for action in other.actions
            for name in self._facts.changed_by(action.statement)
        }
        read = {name for node in walk(statement.value) for name in base_names(node)}
        is_read = any(target.name in self._names(other, read=True) for other in blocks)
        return changed.isdisjoint(read) and not is_read

    def _spelled(self, name: str) -> str:
        symbol = self._symbols.get(name)
        return name if symbol is None else symbol.spelling or name

    # --- calls -----------------------------------------------------------------------------------

    def _calls(self, action: Action) -> Iterator[Call]:
        yield from self._facts.calls_of(action.statement)
        if action.condition is not None:
            yield from self._facts.calls_of(action.condition)

    def _called(
        self,
        call: Call,
        action: Action,
        block: Block,
        mentioned: dict[int, set[str]],
        *,
        each: bool,
    ) -> Iterator[Doubt]:
        graph = self._program.graph
        name = call.name.lower()
        if name in _DIFFERS:
            text = f"{name} differs from thread to thread"
            yield Doubt(text, action.span)
        is_told = each and sum(item.team for item in block.within) == 1
        for unit in self._reached(call):
            if has_threads(unit) and not (is_told and self._is_told(unit)):
                yield Doubt(f"{unit.name}{IN_CALLEE}", action.span)
            facts = graph.facts[unit_key(unit)]
            names = {item.name.lower() for calls in facts.calls.values() for item in calls}
            asks = "omp_get_num_threads" in names
            if asks and not has_threads(unit) and not (is_told and self._is_told(unit)):
                yield Doubt(f"{unit.name} asks for the number of threads", action.span)
            if not names.isdisjoint(_DIFFERS):
                yield Doubt(f"{unit.name} asks for the thread's number", action.span)
            if each and self._keeps(unit):
                yield Doubt(f"{unit.name} keeps values from call to call", action.span)
            if each and facts.stops is not None:
                yield Doubt(f"{unit.name} may end the program", action.span)
        if not each:
            return
        for name in self._program.written_arguments(call, self._unit):
            counts = self._matters(name) and self._is_traced(call, name, self._unit)
            shared = self._is_shared(name, block, mentioned)
            symbol = self._symbols.get(name)
            array = symbol is not None and bool(symbol.dimensions)
            if counts and not shared and array and any(map(has_threads, self._reached(call))):
                text = f"threads share the work that sets {self._spelled(name)} of each"
                yield Doubt(text, action.span)
            if counts and shared:
                yield Doubt(
                    f"every thread lets {call.name} change {self._spelled(name)}", action.span
                )
        for callee in graph.callees(call.name, self._unit):
            effects = self._program.of(callee.unit)
            pointed = not effects.memory.isdisjoint(self._pointed_to)
            if any(map(is_common, effects.written)) or pointed or effects.writes_any_common:
                yield Doubt(f"every thread lets {call.name} change what others see", action.span)

    def _is_traced(
        self, call: Call, name: str, unit: Unit, seen: frozenset[str] = frozenset()
    ) -> bool:
        """Whether what a call in a unit leaves in a variable is made of what counts are made of."""
        graph = self._program.graph
        for callee in graph.callees(call.name, unit):
            key, facts = unit_key(callee.unit), graph.of(callee.unit)
            if key in seen:
                return True
            controlling = {item.partition("(")[0] for item in facts.controlling}
            for position, argument in enumerate(call.arguments):
                if name not in base_names(argument):
                    continue
                if position >= len(callee.dummies):
                    return True
                dummy = callee.dummies[position]
                if dummy not in controlling:
                    continue  # real numbers that are computed, for instance
                if any(dummy in written for written in facts.writes.values()):
                    return True
                inner = (item for calls in facts.calls.values() for item in calls)
                if any(self._is_traced(item, dummy, callee.unit, seen | {key}) for item in inner):
                    return True
        return False

    @cached_property
    def _pointed_to(self) -> set[str]:
        """The classes of memory with a scalar in them that may decide counts."""
        facts = self._program.graph.facts
        return {
            symbol.memory
            for unit in self._program.graph.order
            for name in facts[unit_key(unit)].controlling
            if (symbol := unit.symbols.get(name)) is not None
            and symbol.memory is not None
            and not symbol.dimensions
        }

    def _is_told(self, unit: Unit) -> bool:
        """Whether counts of a unit that a team's threads call together are those of its constructs."""
        graph = self._program.graph
        if graph.is_recursive(unit) or any(item.team for item in unit.sequential):
            return False
        return all(item.unit is not unit for handed in graph.handed.values() for item in handed)

    def _reached(self, call: Call) -> list[Unit]:
        """The units of the program that a call leads to, those that they call included."""
        graph = self._program.graph
        found: dict[str, Unit] = {}
        waiting = [item.unit for item in graph.callees(call.name, self._unit)]
        while waiting:
            unit = waiting.pop()
            if unit_key(unit) in found:
                continue
            found[unit_key(unit)] = unit
            for name in graph.facts[unit_key(unit)].called:
                waiting.extend(item.unit for item in graph.callees(name, unit))
        return list(found.values())

    def _keeps(self, unit: Unit) -> bool:
        facts = self._program.graph.facts[unit_key(unit)]
        written = {name for names in facts.writes.values() for name in names}
        return any(unit.symbols[name].saved for name in written if name in unit.symbols)

    # --- jumps -----------------------------------------------------------------------------------

    def _jumps(self, block: Block) -> Iterator[Doubt]:
        """Ways out of a construct, or into one, other than its begin and end."""
        if not block.actions:
            return
        action = block.actions[-1]
        if isinstance(block.terminator, Leave) and block.within:
            yield Doubt("a construct is left", action.span)
        elif isinstance(action.statement, _JUMPS):
            for number in block.successors():
                if self._cfg.blocks[number].within != block.within:
                    if isinstance(action.statement, st.CallStatement | st.InputOutput) and (
                        len(block.successors()) == 1
                    ):
                        continue
                    yield Doubt("a jump leads out of a construct or into one", action.span)
                    return


def _is_shared(item: Construct) -> bool:
    return item.shared and item.language == _OPENMP


def _variables(statement: st.Assign) -> set[str]:
    return {item.name for item in walk(statement.value) if isinstance(item, Variable)}


def _clauses(block: Block) -> Iterator[tuple[str, str | None]]:
    for item in block.within:
        yield from item.clauses


def _team(block: Block) -> int | None:
    """The identity of the outermost team around a block."""
    return next((id(item) for item in block.within if item.team), None)
