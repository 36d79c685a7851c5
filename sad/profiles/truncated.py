"""Normal and lognormal distributions cut at what is possible.

A cut distribution is that of the values that are possible, given that the value is possible. Moments of
the normal one follow from a recursion by parts, those of the lognormal one from completing the square
(Johnson, Kotz and Balakrishnan 1994, sections 13.10.1 and 14.4).
"""

from __future__ import annotations

from math import comb, erfc, exp, inf, isinf, log, pi, sqrt
from typing import TYPE_CHECKING

from sad.profiles.distributions import Distribution, DistributionError, Lognormal, Normal, Real
from sad.records import record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_LEAST_MASS = 0.5
_NOTHING = 1e-16
"""Mass that no sum of floating-point numbers near 1 shows."""


def within(distribution: Distribution, low: Real, high: Real) -> Distribution:
    """Return a distribution of values from ``low`` to ``high``; the same one if it has no others.

    Raises ``DistributionError`` if one with a least and a greatest value has others, or if less than
    half of one without has been left.
    """
    if isinstance(distribution, Truncated):
        low, high = max(low, distribution.low), min(high, distribution.high)
        distribution = distribution.whole
    least, most = distribution.support
    if least >= low and most <= high:
        return distribution
    if not isinstance(distribution, Normal | Lognormal):
        value = least if least < low else most
        raise DistributionError(f"{float(value):g} cannot be: {_range_text(low, high)}")
    first, last = _standard(distribution, low), _standard(distribution, high)
    outside = _mass(-inf, first) + _mass(last, inf)
    if 1 - outside < _LEAST_MASS:
        share = f"{100 * (1 - outside):.3g} %"
        raise DistributionError(f"only {share} of it can be: {_range_text(low, high)}")
    if outside < _NOTHING:
        return distribution
    return Truncated(distribution, float(low), float(high))


def _range_text(low: Real, high: Real) -> str:
    if isinf(high):
        return f"values are {float(low):g} or more"
    return f"values are {float(low):g} to {float(high):g}"


@record
class Truncated(Distribution):
    """A normal or lognormal distribution of values from ``low`` to ``high`` only."""

    whole: Normal | Lognormal
    low: float
    high: float

    @property
    def support(self) -> tuple[Real, Real]:
        """The least and the greatest value that are left."""
        least, most = self.whole.support
        return max(least, self.low), min(most, self.high)

    @property
    def text(self) -> str:
        """The whole distribution, and where it is cut."""
        low, high = self.support
        above = "" if isinf(high) else f" to {float(high):g}"
        below = "" if isinf(low) else f" from {float(low):g}"
        return f"{self.whole.text}{below}{above}"

    def moment(self, order: int) -> Real:
        """Return ``E[x**order]``."""
        whole = self.whole
        if isinstance(whole, Normal):
            center, spread, units = float(whole.center), float(whole.spread), self._units(order)
            return sum(
                comb(order, k) * center ** (order - k) * spread**k * units[k]
                for k in range(order + 1)
            )
        first, last = _standard(whole, self.low), _standard(whole, self.high)
        shift = order * whole.sigma
        share = _mass(first - shift, last - shift) / _mass(first, last)
        return float(whole.moment(order)) * share

    def central(self, order: int) -> Real:
        """Return ``E[(x - mean)**order]``."""
        if not isinstance(self.whole, Normal):
            return Distribution.central(self, order)
        units = self._units(order)  # numbers near 1: nothing cancels as it would in powers of x
        return float(self.whole.spread) ** order * sum(
            comb(order, k) * (-units[1]) ** (order - k) * units[k] for k in range(order + 1)
        )

    def _units(self, order: int) -> list[float]:
        """``E[z**k]`` for the standardised normal variable, up to an order and at least to 1."""
        a, b = _standard(self.whole, self.low), _standard(self.whole, self.high)
        mass = _mass(a, b)
        found = [1.0, (_density(a) - _density(b)) / mass]
        for k in range(2, order + 1):
            ends = _end(b, k - 1) - _end(a, k - 1)
            found.append((k - 1) * found[k - 2] - ends / mass)
        return found

    def sample(self, generator: np.random.Generator, size: int) -> Floats:
        """Return independent values: those of the whole distribution that are possible.

        At least half of them are, so that a few rounds do.
        """
        import numpy as np  # noqa: PLC0415 - heavy

        found = np.empty(0)
        while len(found) < size:
            more = self.whole.sample(generator, 2 * (size - len(found)) + 8)
            found = np.concatenate((found, more[(more >= self.low) & (more <= self.high)]))
        return found[:size]


def _standard(distribution: Normal | Lognormal, value: Real) -> float:
    """How many standard deviations a value is above the mean; of a lognormal one, its logarithm."""
    if isinstance(distribution, Normal):
        return (float(value) - float(distribution.center)) / float(distribution.spread)
    if value <= 0:
        return -inf
    return inf if isinf(value) else (log(value) - distribution.mu) / distribution.sigma


def _mass(a: float, b: float) -> float:
    """The probability that a standard normal number lies between two, precise in the tails."""
    if a > 0:
        a, b = -b, -a
    return (erfc(-b / sqrt(2)) - erfc(-a / sqrt(2))) / 2


def _density(z: float) -> float:
    return exp(-z * z / 2) / sqrt(2 * pi)


def _end(z: float, power: int) -> float:
    return 0.0 if isinf(z) else z**power * _density(z)
