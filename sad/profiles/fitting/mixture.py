"""What all candidates say together of the value at one size: a weighted sum of normal distributions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.model.parameters import Kind
from sad.profiles.fitting.noise import run_variance
from sad.profiles.fitting.points import Run
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.profiles.fitting.candidates import Candidate
    from sad.profiles.fitting.columns import Sizes
    from sad.profiles.fitting.points import Table

MASS = 0.95
"""The share of it that an interval must hold."""
_CERTAIN = 0.96  # of it at one value: then there is no interval
_NEGLIGIBLE = 2.0**-11
_WIDEST = 5.0  # of a logarithm: a factor of 150 up and down says that nothing is known
_HALVINGS = 18


@record
class Mixture:
    """Weights, means and standard deviations; ``events`` is how many a new run will have."""

    parts: tuple[tuple[float, float, float], ...]
    kind: Kind
    events: float

    def half_width(self, centre: float) -> float:
        """Return half the width around ``centre`` that holds the share ``MASS``."""
        high = max((abs(mean - centre) + 6 * sd for _, mean, sd in self.parts), default=0.0)
        return self._search(high, lambda width: (centre - width, centre + width))

    def half_ratio(self, centre: float) -> float:
        """Return the same for the logarithm: from ``centre/exp(w)`` to ``centre*exp(w)``.

        What is less than half an event outside counts as inside.
        """
        margin = 0.5 / self.events

        def limits(width: float) -> tuple[float, float]:
            low = centre * math.exp(-width) - margin
            return (low if low > 0 else -math.inf), centre * math.exp(width) + margin

        return self._search(_WIDEST, limits)

    def half_ratio_of_rest(self, centre: float) -> float:
        """Return the same for the logarithm of ``1 - p``, where ``p`` is a probability."""
        margin, rest = 0.5 / self.events, 1 - centre

        def limits(width: float) -> tuple[float, float]:
            low = 1 - rest * math.exp(width) - margin
            high = 1 - rest * math.exp(-width) + margin
            return (low if low > 0 else -math.inf), (high if high < 1 else math.inf)

        return self._search(_WIDEST, limits)

    def _search(self, high: float, limits: Callable[[float], tuple[float, float]]) -> float:
        whole = math.fsum(weight for weight, _, _ in self.parts)

        def held(width: float) -> float:
            low, up = limits(width)
            return math.fsum(w * _between(m, sd, low, up) for w, m, sd in self.parts) / whole

        exactly = held(0.0) if whole else 1.0
        if exactly >= _CERTAIN:
            return 0.0
        wanted = MASS if exactly < MASS else _CERTAIN
        low = 0.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if held(middle) >= wanted else (middle, high)
        return high


def mixture(table: Table, found: Sequence[Candidate], kind: Kind, at: Sizes) -> Mixture:
    """Return what the candidates ``found`` say of a run at the sizes ``at``."""
    events = sorted(point.events / len(point.runs) for point in table.points)
    typical = Run(0.0, events[(len(events) - 1) // 2])
    most = min(candidate.bits for candidate in found)
    parts: list[tuple[float, float, float]] = []
    for candidate in found:
        weight = 2.0 ** (most - candidate.bits)
        predicted = candidate.predict(table.names, at) if weight > _NEGLIGIBLE else None
        if predicted is None:
            continue
        mean, variance = clipped(predicted[0], kind), predicted[1]
        if candidate.noise is not None:
            variance += run_variance(candidate.noise, kind, mean, typical)
        parts.append((weight, mean, math.sqrt(variance)))
    return Mixture(tuple(parts), kind, typical.reached)


def clipped(value: float, kind: Kind) -> float:
    """Return the possible value that is nearest to ``value``."""
    if kind is Kind.PROBABILITY:
        return min(1.0, max(0.0, value))
    return value if kind in (Kind.SIZE, Kind.VALUE) else max(0.0, value)


def _between(mean: float, sd: float, low: float, high: float) -> float:
    """Return the probability that a normal number lies between two."""
    if sd == 0:
        slack = 1e-12 * abs(mean)
        return float(low - slack <= mean <= high + slack)
    scale = sd * math.sqrt(2)
    return 0.5 * (math.erf((high - mean) / scale) - math.erf((low - mean) / scale))
