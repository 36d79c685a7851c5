"""A network run job by job: every queue is a list of jobs, and nothing is counted but their times."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from sad.stochastic.queueing.network import Network


@dataclass
class Run:
    """Jobs at stations, jobs that wait for tokens or in the common queue, and areas below them."""

    network: Network
    chance: Random
    time: float = 0.0
    at: list[deque[int]] = field(default_factory=list)
    waiting: dict[str, deque[tuple[int, int]]] = field(default_factory=dict)
    free: dict[str, int] = field(default_factory=dict)
    holds: dict[int, str] = field(default_factory=dict)
    turn: int = 0
    jobs: int = 0
    area: list[float] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    arrived: int = 0
    lost: int = 0

    def __post_init__(self) -> None:
        self.at = [deque() for _ in self.network.stations]
        self.area, self.left = [0.0] * len(self.at), [0] * len(self.at)
        self.free = {item.name: item.tokens for item in self.network.passive}
        self.waiting = {name: deque() for name in (*self.free, "common")}
        for number in range(self.network.only.jobs or 0):
            room = [place for place in range(len(self.at)) if self.has_room(place)]
            self.come(number, room[0])
        self.next_job = self.network.only.jobs or 0

    def has_room(self, place: int) -> bool:
        most = self.network.stations[place].capacity
        return most is None or len(self.at[place]) < most

    def holder(self, place: int) -> str:
        for item in self.network.passive:
            if place in item.stations:
                return item.name
        return ""

    def come(self, job: int, place: int) -> None:
        """A job comes to a station, with the token it needs there or without one."""
        name = self.holder(place)
        if self.holds.get(job, "") != name:
            assert job not in self.holds
            if self.free[name] == 0:
                self.waiting[name].append((job, place))
                return
            self.free[name] -= 1
            self.holds[job] = name
        self.at[place].append(job)

    def leave(self, job: int, goal: int | None) -> None:
        """A job that is at no station now gives back its token, unless it needs it there as well."""
        name = self.holds.get(job, "")
        if name and (goal is None or self.holder(goal) != name):
            del self.holds[job]
            self.free[name] += 1
            if self.waiting[name]:
                self.come(*self.waiting[name].popleft())

    def arrive(self) -> None:
        network, choices = self.network, self.network.choices
        self.arrived += 1
        inside = sum(map(len, self.at)) + sum(map(len, self.waiting.values()))
        if network.capacity is not None and inside >= network.capacity:
            self.lost += 1
            return
        job, self.next_job = self.next_job, self.next_job + 1
        if network.choose == "common":
            idle = [p for p in choices if len(self.at[p]) < network.stations[p].servers]
            if idle:
                self.come(job, self.chance.choice(idle))
            else:
                self.waiting["common"].append((job, -1))
            return
        if network.choose == "next":
            place = choices[self.turn]
        elif network.choose == "shortest":
            room = [p for p in choices if self.has_room(p)]
            least = min((len(self.at[p]) for p in room), default=0)
            places = [p for p in room if len(self.at[p]) == least]
            place = self.chance.choice(places) if places else choices[0]
        else:
            place = self.chance.choices(range(len(self.at)), network.only.arrivals)[0]
        if not self.has_room(place):
            self.lost += 1
            return
        self.turn = (self.turn + 1) % max(1, len(choices))
        self.come(job, place)

    def step(self, *, counts: bool) -> None:
        """Let the next thing happen."""
        network = self.network
        rates = [item.rate(len(jobs)) for item, jobs in zip(network.stations, self.at, strict=True)]
        coming = network.only.rate if network.only.jobs is None else 0.0
        wait = self.chance.expovariate(sum(rates) + coming)
        if counts:
            self.time += wait
            self.area = [
                sum_ + wait * len(jobs) for sum_, jobs in zip(self.area, self.at, strict=True)
            ]
        place = self.chance.choices(range(len(rates) + 1), [*rates, coming])[0]
        if place == len(rates):
            self.arrive()
            return
        row = network.only.routing[place]
        goal = self.chance.choices(range(len(row) + 1), [*row, max(0.0, 1 - sum(row))])[0]
        if goal == len(row):
            goal = None
        if goal not in (None, place) and not self.has_room(goal):
            return  # its service starts again
        self.left[place] += counts
        job = self.at[place].popleft()
        if self.waiting["common"] and place in network.choices:
            self.at[place].append(self.waiting["common"].popleft()[0])
        self.leave(job, goal)
        if goal is not None:
            self.come(job, goal)


def run(network: Network, chance: Random, steps: int) -> Run:
    """Run a network; the first tenth of the steps is not counted."""
    found = Run(network, chance)
    for number in range(steps):
        found.step(counts=number > steps // 10)
    return found
