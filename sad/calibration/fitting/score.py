"""How good predictions are: typical errors, and how far measured times lie from predicted ones."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)


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
