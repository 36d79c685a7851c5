"""Values that expressions of stubs are made of, and what operators do to them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.ir.expr import Operator, Type
from sad.records import record
from sad.stubs.syntax import Trouble
from sad.symbols import input_name

if TYPE_CHECKING:
    from sad.stubs.schema import Argument, Stub

_HIGHEST_POWER = 16
COMPARISONS: dict[type[ast.cmpop], Operator] = {
    ast.Eq: Operator.EQ,
    ast.NotEq: Operator.NE,
    ast.Lt: Operator.LT,
    ast.LtE: Operator.LE,
    ast.Gt: Operator.GT,
    ast.GtE: Operator.GE,
}
"""What each of Python's comparisons is in the IR."""


@record
class Value:
    """A number, a condition (``truth``: 1 or 0) or the code of a text of ``length`` characters.

    ``real`` is set for an argument that can only be compared.
    """

    poly: Poly
    truth: bool = False
    length: int | None = None
    real: bool = False


def value_of_argument(stub: Stub, argument: Argument) -> Value:
    """Return what an argument stands for; raise ``Trouble`` for an array."""
    symbol = Poly.symbol(input_name(stub.name, argument.name))
    if argument.is_array:
        raise Trouble(f"{argument.name} is an array: its elements are not known")
    match argument.type:
        case Type.INTEGER:
            return Value(symbol)
        case Type.LOGICAL:
            return Value(symbol, truth=True)
        case Type.CHARACTER:
            return Value(symbol, length=argument.length)
        case _:
            return Value(symbol, real=True)


def difference(left: Value, right: Value, operator: Operator) -> Poly:
    """Return what a comparison compares with 0, in whole numbers; raise ``Trouble`` if it cannot."""
    if left.truth or right.truth:
        raise Trouble("conditions are joined with and, or, not", "compare numbers or texts")
    if left.length is not None and right.length is not None:
        longest = max(left.length, right.length)
        return _padded(left, longest) - _padded(right, longest)
    if left.length is not None or right.length is not None:
        raise Trouble("a text is compared with a number")
    result = left.poly - right.poly
    if left.real or right.real:
        constant = right.poly.as_integer if left.real else left.poly.as_integer
        if operator not in (Operator.EQ, Operator.NE) or constant is None:
            hint = "for instance ALPHA == 0"
            raise Trouble("real arguments can only be == or != to a whole number", hint)
    return result * result.den


def _padded(value: Value, length: int) -> Poly:
    assert value.length is not None
    missing = length - value.length
    return value.poly * 256**missing + int.from_bytes(b" " * missing, "big")


def arithmetic(operator: ast.operator, left: Poly, right: Poly) -> Poly:
    """Return the result of an operator; raise ``Trouble`` where it is no exact count."""
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            divisor = right.as_constant
            if not divisor:
                raise Trouble("/ divides by numbers other than 0", "// divides and rounds down")
            return left * Poly.constant(1 / divisor)
        case ast.FloorDiv() | ast.Mod():
            if not right:
                raise Trouble("division by zero")
            scale = left.den * right.den
            quotient = atoms.floor_quotient(left * scale, right * scale)
            return quotient if isinstance(operator, ast.FloorDiv) else left - right * quotient
        case ast.Pow():
            power = right.as_integer
            if power is None or not 0 <= power <= _HIGHEST_POWER:
                raise Trouble(f"** takes a number from 0 to {_HIGHEST_POWER}")
            return left**power
        case _:
            raise Trouble("only + - * / // % ** calculate")


def without_repeats(poly: Poly) -> Poly:
    """Return the same where conditions are squared or exclude each other: no probability is squared."""
    terms: dict[tuple[str, ...], int] = {}
    for monomial, value in poly.terms.items():
        kept: list[str] = []
        opposites: set[str] = set()
        for symbol in monomial:
            atom = atoms.definition(symbol)
            if isinstance(atom, atoms.Guard | atoms.Not) and symbol in kept:
                continue
            if isinstance(atom, atoms.Not):
                opposites.add(atom.inner.as_symbol or "")
            kept.append(symbol)
        if opposites.isdisjoint(kept):
            key = tuple(kept)
            terms[key] = terms.get(key, 0) + value
    return Poly({monomial: value for monomial, value in terms.items() if value}, poly.den)
