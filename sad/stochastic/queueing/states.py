"""Networks without product form, state by state: choice of a queue, tokens, stations that are full.

A state is how many jobs are at each station, how many wait for each token (or in the common queue),
and whose turn it is. A job that comes when the network is full is lost; one whose next station is full
stays where it is, and its service starts again. Tokens are taken in order of arrival.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import input_error
from sad.records import record
from sad.stochastic.chains import ChainError, chain_of, steady_state
from sad.stochastic.queueing.network import COMMON, NEXT, SHORTEST
from sad.stochastic.queueing.solve import ClassTotals, Queue, Solved, StationMeans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.stochastic.queueing.network import Network, Passive

MOST_STATES = 200_000
ARRIVAL = -1

State = tuple[int, ...]
"""Jobs at each station, then those that wait for each token, then the common queue, then the turn."""


@record
class Step:
    """What may happen in a state: at a rate [1/s], a job ends at a station or arrives."""

    source: int
    rate: float
    after: State


def chain_means(network: Network) -> Solved:
    """Return the means of a network of one class by its chain.

    Raises ``SadError``: SAD984 (no limit on jobs), SAD986 (nothing solves this), SAD987 (too many
    states), and as ``steady_state``.
    """
    walk = _Walk(network)
    states, steps = _explored(walk)
    index = {state: place for place, state in enumerate(states)}
    sources = [index[state] for state, found in zip(states, steps, strict=True) for _ in found]
    targets = [index[step.after] for found in steps for step in found]
    rates = [step.rate for found in steps for step in found]
    try:
        chain = chain_of(len(states), sources, targets, rates, lambda place: str(states[place]))
        steady = steady_state(chain)
    except ChainError as error:
        raise error.at(network.span) from None
    chances = steady.probabilities
    through = [0.0] * len(network.stations)
    arrived = 0.0
    for chance, found in zip(chances.tolist(), steps, strict=True):
        for step in found:
            if step.source == ARRIVAL:
                arrived += chance * step.rate
            else:
                through[step.source] += chance * step.rate
    counts = np.array(states)
    stations: list[StationMeans] = []
    for place, station in enumerate(network.stations):
        weights = np.bincount(counts[:, place], chances).tolist()
        jobs = sum(count * weight for count, weight in enumerate(weights))
        busy = sum(station.busy(count) * weight for count, weight in enumerate(weights))
        stations.append(StationMeans(busy, through[place], jobs, tuple(weights)))
    queues = tuple(walk.queues(counts, chances, through))
    of = network.only
    rate, lost = arrived, None
    if of.jobs is None:
        lost = max(0.0, 1 - arrived / of.rate)
    else:
        rate = next(
            found / visits for found, visits in zip(through, of.visits, strict=True) if visits
        )
    totals = ClassTotals(rate, tuple(item.jobs for item in stations))
    method = f"a Markov chain of {len(states):,} states"
    if steady.steps:
        method += f", solved to {steady.change:.0e}"  # how far one more step would go, summed
    else:
        method = f"exact, {method}"
    return Solved(method, tuple(stations), (totals,), lost, (), queues)


def _explored(walk: _Walk) -> tuple[list[State], list[list[Step]]]:
    """All states from the first one on, and what may happen in each."""
    states, known = [walk.start], {walk.start}
    steps: list[list[Step]] = []
    while len(steps) < len(states):
        found = list(walk.steps(states[len(steps)]))
        steps.append(found)
        for step in found:
            if step.after not in known:
                known.add(step.after)
                states.append(step.after)
        if len(states) > MOST_STATES:
            message = f"the network has more than {MOST_STATES:,} states"
            raise input_error("SAD987", message, walk.network.span, "fewer jobs or stations")
    return states, steps


class _Walk:
    """What may happen in each state of a network."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.size = len(network.stations)
        _check(network)
        self.held = {place: item for item in network.passive for place in item.stations}
        self.entries = [_entry(network, item) for item in network.passive]
        others = len(network.passive)
        self.common = self.size + others if network.choose == COMMON else None
        self.turn = self.size + others if network.choose == NEXT else None
        self.start = self._start()

    def _start(self) -> State:
        """No job, or all jobs of a closed network at a station where they need no token."""
        network = self.network
        more = len(network.passive) + (network.choose in (COMMON, NEXT))
        state = [0] * (self.size + more)
        jobs = network.only.jobs
        if jobs is None:
            return tuple(state)
        free = [
            place
            for place, item in enumerate(network.stations)
            if place not in self.held and (item.capacity is None or item.capacity >= jobs)
        ]
        if free:
            state[free[0]] = jobs
        elif network.passive:
            first = network.passive[0]
            entry = self.entries[0]
            state[entry] = min(jobs, first.tokens)
            state[self.size] = jobs - state[entry]
        else:
            for place, item in enumerate(network.stations):
                room = jobs - sum(state) if item.capacity is None else item.capacity
                state[place] = min(room, jobs - sum(state))
            if sum(state) < jobs:
                message = f"there is no room for {jobs} jobs"
                raise input_error("SAD984", message, network.span, "more capacity, or fewer jobs")
        return tuple(state)

    def steps(self, state: State) -> Iterator[Step]:
        """Yield what may happen, with the state after it."""
        network = self.network
        if network.only.jobs is None:
            yield from self._arrivals(state)
        for place, station in enumerate(network.stations):
            rate = station.rate(state[place])
            if rate == 0:
                continue
            row = network.only.routing[place]
            for goal, share in enumerate(row):
                if share > 0:
                    yield from self._moved(state, place, goal, rate * share)
            leaves = 1 - sum(row)
            if leaves > 1e-12:
                yield Step(place, rate * leaves, self._without(state, place, None))

    def _arrivals(self, state: State) -> Iterator[Step]:
        network = self.network
        waiting = self.size + len(network.passive) + (self.common is not None)
        if network.capacity is not None and sum(state[:waiting]) >= network.capacity:
            return
        rate, room = network.only.rate, self._with_room(state)
        match network.choose:
            case "":
                for place, own in enumerate(network.only.arrivals):
                    if own > 0 and place in room:
                        yield Step(ARRIVAL, own, self._with(state, place))
            case "next":
                assert self.turn is not None
                place = network.choices[state[self.turn]]
                if place in room:
                    after = list(self._with(state, place))
                    after[self.turn] = (state[self.turn] + 1) % len(network.choices)
                    yield Step(ARRIVAL, rate, tuple(after))
            case "shortest":
                open_ = [place for place in network.choices if place in room]
                least = min((state[place] for place in open_), default=0)
                goals = [place for place in open_ if state[place] == least]
                for place in goals:
                    yield Step(ARRIVAL, rate / len(goals), self._with(state, place))
            case _:
                assert self.common is not None
                goals = [
                    place
                    for place in network.choices
                    if state[place] < network.stations[place].servers
                ]
                for place in goals:
                    yield Step(ARRIVAL, rate / len(goals), self._with(state, place))
                if not goals:
                    after = list(state)
                    after[self.common] += 1
                    yield Step(ARRIVAL, rate, tuple(after))

    def _with_room(self, state: State) -> set[int]:
        return {
            place
            for place, item in enumerate(self.network.stations)
            if item.capacity is None or state[place] < item.capacity
        }

    def _moved(self, state: State, place: int, goal: int, rate: float) -> Iterator[Step]:
        """A job goes from one station to another, if that has room."""
        if goal == place:
            yield Step(place, rate, state)
        elif goal in self._with_room(state):
            yield Step(place, rate, self._without(state, place, goal))

    def _without(self, state: State, place: int, goal: int | None) -> State:
        """A job leaves a station, for another one or for good; others that waited for it come."""
        after = list(state)
        after[place] -= 1
        if self.common is not None and place in self.network.choices and after[self.common]:
            after[self.common] -= 1
            after[place] += 1
        held = self.held.get(place)
        if held is not None and (goal is None or self.held.get(goal) is not held):
            number = self.network.passive.index(held)
            if after[self.size + number]:
                after[self.size + number] -= 1
                after[self.entries[number]] += 1
        if goal is None:
            return tuple(after)
        if held is not None and self.held.get(goal) is held:
            after[goal] += 1
            return tuple(after)
        return self._with(tuple(after), goal)

    def _with(self, state: State, place: int) -> State:
        """A job comes to a station, or waits for a token."""
        after = list(state)
        held = self.held.get(place)
        if held is not None and sum(state[item] for item in held.stations) >= held.tokens:
            place = self.size + self.network.passive.index(held)
        after[place] += 1
        return tuple(after)

    def queues(
        self, counts: np.ndarray, chances: np.ndarray, through: list[float]
    ) -> Iterator[Queue]:
        """Yield the means of what waits outside of stations."""
        for number, item in enumerate(self.network.passive):
            inside = counts[:, list(item.stations)].sum(axis=1)
            taken = sum(
                through[place]
                * (1 - sum(self.network.only.routing[place][j] for j in item.stations))
                for place in item.stations
            )
            waiting = float(counts[:, self.size + number] @ chances)
            yield Queue(item.name, float(inside @ chances) / item.tokens, taken, waiting)
        if self.common is not None:
            waiting = float(counts[:, self.common] @ chances)
            served = sum(through[place] for place in self.network.choices)
            yield Queue("common queue", None, served, waiting)


def _check(network: Network) -> None:
    """Raise SAD984 or SAD986 for networks that have no finite chain, or none that is written here."""
    if len(network.classes) > 1:
        message = "several classes with choose, tokens or the capacity of a station"
        raise input_error("SAD986", message, network.span, "one class")
    of = network.only
    if of.jobs is None and network.capacity is None:
        limits = [item.capacity for item in network.stations]
        if None in limits or network.choose == COMMON or network.passive:
            message = "nothing limits how many jobs are in the network"
            hint = "add a capacity: arrivals: {rate_per_s: ..., capacity: 10}"
            raise input_error("SAD984", message, of.span, hint)
    if not of.routing:
        message = "visits do not tell where jobs go next"
        raise input_error("SAD983", message, of.span, "give routing instead")
    held: set[int] = set()
    for item in network.passive:
        if held & set(item.stations):
            message = f"{item.name} is held where another one is"
            raise input_error("SAD986", message, item.span, "hold one after the other")
        held |= set(item.stations)
    for place in held:
        station = network.stations[place]
        if station.capacity is not None:
            message = f"{station.name} has a capacity, and is where tokens are held"
            raise input_error("SAD986", message, station.span, "leave out one of the two")
    for place in network.choices if network.choose in (COMMON, SHORTEST, NEXT) else ():
        station = network.stations[place]
        if place in held:
            message = f"{station.name} is chosen, and is where tokens are held"
            raise input_error("SAD986", message, station.span, "leave out one of the two")
        if network.choose != COMMON:
            continue
        if station.rates or station.is_delay or station.capacity is not None:
            message = f"{station.name} is no station for a common queue"
            hint = "servers of a constant rate without a capacity"
            raise input_error("SAD986", message, station.span, hint)
        if any(row[place] for row in of.routing):
            message = f"jobs come to {station.name} from other stations, not by the common queue"
            raise input_error("SAD986", message, station.span, "only arrivals may come there")


def _entry(network: Network, item: Passive) -> int:
    """The one station by which jobs come to where a token is held; raises SAD986 for several."""
    of = network.only
    inside = set(item.stations)
    found = [
        place
        for place in item.stations
        if of.arrivals[place] > 0
        or any(row[place] > 0 for start, row in enumerate(of.routing) if start not in inside)
    ]
    if len(found) != 1:
        names = " and ".join(network.stations[place].name for place in found) or "no station"
        message = f"jobs take a token of {item.name} at {names}"
        raise input_error(
            "SAD986", message, item.span, "one station by which jobs come is expected"
        )
    return found[0]
