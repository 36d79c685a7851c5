"""Samples for tests: measured values of functions, and what settings say at a size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.expr.numbers import evaluate_expression
from sad.model.parameters import Kind
from sad.profiles.counts import Sample
from sad.profiles.fitting.fit import Fit, fit
from sad.profiles.fitting.spread import Scale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction


def sample(taken: float, reached: float, **sizes: float) -> Sample:
    return Sample(sizes, float(taken), float(reached), "run")


def fitted(
    sizes: Iterable[int],
    function: Callable[[int], int | Fraction],
    reached: Callable[[int], int] = lambda _: 1,
    kind: Kind = Kind.TRIP_COUNT,
) -> Fit:
    """Fit exact counts of ``function`` of N; its value times ``reached`` must be a whole number."""
    samples: list[Sample] = []
    for size in sizes:
        taken = function(size) * reached(size)
        assert taken == int(taken)
        samples.append(sample(int(taken), reached(size), N=size))
    result = fit(samples, kind)
    assert result is not None
    return result


def at(text: str, **sizes: float) -> float:
    """Return the value of an expression at sizes."""
    return float(evaluate_expression(text, _lookup(sizes)))


def relative_sd(result: Fit, **sizes: float) -> float:
    """Return the standard deviation at sizes relative to the value."""
    spread, value = at(result.sd_text, **sizes), at(result.text, **sizes)
    if result.scale is Scale.EVENTS:
        return (1 - value) / (value * math.sqrt(spread))
    return spread if result.scale is Scale.LOGARITHM else spread / value


def _lookup(sizes: Mapping[str, float]) -> Callable[[str], float]:
    return sizes.__getitem__
