"""How far measured values may lie from the function they follow.

A hypothesis about the noise has two parts. Sampling: a probability from ``r`` events has the binomial
variance p(1-p)/r, a mean trip count from ``r`` entries the variance x/r of Poisson counts, or
x(1+x)/r of a loop that is left with the same probability each time (geometric). And irregularity: a
relative deviation from one size or input to the next, of which more events are no cure. Neither is
known from two or three sizes, so several are tried and weighed by the data.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from sad.model.parameters import Kind

if TYPE_CHECKING:
    from sad.profiles.fitting.points import Point, Run


class Sampling(IntEnum):
    """How a count scatters by itself."""

    NONE = 0
    COUNTS = 1
    GEOMETRIC = 2


class Noise(NamedTuple):
    """A hypothesis; ``bits`` is what it costs, ``irregularity`` a relative standard deviation."""

    sampling: Sampling
    irregularity: float
    bits: float


NOISES = (
    Noise(Sampling.NONE, 1e-5, 5.0),
    Noise(Sampling.NONE, 1e-4, 5.0),
    Noise(Sampling.NONE, 1e-3, 4.5),
    Noise(Sampling.NONE, 0.01, 4.0),
    Noise(Sampling.NONE, 0.1, 6.0),
    Noise(Sampling.COUNTS, 0.0, 2.5),
    Noise(Sampling.COUNTS, 0.01, 3.5),
    Noise(Sampling.COUNTS, 0.03, 3.5),
    Noise(Sampling.COUNTS, 0.1, 5.5),
    Noise(Sampling.COUNTS, 0.3, 7.5),
    Noise(Sampling.COUNTS, 1.0, 9.0),
    Noise(Sampling.GEOMETRIC, 0.0, 7.0),
    Noise(Sampling.GEOMETRIC, 0.1, 8.0),
)
"""All hypotheses. They cover five orders of magnitude, so that one of them is near the truth."""

COARSE = (NOISES[1], NOISES[3], NOISES[8])
"""Those with which functions are looked through first."""


def run_variance(noise: Noise, kind: Kind, value: float, run: Run) -> float:
    """Return the variance of one run's value around ``value``, with the events of ``run``."""
    return _sampling(noise, kind, value, run.events) + _irregular(noise, kind, value, run.events)


def point_variance(noise: Noise, kind: Kind, value: float, point: Point) -> float:
    """Return the variance of the pooled value of a point around ``value``."""
    events = point.events
    irregular = _irregular(noise, kind, value, events) * point.share
    return _sampling(noise, kind, value, events) + irregular


def _smooth(kind: Kind, value: float, events: float) -> float:
    """Return ``value`` with half an event added: zero of ten events is no proof of never."""
    if kind is Kind.PROBABILITY:
        inside = min(1.0, max(0.0, value))
        return (inside * events + 0.5) / (events + 1)
    return abs(value) + 0.5 / events


def _sampling(noise: Noise, kind: Kind, value: float, events: float) -> float:
    if noise.sampling is Sampling.NONE or kind not in (Kind.PROBABILITY, Kind.TRIP_COUNT):
        return 0.0
    smooth = _smooth(kind, value, events)
    if kind is Kind.PROBABILITY:
        # events of one run are often alike: then there are fewer independent ones
        alike = 1.0 if noise.sampling is Sampling.COUNTS else 10.0
        return alike * smooth * (1 - smooth) / events
    spread = 1.0 if noise.sampling is Sampling.COUNTS else 1.0 + smooth
    return smooth * spread / events


def _irregular(noise: Noise, kind: Kind, value: float, events: float) -> float:
    smooth = abs(value)
    if kind in (Kind.PROBABILITY, Kind.TRIP_COUNT):
        smooth = _smooth(kind, value, events)
    if kind is Kind.PROBABILITY:
        smooth *= 1 - smooth  # a relative deviation of the odds
    return (noise.irregularity * smooth) ** 2
