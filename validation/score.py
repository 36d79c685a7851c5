"""How good predictions are: the figures of docs/accuracy.md."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Score:
    """Figures over pairs of predicted and measured times.

    ``mape`` is the mean of |predicted/measured - 1|, ``median`` its median, ``typical`` the factor
    exp(mean |ln(predicted/measured)|), ``within_20`` and ``within_2`` the shares of programs that
    are at most 20 % and a factor of 2 off, ``rank`` Spearman's correlation of the ranks, ``worst``
    the largest factor.
    """

    programs: int
    mape: float
    median: float
    typical: float
    within_20: float
    within_2: float
    rank: float
    worst: float


def score(predicted: Sequence[float], measured: Sequence[float]) -> Score:
    """Return the score of predictions [s] against measurements [s] of the same programs.

    Raises ``ValueError`` if there are none, or if a time is not above 0.
    """
    if not predicted or len(predicted) != len(measured):
        raise ValueError("as many predictions as measurements are needed, and at least one")
    if min(*predicted, *measured) <= 0:
        raise ValueError("times are above 0")
    ratios = [p / m for p, m in zip(predicted, measured, strict=True)]
    errors = [abs(ratio - 1) for ratio in ratios]
    factors = [exp(abs(log(ratio))) for ratio in ratios]
    count = len(ratios)
    return Score(
        count,
        sum(errors) / count,
        median(errors),
        exp(sum(map(log, factors)) / count),
        sum(error <= 0.2 for error in errors) / count,
        sum(factor <= 2.0 for factor in factors) / count,
        spearman(predicted, measured),
        max(factors),
    )


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the correlation of the ranks of two series; equal values share their mean rank."""
    one, two = _ranks(first), _ranks(second)
    middle = (len(one) + 1) / 2
    above = sum((a - middle) * (b - middle) for a, b in zip(one, two, strict=True))
    squares = sum((a - middle) ** 2 for a in one) * sum((b - middle) ** 2 for b in two)
    return above / squares**0.5 if squares else 1.0


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(values)
    return [order.index(value) + (order.count(value) + 1) / 2 for value in values]
