"""Open stations by themselves: birth-death chains, which product form makes independent (Jackson 1963).

With arrivals at rate lambda, p(k) = p(0) product of lambda/rate(j) for j = 1..k. From some number of
jobs on the rate stays the same, and the rest is a geometric series with the ratio rho.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.records import record

if TYPE_CHECKING:
    from sad.stochastic.queueing.network import Station

_MOST_CHANCES = 1000


@record
class OpenMeans:
    """A station with arrivals: share of servers that work, mean jobs, and the chances of few jobs."""

    utilisation: float
    jobs: float
    chances: tuple[float, ...]


def unstable(station: Station, rho: float) -> Exception:
    """Return the error about a station that more jobs come to than it serves."""
    message = f"{station.name} is not stable: rho = {rho:.4g}"
    hint = "more jobs arrive than it serves: below 1 is expected, or a capacity"
    return input_error("SAD985", message, station.span, hint)


def open_means(station: Station, rate: float) -> OpenMeans:
    """Return the means of a station that jobs come to at a rate [1/s]; raises SAD985 (not stable)."""
    if station.is_delay:
        return OpenMeans(0.0, rate * station.times[0], ())
    last = max(len(station.rates), station.servers)
    rho = rate / station.rate(last)
    if rho >= 1:
        raise unstable(station, rho)
    weights = [1.0]
    for jobs in range(1, last + 1):
        weights.append(weights[-1] * rate / station.rate(jobs))
        if weights[-1] > 1e200:
            weights = [weight * 1e-200 for weight in weights]
    few, tail = weights[:-1], weights[-1]
    total = sum(few) + tail / (1 - rho)
    # the tail: jobs = last, last + 1, ... with weights tail * rho**k
    jobs = sum(count * weight for count, weight in enumerate(few))
    jobs += tail * (last / (1 - rho) + rho / (1 - rho) ** 2)
    busy = sum(station.busy(count) * weight for count, weight in enumerate(few))
    busy += tail / (1 - rho) * station.busy(last)
    chances = [weight / total for weight in weights]
    while chances[-1] > 1e-6 and len(chances) < _MOST_CHANCES:
        chances.append(chances[-1] * rho)
    return OpenMeans(busy / total, jobs / total, tuple(chances))
