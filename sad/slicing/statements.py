"""Statements as Python: what they do to the values of the slice, and what they make unknown.

Over 400 lines: every kind of statement both stores and forgets.
"""

from __future__ import annotations

import re
from functools import partial
from math import prod
from typing import TYPE_CHECKING

from sad.analysis.calls.written import target_name
from sad.analysis.cfg.graph import Jump, Part, Split
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.slicing.arrays import is_by_element, is_reduced
from sad.slicing.call_writer import Writer
from sad.slicing.calls import (
    base_name,
    calls_in,
    is_behind,
    is_by_pointer,
    is_carried,
    outer_calls,
    pairs,
    passed,
    targets_of,
)
from sad.slicing.library import ADDRESS_BYTES, cleared_parts, may_change_structure
from sad.slicing.lists import Lists
from sad.slicing.message_calls import written
from sad.slicing.reads import Reads
from sad.slicing.relevance import ALLOCATING, fresh_memory, named_by
from sad.slicing.storage import elements, is_among_locals, is_static, number_of, root_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol
    from sad.ir.runs import Run
    from sad.slicing.call_writer import Parts
    from sad.slicing.names import Spot
    from sad.slicing.signatures import Place
    from sad.slicing.storage import Cell

_ZEROS = {
    Type.INTEGER: "0", Type.LOGICAL: "False", Type.REAL: "0.0", Type.DOUBLE: "0.0", Type.COMPLEX: "0j",
    Type.DOUBLE_COMPLEX: "0j",
}  # fmt: skip
_MOST_APART = 4096  # elements that are set one by one at the start
_WORD = re.compile(r"[A-Za-z_]\w*")
_STATUS = re.compile(
    r"\s*(?:de)?allocate\s*\(.*,\s*stat\s*=\s*(\w+)\s*\)\s*", re.IGNORECASE | re.DOTALL
)
_MAY_LEAVE = re.compile(
    r"\b(stop|return|goto|go\s+to|exit|cycle|abort|longjmp|break|continue)\b", re.IGNORECASE
)
"""What a statement that is not modelled may do beside changing values."""


class Statements(Writer):
    """Writes the statements of one unit."""

    def __init__(self, entry: EntryAnalysis, number: int, parts: Parts) -> None:
        super().__init__(parts)
        self._entry = entry
        self._cfg = entry.cfg
        self._number = number
        self._reads = Reads(parts, self)
        self._arrays = parts.write.arrays
        self._index = 0  # of the action that is written

    def action(self, action: Action, number: int, index: int) -> list[str]:
        """Return the lines of an action, by its place in a block."""
        self._index = index
        statement = action.statement
        if action.part is Part.LOOP_ENTRY and isinstance(statement, st.CountedLoop):
            terminator = self._cfg.blocks[number].terminator
            assert isinstance(terminator, Jump)
            lines = self._enter_loop(statement, terminator.target)
        elif action.part is Part.WHOLE:
            lines = self._statement(statement, number)
        else:
            return []
        calls = self._slice.sites.of(statement)
        lines = [*self.before(calls), *lines, *self.losses(calls)]
        lines += self._reads.losing(calls)
        if self._entry.forest.innermost[number].parent is None:  # what loops read may differ
            lines += self._signatures.notes_after(self, action)
        return [*lines, *self._signatures.inputs_after(self, action)]

    def _statement(self, statement: st.Stmt, number: int) -> list[str]:
        match statement:
            case st.Assign() if is_by_pointer(statement) or is_carried(statement, self._unit):
                return []
            case st.Assign(target=target, value=value):
                cells = self._slice.clobbered_by(statement, self._unit)
                lines = [*self._assign(target, value), *self._forget(cells)]
                return [*lines, *self._renewed(statement)]
            case st.CallStatement():
                return self._call(statement)
            case st.InputOutput():
                return self._transfer(statement, number)
            case st.Opaque():
                return self._opaque(statement)
            case st.AssignLabel(target=target, variable=variable):
                if variable not in self._unit.symbols:
                    return []
                return self.store(self._names.scalar(variable), repr(target))
            case st.ComputedGoto(selector=node) | st.ArithmeticIf(selector=node):
                if isinstance(self._cfg.blocks[number].terminator, Split):
                    return []
                return [self._write.call(call) for call in outer_calls(node)]
            case _:
                return []

    def _assign(self, target: Expr, value: Expr) -> list[str]:
        name = None if is_behind(target, self._unit) else base_name(target)
        if name is None or not self._slice.is_relevant(self._unit, name):
            return [
                self._write.call(call) for node in (target, value) for call in outer_calls(node)
            ]
        put = self._write.library.put_line(value)
        if put is not None and not (
            isinstance(target, ex.Variable) and self._names.is_single(name)
        ):
            return put
        text = self._write.value(value)
        match target:
            case ex.Variable():
                if not self._names.is_single(name):
                    return [*self._calls(value), *self._lose_own(name)]
                symbol = self._unit.symbols[name]
                takes = symbol.open and symbol.type is Type.CHARACTER and not symbol.size_bytes
                keep = self.store if takes else partial(self.keep, name)
                return keep(self._names.scalar(name), text)
            case ex.Element():
                return self.keep(name, self._write.spot(target), text)
            case ex.Substring(base=base) if isinstance(base, ex.Variable | ex.Element):
                if outer_calls(base):
                    return [
                        *self._calls(base),
                        *self._calls(value),
                        *self.lose(name, self._whole()),
                    ]
                return self._assign_part(target, text)
            case _:
                return [*self._calls(value), *self.lose(name, self._whole())]

    def _renewed(self, statement: st.Assign) -> list[str]:
        """What new memory holds that one pointer leads to: nothing yet, or zeros."""
        name = fresh_memory(statement, self._unit)
        if name is None or not self._slice.is_relevant(self._unit, name):
            return []
        symbol, value = self._unit.symbols[name], statement.value
        is_cleared = isinstance(value, ex.FunctionCall) and value.name == "calloc"
        held = _ZEROS.get(symbol.type, "NOT_SET") if is_cleared else "NOT_SET"
        return [f"renew({self._names.array(name).memory}, {held})"]

    def _opaque(self, statement: st.Opaque) -> list[str]:
        """Forget what a statement that is not modelled may change, and what it may start."""
        cause = self._signatures.unknown(f"is not modelled: {statement.reason}")
        if statement.assigned is not None and is_by_element(statement, self._unit):
            target, value = statement.assigned
            name = base_name(target) or ""
            if not self._slice.is_relevant(self._unit, name):
                return []
            return self._arrays.lines(target, value, self.lose(name, cause))
        if statement.assigned is not None and is_reduced(statement, self._unit):
            return self._assign(*statement.assigned)
        if _MAY_LEAVE.search(statement.text):
            return [f"raise BrokenError({cause})"]
        words = dict.fromkeys(_WORD.findall(statement.text))
        procedures = (
            self._slice.graph.procedure(name, self._unit)
            for word in words
            for name in dict.fromkeys((word, word.upper()))
        )
        started = tuple({item.name: item for item in procedures if item is not None}.values())
        lines = [f"open_call({self._signatures.opened(started)}, {cause})"] if started else []
        for name in named_by(statement, self._unit):
            lines += self.lose(name, cause)
        lines += self._allocated(statement)
        return [*lines, *self._forget(self._slice.clobbered_by(statement, self._unit))]

    def _allocated(self, statement: st.Opaque) -> list[str]:
        """The status of ALLOCATE: there is memory enough."""
        found = _STATUS.match(statement.text)
        name = "" if found is None else found[1].upper()
        symbol = self._unit.symbols.get(name)
        if symbol is None or symbol.dimensions or not self._slice.is_relevant(self._unit, name):
            return []
        return self.store(self._names.scalar(name), "0")

    def _forget(self, cells: Iterable[Cell]) -> list[str]:
        cause = self._signatures.unknown("a pointer may lead anywhere")
        return [f"forget({cell!r}, {cause})" for cell in sorted(cells)]

    def _whole(self) -> str:
        return self._signatures.unknown("an assignment to part of an array")

    def _calls(self, node: Expr) -> list[str]:
        return [self._write.call(call) for call in outer_calls(node)]

    def fitted(self, name: str, text: str) -> str:
        """Return a value as a variable of a length that is written down keeps it."""
        symbol = self._unit.symbols[name]
        if symbol.type is not Type.CHARACTER or symbol.reached:
            return text
        size = self._length(symbol)
        return f"fitted({text}, {size})" if size else text

    def _length(self, symbol: Symbol) -> int:
        """The length of a text; 0 if it is not known."""
        if symbol.size_bytes or symbol.storage is not Storage.RESULT:
            return symbol.size_bytes or 0
        return self._signatures.result_length(self._unit, symbol.name)

    def keep(self, name: str, spot: Spot, text: str) -> list[str]:
        """Return the lines that give a variable or element a value, in the length that it has."""
        symbol = self._unit.symbols[name]
        if symbol.type is not Type.CHARACTER or symbol.reached or self._signatures.is_wide:
            return self.store(spot, text)
        if spot.memory and symbol.storage is Storage.DUMMY:
            return [f"{spot.memory}.put_text({spot.place}, {text}, {symbol.size_bytes or 0})"]
        return self.store(spot, self.fitted(name, text) if self._length(symbol) else "NO_LENGTH")

    def _kept(self, name: str, given: str) -> str:
        """A number from outside as the variable keeps it."""
        symbol = self._unit.symbols.get(name)
        if symbol is None or symbol.type not in (Type.REAL, Type.DOUBLE):
            return given
        return f"f32(to_real({given}))" if symbol.type is Type.REAL else f"to_real({given})"

    def store(self, spot: Spot, text: str) -> list[str]:
        """Return the lines that write a place."""
        if not spot.memory:
            return [f"{spot.place} = {text}"]
        return self._put(spot, text)

    def _put(self, spot: Spot, text: str) -> list[str]:
        if spot.place.isdecimal():
            return [f"{spot.memory}[{spot.place}] = {text}"]
        return [f"{spot.memory}.put({spot.place}, {text})"]

    def _enter_loop(self, loop: st.CountedLoop, head: int) -> list[str]:
        value = self._write.value
        kind = loop.variable.type
        kind = f", Type.{kind.name}" if kind in (Type.REAL, Type.DOUBLE) else ""
        return [
            f"first{head} = {value(loop.first)}",
            f"step{head} = {value(loop.step)}",
            f"trips{head} = trips(first{head}, {value(loop.last)}, step{head}{kind})",
            f"done{head} = -1",
        ]

    def _lists(self, number: int) -> Lists:
        def store(name: str, text: str) -> list[str]:
            if not self._slice.is_relevant(self._unit, name):
                return []
            return self.store(self._names.scalar(name), text)

        def opened(item: Expr, cause: str) -> list[str]:
            found = {
                procedure.unit.key: procedure
                for call in calls_in(item)
                for procedure in targets_of(call, self._unit, self._slice.graph)
            }
            number = self._signatures.opened(tuple(found.values())) if found else None
            return [] if number is None else [f"open_call({number}, {cause})"]

        def site(place: int) -> int:
            return self._signatures.site(self._number, number, place)

        return Lists(self._unit, self._write, site, store, opened)

    def _transfer(self, statement: st.InputOutput, number: int) -> list[str]:
        lines = self._lists(number).lines(statement, self._index)
        written = self._written(statement)
        if written is not None:
            return [*lines, *written]
        read = self._reads.lines(statement)
        if read is not None:
            return [*lines, *read]
        after = self._reads.moved(statement)
        cause = self._signatures.unknown("is read")
        known = "'next'"
        items = list(enumerate(statement.results))
        for index, item in [*items[statement.statuses :], *items[: statement.statuses]]:
            name = base_name(item)
            if name is None:
                lines += self._lose_items(item)
                continue
            given = None
            whole = target_name(item)
            if whole is not None and index >= statement.statuses:
                given = self._signatures.given(statement.span, whole)
                given = None if given is None else self._kept(whole, given)
            elif isinstance(item, ex.Variable) and known == "'next'":
                # All that is read is given: the transfer went well. In C its result says how much.
                many = len(statement.results) - statement.statuses
                if not self._signatures.is_wide:
                    given = "0"
                elif statement.keyword == "read":
                    given = str(many)
            if given is None and self._slice.is_relevant(self._unit, name):
                known = cause
            if isinstance(item, ex.Variable) or not isinstance(item, ex.Element):
                if given is not None and self._slice.is_relevant(self._unit, name):
                    lines += self.keep(name, self._names.scalar(name), given)
                else:
                    lines += self.lose(name, cause)
            elif self._slice.is_relevant(self._unit, name):
                lines += self.keep(name, self._write.spot(item), given or cause)
        if statement.keyword == "read":
            lines.append(f"result = {known}")
        return [*lines, *after]

    def _written(self, statement: st.InputOutput) -> list[str] | None:
        """A WRITE into a variable with a format; None of others."""
        if statement.keyword != "write" or len(statement.results) != 1 or statement.jumps:
            return None
        if statement.layout is None or statement.layout[:1] in ("*", "&"):
            return None
        (target,) = statement.results
        name = base_name(target) or ""
        symbol = self._unit.symbols.get(name)
        if (
            symbol is None
            or symbol.dimensions
            or not isinstance(target, ex.Variable | ex.Substring)
        ):
            return None
        if not self._slice.is_relevant(self._unit, name):
            return None
        cause = self._signatures.unknown("is written with a format that is not followed")
        values = "".join(f"{self._write.value(item)}, " for item in statement.items)
        text = f"formatted({statement.layout!r}, ({values}), {cause})"
        if isinstance(target, ex.Substring):
            return self._assign_part(target, text)
        return self.keep(name, self._names.scalar(name), text)

    def _lose_items(self, item: Expr) -> list[str]:
        cause = self._signatures.unknown("is read")
        if isinstance(item, ex.ImpliedDo):
            names = [(inner, base_name(inner)) for inner in item.items]
            return [
                line
                for inner, name in names
                for line in (self._lose_items(inner) if name is None else self.lose(name, cause))
            ]
        return []

    def before(self, calls: Iterable[ex.FunctionCall | st.CallStatement]) -> list[str]:
        """Return the lines in front of calls: what is compared with how it is afterwards."""
        lines = [line for call in calls for line in self._write.library.sorting.before(call)]
        return [*lines, "opened = OPENED[0]"] if any(map(self._is_chosen, calls)) else lines

    def _is_chosen(self, call: ex.FunctionCall | st.CallStatement) -> bool:
        candidates = targets_of(call, self._unit, self._slice.graph)
        return bool(candidates) and self._write.called_by(call) is not None

    def losses(self, calls: Iterable[ex.FunctionCall | st.CallStatement]) -> list[str]:
        """Return the lines that forget what procedures outside the source may change."""
        lines: list[str] = []
        for call in calls:
            is_statement = isinstance(call, st.CallStatement)
            followed = self._write.library.lines(call) if is_statement else None
            if followed is not None:
                lines += followed
                continue
            if call.name == st.HANDED or self._write.library.is_evaluated(call):
                continue
            lines += self._not_handed(call)
            lost = self._lost_by(call)
            if lost and self._is_chosen(call):
                lines.append("if OPENED[0] != opened:")
                lost = [f"    {line}" for line in lost]
            lines += lost
        return lines

    def _lost_by(self, call: ex.FunctionCall | st.CallStatement) -> list[str]:
        is_far = may_change_structure(call, self._unit)
        is_inside = bool(self._slice.graph.callees(call.name, self._unit)) and not is_far
        cause = self._signatures.unknown(f"may be changed by {call.name}")
        if is_inside or call.name in ALLOCATING:
            parts = cleared_parts(call, self._unit)
            return [line for part in parts for line in self.lose(part, cause)]
        lost = self._slice.lost_by(call, self._unit)
        bases = {base_name(item) for item in self._losable(call)}
        lines: list[str] = []
        for name, symbol in self._unit.symbols.items():
            mine = root_of(name) in bases or name in bases or bases & set(symbol.reached)
            if mine and self._slice.layout.cell(self._unit, name) in lost:
                lines += self.lose(name, cause)
        if is_far or not self._slice.graph.is_bounded(call.name, self._unit):
            lines += [f"forget({cell!r}, {cause})" for cell in sorted(lost) if cell[0] != "local"]
        return lines

    def _losable(self, call: ex.FunctionCall | st.CallStatement) -> Iterable[Expr]:
        """The arguments that a procedure outside may change in ways that are not followed."""
        routine = self._slice.routine(call, self._unit)
        if routine is None:
            return passed(call)
        return [node for node, _ in written(call, routine) if self._write.place(node) is None]

    def _is_apart(self, name: str) -> bool:
        """Whether a name is numbers that no address leads to: a callee has them as bytes."""
        symbol = self._unit.symbols.get(name)
        if symbol is None or symbol.type is Type.DERIVED or symbol.memory is not None:
            return False
        return bool(symbol.dimensions) or symbol.size_bytes != ADDRESS_BYTES

    def _not_handed(self, call: ex.FunctionCall | st.CallStatement) -> list[str]:
        """Forget what a callee may change of arguments that it is not handed the place of."""
        graph = self._slice.graph
        lines: list[str] = []
        for procedure in targets_of(call, self._unit, graph):
            hows = dict(self._signatures.of(procedure))
            for dummy, actual in pairs(call, procedure, self._unit, graph):
                symbol = procedure.unit.symbols.get(dummy)
                name = base_name(actual)
                if symbol is None or name is None or symbol.by_value:
                    continue
                if hows.get(dummy) == "address" and not self._is_apart(name):
                    continue  # a pointer, which stays what it is
                if dummy not in self._slice.modified[procedure.unit.key]:
                    continue
                if (
                    not self._slice.is_relevant(self._unit, name)
                    or id(actual) in self._write.copied
                ):
                    continue
                placed = self._write.place_of(actual, procedure, dummy)
                if hows.get(dummy) != "place" or placed is None:
                    cause = self._signatures.unknown(f"may be changed by {call.name}")
                    lines += self.lose(name, cause)
        return lines

    def _call(self, statement: st.CallStatement) -> list[str]:
        """A call; parts of texts that it may change are copied, and copied back."""
        before: list[str] = []
        after: list[str] = []
        for number, actual in enumerate(statement.arguments):
            name = base_name(actual)
            if not isinstance(actual, ex.Substring) or not isinstance(actual.base, ex.Variable):
                continue
            if name is None or not self._slice.is_relevant(self._unit, name):
                continue
            copy = f"part{number}"
            before.append(f"{copy} = of_value({self._write.value(actual)})")
            after += self._assign_part(actual, f"{copy}[0]")
            self._write.copied[id(actual)] = copy
        text = self._write.call(statement)
        return [*before, f"result = {text}" if statement.alternates else text, *after]

    def _assign_part(self, target: ex.Substring, text: str) -> list[str]:
        base = target.base
        name = base_name(target) or ""
        spot = self._write.spot(base) if isinstance(base, ex.Element) else self._names.scalar(name)
        first = "None" if target.first is None else self._write.value(target.first)
        last = str(self._unit.symbols[name].size_bytes or "None")
        ends = f"{first}, {last if target.last is None else self._write.value(target.last)}"
        return self.store(spot, f"with_part({self._names.load(spot)}, {ends}, {text})")

    def lose_written(self, blocks: int) -> list[str]:
        """Return the lines that forget what some blocks may write; ``cause`` says why."""
        cells = self._signatures.written_in(self._entry, blocks)
        lines: list[str] = []
        mine: set[tuple[str, ...]] = set()
        for name, symbol in self._unit.symbols.items():
            cell = self._slice.layout.cell(self._unit, name)
            if cell not in cells:
                continue
            is_mine = cell[0] == "local" or is_among_locals(symbol)
            if is_mine:
                mine.add(cell)
            if is_mine or symbol.storage is Storage.DUMMY:  # passed from a memory of its own
                lines += self.lose(name, "cause")
        for cell in sorted(cells - mine):
            lines.append(f"forget({cell!r}, cause)")
        return lines

    def lose(self, name: str, cause: str) -> list[str]:
        """Return the lines after which a variable is not known."""
        if not self._slice.is_relevant(self._unit, name):
            return []
        symbol = self._unit.symbols[name]
        if symbol.storage in (Storage.CONSTANT, Storage.PROCEDURE):
            return []
        if symbol.memory is not None and symbol.storage is not Storage.DUMMY:
            if name == root_of(name) and not symbol.reached:
                many = elements(symbol, self._unit)
                start = f"{self._names.heap(symbol.memory)}.lose_range({self._names.address(name)}"
                return [f"{start}, {many}, {cause})"]
            return [f"{self._names.heap(symbol.memory)}.lose({cause})"]
        if not symbol.dimensions:
            return self.keep(name, self._names.scalar(name), cause)
        memory, base = self._names.array(name)
        return [f"{memory}.lose_range({base}, {elements(symbol, self._unit)}, {cause})"]

    def _lose_own(self, name: str) -> list[str]:
        """The lines after which an array, but no other of its class of memory, is not known."""
        symbol, cause = self._unit.symbols[name], self._whole()
        is_own = symbol.memory is not None and symbol.declared and not symbol.reached
        line = self._write.library.all_set(name, cause) if is_own else None
        return self.lose(name, cause) if line is None else [line]

    def cleared(self, name: str) -> list[str]:
        """Return the lines that make data of Fortran that outlives calls zero, as loading does.

        What data of C holds at load is told, or not known.
        """
        if self._signatures.is_wide:
            return []
        symbol = self._unit.symbols[name]
        if not self._slice.is_relevant(self._unit, name) or symbol.memory is not None:
            return []
        zero = _ZEROS.get(symbol.type)
        if symbol.type is Type.CHARACTER:
            zero = self.fitted(name, "NOT_SET")
        is_alone = symbol.storage is Storage.LOCAL and symbol.shares is None
        if zero is None or (is_alone and not symbol.dimensions):
            return [] if zero is None else self.store(self._names.scalar(name), zero)
        return [f"{self._names.array(name).memory}.default = {zero}"]

    def initial(self, name: str) -> list[str]:
        """Return the lines that give a variable its load-time value."""
        symbol = self._unit.symbols[name]
        if not self._slice.is_relevant(self._unit, name):
            return []
        if symbol.runs:
            return self._filled(name, symbol.runs)
        node = symbol.initial
        if node is None:
            return []
        if not symbol.dimensions:
            return self.store(self._names.scalar(name), self.fitted(name, self._write.value(node)))
        return []

    def _filled(self, name: str, runs: tuple[Run, ...]) -> list[str]:
        """The lines that give an array's elements their load-time values."""
        symbol = self._unit.symbols[name]
        memory, base = self._names.array(name)
        around = self._names.around(name)
        inside = len(symbol.dimensions) - around
        if symbol.memory is not None and name != root_of(name):
            if around and (inside or self._names.is_parted(symbol)):
                return self._filled_apart(name, runs)
            base = f"movable({base})" if inside else base
        lines: list[str] = []
        place = 0
        for run in runs:
            values = self._loaded(name, run)
            if any(value != "None" for value in values):
                lines.append(
                    f"fill({memory}, {base} + {place}, ({', '.join(values)},), {run.times})"
                )
            place += len(values) * run.times
        return lines

    def _loaded(self, name: str, run: Run) -> list[str]:
        return [
            "None" if item is None else self.fitted(name, self._write.value(item))
            for item in run.items
        ]

    def _filled_apart(self, name: str, runs: tuple[Run, ...]) -> list[str]:
        """The same of arrays in each of an array of structures: these have an address each."""
        dimensions = self._unit.symbols[name].dimensions
        sizes = [number_of(item.upper, self._unit) if item.upper else None for item in dimensions]
        total = prod(0 if size is None else size + 1 for size in sizes)
        lines: list[str] = []
        place = 0
        for run in runs if total <= _MOST_APART else ():
            values = self._loaded(name, run)
            for value in values * run.times:
                subscripts: list[str] = []
                rest = place
                for size in reversed(sizes):
                    rest, subscript = divmod(rest, (size or 0) + 1)
                    subscripts.insert(0, str(subscript))
                if value != "None":
                    lines += self._put(self._names.element(name, subscripts), value)
                place += 1
        return lines

    def static_spot(self, name: str) -> tuple[str, int] | None:
        """Return the memory and first place of data that outlives a call; None of other data."""
        symbol = self._unit.symbols[name]
        if symbol.memory is not None:
            return self._names.heap(symbol.memory), 0
        is_kept = symbol.storage is Storage.LOCAL and is_static(self._unit, symbol)
        if symbol.storage is not Storage.COMMON and not is_kept:
            return None
        spot = self._names.array(name) if symbol.dimensions else self._names.scalar(name)
        return spot.memory, int(spot.place)

    def note(self, place: Place) -> list[str]:
        """Return the lines that keep what a variable has at a place."""
        symbol = self._unit.symbols.get(place[2])
        if symbol is None or symbol.dimensions or not self._slice.is_relevant(self._unit, place[2]):
            return []
        value = self._write.value(ex.Variable(place[2], symbol.type))
        return [f"NOTED.setdefault({place!r}, set()).add({value})"]

    def set_input(self, name: str, value: str) -> list[str]:
        """Return the lines that give a variable its value from outside."""
        if not self._slice.is_relevant(self._unit, name):
            return []
        symbol = self._unit.symbols[name]
        if symbol.dimensions:
            return []
        return self.keep(name, self._names.scalar(name), self._kept(name, value))
