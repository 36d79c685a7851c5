"""Which data decides where control goes: the slice, as a closure over who is computed from what.

Flow-insensitive: all assignments of a cell count. The seeds are what branches and loops test.

Over 400 lines: what a statement reads, writes and is computed from is one question.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.analysis.calls.written import whole_name, written_names
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import ANY_MEMORY, POINTS_TO, Storage
from sad.ir.walk import children, expressions, statements, walk
from sad.slicing.arrays import is_followed
from sad.slicing.calls import (
    CallSites,
    base_name,
    calls_in,
    is_behind,
    is_by_pointer,
    is_carried,
    modified_dummies,
    pairs,
    passed,
    targets_of,
)
from sad.slicing.message_calls import MESSAGES, carries, parameters, sent, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sad.analysis.calls.graph import CallGraph, Procedure
    from sad.analysis.messages.tables import Routine
    from sad.ir.expr import Expr
    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt
    from sad.slicing.calls import Call
from sad.slicing.library import FROM_INPUT, READING, TOKENS, may_change_structure, written_by
from sad.slicing.storage import Cell, Layout, is_stdin, root_of
from sad.slicing.word_calls import OPTIONS

INPUT: Cell = ("input",)
"""Where reading from the input stands."""
TOKEN: Cell = ("tokens",)
"""Where ``strtok`` and ``getopt`` stand."""
ADDRESSES: Cell = ("addresses",)
"""The next address a new object gets."""
MOVING = frozenset(("open", "close", "rewind", "backspace", "endfile"))
"""Statements after which a file stands somewhere else."""
STANDARD = 5
"""The unit of Fortran that standard input is."""
STATES = frozenset((INPUT, ADDRESSES, TOKEN))
"""What is no data of the program."""
OUTSIDE = tuple(cell[0] for cell in (INPUT, TOKEN))
"""Kinds of cells that are no memory of the program."""
SHARED = ("local", "common", "heap", *OUTSIDE)
"""The kinds of cells that a run loses where it is not known what runs."""
ALLOCATING = frozenset(("malloc", "calloc", "realloc"))

_FRESH = (ALLOCATING - {"realloc"}) | {"aligned_alloc", "alloca", "__builtin_alloca", "valloc"}
"""Functions that give new memory, of which nothing was there before."""
_FOLLOWED = ALLOCATING | READING | FROM_INPUT.keys() | {TOKENS, OPTIONS}
"""Functions of the library whose values are computed from their arguments."""
_REALS = (Type.REAL, Type.DOUBLE, Type.COMPLEX, Type.DOUBLE_COMPLEX)


def result_cell(procedure: Procedure) -> Cell:
    """Return the cell of a function's result."""
    return ("result", procedure.unit.key, procedure.name)


@dataclass(slots=True)
class Summary:
    """What running a unit reads and writes of the slice, in cells: its own data and its callees'."""

    reads: set[Cell] = field(default_factory=set["Cell"])
    writes: set[Cell] = field(default_factory=set["Cell"])


class Slice:
    """The cells that decide control flow in the units a program reaches, and who writes dummies."""

    def __init__(
        self,
        units: Sequence[Unit],
        graph: CallGraph,
        sites: CallSites,
        layout: Layout,
        outside: frozenset[str],
        check: Callable[[], None],
        *,
        pointers: frozenset[tuple[str, str]],
        reals: bool,
        has_standard: bool,
        has_files: bool,
        of_ranks: bool,
    ) -> None:
        self.graph = graph
        self._pointers = pointers
        self._of_ranks = of_ranks
        self.sites = sites
        self.layout = layout
        self.outside = outside
        self.has_standard = has_standard
        self.has_files = has_files or (has_standard and any(map(_reads_any_unit, units)))
        self.has_input = has_standard or has_files
        """Whether anything that the program reads is given."""
        self.opens_standard = has_files and any(
            isinstance(statement, st.InputOutput)
            and statement.keyword == "open"
            and (not isinstance(statement.unit, ex.Constant) or statement.unit.value == STANDARD)
            for unit in units
            for statement in statements(unit.body)
        )
        self._reals = reals
        self.modified = modified_dummies(units, graph, sites)
        self._sources: dict[Cell, set[Cell]] = {}
        self.relevant: set[Cell] = set()
        seeds: set[Cell] = set()
        for unit in units:
            check()
            self._unit(unit, seeds)
        self._close(seeds)
        self._touched: dict[int, tuple[set[Cell], set[Cell]]] = {}
        self.summaries = self._summaries(units, check)

    def uses_files(self, statement: st.InputOutput) -> bool:
        """Whether a statement reads what is given, or says where it is read."""
        if not self.has_input:
            return False
        if statement.standard or statement.stream is not None or statement.keyword in MOVING:
            return True
        is_file = statement.unit is not None and statement.unit.type is Type.INTEGER
        return self.has_files and (is_file or statement.keyword == "inquire")

    # --- who is computed from what ----------------------------------------------------------------

    def _follows(self, unit: Unit, name: str) -> bool:
        symbol = unit.symbols.get(name)
        if symbol is None or self.layout.is_lost(unit, symbol):
            return False
        is_plain = symbol.type not in _REALS and not self.layout.is_mixed(unit, symbol)
        return self._reals or is_plain  # integers that share memory with reals change with these

    def reads(self, node: Expr, unit: Unit) -> set[Cell]:
        """Return the cells an expression's value is computed from."""
        found: set[Cell] = set()
        self._add_reads(node, unit, found)
        return found

    def _add_reads(self, node: Expr, unit: Unit, found: set[Cell]) -> None:
        match node:
            case ex.FunctionCall(name=name):
                for procedure in targets_of(node, unit, self.graph):
                    found.add(result_cell(procedure))
                if name in ALLOCATING:
                    found.add(ADDRESSES)
                found |= self._states_of(node, unit)
                if name in _FOLLOWED:
                    for argument in node.arguments:
                        self._add_reads(argument, unit, found)
                return
            case ex.Variable(name=name) | ex.Element(array=name) | ex.Section(array=name):
                self._add_name(name, unit, found)
            case ex.OpaqueExpr(of=inner) if inner is not None:
                self._add_reads(inner, unit, found)
            case ex.Intrinsic(name=ex.FRESH):
                found.add(ADDRESSES)
            case _:
                pass
        for child in children(node):
            self._add_reads(child, unit, found)

    def _states_of(self, call: ex.FunctionCall | st.CallStatement, unit: Unit) -> set[Cell]:
        """What functions of the library read and change that is no data of the program."""
        if not self.is_outside(call, unit):
            return set()
        if call.name in (TOKENS, OPTIONS):
            return {TOKEN}
        return {INPUT} if self.has_input and call.name in FROM_INPUT else set()

    def _add_name(self, name: str, unit: Unit, found: set[Cell]) -> None:
        symbol = unit.symbols.get(name)
        if symbol is None or is_stdin(symbol):
            return
        if symbol.storage is Storage.CONSTANT:
            return
        if self._follows(unit, name):
            found.add(self.layout.cell(unit, name))
        if f"{name}{POINTS_TO}" in unit.symbols:
            found.add(self.layout.cell(unit, f"{name}{POINTS_TO}"))
        self._add_address(name, unit, found)

    def _add_address(self, name: str, unit: Unit, found: set[Cell]) -> None:
        """What decides which place a name is."""
        symbol = unit.symbols[name]
        root = unit.symbols.get(root_of(name))
        if root is not None and root.type is Type.DERIVED and root.storage is Storage.DUMMY:
            found.add(self.layout.cell(unit, root.name))  # the address that is handed over
        if symbol.reached:
            pointer = symbol.reached[-1]
            if pointer in unit.symbols and pointer != name:
                found.add(self.layout.cell(unit, pointer))
                self._add_address(pointer, unit, found)
        for dimension in symbol.dimensions:
            for bound in (dimension.lower, dimension.upper):
                if bound is not None:
                    self._add_reads(bound, unit, found)

    def _places(self, node: Expr, unit: Unit) -> set[Cell]:
        """What decides which place a target is."""
        found: set[Cell] = set()
        name = base_name(node)
        if name is not None and name in unit.symbols:
            self._add_address(name, unit, found)
        for child in children(node):
            self._add_reads(child, unit, found)
        return found

    def _unit(self, unit: Unit, seeds: set[Cell]) -> None:
        for statement in statements(unit.body):
            for target, sources in self._assignments(statement, unit):
                self._sources.setdefault(target, set()).update(sources)
            for node in _tested(statement):
                seeds |= self.reads(node, unit)
            for loop in implied_loops(statement):
                seeds |= self._bounds(loop, unit)
            if isinstance(statement, st.AssignedGoto):
                seeds.add(self.layout.cell(unit, statement.variable))
            if isinstance(statement, st.InputOutput) and self.uses_files(statement):
                for node in (statement.unit, statement.file):  # which file it is
                    seeds |= set() if node is None else self.reads(node, unit)
            for call in self.sites.of(statement):
                self._call(call, unit)
                for target, sources in self._changes(call, unit):
                    self._sources.setdefault(target, set()).update(sources)
                routine = self.routine(call, unit)
                if routine is not None:
                    self._message(call, routine, unit, seeds)
                if call.name in unit.symbols and self.is_through_pointer(call, unit):
                    self._add_name(call.name, unit, seeds)  # a variable that holds what is called
                if call.pointer is not None:
                    seeds |= self.reads(call.pointer, unit)

    def _assignments(self, statement: Stmt, unit: Unit) -> Iterator[tuple[Cell, set[Cell]]]:
        match statement:
            case st.Assign() if is_by_pointer(statement) or is_carried(statement, unit):
                pass
            case st.Assign(target=target, value=value):
                fresh = fresh_memory(statement, unit)
                if fresh is not None and self._follows(unit, fresh):
                    yield self.layout.cell(unit, fresh), set()
                name = None if is_behind(target, unit) else base_name(target)
                if name is not None and self._follows(unit, name):
                    sources = self.reads(value, unit) | self._places(target, unit)
                    yield self.layout.cell(unit, name), sources
            case st.CountedLoop(variable=variable, first=first, step=step):
                if self._follows(unit, variable.name):
                    sources = self.reads(first, unit) | self.reads(step, unit)
                    yield self.layout.cell(unit, variable.name), sources
            case st.InputOutput(results=results):
                for loop in implied_loops(statement):
                    if self._follows(unit, loop.variable):
                        yield self.layout.cell(unit, loop.variable), self._bounds(loop, unit)
                for item in transferred(results):
                    name = base_name(item)
                    if name is not None and self._follows(unit, name):
                        sources = self._places(item, unit)
                        yield (
                            self.layout.cell(unit, name),
                            sources | self._read_from(statement, unit),
                        )
            case st.Opaque(assigned=(target, value)) if is_followed(statement, unit):
                name = base_name(target)
                if name is not None and self._follows(unit, name):
                    sources = self.reads(value, unit) | self._places(target, unit)
                    yield self.layout.cell(unit, name), sources
            case st.Opaque():
                for name in named_by(statement, unit):
                    if self._follows(unit, name):
                        yield self.layout.cell(unit, name), set()
            case _:
                pass

    def _read_from(self, statement: st.InputOutput, unit: Unit) -> set[Cell]:
        """What the values that a statement reads come from."""
        found: set[Cell] = set()
        if statement.keyword == "write":
            return found.union(*(self.reads(item, unit) for item in statement.items))
        internal = statement.controls[0] if statement.controls else None
        is_internal = internal is not None and internal.type is Type.CHARACTER
        if statement.text is None and not is_internal:
            found.add(INPUT)
        for node in (statement.text, statement.stream, internal if is_internal else None):
            if node is not None:
                found |= self.reads(node, unit)
        return found

    def _changes(
        self, call: ex.FunctionCall | st.CallStatement, unit: Unit
    ) -> Iterator[tuple[Cell, set[Cell]]]:
        """What a call of the library changes, and what that is computed from."""
        if not self.is_outside(call, unit):
            return
        states = self._states_of(call, unit)
        sources = set[Cell]().union(states, *(self.reads(item, unit) for item in call.arguments))
        passed_on = (self.graph.procedure(base_name(item) or "", unit) for item in call.arguments)
        sources |= {result_cell(item) for item in passed_on if item is not None}  # qsort's
        for name in written_by(call, unit):
            if self._follows(unit, name):
                yield self.layout.cell(unit, name), sources
        for state in states:
            yield state, sources

    def _call(self, call: ex.FunctionCall | st.CallStatement, unit: Unit) -> None:
        for procedure in targets_of(call, unit, self.graph):
            callee = procedure.unit
            if callee.result is not None:
                target = result_cell(procedure)
                own = self.layout.cell(callee, callee.result)
                self._sources.setdefault(target, set()).add(own)
                entry_result = self.layout.cell(callee, procedure.name)
                self._sources[target].add(entry_result)
            for dummy, actual in pairs(call, procedure, unit, self.graph):
                symbol = callee.symbols.get(dummy)
                if symbol is None:
                    continue
                inner = self.layout.cell(callee, dummy)
                sources = self.reads(actual, unit)
                self._sources.setdefault(inner, set()).update(sources)
                name = base_name(actual)
                for cell in self.behind_argument(actual, unit, callee, dummy):
                    outer = self.layout.cell(unit, name or "")
                    self._sources.setdefault(outer, set()).add(cell)
                    self._sources.setdefault(cell, set()).add(outer)
                if name is not None and dummy in self.modified[callee.key]:
                    outer = self.layout.cell(unit, name)
                    self._sources.setdefault(outer, set()).update(
                        {inner} | self._places(actual, unit)
                    )

    def behind_argument(self, actual: Expr, unit: Unit, callee: Unit, dummy: str) -> set[Cell]:
        """Return the cells of what a unit reaches through a pointer of its own to an argument."""
        mine = unit.symbols.get(base_name(actual) or "")
        if mine is None or mine.memory is not None:
            return set()
        inside = callee.symbols.get(f"{dummy}[]")
        if inside is None or (inside.type, inside.size_bytes) != (mine.type, mine.size_bytes):
            return set()
        return {self.layout.cell(callee, inside.name)}

    def is_through_pointer(self, call: Call, unit: Unit) -> bool:
        """Whether a call starts what a variable holds, of which the source does not say what it is."""
        is_open = (unit.key, call.name) in self._pointers
        return is_open or not self.graph.callees(call.name, unit)

    # --- messages between ranks ---------------------------------------------------------------------

    def routine(self, call: ex.FunctionCall | st.CallStatement, unit: Unit) -> Routine | None:
        """Return the routine of MPI that a call means, where ranks are run."""
        found = self.graph.routine(call.name, unit) if self._of_ranks else None
        return found if found is not None and found.model == "mpi" else None

    def follows(
        self, call: ex.FunctionCall | st.CallStatement, routine: Routine, unit: Unit
    ) -> bool:
        """Whether a call may pass data of the slice."""
        return MESSAGES in self.relevant and carries(call, routine, unit, reals=self._reals)

    def _message(
        self,
        call: ex.FunctionCall | st.CallStatement,
        routine: Routine,
        unit: Unit,
        seeds: set[Cell],
    ) -> None:
        """What a call needs, sets, and passes on."""
        for node in parameters(call, routine):
            seeds |= self.reads(node, unit)
        passes = carries(call, routine, unit, reals=self._reals)
        for node in sent(call, routine) if passes else ():
            self._sources.setdefault(MESSAGES, set()).update(self.reads(node, unit))
        for node, is_data in written(call, routine):
            name = base_name(node)
            if name is not None and self._follows(unit, name):
                sources = self._places(node, unit)
                sources |= {MESSAGES} if is_data and passes else set()
                self._sources.setdefault(self.layout.cell(unit, name), set()).update(sources)

    def _touched_by_message(
        self,
        call: ex.FunctionCall | st.CallStatement,
        routine: Routine,
        unit: Unit,
        reads: set[Cell],
        writes: set[Cell],
    ) -> None:
        for node in parameters(call, routine):
            reads |= self.reads(node, unit)
        if self.follows(call, routine, unit):
            reads.add(MESSAGES)
            writes.add(MESSAGES)
            for node in sent(call, routine):
                reads |= self.reads(node, unit)
        writes |= self.lost_by(call, unit)

    def _close(self, seeds: set[Cell]) -> None:
        stack = list(seeds)
        while stack:
            cell = stack.pop()
            if cell not in self.relevant:
                self.relevant.add(cell)
                stack.extend(self._sources.get(cell, ()))

    def is_outside(self, call: ex.FunctionCall | st.CallStatement, unit: Unit) -> bool:
        """Whether a call is of a procedure without source."""
        callees = self.graph.callees(call.name, unit)
        return all(procedure.unit.key in self.outside for procedure in callees)

    # --- what a run of a unit reads and writes -----------------------------------------------------

    def is_relevant(self, unit: Unit, name: str) -> bool:
        """Whether the values of a name are needed."""
        return self._follows(unit, name) and self.layout.cell(unit, name) in self.relevant

    def touches(self, statement: Stmt, unit: Unit) -> tuple[set[Cell], set[Cell]]:
        """Return the relevant cells a statement itself reads and writes, calls in it included."""
        if id(statement) not in self._touched:
            reads, writes = self._own(statement, unit)
            for call in self.sites.of(statement):
                self._touched_by(call, unit, reads, writes)
            if ADDRESSES in reads:
                writes.add(ADDRESSES)
            self._touched[id(statement)] = reads & (self.relevant | STATES), writes
        reads, writes = self._touched[id(statement)]
        return set(reads), set(writes)

    def _own(self, statement: Stmt, unit: Unit) -> tuple[set[Cell], set[Cell]]:
        """What a statement reads and writes, calls in it apart."""
        reads: set[Cell] = set()
        writes: set[Cell] = set()
        for target, sources in self._assignments(statement, unit):
            if target in self.relevant:
                writes.add(target)
                reads |= sources
                if INPUT in sources:
                    writes.add(INPUT)
        for node in _tested(statement):
            reads |= self.reads(node, unit)
        for loop in implied_loops(statement):
            reads |= self._bounds(loop, unit)
        if isinstance(statement, st.Assign | st.Opaque):
            writes |= self.clobbered_by(statement, unit)
        if isinstance(statement, st.InputOutput) and self.uses_files(statement):
            reads.add(INPUT)
            writes.add(INPUT)
        for call in self.sites.of(statement):
            for target, sources in self._changes(call, unit):
                if target in self.relevant or target in STATES:
                    writes.add(target)
                    reads |= sources
        if isinstance(statement, st.AssignLabel):
            writes.add(self.layout.cell(unit, statement.variable))
        if isinstance(statement, st.AssignedGoto):
            reads.add(self.layout.cell(unit, statement.variable))
        return reads, writes

    def _bounds(self, loop: ex.ImpliedDo, unit: Unit) -> set[Cell]:
        parts = (loop.first, loop.last, *(() if loop.step is None else (loop.step,)))
        return set["Cell"]().union(*(self.reads(part, unit) for part in parts))

    def clobbered_by(self, statement: st.Assign | st.Opaque, unit: Unit) -> set[Cell]:
        """Return the relevant cells of others that a statement may change: by an assignment through
        an untyped pointer, or in ways that are not modelled.
        """
        if isinstance(statement, st.Opaque):
            shared = ("heap", "common") if statement.anywhere else ()
            return {cell for cell in self.relevant if cell[0] in shared}
        name = base_name(statement.target)
        symbol = None if name is None else unit.symbols.get(name)
        if symbol is None or symbol.memory != ANY_MEMORY:
            return set()
        return {cell for cell in self.relevant if cell[0] == "heap"}

    def read_by(self, node: Expr, unit: Unit) -> set[Cell]:
        """Return the relevant cells that evaluating an expression reads, calls in it included."""
        reads, writes = self.reads(node, unit), set["Cell"]()
        for call in calls_in(node):
            self._touched_by(call, unit, reads, writes)
        return reads & (self.relevant | STATES)

    def writes_of_calls(self, node: Expr | None, unit: Unit) -> set[Cell]:
        """Return the relevant cells that the calls in an expression write."""
        reads, writes = set["Cell"](), set["Cell"]()
        for call in () if node is None else calls_in(node):
            self._touched_by(call, unit, reads, writes)
        return writes

    def _touched_by(
        self,
        call: ex.FunctionCall | st.CallStatement,
        unit: Unit,
        reads: set[Cell],
        writes: set[Cell],
    ) -> None:
        for procedure in targets_of(call, unit, self.graph):
            inner = self.summaries.get(procedure.unit.key)
            if inner is None:
                continue
            key = procedure.unit.key
            mine = {dummy: self.layout.cell(procedure.unit, dummy) for dummy in procedure.dummies}
            reads |= {cell for cell in inner.reads if cell[:2] != ("local", key)}
            writes |= {cell for cell in inner.writes if cell[:2] != ("local", key)}
            # Saved variables of the callee: what one call leaves, the next one may find.
            kept = {
                cell
                for cell in inner.writes & inner.reads
                if cell[:2] == ("local", key) and procedure.unit.symbols[cell[2]].saved
            }
            reads |= kept
            writes |= kept
            for dummy, actual in pairs(call, procedure, unit, self.graph):
                if mine[dummy] in inner.reads or self.is_relevant(procedure.unit, dummy):
                    reads |= self.reads(actual, unit)
                symbol = procedure.unit.symbols.get(dummy)
                by_value = symbol is not None and symbol.by_value
                reached = self.behind_argument(actual, unit, procedure.unit, dummy)
                is_changed = dummy in self.modified[key] and not by_value
                name = base_name(actual)
                if name is not None and (is_changed or reached & inner.writes):
                    writes.add(self.layout.cell(unit, name))
                if reached & inner.reads:
                    reads |= self.reads(actual, unit)
        routine = self.routine(call, unit)
        states = self._states_of(call, unit)
        reads |= states
        writes |= states
        if routine is not None:
            self._touched_by_message(call, routine, unit, reads, writes)
        elif may_change_structure(call, unit) or not self.graph.callees(call.name, unit):
            writes |= self.lost_by(call, unit)

    def lost_by(self, call: ex.FunctionCall | st.CallStatement, unit: Unit) -> set[Cell]:
        """Return the relevant cells that a procedure outside the source may change."""
        found: set[Cell] = set()
        if call.name == st.HANDED:
            return found
        if may_change_structure(call, unit):
            found = {cell for cell in self.relevant if cell[0] in ("common", "heap")}
            own = self.layout.cell(unit, base_name(call.arguments[0]) or "")
            return found | ({own} & self.relevant)  # an address or the variable itself
        if call.name in (READING | FROM_INPUT.keys()) - {"fgets"} and self.is_outside(call, unit):
            return found
        routine = self.graph.routine(call.name, unit)
        changed = passed(call)
        if routine is not None:
            changed = tuple(node for node, _ in written(call, routine))
        for actual in changed:
            name = base_name(actual)
            if name is not None and name in unit.symbols:
                found.add(self.layout.cell(unit, name))
                found |= {
                    self.layout.cell(unit, other)
                    for other, symbol in unit.symbols.items()
                    if name in symbol.reached or other.startswith(name + ".")
                }
        if not self.graph.is_bounded(call.name, unit) and call.name not in ALLOCATING:
            found |= {cell for cell in self.relevant if cell[0] in ("common", "heap")}
        return found & self.relevant

    def _summaries(self, units: Sequence[Unit], check: Callable[[], None]) -> dict[str, Summary]:
        kept = self.relevant | STATES
        self.summaries: dict[str, Summary] = {}
        for unit in units:
            summary = self.summaries[unit.key] = Summary()
            for statement in statements(unit.body):
                reads, writes = self._own(statement, unit)
                summary.reads |= reads & kept
                summary.writes |= writes & kept
        changed = True
        while changed:
            changed = False
            for unit in reversed(units):  # callees come after their first caller
                check()
                summary = self.summaries[unit.key]
                before = len(summary.reads), len(summary.writes)
                for call in self.sites.inside(unit):
                    self._touched_by(call, unit, summary.reads, summary.writes)
                if ADDRESSES in summary.reads:
                    summary.writes.add(ADDRESSES)
                summary.reads &= kept
                summary.writes &= kept
                changed |= before != (len(summary.reads), len(summary.writes))
        return self.summaries


def _reads_any_unit(unit: Unit) -> bool:
    """Whether a unit reads from a unit of Fortran that a variable tells: it may be standard input."""
    return any(
        isinstance(statement, st.InputOutput)
        and statement.keyword == "read"
        and statement.unit is not None
        and statement.unit.type is Type.INTEGER
        and not isinstance(statement.unit, ex.Constant)
        for statement in statements(unit.body)
    )


def named_by(statement: st.Opaque, unit: Unit) -> Iterator[str]:
    """Yield the variables that a statement which is not modelled names, and their members."""
    named = set(written_names(statement))
    for name in unit.symbols:
        if name in named or whole_name(name) in named:
            yield name


def fresh_memory(statement: st.Assign, unit: Unit) -> str | None:
    """Return the elements that nobody else reaches, where a pointer of the unit gets new memory."""
    target, value = statement.target, statement.value
    if not isinstance(target, ex.Variable) or not isinstance(value, ex.FunctionCall):
        return None
    symbol = unit.symbols.get(f"{target.name}[]")
    return (
        symbol.name
        if value.name in _FRESH and symbol is not None and symbol.memory is None
        else None
    )


def transferred(items: Iterable[Expr]) -> Iterator[Expr]:
    """Yield the items of a list, those inside implied DOs for themselves."""
    for item in items:
        if isinstance(item, ex.ImpliedDo):
            yield from transferred(item.items)
        else:
            yield item


def implied_loops(statement: Stmt) -> Iterator[ex.ImpliedDo]:
    """Yield the implied DOs in a statement's lists, outer ones first."""
    if isinstance(statement, st.InputOutput):
        for node in (*statement.results, *statement.items):
            yield from (item for item in walk(node) if isinstance(item, ex.ImpliedDo))


def _tested(statement: Stmt) -> tuple[Expr, ...]:
    """Return what decides where control goes after a statement."""
    match statement:
        case st.If(arms=arms):
            return tuple(arm.condition for arm in arms)
        case st.CountedLoop(first=first, last=last, step=step):
            return (first, last, step)
        case st.While(condition=condition):
            return (condition,)
        case st.Select() | st.ComputedGoto() | st.ArithmeticIf():
            return expressions(statement)
        case st.Return(alternate=alternate) if alternate is not None:
            return (alternate,)
        case _:
            return ()
