"""What each action of a unit reads and writes: names with their subscripts, as formulas."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.analysis.cfg.graph import Part
from sad.codemodel.reaching import Point, Reaching, address_of
from sad.codemodel.writes import evaluated
from sad.dependence.access import Access
from sad.dependence.call_accesses import CallAccesses
from sad.dependence.combining import chosen_value, combination, kept_extreme
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage
from sad.ir.walk import bodies, children, expressions, statements, walk
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.calls.facts import Call
    from sad.analysis.cfg.graph import Action
    from sad.analysis.unit import EntryAnalysis
    from sad.dependence.calls import Callees
    from sad.diagnostics import Span
    from sad.ir.expr import Expr
    from sad.ir.program import Dimension

_TESTS = (Part.CONDITION, Part.OPERAND)


class Accesses:
    """The accesses of one unit, by block."""

    def __init__(self, entry: EntryAnalysis, callees: Callees) -> None:
        self._entry = entry
        self._unit = entry.unit
        self._symbols = entry.unit.symbols
        self._callees = callees
        self._facts = callees.facts(entry.unit)
        self.values = Reaching(entry, lambda item: callees.kept(self.calls(item), entry.unit))
        self._of_calls = CallAccesses(self, entry.unit, callees)
        self._blocks: dict[int, tuple[Access, ...]] = {}
        self._updates: dict[int, tuple[str, Expr]] = {}
        self._note_updates(entry.unit.body)

    def _note_updates(self, body: Sequence[st.Stmt]) -> None:
        """Note the statements that combine, with what they combine into.

        These are assignments, both parts of ``IF (X .GT. M) M = X``, and all of ``M = T`` behind a
        choice of T.
        """
        for place, statement in enumerate(body):
            if isinstance(statement, st.If):
                kept = kept_extreme(statement)
                if kept is not None:
                    update = kept[1].operator, kept[0].target
                    self._updates |= {id(statement): update, id(kept[0]): update}
                chosen = None
                if statement.otherwise and place + 1 < len(body):
                    chosen = chosen_value(statement, body[place + 1])
                if chosen is not None and self._is_passing(chosen[0][0].target):
                    update = chosen[1].operator, chosen[0][-1].target
                    self._updates |= {id(item): update for item in (statement, *chosen[0])}
            elif isinstance(statement, st.Assign) and not statement.silent:
                target = statement.target
                found = combination(target, statement.value, self._bits(target))
                if found is not None:
                    self._updates.setdefault(id(statement), (found.operator, target))
            for inner in bodies(statement):
                self._note_updates(inner)

    def _is_passing(self, target: Expr) -> bool:
        """Whether a local scalar that two assignments set is read once in the unit."""
        if not isinstance(target, ex.Variable):
            return False
        symbol = self._symbols[target.name]
        own = symbol.storage is Storage.LOCAL and not symbol.saved and symbol.memory is None
        return own and self._mentions[target.name] == 3

    @cached_property
    def _mentions(self) -> Counter[str]:
        every = (item for x in statements(self._unit.body) for item in expressions(x))
        parts = (part for item in every for part in walk(item))
        return Counter(part.name for part in parts if isinstance(part, ex.Variable))

    def _bits(self, target: Expr) -> int:
        """How many bits a scalar has, 0 if that is not told."""
        symbol = self._symbols.get(target.name) if isinstance(target, ex.Variable) else None
        return 0 if symbol is None or symbol.dimensions else 8 * (symbol.size_bytes or 0)

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
        update, goal = "", None
        if isinstance(statement, st.If):
            update, goal = self._updates.get(id(statement), ("", None))
        if action.part is Part.LOOP_ENTRY and isinstance(statement, st.CountedLoop):
            bounds = statement.written or (statement.first, statement.last, statement.step)
            for item in bounds:
                yield from self.reads(item, point, span)
            yield from self._calls(action, point)
            yield Access(statement.variable.name, (), True, point, span, sets=True)
            return
        results: tuple[Expr, ...] = ()
        if isinstance(statement, st.InputOutput):
            results = statement.results
        for item in evaluated(action):
            if not isinstance(statement, st.CallStatement) and not any(item is r for r in results):
                yield from self.reads(item, point, span, {}, goal, update)
        yield from self._calls(action, point)
        for item in results:
            yield from self._writes(item, point, span)

    def _assign(self, statement: st.Assign, action: Action, point: Point) -> Iterator[Access]:
        operator, goal = self._updates.get(id(statement), ("", None))
        target, span = statement.target, action.span
        yield from self.reads(statement.value, point, span, {}, goal, operator)
        for part in children(target):
            yield from self.reads(part, point, span)
        yield from self._calls(action, point)
        yield from self._writes(target, point, span, operator if goal == target else "")

    def _writes(
        self, target: Expr, point: Point, span: Span, operator: str = ""
    ) -> Iterator[Access]:
        rounded = bool(operator) and target.type not in (ex.Type.INTEGER, ex.Type.LOGICAL)
        rounded = rounded and operator in ("add", "mul")
        match target:
            case ex.Variable(name=name) if not self.is_array(name):
                yield Access(
                    name, (), True, point, span, sets=True, operator=operator, rounded=rounded
                )
            case ex.Element(array=name):
                yield from self._pointers(name, point, span)
                base, places = self.element(target, point, {})
                yield Access(base, places, True, point, span, operator=operator, rounded=rounded)
            case ex.Variable(name=name) | ex.Section(array=name):
                yield Access(name, (), True, point, span, whole=True)
            case ex.Substring(base=base) | ex.Field(base=base):
                for item in self._writes(base, point, span):
                    yield Access(item.name, item.subscripts, True, point, span, item.whole)
                for part in children(base):
                    yield from self.reads(part, point, span)
            case ex.ImpliedDo(items=items, variable=variable):
                yield Access(variable, (), True, point, span)
                for item in items:
                    for inner in self._writes(item, point, span):
                        yield Access(inner.name, (), True, point, span, whole=True)
            case _:
                pass

    def reads(
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
                    yield from self.reads(part, point, span, given)
                yield from self._pointers(node.array, point, span)
                if self.is_memory(node.array):
                    base, places = self.element(node, point, given)
                    yield Access(base, places, False, point, span, operator=mine)
            case ex.Variable(name=name):
                if name not in given and self.is_memory(name):
                    whole = self.is_array(name)
                    yield Access(name, (), False, point, span, whole=whole, operator=mine)
            case ex.Section(array=name):
                for part in children(node):
                    yield from self.reads(part, point, span, given)
                yield Access(name, (), False, point, span, whole=True)
            case ex.ImpliedDo(items=items):
                for item in children(node):
                    for inner in self.reads(item, point, span, given):
                        whole = inner.whole or bool(inner.subscripts)
                        yield Access(inner.name, (), False, point, span, whole=whole)
                del items
            case ex.Inline(parameters=parameters, arguments=arguments, body=body):
                inside = dict(given)
                for name, argument in zip(parameters, arguments, strict=False):
                    yield from self.reads(argument, point, span, given)
                    inside[name] = self.values.value(argument, point, given)
                yield from self.reads(body, point, span, inside)
            case ex.FunctionCall():
                return  # its arguments are read by the call
            case _:
                for child in children(node):
                    yield from self.reads(child, point, span, given, goal, operator)

    def _pointers(self, name: str, point: Point, span: Span) -> Iterator[Access]:
        """The reads of the pointers that a name is reached through."""
        symbol = self._symbols.get(name)
        for pointer in () if symbol is None else symbol.reached:
            yield Access(pointer, (), False, point, span, whole=self.is_array(pointer))

    # --- calls -----------------------------------------------------------------------------------

    def _calls(self, action: Action, point: Point) -> Iterator[Access]:
        for call in self.calls(action):
            yield from self._of_calls.of(call, point, action.span)

    # --- places ----------------------------------------------------------------------------------

    def is_array(self, name: str) -> bool:
        """Whether a name is that of an array."""
        symbol = self._symbols.get(name)
        return symbol is not None and bool(symbol.dimensions)

    def is_memory(self, name: str) -> bool:
        """Whether a name has a place in memory."""
        symbol = self._symbols.get(name)
        return symbol is None or symbol.storage not in (Storage.CONSTANT, Storage.PROCEDURE)

    def element(
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

    def bounds(self, name: str) -> tuple[tuple[Poly, Poly | None], ...]:
        """Return the bounds of an array, as they are when the unit starts; the last may be open."""
        start = Point(self._entry.forest.entry, 0)
        found: list[tuple[Poly, Poly | None]] = []
        for item in self._dimensions(name):
            low = Poly.constant(1) if item.lower is None else self.values.value(item.lower, start)
            found.append(
                (low, None if item.upper is None else self.values.value(item.upper, start))
            )
        return tuple(found)

    def _dimensions(self, name: str) -> tuple[Dimension, ...]:
        symbol = self._symbols.get(name)
        return () if symbol is None else symbol.dimensions


def _every(item: Expr) -> Iterator[Expr]:
    stack = [item]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(children(node))
        if isinstance(node, ex.Section):
            stack.extend(part for part in node.subscripts if not isinstance(part, ex.Range))
