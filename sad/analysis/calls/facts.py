"""What each statement of a unit calls and writes, collected in one walk over its expressions.

Over 400 lines: one pass over a unit that collects all of them.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from sad.analysis.calls.written import base_names, whole_name, written_names
from sad.analysis.messages.catalogue import routine_of
from sad.analysis.messages.places import (
    BUFFERS,
    all_elements,
    open_tables,
    small_elements,
    table_elements,
)
from sad.analysis.values.array_summaries import Fill, fills_of, is_table, own_tables
from sad.analysis.values.tables import WHOLE, whole
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator, Type, element_name
from sad.ir.program import Storage
from sad.ir.walk import children, expressions, is_sequential, operands, statements
from sad.records import field, mutable, record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sad.analysis.calls.graph import Procedure
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol, Unit


@record
class Call:
    """A call of a subroutine or a reference to a function.

    ``arguments`` stand in the places of the callee's dummies, the last ``hidden`` of ``key`` in those
    of its hidden ones; ``key`` is all of them in the order of the source.
    """

    name: str
    arguments: tuple[Expr, ...]
    key: tuple[Expr, ...]
    hidden: int = 0


@mutable
class UnitFacts:
    """Facts by statement (its identity) or, for the tests of an IF or WHILE, by operand.

    ``controlling`` are the scalars that can influence a count: those in loop bounds, in conditions
    and in arguments of procedures in the program, and what is assigned to such variables. Real ones
    only if they are compared for equality or passed on, and never hold the result of a computation.
    ``declared`` are, by file and line, the variables that the user declares inputs there.
    ``wanted`` are elements that tell messages' sizes and partners;
    ``fills`` are the loops that fill arrays, ``own`` the arrays followed as a whole that no other name
    leads to. ``tables`` are the elements of further small arrays by array, ``open`` dummy arrays whose
    length only callers tell.
    ``named`` are the targets of silent assignments. ``elements`` are, by array, the single elements
    that are assigned. ``mentioned`` are the names of variables that stand anywhere in the unit but in
    declarations of their own. ``anywhere`` is set where a statement may change all that has an
    address.
    """

    calls: dict[int, tuple[Call, ...]] = field(default_factory=dict[int, tuple[Call, ...]])
    writes: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    called: dict[str, None] = field(default_factory=dict[str, None])
    named: set[str] = field(default_factory=set[str])
    mentioned: set[str] = field(default_factory=set[str])
    elements: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    controlling: set[str] = field(default_factory=set[str])
    declared: dict[tuple[str, int], list[str]] = field(
        default_factory=dict[tuple[str, int], list[str]]
    )
    stops: st.Stop | None = None
    anywhere: bool = False
    wanted: set[str] = field(default_factory=set[str])
    fills: dict[str, tuple[Fill, ...]] = field(default_factory=dict[str, tuple[Fill, ...]])
    own: frozenset[str] = frozenset()
    tables: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    open: set[str] = field(default_factory=set[str])

    def calls_of(self, key: object) -> tuple[Call, ...]:
        """Return the calls made by a statement or condition."""
        return self.calls.get(id(key), ())

    def writes_of(self, statement: st.Stmt) -> tuple[str, ...]:
        """Return the variables and arrays a statement itself assigns (calls apart)."""
        return self.writes.get(id(statement), ())

    def changed_by(self, statement: st.Stmt) -> Iterator[str]:
        """Yield the variables and arrays a statement assigns or passes to what it calls."""
        yield from self.writes_of(statement)
        for call in self.calls_of(statement):
            for argument in call.arguments:
                yield from base_names(argument)


class Collected:
    """What the statements of a unit say, whatever procedures there are.

    ``feeding`` tells which variables enter a variable's assignments, ``calling`` those in statements
    that call. ``computed`` are real variables that hold results of computations: no options; ``parts``
    are names that begin with that of what they are part of (``m.n``).
    """

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._procedures: Mapping[str, Procedure] = {}
        self._symbols = unit.symbols
        self._result = unit.result
        self._parts = [name for name in unit.symbols if not name.isalnum()]
        self._facts = UnitFacts()
        self._feeding: dict[str, set[str]] = {}
        self._calling: list[tuple[int, set[str]]] = []
        self._computed: set[str] = set()
        self._passes_messages = self._passes_hidden = False
        for statement in statements(unit.body):
            self._statement(statement)
        self._facts.mentioned.update(_in_shapes(unit))

    def facts(
        self,
        procedures: Mapping[str, Procedure],
        wanted: Iterable[str] = (),
        tables: Mapping[str, list[str]] | None = None,
    ) -> UnitFacts:
        """Return the facts; ``procedures`` are those the program defines, by name.

        ``wanted`` are single elements of its arrays that others want to know, ``tables`` whole arrays.
        """
        found, facts = copy(self), self._facts
        found._procedures = procedures
        found._facts = replace(
            facts,
            elements={array: set(names) for array, names in facts.elements.items()},
            controlling=set(facts.controlling),
            wanted=set(),
            open=set(),
            tables=dict(tables or {}),
        )
        return found._finished(wanted)

    def _finished(self, wanted: Iterable[str]) -> UnitFacts:
        """Return the facts, ``controlling`` closed under assignment."""
        facts = self._facts
        if self._passes_hidden:
            each = facts.calls.items()
            facts.calls = {key: tuple(map(self._placed, calls)) for key, calls in each}
        for key, names in self._calling:
            self._call(facts.calls[key], names)
        self.want(wanted)
        facts.controlling.update(filter(self._is_shared, self._feeding))
        if self._passes_messages:  # shares of all processes are passed as a whole
            facts.controlling.update(name for name in self._feeding if name.endswith(WHOLE))
        pending = list(facts.controlling)
        while pending:
            control = pending.pop()
            more: Iterable[str] = facts.elements.get(control, ())
            if control.endswith(WHOLE):
                array = control.removesuffix(WHOLE)
                more = all_elements(self._symbols.get(array), self._symbols) or ()
                facts.elements.setdefault(array, set()).update(more)
            for name in (*self._feeding.get(control, ()), *more):
                if name not in facts.controlling:
                    facts.controlling.add(name)
                    pending.append(name)
        facts.controlling -= self._computed
        self._follow_tables()
        return facts

    def _follow_tables(self) -> None:
        """Find the loops that fill arrays, of those that something is looked up in."""
        facts = self._facts
        looked_up = {name for name in facts.controlling if name.endswith(WHOLE)}
        arrays = sorted(name.removesuffix(WHOLE) for name in looked_up)
        tables = [name for name in arrays if is_table(self._symbols.get(name))]
        facts.controlling -= looked_up
        if tables:
            facts.controlling.update(map(whole, tables))
            facts.fills = fills_of(self.unit, facts.writes, tables)
            passed = (
                name
                for calls in facts.calls.values()
                for call in calls
                for item in call.arguments
                for name in base_names(item)
            )
            facts.own = own_tables(self.unit, tables, set(passed).union(*facts.writes.values()))

    def _is_shared(self, name: str) -> bool:
        """Whether callers see a variable or element: what a unit finds out is for them, too."""
        symbol = self._symbols.get(name.partition("(")[0])
        return name == self._result or (
            symbol is not None and symbol.storage in (Storage.COMMON, Storage.DUMMY)
        )

    def _statement(self, statement: st.Stmt) -> None:
        facts = self._facts
        calls: list[Call] = []
        names: set[str] = set()
        tests = isinstance(statement, st.If | st.While)
        for expression in expressions(statement):
            parts = operands(expression) if tests and is_sequential(expression) else (expression,)
            for operand in parts:
                found: list[Call] = []
                _collect(operand, found, names)
                if found and tests:
                    facts.calls[id(operand)] = tuple(found)
                calls.extend(found)
        facts.mentioned |= names
        self._kind(statement, calls, names)
        if calls:
            facts.calls[id(statement)] = tuple(calls)
            self._calling.append((id(statement), names))
            for call in calls:
                facts.called.setdefault(call.name)
                self._passes_hidden = self._passes_hidden or call.hidden > 0
        written = tuple(written_names(statement))
        if isinstance(statement, st.Opaque):  # what belongs to the names there, too
            facts.anywhere |= statement.anywhere
            written += tuple(name for name in self._parts if whole_name(name) in written)
        if written:
            facts.writes[id(statement)] = written
            facts.mentioned.update(written)
        if isinstance(statement, st.Assign) and statement.silent:
            facts.named.update(base_names(statement.target))
            facts.controlling |= names  # callers may ask

    def _call(self, calls: tuple[Call, ...], names: set[str]) -> None:
        """Note what calls in one statement tell, ``names`` being the variables in it."""
        for call in calls:
            if call.name in self._procedures:
                self._facts.controlling |= names
                self._trace(_small_arrays(call.arguments, self._symbols))
            else:
                self._message(call)

    def _message(self, call: Call) -> None:
        """Note what tells how much a call of a message-passing library sends, and to whom."""
        routine = routine_of(call.name)
        if routine is None:
            return
        self._passes_messages = True
        for role, argument in zip(routine.arguments, call.arguments, strict=False):
            if role.name in BUFFERS:
                continue
            _collect(argument, [], self._facts.controlling)
            _add_variables((argument,), self._facts.controlling)
            self.want(small_elements(role.name, argument, self._symbols))
            self.want(table_elements(argument, self._symbols))
            self._facts.open.update(open_tables(argument, self._symbols))

    def want(self, elements: Iterable[str]) -> None:
        """Trace single elements of arrays, of the caller's where they are dummies."""
        for name in elements:
            self._trace((name,))
            self._facts.wanted.add(name)

    def _trace(self, elements: Iterable[str]) -> None:
        """Trace single elements of the unit's arrays."""
        for name in elements:
            self._facts.elements.setdefault(name.partition("(")[0], set()).add(name)
            self._facts.controlling.add(name)

    def _placed(self, call: Call) -> Call:
        """A call with its hidden arguments in the places of the callee's hidden dummies."""
        procedure = self._procedures.get(call.name) if call.hidden else None
        if procedure is None:
            return call
        written, hidden = call.key[: -call.hidden], call.key[-call.hidden :]
        number = len(procedure.unit.dummies)
        missing = (_MISSING,) * (number - len(written))
        return replace(call, arguments=written[:number] + missing + hidden + written[number:])

    def _kind(self, statement: st.Stmt, calls: list[Call], names: set[str]) -> None:
        facts = self._facts
        match statement:
            case st.AssignedGoto(variable=variable):
                facts.controlling.add(variable)
            case st.CallStatement(name=name, arguments=arguments, hidden=hidden):
                passed = arguments + hidden
                calls.append(Call(name, passed, passed, len(hidden)))
                _add_variables(arguments + hidden, names)
            case st.Assign(target=ex.Variable(name=name, type=kind), value=value):
                if kind in OPTION_TYPES:
                    names.discard(name)
                elif is_option(value):
                    _add_variables((value,), names)
                else:
                    self._computed.add(name)
                    return
                self._feeding.setdefault(name, set()).update(names)
            case st.Assign(target=ex.Element(array=array) as target):
                element = element_name(target)
                if element is None and target.type in OPTION_TYPES:
                    names.discard(whole(array))
                    self._feeding.setdefault(whole(array), set()).update(names)
                elif element is not None and target.type in OPTION_TYPES:
                    names.discard(element)
                    self._feeding.setdefault(element, set()).update(names)
                    facts.elements.setdefault(array, set()).add(element)
                    if self._is_shared(array):  # the others stay as they are
                        others = all_elements(self._symbols[array], self._symbols)
                        self._trace(others or ())
                        if others is None:
                            self._feeding.setdefault(whole(array), set()).update(names)
            case st.CountedLoop():
                bounds: set[str] = set()
                for bound in (statement.first, statement.last, statement.step):
                    _collect(bound, [], bounds)
                facts.controlling |= bounds
                self._feeding.setdefault(statement.variable.name, set()).update(bounds)
            case st.Stop():
                facts.stops = facts.stops or statement
            case (
                st.If()
                | st.While()
                | st.Select()
                | st.ComputedGoto()
                | st.ArithmeticIf()
                | st.Return()
            ):
                facts.controlling |= names
            case st.InputOutput(results=results, items=items):
                for item in (*results, *items):
                    _implied_bounds(item, facts.controlling)
                for item in results:
                    name = element_name(item) if isinstance(item, ex.Element) else None
                    if name is not None and item.type in OPTION_TYPES:
                        self._feeding.setdefault(name, set())
                        facts.elements.setdefault(name.partition("(")[0], set()).add(name)
                    if item.type not in OPTION_TYPES:
                        self._computed.update(base_names(item))
            case _:
                pass


OPTION_TYPES = frozenset({Type.INTEGER, Type.LOGICAL, Type.CHARACTER})
"""Types whose values are traced wherever they matter; real ones only as far as ``is_option``."""


def is_option(value: Expr) -> bool:
    """Whether a real value is a constant or a variable, with a sign or in another type at most."""
    return isinstance(_bare(value), ex.Constant | ex.Variable | ex.ComplexPair)


def _bare(value: Expr) -> Expr:
    """A value without signs, conversions and parentheses around it."""
    while isinstance(value, ex.Convert | ex.Copy | ex.Unary):
        value = value.operand
    return value


def _add_variables(arguments: Iterable[Expr], names: set[str]) -> None:
    """Add what stands by itself: a real variable passed on may decide something elsewhere."""
    for argument in arguments:
        inner = _bare(argument)
        if isinstance(inner, ex.Variable):
            names.add(inner.name)


def _small_arrays(arguments: Iterable[Expr], symbols: Mapping[str, Symbol]) -> Iterator[str]:
    """Yield all elements of small arrays of integers among arguments: callees may look at them."""
    for argument in arguments:
        if isinstance(argument, ex.Variable):
            yield from all_elements(symbols.get(argument.name), symbols) or ()


def _implied_bounds(item: Expr, names: set[str]) -> None:
    """Add the integer variables in the bounds of implied DOs."""
    if isinstance(item, ex.ImpliedDo):
        for bound in (item.first, item.last, item.step):
            if bound is not None:
                _collect(bound, [], names)
        for inner in item.items:
            _implied_bounds(inner, names)


def _collect(expression: Expr, calls: list[Call], names: set[str]) -> None:
    """Add the function references, innermost first, and the variables that may be traced."""
    match expression:
        case ex.Variable(name=name, type=kind):
            if kind in OPTION_TYPES:
                names.add(name)
        case ex.Constant():
            pass
        case ex.Element(subscripts=subscripts, type=kind) if kind in OPTION_TYPES:
            element = element_name(expression)
            if element is not None:
                names.add(element)
            else:
                names.add(whole(expression.array))
                for subscript in subscripts:
                    _collect(subscript, calls, names)
        case ex.FunctionCall(name=name, arguments=arguments, hidden=hidden):
            passed = arguments + hidden
            for argument in passed:
                _collect(argument, calls, names)
            _add_variables(passed, names)
            calls.append(Call(name, passed, passed, len(hidden)))
        case _:
            if isinstance(expression, ex.Binary) and expression.operator in _EQUALITY:
                _add_variables((expression.left, expression.right), names)
            for child in children(expression):
                _collect(child, calls, names)


_MISSING = ex.OpaqueExpr("", "an argument is missing")
_EQUALITY = (Operator.EQ, Operator.NE)


def _in_shapes(unit: Unit) -> set[str]:
    """The variables that tell how large the unit's arrays are."""
    names: set[str] = set()
    for symbol in unit.symbols.values():
        for dimension in symbol.dimensions:
            for bound in (dimension.lower, dimension.upper):
                if bound is not None and not isinstance(bound, ex.Constant):
                    _collect(bound, [], names)
    return names
