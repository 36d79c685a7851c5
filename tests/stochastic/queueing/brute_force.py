"""The balance equations of a network, state by state: how many jobs of each class are where."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.stochastic.queueing.network import Network

State = tuple[tuple[int, ...], ...]
"""For each class, its jobs at each station."""


def placings(jobs: int, stations: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to put jobs at stations."""
    if stations == 1:
        yield (jobs,)
        return
    for first in range(jobs + 1):
        for rest in placings(jobs - first, stations - 1):
            yield (first, *rest)


def steady_state(network: Network, most: int = 0) -> dict[State, float]:
    """Return the probability of every state.

    A class of jobs that arrive has at most ``most`` jobs in the network; more are lost. Stations
    share their time among their jobs.
    """
    size = len(network.stations)
    sets = [
        [
            placing
            for jobs in (range(most + 1) if of.jobs is None else (of.jobs,))
            for placing in placings(jobs, size)
        ]
        for of in network.classes
    ]
    states = list(product(*sets))
    index = {state: place for place, state in enumerate(states)}
    rates = np.zeros((len(states), len(states)))

    def add(state: State, of: int, come: int | None, go: int | None, rate: float) -> None:
        own = list(state[of])
        if go is not None:
            own[go] -= 1
        if come is not None:
            own[come] += 1
        after = (*state[:of], tuple(own), *state[of + 1 :])
        if after in index:
            rates[index[state], index[after]] += rate

    for state in states:
        for of, item in enumerate(network.classes):
            for place, rate in enumerate(item.arrivals):
                add(state, of, place, None, rate)
            for place, station in enumerate(network.stations):
                here, own = sum(jobs[place] for jobs in state), state[of][place]
                if own == 0:
                    continue
                if station.rates:
                    speed = station.rate(here)
                elif station.is_delay:
                    speed = here / station.times[of]
                else:
                    speed = min(here, station.servers) / station.times[of]
                speed *= own / here
                row = item.routing[place]
                for goal, share in enumerate(row):
                    add(state, of, goal, place, speed * share)
                add(state, of, None, place, speed * (1 - sum(row)))
    np.fill_diagonal(rates, 0.0)
    matrix = rates.T - np.diag(rates.sum(axis=1))
    matrix[-1] = 1.0
    right = np.zeros(len(states))
    right[-1] = 1.0
    return dict(zip(states, np.linalg.solve(matrix, right).tolist(), strict=True))


def mean_jobs(chances: dict[State, float], of: int, station: int) -> float:
    """Return the mean jobs of a class at a station."""
    return sum(chance * state[of][station] for state, chance in chances.items())


def numbers(chances: dict[State, float], station: int) -> list[float]:
    """Return how likely 0, 1, ... jobs of all classes are at a station."""
    found: dict[int, float] = {}
    for state, chance in chances.items():
        count = sum(jobs[station] for jobs in state)
        found[count] = found.get(count, 0.0) + chance
    return [found.get(count, 0.0) for count in range(max(found) + 1)]
