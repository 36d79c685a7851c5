"""What each action of a unit reads and writes: names with their subscripts, as formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.analysis.cfg.graph import Part
from sad.codemodel.reaching import Point, Reaching, address_of
from sad.codemodel.writes import evaluated
from sad.dependence.combining import combination, kept_extreme
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage
from sad.ir.walk import children, walk
from sad.records import record
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.analysis.calls.facts import Call
    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis
    from sad.dependence.calls import Callees
    from sad.diagnostics import Span
    from sad.ir.expr import Expr

_TESTS = (Part.CONDITION, Part.OPERAND)


@record
class Access:
    """A read or write of ``name`` at a point.

    ``subscripts`` are values at the point, one of them None if it is any element of that dimension;
    none for a scalar. ``whole``: all of it, or nobody knows which part. ``name`` may also be a
    COMMON block ``/NAME/`` or a class of memory ``memory NAME``. ``sets`` is whether a write is certain
    once the action runs, and of all of a scalar. ``operator`` is set for both sides of an update.
    """

    name: str
    subscripts: tuple[Poly | None, ...]
    writes: bool
    point: Point
    span: Span
    whole: bool = False
    sets: bool = False
    operator: str = ""
    rounded: bool = False


class Accesses:
    """The accesses of one unit, by block."""

    def __init__(self, entry: EntryAnalysis, callees: Callees) -> None:
        self.values = Reaching(entry)
        self._entry = entry
        self._unit = entry.unit
        self._symbols = entry.unit.symbols
        self._callees = callees
        self._facts = callees.facts(entry.unit)
        self._blocks: dict[int, tuple[Access, ...]] = {}
        self._updates: dict[int, str] = {}
        self._note_updates()

    def _note_updates(self) -> None:
        """Note the statements that combine: assignments, and both parts of ``IF (X .GT. M) M = X``."""
        for block in self._entry.forest.order:
            for action in self._entry.cfg.blocks[block].actions:
                statement = action.statement
                if isinstance(statement, st.If):
                    kept = kept_extreme(statement)
                    if kept is not None:
                        self._updates[id(statement)] = kept[1].operator
                        self._updates[id(kept[0])] = kept[1].operator
                elif isinstance(statement, st.Assign) and not statement.silent:
                    found = combination(statement.target, statement.value)
                    if found is not None:
                        self._updates.setdefault(id(statement), found.operator)

    def of(self, block: int) -> tuple[Access, ...]:
        """Return the accesses of a block in order: what an action reads comes before what it writes."""
        known = self._blocks.get(block)
        if known is None:
            actions = self._entry.cfg.blocks[block].actions
            known = self._blocks[block] = tuple(
                access
                for position, action in enumerate(actions)
                for access in self._action(action, Point(block, position))
            )
        return known

    def calls(self, action: Action) -> tuple[Call, ...]:
        """Return the calls an action makes."""
        if action.part in _TESTS and isinstance(action.statement, st.If | st.While):
            return self._facts.calls_of(action.condition)
        if action.part is Part.LOOP_STEP:
            return ()
        return self._facts.calls_of(action.statement)

    def obstacle(self, action: Action) -> str:
        """Return why nothing else may run at once with an action, or nothing is known of it."""
        statement = action.statement
        if action.part is Part.WHOLE:
            match statement:
                case st.InputOutput(keyword=keyword):
                    return f"{keyword.upper()} is done in order"
                case st.Opaque(reason=reason):
                    return f"a statement that is not modelled ({reason})"
                case st.Stop():
                    return "it may end the program"
                case _:
                    pass
        for item in evaluated(action):
            if any(isinstance(part, ex.OpaqueExpr) for part in _every(item)):
                return "an expression that is not modelled"
        return next(
            (
                text
                for call in self.calls(action)
                if (text := self._callees.obstacle(call, self._unit))
            ),
            "",
        )

    def _action(self, action: Action, point: Point) -> Iterator[Access]:
        statement, span = action.statement, action.span
        if action.part is Part.LOOP_STEP:
            return  # the head of a loop decides what its variable is
        if isinstance(statement, st.Assign) and action.part is Part.WHOLE:
            if statement.silent:
                return
            yield from self._assign(statement, action, point)
            return
        update = self._updates.get(id(statement), "") if isinstance(statement, st.If) else ""
        kept = kept_extreme(statement) if update else None
        goal = None if kept is None else kept[0].target
        if action.part is Part.LOOP_ENTRY and isinstance(statement, st.CountedLoop):
            bounds = statement.written or (statement.first, statement.last, statement.step)
            for item in bounds:
                yield from self._reads(item, point, span)
            yield from self._calls(action, point)
            yield Access(statement.variable.name, (), True, point, span, sets=True)
            return
        results: tuple[Expr, ...] = ()
        if isinstance(statement, st.InputOutput):
            results = statement.results
        for item in evaluated(action):
            if not isinstance(statement, st.CallStatement) and not any(item is r for r in results):
                yield from self._reads(item, point, span, {}, goal, update)
        yield from self._calls(action, point)
        for item in results:
            yield from self._writes(item, point, span)

    def _assign(self, statement: st.Assign, action: Action, point: Point) -> Iterator[Access]:
        operator, target, span = self._updates.get(id(statement), ""), statement.target, action.span
        goal = target if operator else None
        yield from self._reads(statement.value, point, span, {}, goal, operator)
        for part in children(target):
            yield from self._reads(part, point, span)
        yield from self._calls(action, point)
        yield from self._writes(target, point, span, operator)

    def _writes(
        self, target: Expr, point: Point, span: Span, operator: str = ""
    ) -> Iterator[Access]:
        rounded = bool(operator) and target.type not in (ex.Type.INTEGER, ex.Type.LOGICAL)
        rounded = rounded and operator in ("add", "mul")
        match target:
            case ex.Variable(name=name) if not self._is_array(name):
                yield Access(
                    name, (), True, point, span, sets=True, operator=operator, rounded=rounded
                )
            case ex.Element(array=name):
                yield from self._pointers(name, point, span)
                base, places = self._element(target, point, {})
                yield Access(base, places, True, point, span, operator=operator, rounded=rounded)
            case ex.Variable(name=name) | ex.Section(array=name):
                yield Access(name, (), True, point, span, whole=True)
            case ex.Substring(base=base) | ex.Field(base=base):
                for item in self._writes(base, point, span):
                    yield Access(item.name, item.subscripts, True, point, span, item.whole)
                for part in children(base):
                    yield from self._reads(part, point, span)
            case ex.ImpliedDo(items=items, variable=variable):
                yield Access(variable, (), True, point, span)
                for item in items:
                    for inner in self._writes(item, point, span):
                        yield Access(inner.name, (), True, point, span, whole=True)
            case _:
                pass

    def _reads(
        self,
        node: Expr,
        point: Point,
        span: Span,
        bound: Mapping[str, Poly] | None = None,
        goal: Expr | None = None,
        operator: str = "",
    ) -> Iterator[Access]:
        """The accesses an expression makes; of the updated ``goal`` itself with its operator."""
        given = bound or {}
        mine = operator if goal is not None and node == goal else ""
        match node:
            case ex.Constant() | ex.OpaqueExpr():
                pass
            case ex.Element(subscripts=subscripts):
                for part in subscripts:
                    yield from self._reads(part, point, span, given)
                yield from self._pointers(node.array, point, span)
                if self._is_memory(node.array):
                    base, places = self._element(node, point, given)
                    yield Access(base, places, False, point, span, operator=mine)
            case ex.Variable(name=name):
                if name not in given and self._is_memory(name):
                    whole = self._is_array(name)
                    yield Access(name, (), False, point, span, whole=whole, operator=mine)
            case ex.Section(array=name):
                for part in children(node):
                    yield from self._reads(part, point, span, given)
                yield Access(name, (), False, point, span, whole=True)
            case ex.ImpliedDo(items=items):
                for item in children(node):
                    for inner in self._reads(item, point, span, given):
                        whole = inner.whole or bool(inner.subscripts)
                        yield Access(inner.name, (), False, point, span, whole=whole)
                del items
            case ex.Inline(parameters=parameters, arguments=arguments, body=body):
                inside = dict(given)
                for name, argument in zip(parameters, arguments, strict=False):
                    yield from self._reads(argument, point, span, given)
                    inside[name] = self.values.value(argument, point, given)
                yield from self._reads(body, point, span, inside)
            case ex.FunctionCall():
                return  # its arguments are read by the call
            case _:
                for child in children(node):
                    yield from self._reads(child, point, span, given, goal, operator)

    def _pointers(self, name: str, point: Point, span: Span) -> Iterator[Access]:
        """The reads of the pointers that a name is reached through."""
        symbol = self._symbols.get(name)
        for pointer in () if symbol is None else symbol.reached:
            yield Access(pointer, (), False, point, span, whole=self._is_array(pointer))

    # --- calls -----------------------------------------------------------------------------------

    def _calls(self, action: Action, point: Point) -> Iterator[Access]:
        for call in self.calls(action):
            yield from self._call(call, point, action.span)

    def _call(self, call: Call, point: Point, span: Span) -> Iterator[Access]:
        """What a call reads and writes: reads first."""
        procedures = self._callees.procedures(call, self._unit)
        written: list[Access] = []
        for position, argument in enumerate(call.arguments):
            reads = writes = array = not procedures
            for item in procedures:
                if position >= len(item.dummies):
                    continue
                dummy = item.dummies[position]
                theirs = self._callees.of(item.unit)
                symbol = item.unit.symbols.get(dummy)
                changes = dummy in theirs.dummies_written
                reads = reads or dummy in theirs.dummies_read or not changes
                writes = writes or changes
                array = array or (symbol is not None and bool(symbol.dimensions))
                if symbol is not None and symbol.by_value and not self._leads_on(argument):
                    writes, array = False, False
            for part in _inside(argument):
                yield from self._reads(part, point, span)
            for place in self._passed(argument, point, span, array=array):
                if reads:
                    yield place
                if writes:
                    written.append(
                        Access(place.name, place.subscripts, True, point, span, place.whole)
                    )
        for item in procedures:
            theirs = self._callees.of(item.unit)
            for name in sorted(theirs.read):
                yield Access(_class(name), (), False, point, span, whole=True)
            written += [
                Access(_class(name), (), True, point, span, whole=True)
                for name in sorted(theirs.written)
            ]
        yield from written

    def _passed(self, argument: Expr, point: Point, span: Span, *, array: bool) -> Iterator[Access]:
        """The places that an argument hands over: a variable, an element, or from there on all of it.

        Of what pointers lead to, all.
        """
        place = argument
        while isinstance(place, ex.Substring):
            place = place.base
        match place:
            case ex.Element(array=name) if not array:
                base, places = self._element(place, point, {})
                yield Access(base, places, False, point, span)
            case ex.Element(array=name) | ex.Section(array=name):
                yield Access(name, (), False, point, span, whole=True)
            case ex.Variable(name=name) if self._is_memory(name):
                yield Access(name, (), False, point, span, whole=self._is_array(name))
            case _:
                pass
        for part in walk(argument):
            if isinstance(part, ex.Variable):
                if part is not place and self._is_array(part.name):
                    yield Access(part.name, (), False, point, span, whole=True)
                for name in self._behind(part.name):
                    yield Access(name, (), False, point, span, whole=True)

    def _leads_on(self, argument: Expr) -> bool:
        """Whether memory can be reached through an argument."""
        return any(
            isinstance(part, ex.Variable) and (self._is_array(part.name) or self._behind(part.name))
            for part in walk(argument)
        )

    def _behind(self, name: str) -> list[str]:
        """The names reached through a pointer."""
        return [item.name for item in self._symbols.values() if name in item.reached]

    # --- places ----------------------------------------------------------------------------------

    def _is_array(self, name: str) -> bool:
        symbol = self._symbols.get(name)
        return symbol is not None and bool(symbol.dimensions)

    def _is_memory(self, name: str) -> bool:
        symbol = self._symbols.get(name)
        return symbol is None or symbol.storage not in (Storage.CONSTANT, Storage.PROCEDURE)

    def _element(
        self, item: ex.Element, point: Point, bound: Mapping[str, Poly]
    ) -> tuple[str, tuple[Poly | None, ...]]:
        """The array behind an element's name, and where in it: a pointer's own value is added."""
        places = tuple(self.values.value(part, point, bound) for part in item.subscripts)
        symbol = self._symbols.get(item.array)
        pointer = symbol.reached[-1] if symbol is not None and symbol.reached else ""
        if item.array != f"{pointer}[]" or len(places) != 1:
            return item.array, places
        value = self.values.variable(pointer, point)
        start = Poly.symbol(input_name(self._unit.name, pointer))
        for part in value.symbols():
            array = address_of(part)
            if array is not None and len(self._dimensions(array)) == 1:
                offset = value - Poly.symbol(part)
                return array, (places[0] + offset,)
        return item.array, (places[0] + value - start,)

    def _dimensions(self, name: str) -> tuple[object, ...]:
        symbol = self._symbols.get(name)
        return () if symbol is None else symbol.dimensions


def _class(name: str) -> str:
    return name if name.startswith("/") else f"memory {name}"


def _inside(argument: Expr) -> tuple[Expr, ...]:
    """What is evaluated of an argument: of a place only its subscripts."""
    while isinstance(argument, ex.Substring):
        argument = argument.base
    match argument:
        case ex.Variable():
            return ()
        case ex.Element() | ex.Section():
            return children(argument)
        case _:
            return (argument,)


def _every(item: Expr) -> Iterator[Expr]:
    stack = [item]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(children(node))
        if isinstance(node, ex.Section):
            stack.extend(part for part in node.subscripts if not isinstance(part, ex.Range))
