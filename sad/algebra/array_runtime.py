"""What formulas over arrays call: NumPy arithmetic on float64.

Where a divisor is zero the result is not a number, and stays so through everything that uses it.
Exported NumPy files carry the functions they need, so each one here stands alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sad.algebra.walk_runtime import (
    walk_from,
    walk_gives,
    walk_on,
    walk_starts,
    walk_total,
)

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["walk_from", "walk_gives", "walk_on", "walk_starts", "walk_total"]

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


def at_points(function: Callable[..., Any], *values: Array) -> Array:
    """Return a function of numbers at all points, computed once for equal ones."""
    given = np.broadcast_arrays(*values)
    known: dict[tuple[float, ...], float] = {}
    result = np.empty(np.shape(given[0]) if given else ())
    for place in np.ndindex(result.shape):
        point = tuple(float(item[place]) for item in given)
        if point not in known:
            with np.errstate(all="ignore"):
                known[point] = float(function(*map(np.float64, point)))
        result[place] = known[point]
    return result


def spread(first: Array, last: Array, most: float, *outer: Array) -> tuple[Array, ...]:
    """Return the outer indices of a nest, and one more that runs from first to last in each iteration.

    All are arrays with one element for an iteration. Raises ``MemoryError`` for more than ``most``.
    """
    shape = np.shape(outer[0])
    start, end = np.broadcast_to(first, shape), np.broadcast_to(last, shape)
    trips = np.maximum(np.floor(end - start) + 1.0, 0.0)
    trips = np.where(np.isnan(trips), 1.0, trips)  # one iteration, whose index is no number
    if np.sum(trips) > most:
        raise MemoryError
    repeats = trips.astype(np.int64)
    origin = np.repeat(np.arange(repeats.size), repeats)
    place = np.arange(origin.size) - (np.cumsum(repeats) - repeats)[origin]
    index = np.where(np.isnan(end[origin]), np.nan, start[origin] + place)
    return (*(np.asarray(item)[origin] for item in outer), index)


def busiest(*parts: tuple[Callable[..., Any], Array, Array, tuple[Array, ...]]) -> Array:
    """Return the most that one member of a family gets at each point, at least 0.

    A part is a function of the ends of its outermost loop, of how many iterations it may have at once,
    and of some values, with first, last and values at all points. It gives members, amounts and
    indices, one for each iteration. Raises ``OverflowError`` past 50 million iterations at a point.
    """

    def added(members: Any, amounts: Any) -> tuple[Any, Any]:
        """The members, each once, with all they get."""
        low, high = np.min(members), np.max(members)
        if high - low < 4.0 * members.size + 1024.0 and np.all(members == np.floor(members)):
            totals = np.bincount((members - low).astype(np.int64), weights=amounts)
            return np.arange(totals.size) + low, totals
        found, place = np.unique(members, return_inverse=True)
        return found, np.bincount(np.reshape(place, -1), weights=amounts)

    given = [(first, last, *values) for _, first, last, values in parts]
    shape = np.broadcast_shapes(*(np.shape(item) for items in given for item in items))
    result = np.zeros(int(np.prod(shape)))
    flat = [[np.broadcast_to(item, shape).reshape(-1) for item in items] for items in given]
    for point in range(result.size):
        tables: list[tuple[Any, Any]] = []
        steps, width = 0, 65536.0
        for (function, *_), items in zip(parts, flat, strict=True):
            first, last, *values = (item[point] for item in items)
            if np.isnan(first + last):
                result[point] = np.nan
            while first <= last:
                end = min(last, first + width - 1.0)
                most = 4194304.0 if end > first else 50000000.0
                try:
                    member, amount, indices = function(first, end, most, *values)
                except MemoryError:
                    if width == 1.0:
                        steps = 50000001
                    width = max(1.0, np.floor(width / 8.0))
                    member, amount, indices, end = 0.0, 0.0, (np.zeros(0),), first - 1.0
                size = np.shape(indices[-1])
                steps += size[0]
                if steps > 50000000:
                    message = "what is busiest takes more than 50 million iterations to find"
                    raise OverflowError(message)
                members, amounts = np.broadcast_to(member, size), np.broadcast_to(amount, size)
                if any(np.isnan(item).any() for item in (members, amounts, *indices)):
                    result[point] = np.nan
                elif size[0]:
                    tables.append(added(members, amounts))
                first = end + 1.0
        if tables and not np.isnan(result[point]):
            members, totals = (np.concatenate(items) for items in zip(*tables, strict=True))
            result[point] = max(0.0, np.max(added(members, totals)[1]))
    return result.reshape(shape)
