"""Equal clients that repeat one cycle: the mean time of a cycle."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, input_error
from sad.late import numpy as np
from sad.stochastic.queueing.mva import populations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sad.diagnostics import Span

    Floats = NDArray[np.float64]

_MOST_AT_ONCE = 500  # clients: constants of so many are no larger than numbers can be


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


def cycle_times(clients: int, think: Floats, stations: Sequence[tuple[Floats, int]]) -> Floats:
    """Return ``cycle_time`` at many points: think times and demands are arrays of one length.

    By convolution (Buzen 1973): a station with m servers has F(k) = D^k/(k! m^(k-m)) beyond m, so that
    all but the first m - 1 terms of its sum follow from the sum before.
    """
    if clients > _MOST_AT_ONCE:
        rows = zip(think.tolist(), *(demand.tolist() for demand, _ in stations), strict=True)
        servers = [number for _, number in stations]
        times = [cycle_time(clients, z, [*zip(row, servers, strict=True)]) for z, *row in rows]
        return np.array(times, np.float64)
    unit = np.maximum.reduce([think / clients, *(demand / number for demand, number in stations)])
    unit = np.where(unit > 0, unit, 1.0)
    found: list[Floats] = [np.ones(think.shape)]
    for number in range(1, clients + 1):
        found.append(found[-1] * (think / unit / number))
    for demand, servers in stations:
        each, before = demand / unit, found
        factors: list[Floats] = [np.ones(think.shape)]
        for number in range(1, servers):
            factors.append(factors[-1] * each / number)
        found, rest = [], np.zeros(think.shape)
        for number in range(clients + 1):
            rest = rest * (each / servers)
            if number >= servers - 1:
                rest = rest + factors[-1] * before[number - servers + 1]
            first = range(min(servers - 1, number + 1))
            found.append(rest + sum(factors[k] * before[number - k] for k in first))
    least = np.where(found[-1] > 0, found[-2], 1.0)
    return clients * found[-1] / least * unit


def chain_cycle_time(
    clients: int, think: float, stations: Sequence[tuple[float, int]], span: Span
) -> tuple[float, int]:
    """Return the mean time of a cycle [s] as ``cycle_time`` does, by a Markov chain, and its states.

    A state is how many clients are at each station: ``n`` clients at ``k`` places of which one has no
    queue make ``comb(n + k - 1, k - 1)`` of them. Without a chain there are 0 states. Raises
    ``SadError``: SAD987 (too many states), SAD613 (not solved).
    """
    from sad.stochastic.queueing.network import JobClass, Network, Station  # noqa: PLC0415 - numpy
    from sad.stochastic.queueing.states import MOST_STATES, chain_means  # noqa: PLC0415 - numpy

    places = [
        Station("", span, False, (demand,), servers) for demand, servers in stations if demand > 0
    ]
    if think > 0:
        places.append(Station("", span, True, (think,)))
    if clients <= 0 or not places:
        return 0.0, 0
    size = len(places)
    states = math.comb(clients + size - 1, size - 1)
    hint = "fewer clients, or --estimate mva"
    if states > MOST_STATES:
        message = (
            f"the chain of {clients:,} clients has {states:,} states, more than {MOST_STATES:,}"
        )
        raise input_error("SAD987", message, span, hint)
    routing = tuple(
        tuple(float(goal == (place + 1) % size) for goal in range(size)) for place in range(size)
    )
    job = JobClass("", span, clients, (0.0,) * size, routing, (1.0,) * size)
    try:
        found = chain_means(Network(span, tuple(places), (job,)))
    except SadError as error:
        raise input_error(error.diagnostic.code, error.diagnostic.message, span, hint) from None
    return clients / found.classes[0].throughput, states


def _together(servers: int, jobs: int) -> float:
    return float(min(jobs, servers))
