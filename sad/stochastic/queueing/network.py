"""A queueing network in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.diagnostics import Span

RANDOM, NEXT, COMMON, SHORTEST = "random", "next", "common", "shortest"
CHOICES = (RANDOM, NEXT, COMMON, SHORTEST)


@record
class Station:
    """A station: a delay, or a queue before ``servers`` servers.

    ``times`` are the mean service times of each class [s]. ``rates`` are the jobs served per second
    with 1, 2, ... jobs present, the last one for all more; empty where ``times`` and ``servers`` tell
    it. ``capacity`` is how many jobs may be there, None without a limit.
    """

    name: str
    span: Span
    is_delay: bool
    times: tuple[float, ...]
    servers: int = 1
    rates: tuple[float, ...] = ()
    capacity: int | None = None

    @property
    def is_plain(self) -> bool:
        """Whether it is a delay or has one server of a constant rate."""
        return self.is_delay or (self.servers == 1 and not self.rates)

    def rate(self, jobs: int) -> float:
        """Return the jobs served per second with ``jobs`` of one class present."""
        if jobs == 0:
            return 0.0
        if self.is_delay:
            return jobs / self.times[0]
        if self.rates:
            return self.rates[min(jobs, len(self.rates)) - 1]
        return min(jobs, self.servers) / self.times[0]

    def busy(self, jobs: int) -> float:
        """Return the share of its servers that work with ``jobs`` present."""
        if jobs == 0 or self.is_delay:
            return 0.0
        return 1.0 if self.rates else min(jobs, self.servers) / self.servers


@record
class JobClass:
    """Jobs of one kind: a fixed number of them, or jobs that arrive and leave.

    ``arrivals`` are jobs per second that come to each station from outside; ``routing`` has a row of
    probabilities for each station, ``visits`` how often a job comes to each: in one cycle, or in all.
    """

    name: str
    span: Span
    jobs: int | None
    arrivals: tuple[float, ...]
    routing: tuple[tuple[float, ...], ...]
    visits: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Jobs that arrive per second, at all stations."""
        return sum(self.arrivals)


@record
class Passive:
    """A resource of tokens: a job holds one while it is at one of the ``stations`` (their places)."""

    name: str
    span: Span
    tokens: int
    stations: tuple[int, ...]


@record
class Network:
    """Stations and the jobs that go through them.

    ``choose`` says how an arriving job chooses its station, empty where probabilities do. ``capacity``
    is the most jobs that an open network lets in. ``cost_per_s`` and ``revenue_per_job`` are None where
    the file has no costs.
    """

    span: Span
    stations: tuple[Station, ...]
    classes: tuple[JobClass, ...]
    passive: tuple[Passive, ...] = ()
    choose: str = ""
    choices: tuple[int, ...] = ()
    capacity: int | None = None
    cost_per_s: float | None = None
    revenue_per_job: float | None = None

    @property
    def only(self) -> JobClass:
        """The class of a network of one class."""
        return self.classes[0]

    def demand(self, station: int, of: int = 0) -> float:
        """Return the service that a job needs at a station in a cycle [s], alone there."""
        place = self.stations[station]
        visits = self.classes[of].visits[station]
        return visits / place.rates[0] if place.rates else visits * place.times[of]
