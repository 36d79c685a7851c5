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
        for end in ends:
            if end - begin >= min(least, len(x)):
                cost[begin, end] = _cost(x[begin:end], y[begin:end])
    best = _split(cost, starts, len(x), most)
    found: list[Piece] = []
    for begin, end in best:
        start, per_byte = _line(x[begin:end], y[begin:end])
        error = np.abs((start + per_byte * x[begin:end]) / y[begin:end] - 1.0)
        found.append(Piece(float(x[begin]), start, per_byte, float(np.sqrt(np.mean(error**2)))))
    return found


def _line(x: Array, y: Array) -> tuple[float, float]:
    """Return a and b, both not below 0, of the line that fits best."""
    weights = np.ones_like(y)
    start, per_byte = 0.0, 0.0
    for _ in range(_TURNS):
        start, per_byte = _weighted(x, y, weights)
        error = np.abs((start + per_byte * x) / y - 1.0)
        weights = np.minimum(1.0, _HUBER / np.maximum(error, 1e-12))
    return start, per_byte


def _weighted(x: Array, y: Array, weights: Array) -> tuple[float, float]:
    root = np.sqrt(weights)
    columns = np.stack([root / y, root * x / y], axis=1)
    if np.ptp(x) > 0:
        solution, *_ = np.linalg.lstsq(columns, root, rcond=None)
        start, per_byte = float(solution[0]), float(solution[1])
        if start >= 0 and per_byte >= 0:
            return start, per_byte
        if start < 0:
            return 0.0, float(columns[:, 1] @ root / (columns[:, 1] @ columns[:, 1]))
    return float(columns[:, 0] @ root / (columns[:, 0] @ columns[:, 0])), 0.0


def _cost(x: Array, y: Array) -> float:
    start, per_byte = _line(x, y)
    error = np.minimum(np.abs((start + per_byte * x) / y - 1.0), _CAP)
    return float(np.sum(error**2))


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
