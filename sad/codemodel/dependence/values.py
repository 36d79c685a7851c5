"""Values of expressions in a dependence graph: what a result is computed from, and through what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.codemodel.dependence.calls import RESULT
from sad.codemodel.dependence.elements import Elements, Reference, number
from sad.codemodel.dependence.graph import START, Edge, Graph, Steps, step
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage
from sad.records import field, mutable, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.codemodel.dependence.calls import Body, Callees
    from sad.codemodel.dependence.graph import Booking
    from sad.codemodel.dependence.keys import Keys
    from sad.ir.expr import Expr
    from sad.ir.program import Symbol

NodeValue = tuple[int, "Poly | None"]
"""The node of a variable's value and, of integers, what it is in terms of the iteration's start."""

Environment = dict[str, NodeValue]

Parameters = "dict[str, tuple[Expr, Parameters]] | None"


@mutable
class Moment:
    """Where in an iteration an expression is evaluated."""

    environment: Environment
    block: int
    booking: Booking


@mutable
class _Part:
    expr: Expr
    steps: Steps | None
    address: bool
    inside: Mapping[str, _Part] | None


@mutable
class Evaluator:
    """Adds the values of expressions to the graph of an iteration."""

    symbols: Mapping[str, Symbol]
    keys: Keys
    calls: Callees
    optimised: bool
    graph: Graph = field(default_factory=Graph)
    elements: Elements = field(default_factory=Elements)
    sources: dict[str, int] = field(default_factory=dict[str, int])
    order: int = 0
    made: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    """Variables that calls in the expression just evaluated change, and to which node."""

    def value_of(self, name: str, environment: Environment) -> NodeValue:
        """Return what a variable holds; at the start of an iteration a node of its own."""
        known = environment.get(name)
        if known is not None:
            return known
        node = self.sources.get(name)
        if node is None:
            node = self.sources[name] = self.graph.add([])
        return node, Poly.symbol(name)

    def number(self, expr: Expr, environment: Environment) -> Poly | None:
        """Return an integer expression in terms of the start of the iteration."""

        def variable(name: str) -> Poly | None:
            symbol = self.symbols.get(name)
            if symbol is not None and symbol.storage is Storage.CONSTANT:
                value = self.keys.integer(ex.Variable(name, Type.INTEGER))
                return None if value is None else Poly.constant(value)
            known = environment.get(name)
            return Poly.symbol(name) if known is None else known[1]

        return number(expr, variable)

    def inputs(
        self, expr: Expr, moment: Moment, steps: Steps | None = None, *, address: bool = False
    ) -> list[Edge]:
        """Return what an expression is computed from, through ``steps`` after it."""
        edges: list[Edge] = []
        pending = [_Part(expr, steps, address, None)]
        while pending:
            part = pending.pop()
            node = part.expr
            match node:
                case ex.Variable():
                    self._variable(node, part, moment, edges, pending)
                case ex.Element():
                    edges.append(
                        Edge(self._element(node, part, moment), part.steps, moment.booking)
                    )
                case ex.FunctionCall(name=name, arguments=arguments, hidden=hidden):
                    made = self.call(name, arguments, hidden, moment, part.inside)
                    edges.append(Edge(made, part.steps, moment.booking))
                case ex.Binary(left=left, right=right):
                    for side, operand in enumerate((left, right)):
                        after = self.keys.binary(node, side, part.steps, address=part.address)
                        pending.append(_Part(operand, after, part.address, part.inside))
                case ex.Intrinsic(arguments=arguments):
                    for side, operand in enumerate(arguments):
                        after = self.keys.intrinsic(node, side, part.steps)
                        pending.append(_Part(operand, after, part.address, part.inside))
                case ex.Inline(parameters=parameters, arguments=arguments, body=body):
                    inside = {
                        name: _Part(argument, None, address=False, inside=part.inside)
                        for name, argument in zip(parameters, arguments, strict=False)
                    }
                    pending.append(_Part(body, part.steps, part.address, inside))
                case _:
                    pending.extend(_simple(node, part))
        return edges

    def _variable(
        self,
        node: ex.Variable,
        part: _Part,
        moment: Moment,
        edges: list[Edge],
        pending: list[_Part],
    ) -> None:
        if part.inside is not None and node.name in part.inside:
            given = part.inside[node.name]
            pending.append(_Part(given.expr, part.steps, part.address, given.inside))
            return
        symbol = self.symbols.get(node.name)
        if symbol is None or symbol.dimensions or not _is_variable(symbol):
            if symbol is not None and symbol.dimensions:
                self.elements.touched.add(node.name)
            return
        steps = part.steps
        value, _ = self.value_of(node.name, moment.environment)
        if not self.optimised:
            edges.append(Edge(value, step(f"forward.{node.type}.scalar", steps), moment.booking))
        else:
            edges.append(Edge(value, steps, moment.booking))
        if symbol.reached:
            pointer = ex.Variable(symbol.reached[-1], Type.INTEGER)
            after = step(f"load.{node.type}", steps)
            pending.append(_Part(pointer, after, address=True, inside=None))

    def _element(self, node: ex.Element, part: _Part, moment: Moment) -> int:
        """Add the read of an element, with the way its address takes."""
        load = step(f"load.{node.type}", None)
        edges = [Edge(START, load, moment.booking)]
        symbol = self.symbols.get(node.array)
        subscripts = node.subscripts
        if part.inside is not None:
            subscripts = tuple(_replaced(item, part.inside) for item in subscripts)
        for subscript in subscripts:
            edges.extend(self.inputs(subscript, moment, load, address=True))
        if symbol is not None and symbol.reached:
            pointer = ex.Variable(symbol.reached[-1], Type.INTEGER)
            edges.extend(self.inputs(pointer, moment, load, address=True))
        read = self.graph.add(edges)
        place = self.place(ex.Element(node.array, subscripts, node.type), moment.environment)
        self.elements.reads.append(self._reference(node, place, read, moment))
        return read

    def place(self, node: ex.Element, environment: Environment) -> tuple[Poly | None, ...]:
        """Return an element's subscripts; behind a pointer, with what that holds."""
        found = [self.number(item, environment) for item in node.subscripts]
        symbol = self.symbols.get(node.array)
        if symbol is not None and symbol.reached:
            base = self.number(ex.Variable(symbol.reached[-1], Type.INTEGER), environment)
            first = found[0] if found else None
            whole = None if base is None or first is None else first + base
            return (whole, *found[1:])
        return tuple(found)

    def write(self, node: ex.Element, value: int, moment: Moment) -> None:
        """Record that an element is set to a value."""
        place = self.place(node, moment.environment)
        self.elements.writes.append(self._reference(node, place, value, moment))

    def _reference(
        self, node: ex.Element, place: tuple[Poly | None, ...], value: int, moment: Moment
    ) -> Reference:
        self.order += 1
        return Reference(
            node.array, node.type, place, value, moment.block, moment.booking, self.order
        )

    def call(
        self,
        name: str,
        arguments: tuple[Expr, ...],
        hidden: tuple[Expr, ...],
        moment: Moment,
        inside: Mapping[str, _Part] | None = None,
    ) -> int:
        """Add a call: its results wait for its arguments. Return the node of its value."""
        given = arguments + hidden
        if inside is not None:
            given = tuple(_replaced(item, inside) for item in given)
        inlined = self.optimised and name in self.calls.inlined
        self.elements.calls |= not inlined
        body = self.calls.body(moment.booking.action, name)
        places = body.dummies
        if hidden and len(places) > len(given):
            places = places[: len(arguments)] + places[-len(hidden) :]
        dummies = (*places, *(RESULT,) * (len(given) - len(places)))
        passed: list[_Passed] = []
        for dummy, item in zip(dummies, given, strict=False):
            node = self._argument(item, moment)
            if node is not None:
                stored = self.optimised and not inlined and dummy and dummy not in body.by_value
                passed.append(
                    _Passed(dummy, node, self._through_memory(item, node) if stored else "")
                )
        made = _Call(body, passed, None if inlined else step("call", None), moment.booking)
        for dummy, item in zip(dummies, given, strict=False):
            if dummy in body.changed and isinstance(item, ex.Variable):
                self.made.append((item.name, self._result(made, dummy)))
        return self._result(made, RESULT)

    def _through_memory(self, argument: Expr, node: int) -> str:
        """The step of a value that is stored for the callee to load; empty if it was there before."""
        if isinstance(argument, ex.Element):
            return ""
        if isinstance(argument, ex.Variable) and self.sources.get(argument.name) == node:
            return ""
        return f"forward.{argument.type}.scalar"

    def _argument(self, argument: Expr, moment: Moment) -> int | None:
        """The node of what is passed; None for arrays and the like."""
        if not isinstance(argument, ex.Variable):
            return self.graph.add(self.inputs(argument, moment))
        symbol = self.symbols.get(argument.name)
        if symbol is None or not _is_variable(symbol):
            return None
        if symbol.dimensions:
            self.elements.touched.add(argument.name)
            self.elements.changed.add(argument.name)
            return None
        return self.value_of(argument.name, moment.environment)[0]

    def _result(self, made: _Call, result: str) -> int:
        """Add a node for one of the results of a call."""
        edges: list[Edge] = []
        for item in made.passed:
            steps = made.linkage
            if made.body.ways is None:
                steps = step("call.chain", steps)
            else:
                way = made.body.ways.get((item.dummy, result))
                if way is None:
                    continue
                for key, count in reversed(way):
                    steps = step(key, steps, count)
            if item.stored:
                steps = step(item.stored, steps)
            edges.append(Edge(item.node, steps, made.booking))
        return self.graph.add(edges)


@record
class _Passed:
    """An argument: the dummy it stands for, its node, the step of being stored for the callee."""

    dummy: str
    node: int
    stored: str


@record
class _Call:
    body: Body
    passed: list[_Passed]
    linkage: Steps | None
    booking: Booking


def _is_variable(symbol: Symbol) -> bool:
    return (
        symbol.storage not in (Storage.CONSTANT, Storage.PROCEDURE)
        and symbol.type is not Type.CHARACTER
    )


def _simple(node: Expr, part: _Part) -> list[_Part]:
    """The operands of an operation with one kind of step, or of none."""
    match node:
        case ex.Unary(operator=operator, operand=operand, type=kind):
            key = "logical.not" if operator is Operator.NOT else f"neg.{kind}"
            if isinstance(operand, ex.Constant):
                return []
            return [_Part(operand, step(key, part.steps), part.address, part.inside)]
        case ex.Convert(operand=operand, type=kind):
            steps = part.steps
            if operand.type not in (Type.LOGICAL, kind):
                steps = step(f"convert.{operand.type}.{kind}", steps)
            return [_Part(operand, steps, part.address, part.inside)]
        case ex.Copy(operand=operand):
            return [_Part(operand, part.steps, part.address, part.inside)]
        case ex.ComplexPair(real=real, imaginary=imaginary):
            return [
                _Part(item, part.steps, part.address, part.inside) for item in (real, imaginary)
            ]
        case _:
            return []


def _replaced(expr: Expr, inside: Mapping[str, _Part]) -> Expr:
    """A variable of a statement function as what it stands for, if it is one."""
    if isinstance(expr, ex.Variable) and expr.name in inside:
        part = inside[expr.name]
        return part.expr if part.inside is None else _replaced(part.expr, part.inside)
    return expr
