"""Statements of the notation, in order; the languages' writers fill in what they look like.

``for i in range(first, end, step)`` counts up to before ``end``; ``position(k[i])`` in a bound is a
position in an array. ``while``, and ``while again(condition)``, which tests at its end. What only
data decide is said beside it, with mispredictions per execution (0 if left out): ``probable(condition,
probability, misses)``, and ``average(bound or condition, trips, misses)``. ``both(a, b)`` and
``either(a, b)`` join two independent conditions, each ``probable``.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from typing import TYPE_CHECKING

from sad.calibration.kernels.expression import Expressions, number
from sad.records import record

if TYPE_CHECKING:
    from fractions import Fraction

    from sad.calibration.kernels.scope import Scope


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
    def counted(self, loop: ast.For, bounds: tuple[ast.expr, ...], scope: Scope) -> list[str]:
        """Return a counted loop; ``bounds`` is first, end and perhaps a step."""

    @abstractmethod
    def tested(self, condition: Told, body: list[ast.stmt], scope: Scope) -> list[str]:
        """Return a loop that tests before its body."""

    @abstractmethod
    def repeated(self, condition: Told, body: list[ast.stmt], scope: Scope) -> list[str]:
        """Return a loop that tests after its body."""

    @abstractmethod
    def branch(self, node: ast.If, scope: Scope) -> list[str]:
        """Return an IF with its arms."""

    @abstractmethod
    def joined(self, one: Told, two: Told, path: str, scope: Scope, *, both: bool) -> str:
        """Keep what is said about two conditions, both or either of which must hold.

        Return the operator between them.
        """

    @abstractmethod
    def condition(self, node: ast.expr, scope: Scope) -> str:
        """Return a comparison."""

    @abstractmethod
    def assignment(self, target: str, value: str) -> str:
        """Return an assignment."""

    @abstractmethod
    def procedure_call(self, name: str, arguments: list[ast.expr], scope: Scope) -> str:
        """Return a call as a statement."""

    def statements(self, nodes: list[ast.stmt], scope: Scope) -> list[str]:
        """Return statements as lines."""
        return [line for node in nodes for line in self.statement(node, scope)]

    def statement(self, node: ast.stmt, scope: Scope) -> list[str]:
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

    def told_condition(self, node: ast.expr, path: str, scope: Scope) -> str:
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

    def tell_trips(self, path: str, loop: Told, scope: Scope) -> None:
        """Keep what is said about a loop."""
        if loop.share is not None:
            scope.trips(path, loop.share, loop.misses)


def indented(lines: list[str]) -> list[str]:
    """Return lines one level deeper."""
    return [f"    {line}" for line in lines]
