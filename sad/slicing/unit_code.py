"""One unit as a Python function: its basic blocks, and where control goes after each.

Blocks that several ways lead to are numbered, and a loop picks the next one; what only one way leads to
stands inside. ``w`` is how many times what runs now stands for.

Over 400 lines: one class with one method per kind of statement and of branch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Jump, Leave, LoopHead, Part, Split
from sad.analysis.cfg.lower import assigned_labels
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage, UnitKind
from sad.slicing.calls import (
    base_name,
    calls_in,
    calls_of,
    outer_calls,
    passed,
    targets_of,
    with_inner,
)
from sad.slicing.dispatch import dispatched, key_of
from sad.slicing.expressions import Expressions
from sad.slicing.lists import Lists
from sad.slicing.names import UnitNames
from sad.slicing.regions import EXIT, Regions
from sad.slicing.relevance import ALLOCATING, named_by
from sad.slicing.repeats import repeated_loops
from sad.slicing.storage import elements, is_static

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis
    from sad.ir.expr import Expr
    from sad.ir.runs import Run
    from sad.slicing.names import Spot
    from sad.slicing.relevance import Slice
    from sad.slicing.signatures import Signatures
    from sad.slicing.storage import Cell

_DEEPEST = 30  # nested ifs; Python takes up to 100 levels


class UnitCode:
    """Writes the function of one unit as seen from one of its entries."""

    def __init__(
        self,
        entry: EntryAnalysis,
        number: int,
        found: Slice,
        signatures: Signatures,
        *,
        repeats: bool,
    ) -> None:
        self._entry = entry
        self._unit = entry.unit
        self._cfg = entry.cfg
        self._number = number
        self._slice = found
        self._signatures = signatures
        boxed = signatures.boxed(entry.unit)
        by_place = signatures.by_place(entry.unit)
        self._names = UnitNames(
            entry.unit, signatures.unit_number(entry.unit), found.layout, boxed, by_place,
            signatures.globals,
        )  # fmt: skip
        self._write = Expressions(entry.unit, self._names, found, signatures)
        self._order = entry.forest.order
        self._regions = Regions(entry.cfg, self._order)
        self._repeated = (
            repeated_loops(entry.cfg, entry.forest, entry.unit, found)
            if repeats
            else frozenset[int]()
        )
        self._labels = assigned_labels(entry.unit)
        self._index = 0  # of the action that is written
        self._lines: list[str] = []
        self._starts = self._leaders()
        self._waiting: list[int] = []
        self._handlers: dict[int, list[str]] = {}

    # --- the function -----------------------------------------------------------------------------

    def source(self) -> str:
        """Return the source of the function."""
        blocks: dict[int, list[str]] = {}
        self._waiting = sorted(self._starts)
        while self._waiting:
            number = self._waiting.pop()
            if number in blocks:
                continue
            self._lines = []
            self._block(number, 0, set())
            blocks[number] = self._lines
        ways = {**blocks, **self._handlers}
        lines = [f"def {self._signatures.function(self._number)}({', '.join(self._parameters())}):"]
        lines += [f"    {line}" for line in ("global w", *self._start())]
        lines += [f"    pc = {self._cfg_start}", "    while True:"]
        lines += [
            "        BUDGET[0] -= 1",
            "        if BUDGET[0] < 0:",
            "            raise BudgetError",
        ]
        lines += dispatched(sorted(ways), ways, 2)
        return "\n".join(lines) + "\n"

    @property
    def _cfg_start(self) -> int:
        return self._entry.forest.entry

    def _leaders(self) -> set[int]:
        """Blocks that more than one way leads to, and those that handlers go on with."""
        found = {self._cfg_start}
        for number in self._order:
            before = self._entry.forest.predecessors[number]
            if len(before) != 1 or before[0] == number:
                found.add(number)
            if isinstance(self._cfg.blocks[number].terminator, LoopHead):
                found.add(number)
        for number in self._order:
            if isinstance(self._cfg.blocks[number].terminator, Split | LoopHead):
                after = self._regions.of(number).after
                if after is not None and after != EXIT:
                    found.add(after)
        return found

    def _parameters(self) -> list[str]:
        found: list[str] = []
        for dummy, how in self._signatures.of_entry(self._entry):
            plain = self._names.plain(dummy)
            match how:
                case "place":
                    found += [f"m_{plain}", f"o_{plain}"]
                case "address":
                    found.append(f"ad_{plain}")
                case "procedure":
                    found.append(f"p_{plain}")
                case "value":
                    is_boxed = dummy in self._signatures.boxed(self._unit)
                    found.append(f"x_{plain}" if is_boxed else f"v_{plain}")
                case _:
                    pass
        return found

    def _start(self) -> list[str]:
        """The local variables, as they are on entry."""
        lines: list[str] = []
        given = {dummy for dummy, how in self._signatures.of_entry(self._entry) if how != "nothing"}
        how = dict(self._signatures.of_entry(self._entry))
        for name, symbol in self._unit.symbols.items():
            if symbol.storage is Storage.DUMMY:
                lines += self._dummy(name, how.get(name), given)
                continue
            if symbol.storage not in (Storage.LOCAL, Storage.RESULT):
                continue
            if symbol.memory is not None or not self._slice.is_relevant(self._unit, name):
                continue
            if is_static(self._unit, symbol):
                continue
            if symbol.dimensions:
                lines.append(f"a_{self._names.plain(name)} = Memory()")
            else:
                lines += self._store(self._names.scalar(name), "NOT_SET")
            has_value = symbol.initial is not None or symbol.runs
            if has_value and self._unit.kind is UnitKind.PROGRAM:
                lines += self.initial(name)
        frame = ["frame = Memory()"] if self._names.frame_used else []
        bounds = [f"{key} = {text}" for key, text in self._names.bounds.items()]
        return frame + lines + bounds

    def _dummy(self, name: str, how: str | None, given: set[str]) -> list[str]:
        plain = self._names.plain(name)
        if how == "value" and name in self._signatures.boxed(self._unit):
            return self._store(self._names.scalar(name), f"x_{plain}")
        if name in given or not self._slice.is_relevant(self._unit, name):
            return []
        # A dummy argument of another ENTRY: nobody may use it.
        if self._unit.symbols[name].dimensions or self._names.is_by_place(name):
            return [f"m_{plain} = Memory()", f"o_{plain} = 0"]
        return self._store(self._names.scalar(name), "NOT_SET")

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
            return self._store(
                self._names.scalar(name), self._fitted(name, self._write.value(node))
            )
        return []

    def _filled(self, name: str, runs: tuple[Run, ...]) -> list[str]:
        """The lines that give an array's elements their load-time values."""
        symbol = self._unit.symbols[name]
        if symbol.memory is not None and not self._names.is_in_row(name):
            return []
        memory, base = self._names.array(name)
        lines: list[str] = []
        place = 0
        for run in runs:
            values = [
                "None" if item is None else self._fitted(name, self._write.value(item))
                for item in run.items
            ]
            if any(value != "None" for value in values):
                lines.append(
                    f"fill({memory}, {base} + {place}, ({', '.join(values)},), {run.times})"
                )
            place += len(values) * run.times
        return lines

    # --- blocks -----------------------------------------------------------------------------------

    def _emit(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _block(self, number: int, depth: int, seen: set[int]) -> None:
        block = self._cfg.blocks[number]
        counts = True
        for index, action in enumerate(block.actions):
            if counts:
                site = self._signatures.site(self._number, number, index)
                self._emit(depth, f"COUNTS[{site}] += w")
            counts = self._signatures.may_end(self._unit, action.statement)
            self._signatures.at(action.span)
            self._index = index
            for line in self._action(action, number):
                self._emit(depth, line)
        self._terminator(number, depth, seen | {number})

    def _goto(self, target: int, depth: int, seen: set[int]) -> None:
        if target in self._starts or target in seen or depth > _DEEPEST:
            if target not in self._starts:
                self._starts.add(target)
                self._waiting.append(target)
            self._emit(depth, f"pc = {target}")
            self._emit(depth, "continue")
        else:
            self._block(target, depth, seen)

    def _terminator(self, number: int, depth: int, seen: set[int]) -> None:
        block = self._cfg.blocks[number]
        match block.terminator:
            case Jump(target):
                self._goto(target, depth, seen)
            case Leave(stops=stops):
                self._leave(block.actions[-1] if block.actions else None, depth, stops=stops)
            case LoopHead() as head:
                self._loop(number, head, depth, seen)
            case Split() as split:
                self._split(number, split, depth, seen)

    def _leave(self, last: Action | None, depth: int, *, stops: bool) -> None:
        if stops:
            self._emit(depth, "stop()")
            return
        statement = None if last is None else last.statement
        if isinstance(statement, st.Return) and statement.alternate is not None:
            self._emit(depth, f"return {self._write.value(statement.alternate)}")
            return
        self._emit(depth, f"return {self._result()}")

    def _result(self) -> str:
        for name in (self._entry.name, self._unit.result):
            if name is not None and name in self._unit.symbols:
                symbol = self._unit.symbols[name]
                if symbol.storage is Storage.RESULT and self._slice.is_relevant(self._unit, name):
                    return self._names.load(self._names.scalar(name))
        return "0" if self._unit.kind is not UnitKind.FUNCTION else "NOT_SET"

    # --- loops ------------------------------------------------------------------------------------

    def _enter_loop(self, loop: st.CountedLoop, head: int) -> list[str]:
        value = self._write.value
        return [
            f"first{head} = {value(loop.first)}",
            f"step{head} = {value(loop.step)}",
            f"trips{head} = trips(first{head}, {value(loop.last)}, step{head})",
            f"done{head} = -1",
        ]

    def _loop(self, number: int, head: LoopHead, depth: int, seen: set[int]) -> None:
        variable = head.loop.variable
        follows = self._slice.is_relevant(self._unit, variable.name)
        self._emit(depth, f"done{number} += 1")
        self._emit(depth, f"if trips{number}.__class__ is Unknown:")
        self._unknown(number, f"trips{number}", depth + 1)
        if number in self._repeated:
            self._repeated_loop(number, head, depth, seen, follows=follows)
            return
        if follows:
            if variable.type is Type.INTEGER:
                text = f"first{number} + done{number} * step{number}"
            else:
                again = f"{self._names.load(self._names.scalar(variable.name))} + step{number}"
                again = f"f32({again})" if variable.type is Type.REAL else again
                text = f"{again} if done{number} else first{number}"
            for line in self._store(self._names.scalar(variable.name), text):
                self._emit(depth, line)
        self._emit(depth, f"if done{number} < trips{number}:")
        self._goto(head.body, depth + 1, seen)
        self._goto(head.after, depth, seen)

    def _repeated_loop(
        self, number: int, head: LoopHead, depth: int, seen: set[int], *, follows: bool
    ) -> None:
        self._emit(depth, f"if done{number} == 0 and trips{number} > 0:")
        self._emit(depth + 1, f"weight{number} = w")
        self._emit(depth + 1, f"w *= trips{number}")
        if follows:
            # The last iteration is the one that runs: the variable has its value there.
            text = f"first{number} + (trips{number} - 1) * step{number}"
            for line in self._store(self._names.scalar(head.loop.variable.name), text):
                self._emit(depth + 1, line)
        self._goto(head.body, depth + 1, seen)
        self._emit(depth, f"if done{number} == 1:")
        self._emit(depth + 1, f"w = weight{number}")
        if follows:
            text = f"first{number} + trips{number} * step{number}"
            for line in self._store(self._names.scalar(head.loop.variable.name), text):
                self._emit(depth, line)
        self._goto(head.after, depth, seen)

    # --- branches ---------------------------------------------------------------------------------

    def _split(self, number: int, split: Split, depth: int, seen: set[int]) -> None:
        last = self._cfg.blocks[number].actions[-1]
        self._signatures.at(last.span)
        statement = last.statement
        if split.kind == "select" and isinstance(statement, st.Select):
            self._select(number, split, statement, depth, seen)
        elif split.condition is not None:
            self._emit(depth, f"c = {self._write.value(split.condition)}")
            self._emit_losses(split.condition, depth)
            self._emit(depth, "if c is True:")
            self._goto(split.targets[0], depth + 1, seen)
            self._emit(depth, "if c is False:")
            self._goto(split.targets[1], depth + 1, seen)
            self._unknown(number, "c", depth)
        else:
            self._by_number(number, split, statement, depth, seen)

    def _select(
        self, number: int, split: Split, statement: st.Select, depth: int, seen: set[int]
    ) -> None:
        self._emit(depth, f"c = {self._write.value(statement.selector)}")
        self._emit_losses(statement.selector, depth)
        self._emit(depth, "if c.__class__ is Unknown:")
        self._unknown(number, "c", depth + 1)
        otherwise = split.targets[-1]
        is_text = statement.selector.type is Type.CHARACTER
        for case, target in zip(statement.cases, split.targets, strict=False):
            if case.values is None:
                otherwise = target
                continue
            tests = [self._case(item, is_text=is_text) for item in case.values]
            self._emit(depth, f"if {' or '.join(tests) or 'False'}:")
            self._goto(target, depth + 1, seen)
        self._goto(otherwise, depth, seen)

    def _case(self, item: Expr | ex.Range, *, is_text: bool) -> str:
        def against(sign: str, node: Expr) -> str:
            value = self._write.value(node)
            return f"compare(c, {value}) {sign} 0" if is_text else f"c {sign} {value}"

        if not isinstance(item, ex.Range):
            return f"({against('==', item)})"
        parts = [
            against(sign, node)
            for sign, node in ((">=", item.first), ("<=", item.last))
            if node is not None
        ]
        return f"({' and '.join(parts)})"

    def _by_number(
        self, number: int, split: Split, statement: st.Stmt, depth: int, seen: set[int]
    ) -> None:
        """Branches that choose by a number: computed and assigned GOTO, alternate returns, signs."""
        choice = self._choice(statement)
        self._emit(depth, f"c = {choice}")
        self._emit(depth, "if c.__class__ is Unknown:")
        self._unknown(number, "c", depth + 1)
        listed = self._listed(statement)
        last = split.targets[-1]
        for target, arms in zip(split.targets, split.labels, strict=True):
            keys = [key_of(arm, listed) for arm in arms.split("_")]
            known = [key for key in keys if key is not None]
            if len(known) < len(keys):
                last = target
            if known:
                self._emit(depth, f"if c in ({', '.join(map(repr, known))},):")
                self._goto(target, depth + 1, seen)
        self._goto(last, depth, seen)

    def _choice(self, statement: st.Stmt) -> str:
        value = self._write.value
        match statement:
            case st.ComputedGoto(selector=selector):
                return value(selector)
            case st.ArithmeticIf(selector=selector):
                return f"sign_of({value(selector)})"
            case st.AssignedGoto(variable=variable):
                symbol = self._unit.symbols[variable]
                return value(ex.Variable(variable, symbol.type))
            case st.CallStatement():
                return "result"
            case st.InputOutput(keyword="read"):
                return "result"
            case _:
                return "'next'"

    def _listed(self, statement: st.Stmt) -> tuple[str, ...]:
        """The labels an assigned GOTO chooses from."""
        if isinstance(statement, st.AssignedGoto):
            return statement.targets or tuple(self._labels.get(statement.variable, ()))
        return ()

    def _unknown(self, number: int, cause: str, depth: int) -> None:
        """Go on after what a branch decides, as nobody knows how."""
        way = -number - 2
        self._emit(depth, f"cause = {cause}")
        self._emit(depth, f"pc = {way}")
        self._emit(depth, "continue")
        if way in self._handlers:
            return
        region = self._regions.of(number)
        units, stops = self._signatures.started_in(self._entry, region.blocks)
        place = self._signatures.place_of(self._entry, number)
        lines = [f"note(cause, {place})"]
        if stops or region.after is None:
            lines.append("raise BrokenError(cause)")
            self._handlers[way] = lines
            return
        lost = self._signatures.region(self._number, region.blocks, units)
        lines.append(f"LOST.update(REGIONS[{lost}])")
        lines += self._lose_written(region.blocks)
        if region.after == EXIT:
            lines.append("return cause")
        else:
            lines += [f"pc = {region.after}", "continue"]
        self._handlers[way] = lines

    def _lose_written(self, blocks: Iterable[int]) -> list[str]:
        cells = self._signatures.written_in(self._entry, blocks)
        lines: list[str] = []
        mine: set[tuple[str, ...]] = set()
        for name in self._unit.symbols:
            cell = self._slice.layout.cell(self._unit, name)
            if cell in cells and cell[0] == "local":
                mine.add(cell)
                lines += self._lose(name, "cause")
        for cell in sorted(cells - mine):
            lines.append(f"forget({cell!r}, cause)")
        return lines

    def _lose(self, name: str, cause: str) -> list[str]:
        """The lines after which a variable is not known."""
        if not self._slice.is_relevant(self._unit, name):
            return []
        symbol = self._unit.symbols[name]
        if symbol.storage in (Storage.CONSTANT, Storage.PROCEDURE):
            return []
        if symbol.memory is not None and symbol.storage is not Storage.DUMMY:
            return [f"{self._names.heap(symbol.memory)}.lose({cause})"]
        if not symbol.dimensions:
            return self._store(self._names.scalar(name), cause)
        memory, base = self._names.array(name)
        return [f"{memory}.lose_range({base}, {elements(symbol, self._unit)}, {cause})"]

    # --- statements -------------------------------------------------------------------------------

    def _action(self, action: Action, number: int) -> list[str]:
        statement = action.statement
        if action.part is Part.LOOP_ENTRY and isinstance(statement, st.CountedLoop):
            terminator = self._cfg.blocks[number].terminator
            assert isinstance(terminator, Jump)
            lines = self._enter_loop(statement, terminator.target)
        elif action.part is Part.WHOLE:
            lines = self._statement(statement, number)
        else:
            return []
        lines += self._losses(calls_of(statement))
        return [*lines, *self._signatures.inputs_after(self, action)]

    def _statement(self, statement: st.Stmt, number: int) -> list[str]:
        match statement:
            case st.Assign(target=target, value=value):
                cells = self._slice.clobbered_by(statement, self._unit)
                return [*self._assign(target, value), *self._forget(cells)]
            case st.CallStatement():
                text = self._write.call(statement)
                return [f"result = {text}" if statement.alternates else text]
            case st.InputOutput():
                return self._transfer(statement, number)
            case st.Opaque():
                return self._after_opaque(statement)
            case st.AssignLabel(target=target, variable=variable):
                if variable not in self._unit.symbols:
                    return []
                return self._store(self._names.scalar(variable), repr(target))
            case st.ComputedGoto(selector=node) | st.ArithmeticIf(selector=node):
                if isinstance(self._cfg.blocks[number].terminator, Split):
                    return []
                return [self._write.call(call) for call in outer_calls(node)]
            case _:
                return []

    def _assign(self, target: st.Target, value: Expr) -> list[str]:
        name = base_name(target)
        if name is None or not self._slice.is_relevant(self._unit, name):
            return [
                self._write.call(call) for node in (target, value) for call in outer_calls(node)
            ]
        value_text = self._write.value(value)
        text = self._fitted(name, value_text)
        match target:
            case ex.Variable():
                if self._unit.symbols[name].dimensions:
                    return [*self._calls(value), *self._lose(name, self._whole())]
                return self._store(self._names.scalar(name), text)
            case ex.Element():
                return self._put(self._write.spot(target), text)
            case ex.Substring(base=base, first=first, last=last) if isinstance(
                base, ex.Variable | ex.Element
            ):
                spot = (
                    self._names.scalar(name)
                    if isinstance(base, ex.Variable)
                    else self._write.spot(base)
                )
                old = self._names.load(spot)
                ends = ", ".join(
                    "None" if node is None else self._write.value(node) for node in (first, last)
                )
                return self._store(spot, f"with_part({old}, {ends}, {value_text})")
            case _:
                return [*self._calls(value), *self._lose(name, self._whole())]

    def _after_opaque(self, statement: st.Opaque) -> list[str]:
        cause = self._signatures.unknown("may be changed by a statement that is not modelled")
        lines = [
            line for name in named_by(statement, self._unit) for line in self._lose(name, cause)
        ]
        cells = self._slice.beyond(statement)
        return lines + [f"forget({cell!r}, {cause})" for cell in sorted(cells)]

    def _forget(self, cells: Iterable[Cell]) -> list[str]:
        cause = self._signatures.unknown("a pointer without a type leads anywhere")
        return [f"forget({cell!r}, {cause})" for cell in sorted(cells)]

    def _whole(self) -> str:
        return self._signatures.unknown("an assignment to part of an array")

    def _calls(self, node: Expr) -> list[str]:
        return [self._write.call(call) for call in outer_calls(node)]

    def _fitted(self, name: str, text: str) -> str:
        """A value as the variable keeps it."""
        symbol = self._unit.symbols[name]
        if symbol.type is Type.CHARACTER and symbol.size_bytes and not symbol.reached:
            return f"fitted({text}, {symbol.size_bytes})"
        return text

    def _store(self, spot: Spot, text: str) -> list[str]:
        if not spot.memory:
            return [f"{spot.place} = {text}"]
        return self._put(spot, text)

    def _put(self, spot: Spot, text: str) -> list[str]:
        if spot.place.isdecimal():
            return [f"{spot.memory}[{spot.place}] = {text}"]
        return [f"{spot.memory}.put({spot.place}, {text})"]

    def _lists(self, number: int) -> Lists:
        def store(name: str, text: str) -> list[str]:
            if not self._slice.is_relevant(self._unit, name):
                return []
            return self._store(self._names.scalar(name), text)

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
        cause = self._signatures.unknown("is read")
        known = "'next'"
        items = list(enumerate(statement.results))
        for index, item in [*items[statement.statuses :], *items[: statement.statuses]]:
            name = base_name(item)
            if name is None:
                lines += self._lose_items(item)
                continue
            given = None
            if isinstance(item, ex.Variable) and index >= statement.statuses:
                given = self._signatures.given(statement.span, name)
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
                    lines += self._store(self._names.scalar(name), given)
                else:
                    lines += self._lose(name, cause)
            elif self._slice.is_relevant(self._unit, name):
                lines += self._put(self._write.spot(item), cause)
        if statement.keyword == "read":
            lines.append(f"result = {known}")
        return lines

    def _lose_items(self, item: Expr) -> list[str]:
        cause = self._signatures.unknown("is read")
        if isinstance(item, ex.ImpliedDo):
            names = [base_name(inner) for inner in item.items]
            lines = [line for name in names if name is not None for line in self._lose(name, cause)]
            return lines + [
                line
                for inner in item.items
                if base_name(inner) is None
                for line in self._lose_items(inner)
            ]
        return []

    # --- what is outside the source ---------------------------------------------------------------

    def _losses(self, calls: Iterable[ex.FunctionCall | st.CallStatement]) -> list[str]:
        """Forget what procedures outside the source may change."""
        lines: list[str] = []
        for call in calls:
            if self._slice.graph.callees(call.name, self._unit) or call.name in ALLOCATING:
                continue
            cause = self._signatures.unknown(f"may be changed by {call.name}")
            lost = self._slice.lost_by(call, self._unit)
            bases = {base_name(item) for item in passed(call)}
            for name, symbol in self._unit.symbols.items():
                mine = name in bases or bases & set(symbol.reached)
                if mine and self._slice.layout.cell(self._unit, name) in lost:
                    lines += self._lose(name, cause)
            if not self._slice.graph.is_bounded(call.name, self._unit):
                lines += [
                    f"forget({cell!r}, {cause})" for cell in sorted(lost) if cell[0] != "local"
                ]
        return lines

    def _emit_losses(self, node: Expr, depth: int) -> None:
        calls = [item for call in outer_calls(node) for item in with_inner(call)]
        for line in self._losses(calls):
            self._emit(depth, line)

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

    def set_input(self, name: str, value: str) -> list[str]:
        """Return the lines that give a variable its value from outside."""
        if not self._slice.is_relevant(self._unit, name):
            return []
        symbol = self._unit.symbols[name]
        return [] if symbol.dimensions else self._store(self._names.scalar(name), value)
