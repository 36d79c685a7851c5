"""Loop nests written as text: what the engine is given, and the same nest run iteration by iteration.

Expressions are Python's, with ``quot`` and ``mod`` for the division of Fortran, which rounds toward
zero. A loop is a DO loop: first, last and step, any step. Guards stand inside the innermost loop.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.affine import at_least_zero
from sad.algebra.domains import Index
from sad.algebra.poly import ONE, ZERO, Poly, product

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sad.algebra.feasible import Constraints


@dataclass(frozen=True)
class Loop:
    """``DO name = first, last, step``."""

    name: str
    first: str
    last: str
    step: str = "1"


@dataclass(frozen=True)
class Nest:
    """Loops, outermost first; the sum of ``body`` where all guards hold.

    ``context`` are expressions the parameters make at least zero.
    """

    loops: tuple[Loop, ...]
    guards: tuple[str, ...] = ()
    body: str = "1"
    context: tuple[str, ...] = ()

    def __str__(self) -> str:
        loops = "; ".join(f"do {x.name}={x.first},{x.last},{x.step}" for x in self.loops)
        return f"{loops}; if {' and '.join(self.guards) or 'True'}: {self.body}"

    def facts(self) -> Constraints:
        """Return the context as constraints."""
        return frozenset(at_least_zero(_Reader({}).poly(text)) for text in self.context)


class TooLong(Exception):
    """Running through the nest takes more iterations than allowed."""


# --- what the engine is given --------------------------------------------------------------------


def indices_and_body(nest: Nest) -> tuple[tuple[Index, ...], Poly]:
    """Return the nest as indices and a body. A strided loop is counted from 0, as analysis has it."""
    reader = _Reader({})
    indices: list[Index] = []
    for loop in nest.loops:
        first, last, step = (reader.poly(text) for text in (loop.first, loop.last, loop.step))
        name = f"@{loop.name}"
        if step == ONE:
            indices.append(Index(name, first, last))
            reader.variables[loop.name] = Poly.symbol(name)
            continue
        trips = atoms.floor_quotient(last - first + step, step)
        indices.append(Index(name, ZERO, trips - 1, atoms.clamp(trips)))
        reader.variables[loop.name] = first + step * Poly.symbol(name)
    body = reader.poly(nest.body)
    return tuple(indices), body * product(reader.condition(text) for text in nest.guards)


class _Reader:
    """Reads expressions and conditions as polynomials; a condition is 1 where it holds, else 0."""

    def __init__(self, variables: dict[str, Poly]) -> None:
        self.variables = variables

    def poly(self, text: str) -> Poly:
        return self._value(ast.parse(text, mode="eval").body)

    def condition(self, text: str) -> Poly:
        return self._truth(ast.parse(text, mode="eval").body)

    def _value(self, node: ast.expr) -> Poly:
        match node:
            case ast.Constant(int(value)):
                return Poly.constant(value)
            case ast.Name(name):
                return self.variables.get(name, Poly.symbol(name))
            case ast.UnaryOp(ast.USub(), operand):
                return -self._value(operand)
            case ast.BinOp(left, operator, right):
                return self._binary(operator, self._value(left), self._value(right))
            case ast.Call(ast.Name(name), arguments):
                return self._call(name, [self._value(item) for item in arguments])
            case _:
                raise ValueError(ast.unparse(node))

    def _binary(self, operator: ast.operator, left: Poly, right: Poly) -> Poly:
        match operator:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
            case ast.FloorDiv():
                return atoms.floor_quotient(left, right)
            case _:
                raise ValueError(ast.dump(operator))

    def _call(self, name: str, arguments: list[Poly]) -> Poly:
        match name:
            case "max":
                return atoms.max_of(arguments)
            case "min":
                return atoms.min_of(arguments)
            case "quot":
                return atoms.trunc_quotient(*arguments)
            case "mod":
                return atoms.mod_of(*arguments)
            case _:
                raise ValueError(name)

    def _truth(self, node: ast.expr) -> Poly:
        match node:
            case ast.BoolOp(ast.And(), operands):
                return product(self._truth(item) for item in operands)
            case ast.BoolOp(ast.Or(), operands):
                truths = [self._truth(item) for item in operands]
                return reduce(lambda one, other: one + other - one * other, truths)
            case ast.UnaryOp(ast.Not(), operand):
                return atoms.not_of(self._truth(operand))
            case ast.Compare(left, [operator], [right]):
                return _comparison(operator, self._value(left) - self._value(right))
            case _:
                raise ValueError(ast.unparse(node))


def _comparison(operator: ast.cmpop, gap: Poly) -> Poly:
    match operator:
        case ast.Lt():
            return _where(-gap - 1)
        case ast.LtE():
            return _where(-gap)
        case ast.Gt():
            return _where(gap - 1)
        case ast.GtE():
            return _where(gap)
        case ast.Eq():
            return _where(gap, -gap)
        case ast.NotEq():
            return _where(gap - 1) + _where(-gap - 1)
        case _:
            raise ValueError(ast.dump(operator))


def _where(*guards: Poly) -> Poly:
    return atoms.pieces_of([(guards, ONE)])


# --- the same, run -------------------------------------------------------------------------------


def runner(nest: Nest, most: int = 200_000) -> Callable[[Mapping[str, int]], int]:
    """Return the function from parameters to the sum by running through every iteration.

    It raises ``TooLong`` after ``most`` iterations.
    """
    lines = ["def run(values):", " globals().update(values)", " total = steps = 0"]
    indent = " "
    for loop in nest.loops:
        lines.append(f"{indent}for {loop.name} in do({loop.first}, {loop.last}, {loop.step}):")
        indent += " "
        lines += [f"{indent}steps += 1", f"{indent}if steps > most: raise TooLong"]
    condition = " and ".join(f"({text})" for text in nest.guards) or "True"
    lines += [f"{indent}if {condition}: total += {nest.body}", " return total"]
    scope: dict[str, object] = {
        "do": _do,
        "quot": _quot,
        "mod": lambda a, b: a - b * _quot(a, b),  # type: ignore[no-untyped-call]
        "most": most,
        "TooLong": TooLong,
    }
    exec("\n".join(lines), scope)
    return scope["run"]  # type: ignore[return-value]


def _do(first: int, last: int, step: int) -> Iterator[int]:
    value = first
    for _ in range(_quot(last - first + step, step)):
        yield value
        value += step


def _quot(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient
