"""Closed networks with several servers or load-dependent rates, by convolution (Buzen 1973).

The normalising constant G(n) of delays and single servers follows from mean value analysis, as
X(n) = G(n-1)/G(n). Each other station i is added by G(n) = sum over k of F_i(k) G(n-k) with
F_i(k) = V_i^k / (rate_i(1) ... rate_i(k)). All terms are positive and kept as logarithms, so nothing
cancels and nothing is too large. Then p_i(k) = F_i(k) G_without_i(N-k) / G(N).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.records import record
from sad.stochastic.queueing.mva import populations

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@record
class Loaded:
    """A station whose rate depends on how many jobs are there: visits in a cycle, jobs per second."""

    visits: float
    rate: Callable[[int], float]


@record
class Constants:
    """Logarithms of the normalising constants for 0 to N jobs, and of all stations but one.

    ``factors`` are the logarithms of F_i(k) of each station with a rate of its own.
    """

    whole: Any  # numpy.ndarray
    without: tuple[Any, ...]
    factors: tuple[Any, ...]

    def throughput(self, jobs: int) -> float:
        """Return jobs per second with ``jobs`` in the network, not above N."""
        return float(np.exp(self.whole[jobs - 1] - self.whole[jobs]))

    def chances(self, loaded: int) -> Floats:
        """Return how likely 0, 1, ... N jobs are at one of the loaded stations, with N in all."""
        found: Floats = np.exp(self.factors[loaded] + self.without[loaded][::-1] - self.whole[-1])
        return found

    def queue(self, demand: float) -> float:
        """Return the mean jobs at a single server with a demand [s]: sum over k of D^k G(N-k)/G(N)."""
        jobs = len(self.whole) - 1
        if demand == 0:
            return 0.0
        exponents = np.log(demand) * np.arange(1, jobs + 1) + self.whole[-2::-1] - self.whole[-1]
        return float(np.exp(exponents).sum())


def constants(
    demands: Sequence[float], think: float, loaded: Sequence[Loaded], jobs: int
) -> Constants:
    """Return the constants of a network of single servers, delays and loaded stations."""
    plain = np.full(jobs + 1, -np.inf)
    plain[0] = 0.0
    if think > 0 or any(demand > 0 for demand in demands):
        rates = [means.throughput for means in populations(demands, think, jobs)]
        plain[1:] = -np.cumsum(np.log(rates))
    factors = [_factor(station, jobs) for station in loaded]
    before = [plain]
    for factor in factors:
        before.append(_convolved(before[-1], factor))
    without: list[Floats] = []
    after: Floats | None = None
    for factor, others in zip(reversed(factors), reversed(before[:-1]), strict=True):
        without.append(others if after is None else _convolved(others, after))
        after = factor if after is None else _convolved(factor, after)
    return Constants(before[-1], tuple(reversed(without)), tuple(factors))


def _factor(station: Loaded, jobs: int) -> Floats:
    rates = np.array([station.rate(count) for count in range(1, jobs + 1)])
    with np.errstate(divide="ignore"):
        steps = np.log(station.visits) - np.log(rates)
    return np.concatenate(([0.0], np.cumsum(steps)))


def _convolved(left: Floats, right: Floats) -> Floats:
    """The logarithms of the convolution of what two arrays are the logarithms of."""
    found = np.empty(len(left))
    for number in range(len(left)):
        terms = left[: number + 1] + right[number::-1]
        largest = terms.max()
        if largest == -np.inf:
            found[number] = -np.inf
        else:
            found[number] = largest + np.log(np.exp(terms - largest).sum())
    return found
