"""Statements of a unit in Fortran 90 to those that the rest of the reader knows.

Array assignments become loops, structures their components, WHERE and FORALL loops with IFs, ALLOCATE
sets the bounds of arrays. What is made of one statement stands at its line.

Over 400 lines: one short method for each kind of statement.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.allocation import MOVED, Allocations
from frontends.fortran.dynamic_types import (
    as_type,
    family,
    has_unseen,
    is_one_of,
    lose_extended,
    set_type,
    type_of,
)
from frontends.fortran.forall import assigned, copied, from_before, mentions
from frontends.fortran.linear import ONE
from frontends.fortran.matching import in_order
from frontends.fortran.reallocation import from_one
from frontends.fortran.rewriting import UNSEEN, Dispatched, Rewriting, unknown_target
from frontends.fortran.trees import changed
from frontends.fortran.units import Line
from sad.ir.expr import Type
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from frontends.fortran.derived import DerivedType
    from frontends.fortran.designators import Place
    from frontends.fortran.procedure_pointers import ProcedurePointer
    from frontends.fortran.procedures import Procedure
    from frontends.fortran.shapes import Extent
    from frontends.fortran.symbols import Table
    from sad.diagnostics import Diagnostics, Span


@dataclass(slots=True)
class _Open:
    """An open construct: IFs to close beyond its own, masks of a WHERE, what the names of an
    ASSOCIATE meant before."""

    kind: str
    more: int = 0
    masks: tuple[sx.Node, ...] = ()
    shape: tuple[Extent, ...] = ()
    names: dict[str, Place | sx.Node | None] = field(
        default_factory=dict[str, "Place | sx.Node | None"]
    )
    loops: int = 0
    own: sx.Node | None = None
    guards: int = 0
    conditions: list[sx.Node] = field(default_factory=list[sx.Node])
    selector: Place | None = None
    heads: list[sx.Statement] = field(default_factory=list[sx.Statement])
    mask: sx.Node | None = None
    alias: str | None = None


def rewritten(lines: Sequence[Line], table: Table, diagnostics: Diagnostics) -> list[Line]:
    """Return the executable statements of a unit in plain terms."""
    return list(_Rewriter(lines, table, diagnostics).run())


class _Rewriter:
    def __init__(self, lines: Sequence[Line], table: Table, diagnostics: Diagnostics) -> None:
        self._lines = lines
        self._at = 0
        self._table = table
        self._rewriting = Rewriting(table, diagnostics)
        self._work = self._rewriting.work
        self._allocations = Allocations(self._rewriting)
        self._open: list[_Open] = []
        self._terminals: list[str] = []
        self._rewriting.arrays.from_one = from_one(lines, table)

    def run(self) -> Iterator[Line]:
        made: list[Line] = []
        for number, line in enumerate(self._lines):
            self._at = number
            made.extend(self._line(line))
        start = made[0].span if made else self._table.unit.first
        self._work.out = []
        self._allocations.at_start()
        for statement in self._work.out:
            yield Line(statement, None, made_of(start), "")
        yield from made

    # --- lines --------------------------------------------------------------------------------------

    def _line(self, line: Line) -> Iterator[Line]:
        work = self._work
        work.span, work.out = line.span, []
        last = self._statement(line.statement, line)
        statements = [*work.out, *last]
        if len(statements) == 1:
            (statement,) = statements
            yield line if statement is line.statement else line.saying(statement)
            return
        ends_loop = line.label is not None and line.label in self._terminals
        label = None if ends_loop else line.label
        if label is not None or not statements:
            statements.insert(0, sx.Plain("continue"))
        if ends_loop:
            statements.append(sx.Plain("continue"))
        for number, statement in enumerate(statements):
            span = line.span if number == 0 else made_of(line.span)
            own = label if number == 0 else None
            if ends_loop and number == len(statements) - 1:
                own = line.label
            before = line.before if number == 0 else ()
            yield Line(statement, own, span, line.text, before=before)

    def _statement(self, statement: sx.Statement, line: Line) -> list[sx.Statement]:
        """Return what a statement becomes, after what goes to ``work.out``."""
        value = self._rewriting.value
        if self._open and self._open[-1].heads and not isinstance(statement, sx.EndConstruct):
            self._for_each(statement, line)
            return []
        match statement:
            case sx.Assignment(target, given):
                return self._assignment(target, given, statement)
            case sx.Call():
                return self._call(statement)
            case sx.IfThen(condition, name):
                self._open.append(_Open("if"))
                return [sx.IfThen(value(condition), name)]
            case sx.ElseIf(condition):
                return self._else_if(condition)
            case sx.EndIf():
                opened = self._open.pop() if self._open else _Open("if")
                return [sx.EndIf()] * (1 + opened.more)
            case sx.LogicalIf(condition, action):
                return self._logical_if(condition, action, line)
            case sx.Do(label, variable, first, last, step, name):
                if label is not None:
                    self._terminals.append(label)
                by = None if step is None else value(step)
                place = self._work.designators.place(sx.Name(variable))
                counter = variable if place is None else place.entry.name
                return [sx.Do(label, counter, value(first), value(last), by, name)]
            case sx.DoWhile(label, condition, name):
                if label is not None:
                    self._terminals.append(label)
                return self._do_while(label, condition, name)
            case sx.SelectCase(selector, name):
                self._open.append(_Open("select"))
                return [sx.SelectCase(value(selector), name)]
            case sx.CaseLabel(values) if values is not None:
                return [sx.CaseLabel(tuple(value(item) for item in values))]
            case sx.EndSelect():
                return self._end_select()
            case sx.InputOutput(keyword, controls, items):
                return [
                    sx.InputOutput(
                        keyword,
                        tuple((name, self._control(node)) for name, node in controls),
                        tuple(part for item in items for part in self._item(item, keyword)),
                    )
                ]
            case sx.ComputedGoTo(labels, selector):
                return [sx.ComputedGoTo(labels, value(selector))]
            case sx.ArithmeticIf(selector, labels):
                return [sx.ArithmeticIf(value(selector), labels)]
            case sx.Return(alternate) if alternate is not None:
                return [sx.Return(value(alternate))]
            case _:
                return self._modern(statement, line)

    def _modern(self, statement: sx.Statement, line: Line) -> list[sx.Statement]:
        match statement:
            case sx.PointerAssignment(target, given):
                self._allocations.point(target, given)
            case sx.Allocation():
                self._allocations.allocate(statement)
            case sx.Where(mask, action):
                self._where(mask, action, line)
            case sx.ElseWhere(mask):
                self._else_where(mask)
            case sx.Forall():
                self._forall(statement, line)
            case sx.Associate(pairs):
                self._associate(pairs)
            case sx.SelectType():
                return self._select_type(statement)
            case sx.TypeGuard():
                return self._guard(statement)
            case sx.EndConstruct(kind):
                self._end(kind)
            case _:
                return [statement]
        return []

    def _control(self, node: sx.Node) -> sx.Node:
        return (
            node
            if isinstance(node, sx.Name | sx.Star | sx.String) and not self._is_alias(node)
            else self._rewriting.value(node)
        )

    def _is_alias(self, node: sx.Node) -> bool:
        if not isinstance(node, sx.Name):
            return False
        entry = self._table.find(node.name)
        return node.name in self._work.designators.aliases or (
            entry is not None and entry.module is not None
        )

    def _item(self, node: sx.Node, keyword: str) -> Iterator[sx.Node]:
        """The parts of an item that is transferred: a structure is its components."""
        value = self._rewriting.value(node)
        place = self._work.designators.place(value)
        if place is not None and place.entry.derived is not None:
            for name in place.entry.derived.components:
                found = self._work.designators.component(place, name)
                if found is not None and found.entry.derived is None:
                    yield found.node
            return
        shape = self._work.shapes.of(value)
        is_computed = shape is not None and self._work.shapes.place(value) is None
        if is_computed and keyword != "read" and not isinstance(value, sx.Implied):
            value = self._rewriting.arrays.held(value)
        yield value

    # --- simple statements --------------------------------------------------------------------------

    def _assignment(
        self, target: sx.Node, given: sx.Node, statement: sx.Statement
    ) -> list[sx.Statement]:
        work, rewriting = self._work, self._rewriting
        if isinstance(target, sx.Apply) and work.designators.place(target) is None:
            work.designators.assume_array(target)
        into = rewriting.value(target)
        place = work.designators.place(into)
        if place is not None and place.entry.derived is not None:
            self._structure(place, given, whole=isinstance(target, sx.Name | sx.Component))
            return []
        where = self._masks()
        is_whole = (
            where is None and place is not None and isinstance(target, sx.Name | sx.Component)
        )
        if where is None and self._is_product(given) and isinstance(given, sx.Apply):
            left, right = (rewriting.operand(item) for item in given.arguments)
            given = sx.Apply(given.base, (left, right))
            if place is not None and not rewriting.arrays.uses(place, given):
                if is_whole:
                    rewriting.arrays.reallocated(place, given, given)
                if rewriting.reductions.product_into(into, left, right):
                    return []
        node = rewriting.value(given)
        shape = work.shapes.of(into)
        if shape is None and where is None:
            same = into == target and node == given
            return [statement if same else sx.Assignment(into, node)]
        if is_whole and place is not None:
            node = rewriting.arrays.reallocated(place, node, given)
        rewriting.arrays.assign(into, node, where)
        return []

    def _is_product(self, node: sx.Node) -> bool:
        return (
            isinstance(node, sx.Apply)
            and node.base == sx.Name("MATMUL")
            and len(node.arguments) == 2
            and self._work.shapes.is_function("MATMUL")
        )

    def _structure(self, place: Place, given: sx.Node, *, whole: bool) -> None:
        rewriting = self._rewriting
        node = rewriting.value(given)
        for item in self._table.find_generic("ASSIGNMENT(=)"):
            values = (place.node, node)
            if rewriting.matching.fits(item, values, strict=True):
                self._work.out += self._called(item, values)
                return
        bound = rewriting.of_type("ASSIGNMENT(=)", (place.node, node))
        if bound is not None:
            base, procedure, values = bound
            meant = rewriting.dispatched(base, procedure)
            self._work.out += self._called_one_of(meant, values, UNSEEN)
            return
        if whole:
            node = rewriting.arrays.reallocated(place, node, given)
        if isinstance(node, sx.Array) and not node.items:
            return
        if isinstance(node, sx.Array):
            node = rewriting.arrays.held(node)
        source = self._work.designators.place(node)
        if source is None:
            self._work.unmodelled("an assignment of a structure that is not followed")
            return
        set_type(place, type_of(source), self._work)
        kind = source.entry.derived
        if place.entry.polymorphic and place.entry.derived is not None:
            lose_extended(place, place.entry.derived, self._work, source)
            place = place if kind is None else as_type(place, kind, self._work)
        rewriting.arrays.assign_structure(place, source)

    def _masks(self) -> sx.Node | None:
        """The mask of the WHERE around a statement."""
        masks = [item for opened in self._open if opened.kind == "where" for item in opened.masks]
        result: sx.Node | None = None
        for item in masks:
            result = item if result is None else sx.Infix(".AND.", result, item)
        return result

    def _call(self, call: sx.Call) -> list[sx.Statement]:
        rewriting = self._rewriting
        if isinstance(call.method, sx.Component):
            pointed = rewriting.pointed_to(call.method)
            if pointed is not None:
                pointer, owner = pointed
                first = (owner.node,) if pointer.passes else ()
                return self._called_through(pointer, (*first, *call.arguments))
            found = rewriting.bound(call.method, call.arguments)
            if found is None:
                self._work.tell(
                    f"procedure component {call.name} is not followed",
                    "the call is counted as one of a procedure that is not there",
                )
                values = tuple(rewriting.value(item) for item in call.arguments)
                return [sx.Call(call.name, values)]
            meant = rewriting.dispatched(call.method, found[0])
            return self._called_one_of(meant, found[1], UNSEEN)
        name = call.name
        pointer = self._table.find_pointer(name)
        if pointer is not None:
            return self._called_through(pointer, call.arguments)
        if name == "MOVE_ALLOC" and (moved := in_order(MOVED, call.arguments)) is not None:
            self._allocations.move(moved)
            return []
        generic = self._table.find_generic(name)
        single = self._table.find_procedure(name)
        if generic:
            with self._work.trial():
                values = tuple(rewriting.value(item) for item in call.arguments)
            chosen = rewriting.matching.chosen(generic, values)
            if chosen is not None:
                return self._called(chosen, call.arguments)
        if single is not None:
            return self._called(single, call.arguments)
        values = tuple(
            rewriting.computed(rewriting.value(item)) if not isinstance(item, sx.Star) else item
            for item in call.arguments
        )
        return [call if values == call.arguments else sx.Call(name, values)]

    def _called_through(
        self, pointer: ProcedurePointer, arguments: Sequence[sx.Node]
    ) -> list[sx.Statement]:
        """A call by a procedure pointer."""
        targets = self._rewriting.targets(pointer)
        condition = sx.Unknown(f"the target of {pointer.name.lower()}", Type.LOGICAL)
        if len(targets) > 1:
            self._work.tell(*unknown_target(pointer))
        what = sx.Call(pointer.name, ())
        if targets[-1] is None:
            self._work.tell(
                f"a target of procedure pointer {pointer.name.lower()} is not seen",
                "the call is counted as one of a procedure that is not there",
            )
            values = (item for item in arguments if not isinstance(item, sx.Star))
            what = sx.Call(pointer.name, tuple(map(self._rewriting.value, values)))
        meant: list[Dispatched] = [(condition, item) for item in targets[:-1]]
        return self._called_one_of([*meant, (None, targets[-1])], arguments, what)

    def _called_one_of(
        self, meant: Sequence[Dispatched], arguments: Sequence[sx.Node], unseen: str | sx.Call
    ) -> list[sx.Statement]:
        """A call of one of several procedures; None stands for those that are not seen."""
        made: list[sx.Statement] = []
        for number, (condition, item) in enumerate(meant):
            if condition is not None:
                made.append(sx.ElseIf(condition) if number else sx.IfThen(condition))
            elif number:
                made.append(sx.Else())
            before, self._work.out = self._work.out, []
            if item is None:
                last = [unseen] if isinstance(unseen, sx.Call) else [sx.Unmodelled(unseen, "")]
            else:
                last = self._called(item, arguments)
            made += [*self._work.out, *last]
            self._work.out = before
        return [*made, sx.EndIf()] if len(meant) > 1 else made

    def _called(self, procedure: Procedure, arguments: Sequence[sx.Node]) -> list[sx.Statement]:
        work = self._work
        stars = tuple(item for item in arguments if isinstance(item, sx.Star))
        passed = self._rewriting.matching.passed(procedure, arguments)
        if passed is None:
            values = tuple(self._rewriting.value(item) for item in arguments)
            return [sx.Call(procedure.header.name, values)]
        call = sx.Call(procedure.name, passed.arguments + stars, None, passed.hidden)
        shapes = [work.shapes.of(item) for item in passed.arguments]
        shape = next((item for item in shapes if item is not None), None)
        if not procedure.elemental or shape is None:
            return [call]
        with work.over(shape) as where:
            inner = tuple(work.shapes.at(item, where) for item in passed.arguments)
            work.out.append(sx.Call(procedure.name, inner, None, passed.hidden))
        return []

    # --- IF and DO ----------------------------------------------------------------------------------

    def _else_if(self, condition: sx.Node) -> list[sx.Statement]:
        work = self._work
        node = self._rewriting.value(condition)
        if not work.out:
            return [sx.ElseIf(node)]
        work.out.insert(0, sx.Else())
        for opened in reversed(self._open):
            if opened.kind == "if":
                opened.more += 1
                break
        return [sx.IfThen(node)]

    def _logical_if(
        self, condition: sx.Node, action: sx.Statement, line: Line
    ) -> list[sx.Statement]:
        work = self._work
        node = self._rewriting.value(condition)
        before, work.out = work.out, []
        last = self._statement(action, line)
        inner = [*work.out, *last]
        work.out = before
        if len(inner) == 1:
            return [sx.LogicalIf(node, inner[0])]
        return [sx.IfThen(node), *inner, sx.EndIf()]

    def _do_while(
        self, label: str | None, condition: sx.Node | None, name: str | None
    ) -> list[sx.Statement]:
        work = self._work
        if condition is None:
            return [sx.DoWhile(label, None, name)]
        node = self._rewriting.value(condition)
        if not work.out:
            return [sx.DoWhile(label, node, name)]
        leave = sx.LogicalIf(sx.Prefix(".NOT.", sx.Paren(node)), sx.Leave("EXIT", name))
        work.out.insert(0, sx.DoWhile(label, None, name))
        return [leave]

    # --- WHERE and FORALL ---------------------------------------------------------------------------

    def _where(self, mask: sx.Node, action: sx.Statement | None, line: Line) -> None:
        node = self._rewriting.arrays.once(self._rewriting.value(mask))
        if action is not None:
            self._open.append(_Open("where", masks=(node,)))
            last = self._statement(action, line)
            self._work.out += last
            self._open.pop()
            return
        held = self._held_mask(node)
        self._open.append(_Open("where", masks=(held,), own=held))

    def _held_mask(self, node: sx.Node) -> sx.Node:
        shape = self._work.shapes.of(node)
        if shape is None:
            return node
        outer = self._masks()
        if outer is not None:
            node = sx.Infix(".AND.", outer, node)
        made = self._work.array(Type.LOGICAL, 4, shape)
        own = self._work.shapes.of(made) or ()
        with self._work.over(own) as where:
            self._work.emit(self._work.shapes.at(made, where), self._work.shapes.at(node, where))
        return made

    def _else_where(self, mask: sx.Node | None) -> None:
        opened = self._open[-1] if self._open and self._open[-1].kind == "where" else None
        if opened is None or opened.own is None:
            return
        before = (*opened.masks[:-1], sx.Prefix(".NOT.", opened.own))
        if mask is None:
            opened.masks = before
            return
        opened.masks = before
        held = self._held_mask(self._rewriting.arrays.once(self._rewriting.value(mask)))
        opened.masks = (*before, held)
        opened.own = held

    def _forall(self, statement: sx.Forall, line: Line) -> None:
        value = self._rewriting.value
        heads: list[sx.Statement] = []
        for name, bounds in reversed(statement.indices):
            first, last = value(bounds.first or ONE), value(bounds.last or ONE)
            step = None if bounds.step is None else value(bounds.step)
            heads.append(sx.Do(None, name, first, last, step))
        opened = _Open("forall", heads=heads, mask=statement.mask)
        self._open.append(opened)
        if statement.action is not None:
            self._for_each(statement.action, line)
            self._open.pop()
            return
        bases = assigned(self._lines[self._at + 1 :])
        if bases is None:  # WHERE in it: its loops go around all
            self._begin(opened)
            opened.heads = []
            opened.loops, opened.more = len(heads), int(statement.mask is not None)
        for base in bases if bases and len(bases) > 1 else ():
            if opened.mask is not None and any(mentions(opened.mask, base, None)):
                change = copied(base, None, self._work, self._rewriting.arrays)
                if change is not None:
                    opened.mask = changed(opened.mask, change)

    def _begin(self, opened: _Open) -> None:
        self._work.out += opened.heads
        if opened.mask is not None and opened.heads:
            self._work.out.append(sx.IfThen(self._rewriting.value(opened.mask)))

    def _for_each(self, action: sx.Statement, line: Line) -> None:
        """A statement of a FORALL, for all values of its indices: values are computed before."""
        opened = [item for item in self._open if item.kind == "forall" and item.heads]
        if isinstance(action, sx.Assignment):
            action = from_before(action, opened, self._work, self._rewriting.arrays)
        for item in opened:
            self._begin(item)
        heads = [(item, item.heads, item.mask) for item in opened]
        for item in opened:
            item.heads, item.mask = [], None
        self._work.out += self._statement(action, line)
        for item, loops, mask in reversed(heads):
            item.heads, item.mask = loops, mask
            if mask is not None:
                self._work.out.append(sx.EndIf())
            self._work.out += [sx.EndDo()] * len(loops)

    def _end(self, kind: str) -> None:
        if not self._open:
            return
        opened = self._open.pop()
        if kind == "forall":
            if opened.more:
                self._work.out.append(sx.EndIf())
            self._work.out += [sx.EndDo()] * opened.loops
        self._forget(opened)

    def _forget(self, opened: _Open) -> None:
        """Let the names of a construct mean what they meant before it."""
        for name, meaning in opened.names.items():
            self._work.designators.aliases.pop(name, None)
            if meaning is not None:
                self._work.designators.aliases[name] = meaning

    # --- names for others ---------------------------------------------------------------------------

    def _associate(self, pairs: Sequence[tuple[str, sx.Node]]) -> None:
        made: dict[str, Place | sx.Node] = {}
        for name, node in pairs:
            place = self._work.designators.place(node)
            if place is not None:
                made[name] = self._fixed(place)
                continue
            value = self._rewriting.value(node)
            if self._work.shapes.of(value) is not None:
                made[name] = self._rewriting.arrays.held(value)
                continue
            found = self._work.designators.place(value)
            if found is not None and found.entry.derived is not None:
                made[name] = found
                continue
            kind, size = self._work.kind_of(value)
            held = self._work.scalar(kind, size, name)
            self._work.emit(held, value)
            made[name] = held
        aliases = self._work.designators.aliases
        self._open.append(_Open("associate", names={name: aliases.get(name) for name in made}))
        aliases.update(made)

    def _fixed(self, place: Place) -> Place:
        """A place whose subscripts do not change with the variables in them."""
        return place

    def _select_type(self, statement: sx.SelectType) -> list[sx.Statement]:
        place = self._work.designators.place(statement.selector)
        alias = statement.alias
        if alias is None and isinstance(statement.selector, sx.Name):
            alias = statement.selector.name
        aliases = self._work.designators.aliases
        names = {} if alias is None else {alias: aliases.get(alias)}
        opened = _Open("type", selector=place, alias=alias, names=names)
        opened.conditions = self._conditions(place)
        self._open.append(opened)
        if place is not None and alias is not None and statement.alias is not None:
            self._work.designators.aliases[alias] = place
        return [sx.Plain("continue")]

    def _conditions(self, place: Place | None) -> list[sx.Node]:
        """When each branch of the SELECT TYPE that begins here is taken."""
        guards = self._guards()
        unknown = sx.Unknown("the type of an object", Type.LOGICAL)
        kinds = [
            None if guard.type is None else self._table.find_type(guard.type) for guard in guards
        ]
        declared = None if place is None else place.entry.derived
        is_known = declared is not None and all(
            kind is not None or guard.type is None
            for kind, guard in zip(kinds, guards, strict=True)
        )
        if place is None or declared is None or not is_known:
            self._work.tell(
                "which type an object of a class has is not followed",
                "each branch of SELECT TYPE gets a probability",
            )
            return [unknown] * len(guards)
        taken: list[list[DerivedType]] = [[] for _ in guards]
        all_kinds = family(declared)
        for kind in all_kinds:
            best = _branch_of(kind, guards, kinds)
            if best is not None:
                taken[best].append(kind)
        unseen = has_unseen(all_kinds, self._work)
        return [
            is_one_of(place, known, maybe=unseen and guard.keyword != "typeis")
            for known, guard in zip(taken, guards, strict=True)
        ]

    def _guards(self) -> list[sx.TypeGuard]:
        """The guards of the SELECT TYPE whose line is rewritten."""
        found: list[sx.TypeGuard] = []
        depth = 0
        for line in self._lines[self._at + 1 :]:
            match line.statement:
                case sx.SelectCase() | sx.SelectType():
                    depth += 1
                case sx.EndSelect():
                    depth -= 1
                    if depth < 0:
                        break
                case sx.TypeGuard() as guard if depth == 0:
                    found.append(guard)
                case _:
                    pass
        return found

    def _guard(self, guard: sx.TypeGuard) -> list[sx.Statement]:
        opened = self._open[-1] if self._open and self._open[-1].kind == "type" else None
        if opened is None or opened.guards >= len(opened.conditions):
            return [sx.Unmodelled("a type guard", "")]
        condition = opened.conditions[opened.guards]
        opened.guards += 1
        place = opened.selector
        kind = None if guard.type is None else self._table.find_type(guard.type)
        if place is not None and opened.alias is not None:
            if kind is not None and place.entry.derived is not None:
                made = as_type(place, kind, self._work)
                self._work.designators.aliases[opened.alias] = made
            elif opened.alias in self._work.designators.aliases:
                self._work.designators.aliases[opened.alias] = place
        if guard.keyword == "default" and opened.guards == len(opened.conditions) > 1:
            return [sx.Else()]
        if len(opened.conditions) == 1 and guard.keyword == "default":
            return [sx.IfThen(sx.Truth(True))]
        return [sx.IfThen(condition) if opened.guards == 1 else sx.ElseIf(condition)]

    def _end_select(self) -> list[sx.Statement]:
        opened = self._open.pop() if self._open else _Open("select")
        if opened.kind != "type":
            return [sx.EndSelect()]
        self._forget(opened)
        return [sx.EndIf()] if opened.guards else []


def _branch_of(
    kind: DerivedType, guards: Sequence[sx.TypeGuard], kinds: Sequence[DerivedType | None]
) -> int | None:
    """Which branch of a SELECT TYPE an object of a type takes; None if it takes none."""
    best: int | None = None
    for number, (guard, wanted) in enumerate(zip(guards, kinds, strict=True)):
        if guard.keyword == "typeis":
            if wanted is kind:
                return number
        elif wanted is None:
            best = number if best is None else best
        elif kind.extends(wanted):
            known = None if best is None else kinds[best]
            if known is None or wanted.extends(known):
                best = number
    return best


def made_of(span: Span) -> Span:
    """Return the place of a further statement that is made of one."""
    return replace(span, column=0)
