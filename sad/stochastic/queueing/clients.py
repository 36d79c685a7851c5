"""Equal clients that repeat one cycle: the mean time of a cycle."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, input_error
from sad.stochastic.queueing.mva import populations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Span


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
