"""Arithmetic that users write, as a polynomial over names that have no value yet.

What is put into counts must have the same value there as it has as a number: only what is exact for all
values of the names is a polynomial, with rounded quotients, minima and maxima where names are whole.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.arithmetic import Reader
from sad.profiles.expression import TOKEN, ExpressionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LARGEST_POWER = 16


class NotPolynomial(Exception):
    """The text may be an expression, but its value is no polynomial in the names."""


def polynomial(text: str, lookup: Callable[[str], Poly], is_whole: Callable[[str], bool]) -> Poly:
    """Return the value of ``text``; ``lookup`` gives that of a name, ``is_whole`` tells of symbols.

    Decimal numbers are taken as they are written. Raises ``NotPolynomial``, and ``ExpressionError`` for
    a text that is no expression; what ``lookup`` raises passes through.
    """
    try:
        return _Polynomials(text, lookup, is_whole).whole()
    except RecursionError:
        raise ExpressionError("nested too deeply") from None


class _Polynomials(Reader[Poly]):
    def __init__(
        self, text: str, lookup: Callable[[str], Poly], is_whole: Callable[[str], bool]
    ) -> None:
        self._lookup = lookup
        self._is_whole = is_whole
        super().__init__(text, TOKEN)

    def error(self, message: str) -> ExpressionError:
        return ExpressionError(message)

    def number(self, token: str) -> Poly:
        return Poly.constant(Fraction(token))

    def name(self, token: str) -> Poly:
        return self._lookup(token)

    def negative(self, operand: Poly) -> Poly:
        return -operand

    def apply(self, operator: str, left: Poly, right: Poly) -> Poly:
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return _quotient(left, right)
            case "//":
                return self._floor(left, right)
            case "%":
                return left - right * self._floor(left, right)
            case _:
                power = right.as_integer
                if power is None or not 0 <= power <= _LARGEST_POWER:
                    raise NotPolynomial
                return left**power

    def call(self, name: str) -> Poly:
        function = name.lower()
        if function not in ("min", "max", "abs", "floor", "ceil"):
            raise NotPolynomial
        found = self.arguments()
        match function:
            case "min" if len(found) > 1:
                return self._checked(atoms.min_of(found), found)
            case "max" if len(found) > 1:
                return self._checked(atoms.max_of(found), found)
            case "abs" if len(found) == 1:
                return self._checked(atoms.max_of((found[0], -found[0])), found)
            case "floor" if len(found) == 1:
                return self._floor(found[0], Poly.constant(1))
            case "ceil" if len(found) == 1:
                return -self._floor(-found[0], Poly.constant(1))
            case _:
                raise NotPolynomial

    def _floor(self, numerator: Poly, denominator: Poly) -> Poly:
        """The quotient rounded down; divided out as if all symbols were whole, so they must be."""
        divisor = denominator.as_constant
        if not divisor:
            raise NotPolynomial  # and a divisor that is a name may be negative, or 0
        scaled = numerator * Poly.constant(Fraction(1) / divisor)
        return self._checked(atoms.floor_of(scaled, 1), (numerator,))

    def _checked(self, result: Poly, inside: Sequence[Poly]) -> Poly:
        """An atom of whole numbers."""
        symbols = frozenset[str]().union(*map(atoms.free_symbols, inside))
        if not all(map(self._is_whole, symbols)):
            raise NotPolynomial
        return result


def _quotient(left: Poly, right: Poly) -> Poly:
    divisor = right.as_constant
    if divisor is None:
        raise NotPolynomial
    if not divisor:
        raise ExpressionError("division by zero")
    return left * Poly.constant(Fraction(1) / divisor)
