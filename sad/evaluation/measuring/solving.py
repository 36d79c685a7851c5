"""The value of one symbol for which a count is what was measured."""

from __future__ import annotations

from fractions import Fraction
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.evaluate import Number

_FAR = 1_000_003  # beyond the bounds of small pieces; no round number, so no multiple of strides
_MOST = 2**40
_STEPS = 200
_CLOSE = 1e-9
_NEAR = 130  # values on each side: more than small strides and remainders repeat after
_TINY = 1e-6
_LONG = 0.5  # seconds of one count: it is a walk whose steps grow with the value, up to 2**40
_LONGEST = 2.0  # seconds of all counts for one value
_MOST_TRIED = 4096
_SPREAD = tuple(step * 2**power // 4 for power in range(5, 40) for step in (4, 5, 7))


class _TooLong(Exception):
    """Looking for a value took too long."""


def solve_count(
    count: Callable[[Number], Number], measured: Number, *, most: int | None = None
) -> Number | None:
    """Return the value for which ``count`` of it is ``measured``; None if none or several might be.

    A count that is linear is solved exactly, another one that grows by bisection. ``most`` is the
    largest possible value, such as 1 of a probability. A count that falls somewhere, as remainders do,
    or stands still at the value has several that might be. None as well if counts take long.
    """
    start = process_time()

    def timed(value: Number) -> Number:
        if process_time() - start > _LONGEST:
            raise _TooLong
        return count(value)

    try:
        found = _linear(timed, measured, most)
        if most is not None:
            return found
        found = _by_bisection(timed, measured) if found is None else found
        if found is not None and _is_only_one(timed, found):
            return found
        return _one_of_many(timed, measured)
    except (ArithmeticError, ValueError, _TooLong):
        return None


def _one_of_many(count: Callable[[Number], Number], measured: Number) -> int | None:
    """The only whole number of which a count is the measured one, if it is 0 for large numbers.

    So are counts behind a test of a size, as ``IF (N .GT. MAXN) STOP``.
    """
    if any(float(count(point)) for point in (_FAR, _FAR + 1, _FAR + 2)):
        return None
    found = [point for point in range(_MOST_TRIED) if count(point) == measured]
    return found[0] if len(found) == 1 else None


def _is_only_one(count: Callable[[Number], Number], value: Number) -> bool:
    """Whether a count grows, as far as some hundred values tell, and is another on both sides."""
    near = range(round(value) - _NEAR, round(value) + _NEAR + 1)
    points = {*range(-_NEAR, 2 * _NEAR), *near, *_SPREAD, *range(_FAR, _FAR + _NEAR)}
    if value != round(value):
        step = max(abs(float(value)), 1.0) * _TINY
        points |= {float(value) - step, float(value) + step}
    low, high = float("-inf"), float("inf")
    before = low
    for point in sorted(points):
        if point == value:
            continue
        start = process_time()
        try:
            found = float(count(point))
        except (ArithmeticError, ValueError):
            continue
        if found < before or process_time() - start > _LONG:
            return False
        before = found
        if point < value:
            low = found
        elif high > found:
            high = found
    return low < float(count(value)) < high


def _linear(count: Callable[[Number], Number], measured: Number, most: int | None) -> Number | None:
    """Solve a count that is linear: everywhere up to ``most``, or from some value on."""
    at = (_FAR, _FAR + 1, _FAR + 2) if most is None else (0, Fraction(most, 2), most)
    low, middle, high = (_exact(count(point)) for point in at)
    if high - middle != middle - low or high == low:
        return None
    value = at[0] + (_exact(measured) - low) * (Fraction(at[2]) - at[0]) / (high - low)
    if value < 0 or (most is not None and value > most):
        return None
    plain = int(value) if value.denominator == 1 else value
    return plain if _exact(count(plain)) == _exact(measured) else None


def _by_bisection(count: Callable[[Number], Number], measured: Number) -> Number | None:
    low, high = 0.0, 1.0
    if not float(count(0)) < float(measured):
        return None
    while float(count(high)) < float(measured):
        low, high = high, 2 * high
        if high > _MOST:
            return None
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if float(count(middle)) < float(measured):
            low = middle
        else:
            high = middle
    whole = round(high)
    if count(whole) == measured and count(whole - 1) != measured != count(whole + 1):
        return whole
    off = abs(float(count(high)) - float(measured))
    return high if off <= _CLOSE * float(measured) else None


def _exact(number: Number) -> Fraction:
    return Fraction(number)
