"""Bounds on the throughput of a closed network of one class.

Asymptotic ones hold for every network of independent stations (Denning and Buzen 1978): by Little's law
a visit to station i takes between the least and the greatest of k/rate_i(k). Balanced-job bounds
(Zahorjan, Sevcik, Eager and Galler 1982; with delays as in Lazowska et al. 1984, table 5.2) are for
single servers and delays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.stochastic.queueing.network import Network


@record
class Bounds:
    """Least and greatest throughput [1/s], and from how many jobs on which station is saturated."""

    low: float
    high: float
    is_balanced: bool
    saturates_at: float | None
    busiest: int | None


def closed_bounds(network: Network, jobs: int) -> Bounds:
    """Return the bounds with ``jobs`` jobs."""
    visits = network.only.visits
    think = least = greatest = 0.0
    slowest, busiest = 0.0, None
    demands: list[float] = []
    for place, station in enumerate(network.stations):
        if station.is_delay:
            think += visits[place] * station.times[0]
            continue
        demands.append(network.demand(place))
        counts = range(1, jobs + 1)
        alone = [count / station.rate(count) for count in counts]
        least += visits[place] * min(alone)
        greatest += visits[place] * max(alone)
        apart = visits[place] / max(station.rate(count) for count in counts)
        if apart > slowest:
            slowest, busiest = apart, place
    high = min(jobs / (think + least), 1 / slowest if slowest else float("inf"))
    low = jobs / (think + greatest)
    saturates = (think + least) / slowest if slowest else None
    if not demands or not all(station.is_plain for station in network.stations):
        return Bounds(low, high, False, saturates, busiest)
    total, mean = sum(demands), sum(demands) / len(demands)
    low = jobs / (total + think + (jobs - 1) * slowest / (1 + think / (jobs * total)))
    high = min(1 / slowest, jobs / (total + think + (jobs - 1) * mean / (1 + think / total)))
    return Bounds(low, high, True, saturates, busiest)
