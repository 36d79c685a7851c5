"""Times as start-up and rate in pieces: t = a + b*bytes, other a and b from certain lengths on.

Each piece is a least-squares fit of relative errors, reweighted (Huber) so that single disturbed times
do not count for much. Where the pieces end, and how many there are, is what the Bayesian information
criterion prefers among the lengths that were measured.
"""

from __future__ import annotations

from math import inf, log
from typing import TYPE_CHECKING

import numpy as np

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_MOST = 4  # pieces
_LEAST_POINTS = 4  # in a piece
_HUBER = 0.05  # relative errors above count less
_CAP = 0.3  # and none counts more than this
_TURNS = 15
_PER_PIECE = 3.0  # two numbers and where it begins
_NOISE = 0.01  # relative; what fits better is taken to be no better


@record
class Piece:
    """From ``begin`` bytes on: ``start`` [s] and ``per_byte`` [s]. ``error`` is relative (rms)."""

    begin: float
    start: float
    per_byte: float
    error: float


def fit_pieces(
    lengths: Sequence[float],
    seconds: Sequence[float],
    most: int = _MOST,
    least: int = _LEAST_POINTS,
) -> list[Piece]:
    """Return at most ``most`` pieces of at least ``least`` times, all above 0 [s], each."""
    order = np.argsort(np.array(lengths, dtype=float), kind="stable")
    x = np.array(lengths, dtype=float)[order]
    y = np.array(seconds, dtype=float)[order]
    starts = [0, *(i for i in range(1, len(x)) if x[i] > x[i - 1])]
    ends = [*starts[1:], len(x)]
    cost: dict[tuple[int, int], float] = {}
    for begin in starts:
        counts = [end - begin for end in ends if end - begin >= min(least, len(x))]
        costs = _costs(x[begin:], y[begin:], np.array(counts, dtype=np.int64))
        cost.update(((begin, begin + n), value) for n, value in zip(counts, costs, strict=True))
    best = _split(cost, starts, len(x), most)
    found: list[Piece] = []
    for begin, end in best:
        lines = _lines(x[begin:end], y[begin:end], np.array([end - begin]))
        error = _errors(x[begin:end], y[begin:end], *lines)
        start, per_byte = (float(item[0]) for item in lines)
        rms = float(np.sqrt(np.mean(error**2)))
        found.append(Piece(float(x[begin]), start, per_byte, rms))
    return found


def _costs(x: Array, y: Array, counts: NDArray[np.int64]) -> list[float]:
    """Return what the best line through the first so many points costs, for each number."""
    start, per_byte = _lines(x, y, counts)
    error = np.minimum(_errors(x, y, start, per_byte), _CAP)
    costs: Array = np.sum(error**2 * _first(counts, len(x)), axis=1)
    return [float(value) for value in costs]


def _first(counts: NDArray[np.int64], points: int) -> Array:
    """A row for each number, 1 for so many of the points, 0 for the others."""
    return (np.arange(points) < counts[:, np.newaxis]).astype(np.float64)


def _errors(x: Array, y: Array, start: Array, per_byte: Array) -> Array:
    """Relative errors of lines, a row for each."""
    return np.abs((start[:, np.newaxis] + per_byte[:, np.newaxis] * x) / y - 1.0)


def _lines(x: Array, y: Array, counts: NDArray[np.int64]) -> tuple[Array, Array]:
    """Return a and b, both not below 0, of the lines that fit the first so many points best."""
    used = weights = _first(counts, len(x))
    start = per_byte = np.zeros(len(counts))
    for _ in range(_TURNS):
        start, per_byte = _weighted(x, y, weights, x[counts - 1] > x[0])
        error = np.maximum(_errors(x, y, start, per_byte), 1e-12)
        weights = used * np.minimum(1.0, _HUBER / error)
    return start, per_byte


def _weighted(x: Array, y: Array, weights: Array, differ: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return a and b of the least weighted squares of relative errors, a row of weights for each.

    ``differ`` tells where lengths do: else b is 0.
    """
    scale = weights / y**2
    whole = np.sum(scale, axis=1)
    length, time = np.sum(scale * x, axis=1) / whole, np.sum(scale * y, axis=1) / whole
    away = x - length[:, np.newaxis]
    slope = _ratio(np.sum(scale * away * (y - time[:, np.newaxis]), axis=1), scale * away**2)
    start = time - slope * length
    through_zero = _ratio(np.sum(scale * x * y, axis=1), scale * x**2)
    is_below = np.logical_and(differ, start < 0)
    is_flat = np.logical_or(np.logical_not(differ), slope < 0)
    start[is_flat], slope[is_flat] = time[is_flat], 0.0
    start[is_below], slope[is_below] = 0.0, through_zero[is_below]
    return start, slope


def _ratio(above: Array, below: Array) -> Array:
    """Return one sum by the other, whose terms are given; 0 where that is 0."""
    total = np.sum(below, axis=1)
    return np.divide(above, total, out=np.zeros_like(above), where=total > 0)


def _split(
    cost: dict[tuple[int, int], float], starts: Sequence[int], end: int, most: int
) -> list[tuple[int, int]]:
    """Return the parts of the points by dynamic programming, for the best number of parts."""
    table: dict[int, tuple[float, list[tuple[int, int]]]] = {0: (0.0, [])}
    best: tuple[float, list[tuple[int, int]]] = (inf, [])
    for pieces in range(1, most + 1):
        following: dict[int, tuple[float, list[tuple[int, int]]]] = {}
        for (begin, stop), own in cost.items():
            if begin not in table:
                continue
            total = table[begin][0] + own
            if stop not in following or total < following[stop][0]:
                following[stop] = (total, [*table[begin][1], (begin, stop)])
        table = {stop: entry for stop, entry in following.items() if stop in starts or stop == end}
        if end in table:
            mean = max(table[end][0] / end, _NOISE**2)
            criterion = end * log(mean) + _PER_PIECE * pieces * log(end)
            if criterion < best[0]:
                best = (criterion, table[end][1])
    return best[1]
