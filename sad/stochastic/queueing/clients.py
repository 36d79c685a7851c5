"""Equal clients that repeat one cycle: the mean time of a cycle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.stochastic.queueing.mva import populations

if TYPE_CHECKING:
    from collections.abc import Sequence


def cycle_time(clients: int, think: float, stations: Sequence[tuple[float, int]]) -> float:
    """Return the mean time of a cycle [s] of equal clients; 0 without clients.

    ``stations`` are the demand of a cycle [s] and the servers of each; ``think`` is the delay of a
    cycle [s]. Exact for exponential service: mean value analysis, with several servers convolution.
    """
    needed = [(demand, servers) for demand, servers in stations if demand > 0]
    if clients <= 0 or (think <= 0 and not needed):
        return 0.0
    plain = [demand for demand, servers in needed if servers == 1]
    several = [(demand, servers) for demand, servers in needed if servers > 1]
    if not several:
        *_, means = populations(plain, think, clients)
        return clients / means.throughput
    from sad.stochastic.queueing.convolution import Loaded, constants  # noqa: PLC0415 - numpy

    loaded = [Loaded(demand, partial(_together, servers)) for demand, servers in several]
    return clients / constants(plain, think, loaded, clients).throughput(clients)


def _together(servers: int, jobs: int) -> float:
    return float(min(jobs, servers))
