"""Expressions and statements of the notation in a language: what both writers have in common.

Beside Python's operators on numbers there are ``sqrt exp log sin cos abs min max sign power square
int nint double real cmplx re im conj`` and ``larger(a, b, p)``, the larger of two as people write it:
a conditional expression in C, taken with probability ``p`` (``misses`` as a fourth argument).

``for i in range(first, end, step)`` counts up to before ``end``; ``position(k[i])`` in a bound is a
position in an array. ``while``, and ``while again(condition)``, which tests at its end. What only
data decide is said beside it, with mispredictions per execution (0 if left out): ``probable(condition,
probability, misses)``, and ``average(bound or condition, trips, misses)``. ``both(a, b)`` and
``either(a, b)`` join two independent conditions, each ``probable``.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.calibration.kernel import Kind
from sad.calibration.kernels.template import variables
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.calibration.kernels.template import KernelScope, Procedure, Variable


ADD, MULTIPLY, UNARY, ATOM = 10, 11, 12, 20
COMPARE = 4
_ARITHMETIC: Mapping[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", ADD),
    ast.Sub: ("-", ADD),
    ast.Mult: ("*", MULTIPLY),
    ast.Div: ("/", MULTIPLY),
    ast.FloorDiv: ("/", MULTIPLY),
}
_RANKS = (Kind.INTEGER, Kind.REAL, Kind.DOUBLE, Kind.COMPLEX, Kind.DOUBLE_COMPLEX)
_RESULTS = {
    "int": Kind.INTEGER,
    "nint": Kind.INTEGER,
    "double": Kind.DOUBLE,
    "real": Kind.REAL,
    "cmplx": Kind.DOUBLE_COMPLEX,
    "re": Kind.DOUBLE,
    "im": Kind.DOUBLE,
}


def number(node: ast.expr) -> Fraction:
    """Return what a number of the notation means; ``13/3`` is one."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return Fraction(str(value))
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return number(left) / number(right)
        case _:
            raise ValueError(ast.unparse(node))


def folded(node: ast.expr, base: int) -> ast.expr:
    """Return a subscript with ``BASE``, the language's first position, put in and numbers added up."""
    rest: ast.expr | None = None
    total = 0
    for sign, term in _summands(node, 1):
        value = _integer(term, base)
        if value is not None:
            total += sign * value
        elif rest is None and sign > 0:
            rest = term
        else:
            rest = ast.BinOp(rest or ast.Constant(0), ast.Add() if sign > 0 else ast.Sub(), term)
    if rest is None:
        return node if isinstance(node, ast.Constant) else ast.Constant(total)
    if total == 0:
        return rest
    return ast.BinOp(rest, ast.Add() if total > 0 else ast.Sub(), ast.Constant(abs(total)))


def _summands(node: ast.expr, sign: int) -> list[tuple[int, ast.expr]]:
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            other = sign if isinstance(operator, ast.Add) else -sign
            return [*_summands(left, sign), *_summands(right, other)]
        case _:
            return [(sign, node)]


def _integer(node: ast.expr, base: int) -> int | None:
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.Name(id="BASE"):
            return base
        case ast.BinOp(left=ast.Constant(value=int() as factor), right=ast.Name(id="BASE")):
            return factor * base
        case _:
            return None


class Expressions(ABC):
    """Writes the expressions of one procedure. ``callees`` are the procedures it may call."""

    def __init__(self, procedure: Procedure, unit: str, callees: Sequence[Procedure]) -> None:
        self.unit = unit
        self.declared = variables(procedure)
        self.callees = {callee.name: callee for callee in callees}
        self.loop_variables: list[str] = []
        self._single = False

    @abstractmethod
    def call(self, name: str, arguments: list[ast.expr], scope: KernelScope) -> tuple[str, int]:
        """Return an intrinsic's text and its precedence."""

    @abstractmethod
    def element(self, variable: Variable, subscripts: list[ast.expr], scope: KernelScope) -> str:
        """Return an array element."""

    @abstractmethod
    def plain(self, name: str) -> str:
        """Return a scalar variable."""

    @abstractmethod
    def constant(self, value: float, *, single: bool) -> str:
        """Return a number."""

    @abstractmethod
    def bits(
        self, operator: ast.operator, left: ast.expr, right: ast.expr, scope: KernelScope
    ) -> str:
        """Return a shift, a bitwise operation or a remainder."""

    @abstractmethod
    def function(self, callee: Procedure, arguments: list[ast.expr], scope: KernelScope) -> str:
        """Return the call of a procedure of the same file."""

    def kind(self, node: ast.expr) -> Kind:
        """Return the type of an expression."""
        match node:
            case ast.Constant(value=float()):
                return Kind.REAL if self._single else Kind.DOUBLE
            case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
                known = self.declared.get(name)
                return known.kind if known else Kind.INTEGER
            case ast.BinOp(left=left, right=right):
                return max(self.kind(left), self.kind(right), key=_RANKS.index)
            case ast.UnaryOp(operand=operand):
                return self.kind(operand)
            case ast.Call(func=ast.Name(id=name), args=arguments):
                if name in self.callees:
                    return self.callees[name].result or Kind.DOUBLE
                return _RESULTS.get(name) or self.kind(arguments[0])
            case _:
                return Kind.INTEGER

    def typed(self, node: ast.expr, like: ast.expr, scope: KernelScope) -> str:
        """Return an expression whose numbers have the precision of another one."""
        self._single = False
        self._single = self.kind(like) in {Kind.REAL, Kind.COMPLEX}
        return self.expression(node, scope)

    def expression(self, node: ast.expr, scope: KernelScope, least: int = 0) -> str:
        """Return an expression, in parentheses if it binds less than ``least``."""
        text, precedence = self._raw(node, scope)
        return f"({text})" if precedence < least else text

    def _raw(self, node: ast.expr, scope: KernelScope) -> tuple[str, int]:
        match node:
            case ast.Constant(value=int() | float() as value):
                return self.constant(value, single=self._single), ATOM
            case ast.Name(id=name):
                return self.plain(name), ATOM
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                parts = index.elts if isinstance(index, ast.Tuple) else [index]
                return self.element(self.declared[name], parts, scope), ATOM
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _ARITHMETIC:
                sign, precedence = _ARITHMETIC[type(operator)]
                space = " " if precedence == ADD else ""
                first = self.expression(left, scope, precedence)
                second = self.expression(right, scope, precedence + 1)
                return f"{first}{space}{sign}{space}{second}", precedence
            case ast.BinOp(left=left, op=operator, right=right):
                return self.bits(operator, left, right, scope), ATOM
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self.expression(operand, scope, UNARY)}", ADD
            case ast.Call(func=ast.Name(id=name), args=arguments):
                if name in self.callees:
                    return self.function(self.callees[name], arguments, scope), ATOM
                return self.call(name, arguments, scope)
            case _:
                raise ValueError(ast.unparse(node))

    def varies(self, node: ast.expr) -> bool:
        """Whether a loop bound counts positions: a loop variable stands in it, not as a subscript."""
        match node:
            case ast.Name(id=name):
                return name in self.loop_variables
            case ast.Call(func=ast.Name(id="position")):
                return True
            case ast.BinOp(left=left, right=right):
                return self.varies(left) or self.varies(right)
            case _:
                return False


@record
class Told:
    """A condition or bound with what is said of it; ``share`` is None if it follows from sizes."""

    node: ast.expr
    share: Fraction | None = None
    misses: float = 0.0


def told(node: ast.expr) -> Told:
    """Take ``probable(...)`` or ``average(...)`` apart."""
    match node:
        case ast.Call(func=ast.Name(id="probable" | "average"), args=[inner, share, *rest]):
            return Told(inner, number(share), float(number(rest[0])) if rest else 0.0)
        case _:
            return Told(node)


class Body(Expressions):
    """Writes the statements of one procedure, as lines without indentation of the whole."""

    @abstractmethod
    def counted(self, loop: ast.For, bounds: tuple[ast.expr, ...], scope: KernelScope) -> list[str]:
        """Return a counted loop; ``bounds`` is first, end and perhaps a step."""

    @abstractmethod
    def tested(self, condition: Told, body: list[ast.stmt], scope: KernelScope) -> list[str]:
        """Return a loop that tests before its body."""

    @abstractmethod
    def repeated(self, condition: Told, body: list[ast.stmt], scope: KernelScope) -> list[str]:
        """Return a loop that tests after its body."""

    @abstractmethod
    def branch(self, node: ast.If, scope: KernelScope) -> list[str]:
        """Return an IF with its arms."""

    @abstractmethod
    def joined(self, one: Told, two: Told, path: str, scope: KernelScope, *, both: bool) -> str:
        """Keep what is said about two conditions, both or either of which must hold.

        Return the operator between them.
        """

    @abstractmethod
    def condition(self, node: ast.expr, scope: KernelScope) -> str:
        """Return a comparison."""

    @abstractmethod
    def assignment(self, target: str, value: str) -> str:
        """Return an assignment."""

    @abstractmethod
    def procedure_call(self, name: str, arguments: list[ast.expr], scope: KernelScope) -> str:
        """Return a call as a statement."""

    def statements(self, nodes: list[ast.stmt], scope: KernelScope) -> list[str]:
        """Return statements as lines."""
        return [line for node in nodes for line in self.statement(node, scope)]

    def statement(self, node: ast.stmt, scope: KernelScope) -> list[str]:
        """Return one statement as lines."""
        match node:
            case ast.Assign(targets=[target], value=value):
                left = self.typed(target, target, scope)
                return [self.assignment(left, self.typed(value, target, scope))]
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=bounds)):
                if name not in self.loop_variables:
                    self.loop_variables.append(name)
                return self.counted(node, tuple(bounds), scope)
            case ast.While(test=ast.Call(func=ast.Name(id="again"), args=[condition])):
                return self.repeated(told(condition), node.body, scope)
            case ast.While(test=condition):
                return self.tested(told(condition), node.body, scope)
            case ast.If():
                return self.branch(node, scope)
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=arguments)):
                return [self.procedure_call(name, arguments, scope)]
            case _:
                raise ValueError(ast.unparse(node))

    def told_condition(self, node: ast.expr, path: str, scope: KernelScope) -> str:
        """Return the condition of the branch ``path`` and keep what is said about it."""
        match node:
            case ast.Call(func=ast.Name(id="both" | "either" as join), args=[first, second]):
                one, two = told(first), told(second)
                operator = self.joined(one, two, path, scope, both=join == "both")
                left, right = self.condition(one.node, scope), self.condition(two.node, scope)
                return f"{left} {operator} {right}"
            case _:
                condition = told(node)
                if condition.share is not None:
                    scope.probability(path, condition.share, condition.misses)
                return self.condition(condition.node, scope)

    def tell_trips(self, path: str, loop: Told, scope: KernelScope) -> None:
        """Keep what is said about a loop."""
        if loop.share is not None:
            scope.trips(path, loop.share, loop.misses)


def indented(lines: list[str]) -> list[str]:
    """Return lines one level deeper."""
    return [f"    {line}" for line in lines]
