"""Integers that come from reals in double precision, as formulas: ``int(n*0.75)``, ``sqrt(n)``.

Only where the double gives the same integer as exact arithmetic, for all integers of 32 bits:

* sums and products with dyadic constants of few bits are exact;
* a quotient by a small whole constant is off by less than its distance from a whole number, and exact
  where it is whole;
* a square root, too, is off by less than its distance from whole numbers and halves;
* powers of small whole bases are exact as far as a double holds them, and logarithms to a base whose
  powers of up to 31 bits all give the right whole number are right between these.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import count, takewhile
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import both, compared, not_negative
from sad.algebra.poly import ONE, ZERO, Poly
from sad.ir import expr as ex
from sad.ir.expr import Operator, Type
from sad.ir.fold import held
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sad.analysis.values.scalars import Scalars
    from sad.ir.expr import Expr

_MOST_BITS = 18  # of a numerator and a denominator together
_MOST_TERMS = 6
_LONGEST_INTEGER = 31  # bits
_TURNED = {
    Operator.LT: Operator.GT,
    Operator.LE: Operator.GE,
    Operator.GT: Operator.LT,
    Operator.GE: Operator.LE,
}


@record
class Real:
    """A real number: ``value``, or what ``root`` is the square of and ``value`` more.

    ``is_rounded`` is set once a quotient was rounded: then only whole numbers and constants are added.
    """

    value: Poly
    root: Poly | None = None
    is_rounded: bool = False


def whole_number(name: str, argument: Expr, scalars: Scalars) -> Poly | None:
    """Return what ``int``, ``nint``, ``floor`` or ``ceiling`` makes of a real; None if not known."""
    if argument.type is not Type.DOUBLE:
        return None
    if name in ("int", "floor"):
        found = _logarithm(argument, scalars)
        found = _power(argument, scalars) if found is None else found
        if found is not None:
            return found
    number = _real(argument, scalars)
    return None if number is None else _rounded(name, number)


def real_comparison(operator: Operator, left: Expr, right: Expr, scalars: Scalars) -> Poly | None:
    """Return the truth value of a comparison of two reals; None if it is not known."""
    if left.type is not Type.DOUBLE or right.type is not Type.DOUBLE:
        return None
    first, second = _real(left, scalars), _real(right, scalars)
    if first is None or second is None:
        return None
    if first.root is not None:
        if second.root is not None or operator in (Operator.EQ, Operator.NE):
            return None
        operator, first, second = _TURNED[operator], second, first
    gap = second.value - first.value if second.root is not None else first.value - second.value
    if second.root is None:
        if (first.is_rounded and second.is_rounded) or gap.den.bit_length() > _MOST_BITS:
            return None
        return compared(operator.value, gap * gap.den)
    if operator in (Operator.EQ, Operator.NE) or gap.den != 1:
        return None
    # a <= sqrt(e) + v: a - v <= the root rounded down; a < ...: the root rounded up is more
    down = atoms.root_of(second.root)
    up = atoms.root_of(second.root - 1) + 1
    bound = down if operator in (Operator.LE, Operator.GT) else up
    return both(not_negative(second.root), compared(operator.value, -gap - bound))


def _real(expr: Expr, scalars: Scalars) -> Real | None:
    """A real expression in exact arithmetic, where that tells what the machine's does."""
    if expr.type is Type.INTEGER:
        value = scalars.value(expr)
        return None if value is None or value.den != 1 else Real(value)
    match expr:
        case ex.Constant(value=str(text)):
            number = held(text, expr.type)
            return None if number is None else _constant(Fraction(number))
        case _ if expr.type is not Type.DOUBLE:
            return None
        case ex.Convert(operand=operand) | ex.Intrinsic(name="dble", arguments=(operand,)):
            return _real(operand, scalars)
        case ex.Copy(operand=operand):
            return _real(operand, scalars)
        case ex.Unary(operator=Operator.NEG, operand=operand):
            inner = _real(operand, scalars)
            return None if inner is None or inner.root is not None else _times(inner, -ONE)
        case ex.Binary(operator=operator, left=left, right=right):
            first, second = _real(left, scalars), _real(right, scalars)
            return None if first is None or second is None else _combined(operator, first, second)
        case ex.Intrinsic(name="sqrt", arguments=(argument,)):
            value = _whole(argument, scalars)
            return None if value is None else Real(ZERO, value)
        case ex.Intrinsic(name="ceiling" | "floor" | "nint" as name, arguments=(argument,)):
            value = whole_number(name, argument, scalars)
            return None if value is None else Real(value)
        case _:
            return None


def _constant(number: Fraction) -> Real | None:
    small = max(number.numerator.bit_length(), number.denominator.bit_length()) <= _MOST_BITS
    return Real(Poly.constant(number)) if small else None


def _combined(operator: Operator, first: Real, second: Real) -> Real | None:
    """Two numbers put together."""
    known = second.value.as_constant if second.root is None else None
    match operator:
        case Operator.ADD | Operator.SUB:
            sign = 1 if operator is Operator.ADD else -1
            if first.value.as_constant is not None and sign > 0 and first.root is None:
                first, second, known = second, first, first.value.as_constant
            if second.root is not None or second.is_rounded:
                return None
            if (
                second.value.den != 1
                and known is None
                and (first.is_rounded or first.root is not None)
            ):
                return None
            return _checked(Real(first.value + second.value * sign, first.root, first.is_rounded))
        case Operator.MUL:
            if first.value.as_constant is not None and first.root is None:
                first, second, known = second, first, first.value.as_constant
            if known is None or first.root is not None or first.is_rounded:
                return None
            return _times(first, second.value)
        case Operator.DIV if known and first.root is None and not first.is_rounded:
            return _divided(first, Fraction(known))
        case _:
            return None


def _times(number: Real, factor: Poly) -> Real | None:
    return _checked(Real(number.value * factor, None, number.is_rounded))


def _checked(number: Real) -> Real | None:
    """A number if a double tells it apart from its neighbours; one that is not rounded is dyadic."""
    value = number.value
    den = value.den
    if len(value.terms) > _MOST_TERMS or (not number.is_rounded and den & (den - 1)):
        return None
    factors = (abs(factor) for monomial, factor in value.terms.items() if monomial)
    bits = max(factors, default=0).bit_length() + den.bit_length()
    return number if bits <= _MOST_BITS else None


def _divided(number: Real, by: Fraction) -> Real | None:
    top = abs(by.numerator)
    exact = top & (top - 1) == 0
    if by.denominator != 1 and not exact:
        return None
    value = number.value * Poly.constant(1 / by)
    return _checked(Real(value, None, not exact))


def _whole(expr: Expr, scalars: Scalars) -> Poly | None:
    """A real expression whose value is a whole number without any rounding."""
    number = _real(expr, scalars)
    if number is None or number.root is not None or number.is_rounded or number.value.den != 1:
        return None
    return number.value


def _power(expr: Expr, scalars: Scalars) -> Poly | None:
    """A power of a small whole number, rounded down."""
    match expr:
        case ex.Binary(operator=Operator.POWER, left=left, right=right):
            base, exponent = _whole(left, scalars), _whole(right, scalars)
        case _:
            return None
    number = None if base is None else base.as_integer
    if base is None or exponent is None or number is None or not 2 <= number <= 16:
        return None
    power = atoms.power_of(base, atoms.clamp(exponent))
    return compared("ge", exponent) * power  # less than 1 for negative ones


def _rounded(name: str, number: Real) -> Poly | None:
    """The whole number that is made of a real one."""
    value = number.value
    if number.root is not None:
        return _rounded_root(name, number.root, value)
    top, den = value * value.den, Poly.constant(value.den)
    match name:
        case "int":
            return atoms.trunc_quotient(top, den)
        case "floor":
            return atoms.floor_quotient(top, den)
        case "ceiling":
            return -atoms.floor_quotient(-top, den)
        case "nint":  # halves go away from zero
            return atoms.trunc_quotient(top * 2 + _sign_of(top) * value.den, den * 2)
        case _:
            return None


def _sign_of(value: Poly) -> Poly:
    """1, or -1 where a value is negative."""
    return ONE - compared("lt", value) * 2


def _rounded_root(name: str, inside: Poly, added: Poly) -> Poly | None:
    """The square root of a whole number and something more as a whole number.

    A whole number more is taken apart; a half more is the root of 4 times as much, rounded.
    """
    if name == "nint" and not added:
        name, added = "floor", Poly.constant(Fraction(1, 2))
    if name == "int" and (added.as_constant is None or added.as_constant < 0):
        return None  # may be negative, and is rounded up then
    if name in ("int", "floor"):
        if added.den == 1:
            return atoms.root_of(inside) + added
        if added.den == 2:  # the sum is (root of 4*inside, and an odd number more)/2
            return atoms.floor_of(atoms.root_of(inside * 4) + added * 2, 2)
    if name == "ceiling" and added.den == 1:
        return atoms.root_of(inside - 1) + 1 + added
    return None


def _logarithm(expr: Expr, scalars: Scalars) -> Poly | None:
    """A logarithm to a whole base, rounded down."""
    match expr:
        case ex.Intrinsic(name="log2" | "log10" as name, arguments=(argument,)):
            base = 2 if name == "log2" else 10
            right = _gives_powers(base, math.log2 if base == 2 else math.log10)
        case ex.Binary(
            operator=Operator.DIV,
            left=ex.Intrinsic(name="log", arguments=(argument,)),
            right=ex.Intrinsic(name="log", arguments=(below,)),
        ):
            number = _whole(below, scalars)
            known = None if number is None else number.as_integer
            if known is None or known < 2:
                return None
            base = known
            right = _gives_powers(base, lambda power: math.log(power) / math.log(known))
        case _:
            return None
    inside = _whole(argument, scalars) if right else None
    return None if inside is None else atoms.log_of(Poly.constant(base), inside)


def _gives_powers(base: int, logarithm: Callable[[int], float]) -> bool:
    """Whether a logarithm, correctly rounded, is not below the exponents of all powers in 31 bits."""
    powers = takewhile(lambda item: item[1] >> _LONGEST_INTEGER == 0, _powers(base))
    return all(int(logarithm(power)) == exponent for exponent, power in powers)


def _powers(base: int) -> Iterator[tuple[int, int]]:
    return ((exponent, base**exponent) for exponent in count())
