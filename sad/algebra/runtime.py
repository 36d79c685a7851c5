"""What compiled formulas call: exact arithmetic on numbers of any size.

Exported Python files carry the functions they need, so each one here stands alone.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Number = int | float | Fraction


def quotient(numerator: Number, denominator: int) -> Number:
    """Return ``numerator / denominator``, an int where it comes out even."""
    if isinstance(numerator, int):
        whole, rest = divmod(numerator, denominator)
        return Fraction(numerator, denominator) if rest else whole
    return numerator / denominator


def truncated(numerator: Number, denominator: Number) -> int:
    """Return the quotient rounded toward zero."""
    if isinstance(numerator, int) and isinstance(denominator, int):
        size = abs(numerator) // abs(denominator)
        return size if (numerator < 0) == (denominator < 0) else -size
    return int(numerator / denominator)


def remainder(dividend: Number, divisor: Number) -> Number:
    """Return the remainder of the division that rounds toward zero; it has the dividend's sign."""
    if isinstance(dividend, int) and isinstance(divisor, int):
        rest = abs(dividend) % abs(divisor)
        return rest if dividend >= 0 else -rest
    return dividend - divisor * int(dividend / divisor)


def power(base: Number, exponent: Number) -> Number:
    """Return an integer power as the languages compute it: 0 for most negative exponents."""
    if isinstance(base, int) and isinstance(exponent, int) and exponent < 0:
        return {1: 1, -1: 1 if exponent % 2 == 0 else -1}.get(base, 0)
    return base**exponent


def logarithm(base: Number, argument: Number) -> int:
    """Return the logarithm rounded down; -1 for arguments below 1.

    Raises ``ZeroDivisionError`` for a base below 2, whose powers do not grow.
    """
    step, rest, exponent = int(base), floor(argument), -1
    if step < 2:
        message = f"logarithm to the base {step}"
        raise ZeroDivisionError(message)
    while rest >= 1:
        rest //= step
        exponent += 1
    return exponent


def steps(first: Number, last: Number) -> Iterable[Number]:
    """Return first, first + 1, ... up to last."""
    if isinstance(first, int) and isinstance(last, int):
        return range(first, last + 1)
    return [first + step for step in range(floor(last - first) + 1)]
