"""What formulas over arrays call: NumPy arithmetic on float64.

Where a divisor is zero the result is not a number, and stays so through everything that uses it.
Exported NumPy files carry the functions they need, so each one here stands alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64] | np.float64 | float


def ratio(numerator: Array, denominator: Array) -> Array:
    """Return the quotient, not a number where the denominator is zero."""
    return numerator / np.where(np.equal(denominator, 0.0), np.nan, denominator)


def remainder(dividend: Array, divisor: Array) -> Array:
    """Return the remainder of the division that rounds toward zero."""
    return np.fmod(dividend, np.where(np.equal(divisor, 0.0), np.nan, divisor))


def power(base: Array, exponent: Array) -> Array:
    """Return a power; of whole numbers as the languages compute it, 0 for most negative exponents."""
    whole = (np.floor(base) == base) & (np.floor(exponent) == exponent) & np.less(exponent, 0.0)
    with np.errstate(all="ignore"):
        value = np.power(base, exponent)
    return np.where(whole, np.where(np.abs(base) == 1.0, value, 0.0), value)


def root(argument: Array) -> Array:
    """Return the square root rounded down; -1 for arguments below 0."""
    size = np.floor(argument)
    found = np.floor(np.sqrt(np.maximum(size, 0.0)))
    found = np.where(found * found > size, found - 1.0, found)
    return np.where(size < 0.0, -1.0, np.where(size == size, found, np.nan))  # noqa: PLR0124


def logarithm(base: Array, argument: Array) -> Array:
    """Return the logarithm rounded down; -1 for arguments below 1, no number for bases below 2."""
    step, size = np.trunc(base), np.floor(argument)
    with np.errstate(all="ignore"):
        exponent = np.floor(np.log(np.maximum(size, 1.0)) / np.log(step))
        exponent = np.where(step ** (exponent + 1.0) <= size, exponent + 1.0, exponent)
        exponent = np.where(step**exponent > size, exponent - 1.0, exponent)
    exponent = np.where(size < 1.0, -1.0, exponent)
    return np.where((step >= 2.0) & (size == size), exponent, np.nan)  # noqa: PLR0124 - not a number


def divisor(first: Array, second: Array) -> Array:
    """Return the greatest common divisor of whole numbers; what is none is rounded down."""
    known = np.isfinite(first) & np.isfinite(second)
    one = np.where(known, np.abs(np.floor(first)), 0.0)
    other = np.where(known, np.abs(np.floor(second)), 0.0)
    while other.any():
        one, other = (
            np.where(other > 0.0, other, one),
            np.fmod(one, np.where(other > 0.0, other, 1.0)),
        )
    return np.where(known, one, np.nan)


def piece(value: Array, *guards: Array) -> Array:
    """Return ``value`` where all guards are at least zero, else zero; no number where one has none."""
    least = guards[0]
    for guard in guards[1:]:
        least = np.minimum(least, guard)
    return np.where(np.greater_equal(least, 0.0), value, np.where(np.isnan(least), np.nan, 0.0))


def steps(first: Array, last: Array) -> range:
    """Return as many steps as the longest of the ranges from first to last has."""
    trips = np.floor(np.subtract(last, first)) + 1.0
    return range(int(np.max(np.where(np.isfinite(trips), trips, 0.0), initial=0.0)))
