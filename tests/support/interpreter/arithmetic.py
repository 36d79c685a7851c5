"""Operations with Fortran's meaning, called from generated code.

Integers that leave 32 bits are an error (a program that wraps has no defined counts); single
precision is computed in double and rounded, which is exact for + - * / and SQRT.
"""

from __future__ import annotations

from typing import Any

from tests.support.interpreter.errors import InvalidRun, NotInterpreted
from tests.support.interpreter.storage import single

LEAST, MOST = -(2**31), 2**31 - 1


def overflow() -> int:
    """Report an integer that does not fit."""
    raise InvalidRun("integer overflow")


def outside() -> int:
    """Report a subscript before the start of its store."""
    raise InvalidRun("subscript outside the array")


def not_interpreted(reason: str) -> Any:
    """Report a construct that is reached and not modelled."""
    raise NotInterpreted(reason)


def fits(value: int) -> int:
    """Return an integer if it is one of 32 bits."""
    return value if LEAST <= value <= MOST else overflow()


def divide(left: int, right: int) -> int:
    """Return the integer quotient, truncated."""
    if right == 0:
        raise InvalidRun("integer division by zero")
    quotient = abs(left) // abs(right)
    return fits(quotient if (left < 0) == (right < 0) else -quotient)


def integer_power(base: int, exponent: int) -> int:
    """Return ``base**exponent`` of integers: negative exponents truncate 1/base**n."""
    if exponent >= 0:
        if abs(base) > 1 and exponent > 62:
            return overflow()
        return fits(base**exponent)
    if base == 0:
        raise InvalidRun("zero to a negative power")
    return {1: 1, -1: -1 if exponent % 2 else 1}.get(base, 0)


def power(base: Any, exponent: Any) -> Any:
    """Return ``base**exponent`` of reals or complex numbers."""
    if isinstance(base, float) and base < 0 and isinstance(exponent, float):
        raise InvalidRun("a negative number to a real power")
    return base**exponent


def trips(first: Any, last: Any, step: Any, direction: int = 0) -> int:
    """Return how often a DO loop runs (Fortran 77, 11.10.3); ``direction`` is that of C's test."""
    if direction and (last - first) * direction < 0:
        return 0
    if direction and step * direction <= 0:
        raise InvalidRun("a loop that does not come to its end")
    if step == 0:
        raise InvalidRun("a DO loop with step 0")
    if isinstance(step, int):
        span = last - first + step
        return max(0, divide(span, step)) if span else 0
    return max(0, int((last - first + step) / step))


def to_integer(value: Any) -> int:
    """Return a number truncated to an integer."""
    return fits(int(value.real))


def single_complex(value: complex) -> complex:
    """Return a complex number with both parts rounded to single precision."""
    return complex(single(value.real), single(value.imag))


def pad(value: str, length: int) -> str:
    """Return a string cut or filled with blanks to ``length``."""
    return value[:length].ljust(length)


def order(left: str, right: str) -> int:
    """Compare strings as if the shorter were filled with blanks: -1, 0 or 1."""
    length = max(len(left), len(right))
    first, second = left.ljust(length), right.ljust(length)
    return (first > second) - (first < second)


def part(text: str, first: int | None, last: int | None) -> str:
    """Return characters ``first`` to ``last`` of ``text``, which must have them."""
    low, high = 1 if first is None else first, len(text) if last is None else last
    if low <= high and not 1 <= low <= high <= len(text):
        raise InvalidRun(f"substring {low}:{high} of {len(text)} characters")
    return text[low - 1 : max(high, low - 1)]


def with_part(text: str, first: int | None, last: int | None, value: str) -> str:
    """Return ``text`` with characters ``first`` to ``last`` replaced by ``value``."""
    low, high = 1 if first is None else first, len(text) if last is None else last
    old = part(text, low, high)
    return text[: low - 1] + pad(value, len(old)) + text[low - 1 + len(old) :]


def both(left: Any, right: Any) -> bool:
    """Return left .AND. right with both evaluated."""
    return bool(left) and bool(right)


def either(left: Any, right: Any) -> bool:
    """Return left .OR. right with both evaluated."""
    return bool(left) or bool(right)
