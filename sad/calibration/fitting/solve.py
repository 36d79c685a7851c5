"""The fit itself: parameters whose predictions come closest to what was measured.

Least squares on log(predicted/measured) over logarithms of the parameters, with a loss that grows
linearly for outliers (soft L1) and weak priors. Kernels that miss by more than a factor of two are
dropped and the rest fitted again; one that then comes close enough is taken back.
"""

from __future__ import annotations

from importlib import import_module
from math import exp, log
from typing import TYPE_CHECKING, Protocol

import numpy as np

from sad.calibration.fitting.parameters import PURE
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.calibration.fitting.columns import Array, Columns, Mask
    from sad.calibration.fitting.parameters import Parameter


RIDGE = 0.05
"""Residual of a parameter that is e times what was expected of it."""
DROP = 0.7
"""|log(predicted/measured)| beyond which a kernel is not used."""
_SOFT = 0.1  # residuals beyond are outliers
_STARTS = (1.0, 2.0)
_ROUNDS = 3
_MOST = 60  # evaluations of one fit
_WIDEST = 2.5  # parameters stay within exp(+-2.5) of what is expected
LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)


class Solution(Protocol):
    """What scipy's ``least_squares`` finds."""

    x: Array
    cost: float


@record
class Solved:
    """Fitted values of all parameters [s]; ``used`` tells of each kernel whether the fit kept it.

    ``uncertainty`` is the relative standard error of each value, infinite where no kernel depends
    on it.
    """

    values: Array
    used: Mask
    uncertainty: Array
    cost: float


def expected_values(parameters: Sequence[Parameter], clock_hz: float) -> Array:
    """Return what is expected of each parameter [s]."""
    return np.array(
        [item.expected if item.name in PURE else item.expected / clock_hz for item in parameters]
    )


def solve(columns: Columns, seconds: Array, expected: Array, ridge: float = RIDGE) -> Solved:
    """Return the best fit of kernels' times [s] from several starts."""
    everything: Mask = np.ones(len(seconds), dtype=np.bool_)
    best: Solved | None = None
    for start in _STARTS:
        x = np.log(expected) + np.where(columns.shares, 0.0, np.log(start))
        kept, miss = everything, np.zeros(len(seconds))
        for _ in range(_ROUNDS):
            x = _fit(columns, seconds, expected, kept, x, ridge).x
            miss = np.log(columns.times(np.exp(x)) / seconds)
            kept = np.abs(miss) <= DROP
        cost = float(np.sum(_loss(np.minimum(np.abs(miss), DROP)))) + float(
            np.sum((ridge * (x - np.log(expected))) ** 2)
        )
        if best is None or cost < best.cost:
            values = np.exp(x)
            best = Solved(values, kept, _errors(columns, values, seconds, kept, ridge), cost)
    assert best is not None
    return best


def _loss(miss: Array) -> Array:
    return 2.0 * _SOFT**2 * (np.sqrt(1.0 + (miss / _SOFT) ** 2) - 1.0)


def _fit(
    columns: Columns, seconds: Array, expected: Array, kept: Mask, start: Array, ridge: float
) -> Solution:
    prior = np.log(expected)
    identity = np.eye(len(prior)) * ridge
    logs = np.log(seconds)

    def residuals(x: Array) -> Array:
        miss = np.log(columns.times(np.exp(x))) - logs
        return np.concatenate([np.where(kept, miss, 0.0), ridge * (x - prior)])

    def slopes(x: Array) -> Array:
        values = np.exp(x)
        times, slope = columns.times_and_slopes(values)
        rows = slope * values / times[:, None]
        return np.vstack([np.where(kept[:, None], rows, 0.0), identity])

    least_squares: Callable[..., Solution] = import_module("scipy.optimize").least_squares
    limits = (prior - _WIDEST, np.where(columns.shares, 0.0, prior + _WIDEST))
    return least_squares(
        residuals, start, slopes, bounds=limits, loss="soft_l1", f_scale=_SOFT, max_nfev=_MOST
    )


def _errors(columns: Columns, values: Array, seconds: Array, kept: Mask, ridge: float) -> Array:
    times, slope = columns.times_and_slopes(values)
    rows = (slope * values / times[:, None])[kept]
    miss = np.log(times / seconds)[kept]
    spread = float(np.median(np.abs(miss))) * 1.4826
    normal = rows.T @ rows + np.eye(len(values)) * ridge**2
    errors = spread * np.sqrt(np.diag(np.linalg.inv(normal)))
    return np.where(columns.known, errors, np.inf)


@record
class Score:
    """Errors of predictions, with r = predicted/measured.

    ``mape`` is the mean of |r - 1|, ``median`` their median, ``factor`` exp(mean |log r|), ``within``
    the share with |r - 1| <= 20 %, ``rank`` Spearman's correlation of predicted and measured times.
    """

    number: int
    mape: float
    median: float
    factor: float
    within: float
    twice: float
    rank: float


def score(predicted: Sequence[float], measured: Sequence[float]) -> Score:
    """Return the errors of predicted times, all above 0; at least one."""
    ratios = [p / m for p, m in zip(predicted, measured, strict=True)]
    errors = sorted(abs(r - 1.0) for r in ratios)
    logs = [abs(log(r)) for r in ratios]
    number = len(ratios)
    return Score(
        number,
        sum(errors) / number,
        quantile(errors, 0.5),
        exp(sum(logs) / number),
        sum(error <= 0.2 for error in errors) / number,
        sum(item <= log(2.0) for item in logs) / number,
        _rank_correlation(predicted, measured),
    )


def quantile(ordered: Sequence[float], level: float) -> float:
    """Return a quantile of ascending numbers, linear between neighbours."""
    place = level * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def residual_quantiles(predicted: Sequence[float], measured: Sequence[float]) -> dict[float, float]:
    """Return quantiles of measured/predicted."""
    ratios = sorted(m / p for p, m in zip(predicted, measured, strict=True))
    return {level: quantile(ratios, level) for level in LEVELS}


def _rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    if len(first) < 2:
        return 1.0
    one, two = _ranks(first), _ranks(second)
    mean = (len(one) - 1) / 2
    cross = sum((a - mean) * (b - mean) for a, b in zip(one, two, strict=True))
    sizes = sum((a - mean) ** 2 for a in one) * sum((b - mean) ** 2 for b in two)
    return cross / sizes**0.5 if sizes else 1.0


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 0; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=lambda at: values[at])
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for at in order[start:end]:
            ranks[at] = (start + end - 1) / 2
        start = end
    return ranks
