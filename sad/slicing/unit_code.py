"""One unit as a Python function: its basic blocks, and where control goes after each.

Blocks that several ways lead to are numbered, and a loop picks the next one; what only one way leads to
stands inside. ``w`` is how many times what runs now stands for.

Over 400 lines: blocks, loops and branches lead into each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cfg.components import bits
from sad.analysis.cfg.graph import Jump, Leave, LoopHead, Part, Split
from sad.analysis.cfg.lower import assigned_labels
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage, UnitKind
from sad.slicing.calls import outer_calls, with_inner
from sad.slicing.dispatch import dispatched, ends_at, key_of
from sad.slicing.expressions import Expressions
from sad.slicing.names import UnitNames
from sad.slicing.regions import EXIT, Regions
from sad.slicing.relevance import OUTSIDE
from sad.slicing.repeats import repeated_loops
from sad.slicing.statements import Statements
from sad.slicing.storage import is_static
from sad.slicing.trials import leaving_branches
from sad.slicing.watched import named_values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis
    from sad.diagnostics import Span
    from sad.ir.expr import Expr
    from sad.slicing.relevance import Slice
    from sad.slicing.signatures import Signatures
    from sad.slicing.trials import Leaving

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
        self.statements = Statements(entry, number, self._write.parts)
        self._order = entry.forest.order
        self._regions = Regions(entry.cfg, self._order)
        self._repeated = (
            repeated_loops(entry.cfg, entry.forest, entry.unit, found)
            if repeats
            else frozenset[int]()
        )
        self._leaving = leaving_branches(entry.cfg, entry.forest, self._repeated)
        self._tried = {item.head: item for item in self._leaving.values()}
        self._labels = assigned_labels(entry.unit)
        self._first = entry.forest.entry
        self._lines: list[str] = []
        self._starts = self._leaders()
        self._waiting: list[int] = []
        self._handlers: dict[int, list[str]] = {}
        self._watched = self._watched_blocks()

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
        steps = ["while True:", "    BUDGET[0] -= 1", "    if BUDGET[0] < 0: refill()"]
        steps += dispatched(sorted(ways), ways, 1)
        if self._tried:
            trials = ", ".join(map(_trial, self._tried))
            lines += [f"    {' = '.join(map(_trial, self._tried))} = None", "    while True:"]
            steps = ["try:", *(f"    {line}" for line in steps), "except Exception as error:"]
            steps += [f"    way = latest(({trials},), error)", "    if way is None: raise"]
            steps.append("    pc = way")
            lines[-1:] = [f"    pc = {self._first}", lines[-1]]
            steps = [f"    {line}" for line in steps]
        else:
            lines.append(f"    pc = {self._first}")
        lines += [f"    {line}" for line in steps]
        return "\n".join(lines) + "\n"

    def _leaders(self) -> set[int]:
        """Blocks that more than one way leads to, and those that handlers go on with."""
        found = {self._first}
        for number in self._order:
            before = self._entry.forest.predecessors[number]
            if len(before) != 1 or before[0] == number:
                found.add(number)
            if isinstance(self._cfg.blocks[number].terminator, LoopHead):
                found.add(number)
        for number in self._order:
            if isinstance(self._cfg.blocks[number].terminator, Split | LoopHead):
                after = self._regions.after(number)
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
        placed: list[str] = []
        given = {dummy for dummy, how in self._signatures.of_entry(self._entry) if how != "nothing"}
        how = dict(self._signatures.of_entry(self._entry))
        for name, symbol in self._unit.symbols.items():
            if symbol.storage is Storage.DUMMY:
                lines += self._dummy(name, how.get(name), given)
                continue
            if symbol.storage not in (Storage.LOCAL, Storage.RESULT):
                continue
            has_value = self._unit.kind is UnitKind.PROGRAM and (symbol.initial or symbol.runs)
            if symbol.memory is not None and has_value:  # needs the addresses below
                placed += self.statements.initial(name)
            if symbol.memory is not None or not self._slice.is_relevant(self._unit, name):
                continue
            if is_static(self._unit, symbol):
                continue
            if symbol.shares is not None:
                pass  # the memory it is in is made anew
            elif symbol.dimensions:
                lines.append(f"a_{self._names.plain(name)} = {self._names.empty(symbol)}")
            else:
                unset = self.statements.fitted(name, "NOT_SET")
                lines += self.statements.store(self._names.scalar(name), unset)
            if has_value:
                lines += self.statements.initial(name)
        frame = ["frame = Memory()"] if self._names.frame_used else []
        frame += [f"{name} = {text}" for name, text in self._names.memories.items()]
        bounds = [f"{key} = {text}" for key, text in self._names.bounds.items()]
        return frame + lines + bounds + placed

    def _dummy(self, name: str, how: str | None, given: set[str]) -> list[str]:
        plain = self._names.plain(name)
        if how == "value" and name in self._signatures.boxed(self._unit):
            return self.statements.store(self._names.scalar(name), f"x_{plain}")
        if name in given or not self._slice.is_relevant(self._unit, name):
            return []
        # A dummy argument of another ENTRY: nobody may use it.
        if self._unit.symbols[name].dimensions or self._names.is_by_place(name):
            return [f"m_{plain} = Memory()", f"o_{plain} = 0"]
        return self.statements.store(self._names.scalar(name), "NOT_SET")

    # --- values that are noted ---------------------------------------------------------------------

    def _watched_blocks(self) -> frozenset[int]:
        """The blocks of the line whose values are noted, and of the tests of loops around it."""
        line = self._signatures.watched_line
        here = {
            number
            for number in self._order
            if line is not None
            for action in self._cfg.blocks[number].actions
            if (action.span.file, action.span.line) == line
        }
        around = {
            number
            for region in set(self._entry.forest.innermost.values())
            if here & region.blocks
            for number in region.blocks
            if not set(self._cfg.blocks[number].successors()) <= region.blocks
        }
        heads = {item for item in around if isinstance(self._cfg.blocks[item].terminator, LoopHead)}
        entering = {
            number
            for number in self._order
            if isinstance(jump := self._cfg.blocks[number].terminator, Jump)
            and jump.target in heads
        }
        return frozenset(here | around | entering) if here else frozenset()

    def _emit_watched(self, span: Span, values: dict[str, str], depth: int) -> None:
        for name, text in values.items():
            self._emit(depth, f"SEEN[{len(self._signatures.watched)}].see({text})")
            self._signatures.watched.append((span, name))

    def _values(self, nodes: Iterable[Expr]) -> dict[str, str]:
        found = named_values(nodes, self._unit)
        return {name: self._write.value(node) for name, node in found.items()}

    # --- blocks -----------------------------------------------------------------------------------

    def _emit(self, depth: int, text: str) -> None:
        self._lines.append(f"{'    ' * depth}{text}  # {self._signatures.made_of()}")

    def _block(self, number: int, depth: int, seen: set[int]) -> None:
        block = self._cfg.blocks[number]
        counts = True
        for item in self._tried.values():
            if item.start == number:
                trial = _trial(item.head)
                site = self._signatures.site(self._number, number, 0)
                self._emit(depth, f"if {trial} is not None: {trial}.starts({site})")
        for index, action in enumerate(block.actions):
            if counts:
                site = self._signatures.site(self._number, number, index)
                self._emit(depth, f"COUNTS[{site}] += w")
            counts = self._signatures.may_end(self._unit, action.statement)
            self._signatures.at(action.span)
            self._signatures.in_block(self._number, number)
            for line in self.statements.action(action, number, index):
                self._emit(depth, line)
            if number in self._watched and action.part is Part.LOOP_ENTRY:
                self._watch_loop(action, block.terminator, depth)
        self._terminator(number, depth, seen | {number})

    def _watch_loop(self, action: Action, terminator: object, depth: int) -> None:
        statement = action.statement
        if isinstance(statement, st.CountedLoop) and isinstance(terminator, Jump):
            values = self._values((statement.first, statement.last, statement.step))
            trips = {"iterations": f"trips{terminator.target}"}
            self._emit_watched(action.span, {**trips, **values}, depth)

    def _leave_by(self, number: int, target: int, depth: int, seen: set[int]) -> None:
        """Go on from a branch; an edge that leaves loops ends trials of them."""
        for line in self._trials_left(number, target, "ends"):
            self._emit(depth, line)
        self._goto(target, depth, seen)

    def _trials_left(self, number: int, target: int, how: str) -> list[str]:
        """The lines that go on after trials of the loops which a way from a block to another leaves."""
        lines: list[str] = []
        for head, item in self._tried.items():
            if number in item.blocks and target not in item.blocks:
                trial = _trial(head)
                lines += [f"if {trial} is not None:", f"    pc = {trial}.{how}()", "    continue"]
        return lines

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
        self._signatures.in_block(self._number, number)
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
            self._emit(depth, f"stop({ends_at(self._unit, last)})")
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
            for line in self.statements.store(self._names.scalar(variable.name), text):
                self._emit(depth, line)
        self._emit(depth, f"if done{number} < trips{number}:")
        self._goto(head.body, depth + 1, seen)
        self._leave_by(number, head.after, depth, seen)

    def _repeated_loop(
        self, number: int, head: LoopHead, depth: int, seen: set[int], *, follows: bool
    ) -> None:
        self._emit(depth, f"if done{number} == 0 and trips{number} > 0:")
        self._emit(depth + 1, f"weight{number} = w")
        self._emit(depth + 1, f"w *= trips{number}")
        if follows:
            # The last iteration is the one that runs: the variable has its value there.
            text = f"first{number} + (trips{number} - 1) * step{number}"
            for line in self.statements.store(self._names.scalar(head.loop.variable.name), text):
                self._emit(depth + 1, line)
        self._goto(head.body, depth + 1, seen)
        self._emit(depth, f"if done{number} == 1:")
        self._emit(depth + 1, f"w = weight{number}")
        if follows:
            text = f"first{number} + trips{number} * step{number}"
            for line in self.statements.store(self._names.scalar(head.loop.variable.name), text):
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
            if number in self._watched:
                self._emit_watched(last.span, self._values((split.condition,)), depth)
            self._emit_before(split.condition, depth)
            value = self._write.value(split.condition)
            value = self._signatures.assumed_value(value, self._entry, number)
            self._emit(depth, f"c = {value}")
            self._emit_losses(split.condition, depth)
            self._emit(depth, "if c is True:")
            self._leave_by(number, split.targets[0], depth + 1, seen)
            self._emit(depth, "if c is False:")
            self._leave_by(number, split.targets[1], depth + 1, seen)
            self._unknown(number, "c", depth)
        else:
            self._by_number(number, split, statement, depth, seen)

    def _select(
        self, number: int, split: Split, statement: st.Select, depth: int, seen: set[int]
    ) -> None:
        self._emit_before(statement.selector, depth)
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
            self._leave_by(number, target, depth + 1, seen)
        self._leave_by(number, otherwise, depth, seen)

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
                self._leave_by(number, target, depth + 1, seen)
        self._leave_by(number, last, depth, seen)

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
        place = self._signatures.place_of(self._entry, number)
        lines = [f"note(cause, {place})"]
        blocks, after = self._regions.of(number)
        item = self._leaving.get(number)
        inside = blocks & bits(item.blocks) if item is not None else 0
        outside = blocks & ~inside
        units, stops = self._signatures.started_in(self._entry, outside)
        if stops or after is None:
            self._handlers[way] = [*lines, "raise BrokenError(cause)"]
            return
        rest = [f"lose_region({self._signatures.region(self._number, outside, units)})"]
        if item is not None:
            self._handlers[way] = [*lines, *self._trial_lines(number, item)]
            rest = self._end_of_trial(item, inside) + rest
            way -= len(self._cfg.blocks) + 1
            lines = []
        rest += self.statements.lose_written(blocks)
        rest += self._trials_left(number, after, "fails")
        rest += ["return cause"] if after == EXIT else [f"pc = {after}", "continue"]
        self._handlers[way] = lines + rest

    def _trial_lines(self, number: int, item: Leaving) -> list[str]:
        """The lines of a branch of which it is not known whether it leaves a loop."""
        trial = _trial(item.head)
        stay = None if item.stay is None else self._signatures.site(self._number, item.stay, 0)
        cells = self._signatures.written_in(self._entry, bits(item.blocks))
        state = "None" if any(cell[0] in OUTSIDE for cell in cells) else "locals()"
        way = -number - 3 - len(self._cfg.blocks)
        is_counted = isinstance(self._cfg.blocks[item.head].terminator, LoopHead)
        if item.target not in self._starts:
            self._starts.add(item.target)
            self._waiting.append(item.target)
        return [
            f"if {trial} is None: {trial} = TRIALS.begin({way}, w, is_counted={is_counted})",
            f"if {trial}.stays({number}, {stay}, {state}, w): pc = {item.target}",
            f"else: pc = {trial}.way",
            "continue",
        ]

    def _end_of_trial(self, item: Leaving, inside: int) -> list[str]:
        """The lines after a trial: what the loop counts is known for each iteration, or lost."""
        trial = _trial(item.head)
        units, stops = self._signatures.started_in(self._entry, inside)
        number = self._signatures.region(self._number, inside, units)
        return [
            f"w = {trial}.weight",
            f"known = {trial}.finish()",
            f"{trial} = None",
            f"if known: open_region({number})",
            "else:",
            "    raise BrokenError(cause)" if stops else f"    lose_region({number})",
        ]

    def _emit_before(self, node: Expr, depth: int) -> None:
        for line in self.statements.before(_all_calls(node)):
            self._emit(depth, line)

    def _emit_losses(self, node: Expr, depth: int) -> None:
        for line in self.statements.losses(_all_calls(node)):
            self._emit(depth, line)


def _trial(head: int) -> str:
    """The name of the trial of a loop that runs, by the loop's header."""
    return f"trial{head}"


def _all_calls(node: Expr) -> list[ex.FunctionCall]:
    return [item for call in outer_calls(node) for item in with_inner(call)]
