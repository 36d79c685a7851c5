"""Profiles of parallelism: how many operations can be done in each step (Brehm 5.3).

A profile is pairs of a degree and the number of steps that have it, never a list of steps. ``D(P)``
is how many steps have degree P, ``V(P)`` their share; the work A is the sum of ``P D(P)``, the length
``i_m`` that of ``D(P)``, the mean degree ``p = A/i_m``. On N processors a step of degree P takes
``ceil(P/N)`` steps.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@record
class Executed:
    """A profile on N processors; ``steps`` are those it takes, without latency.

    ``worst`` are the steps if after each step ``latency`` ones pass, ``best`` those if that time can be
    used.
    """

    processors: int
    steps: int
    work: int
    latency: int
    worst: int
    best: int
    lower: float
    upper: float

    @property
    def capacity(self) -> int:
        """The operations that so many processors could do in that time."""
        return self.steps * self.processors

    @property
    def speedup(self) -> float:
        """The work over the steps."""
        return self.work / self.steps

    @property
    def efficiency(self) -> float:
        """The share of the capacity that is used."""
        return self.work / self.capacity


@record
class Profile:
    """Steps by degree; both are above 0, and there is at least one step."""

    steps: Mapping[int, int]

    @property
    def work(self) -> int:
        """A: all operations."""
        return sum(degree * steps for degree, steps in self.steps.items())

    @property
    def length(self) -> int:
        """i_m: the steps on any number of processors."""
        return sum(self.steps.values())

    @property
    def mean(self) -> float:
        """P: the mean degree of parallelism."""
        return self.work / self.length

    def shares(self) -> dict[int, float]:
        """Return V(P), the share of the steps with each degree, greatest degrees first."""
        length = self.length
        return {degree: self.steps[degree] / length for degree in sorted(self.steps, reverse=True)}

    @property
    def serial_share(self) -> float:
        """The share of the work in steps with one operation: what Amdahl's law is about."""
        return self.steps.get(1, 0) / self.work

    def on(self, processors: int, latency: int = 0) -> Executed:
        """Return what the profile is on so many processors, with ``latency`` steps after each."""
        each = [(ceil(degree / processors), steps) for degree, steps in self.steps.items()]
        least = latency + 1
        return Executed(
            processors,
            sum(needed * steps for needed, steps in each),
            self.work,
            latency,
            sum((needed + latency) * steps for needed, steps in each),
            sum(max(least, needed) * steps for needed, steps in each),
            lower_bound(self.mean, processors, latency),
            upper_bound(self.mean, processors, latency),
        )

    def executed(self, processors: int) -> Profile:
        """Return the profile as it is executed: full steps, then one with what is left."""
        found: dict[int, int] = {}
        for degree, steps in self.steps.items():
            full, rest = divmod(degree, processors)
            if full:
                found[processors] = found.get(processors, 0) + full * steps
            if rest:
                found[rest] = found.get(rest, 0) + steps
        return Profile(found)

    def knee(self, latency: int) -> float:
        """Return the number of processors from which more help less: there ``lower`` is half of it."""
        return self.mean / (latency + 1)


def profile_of(pairs: Iterable[tuple[int, int]]) -> Profile:
    """Return the profile of pairs of degree and steps; equal degrees add up, empty pairs do nothing."""
    found: dict[int, int] = {}
    for degree, steps in pairs:
        if degree and steps:
            found[degree] = found.get(degree, 0) + steps
    return Profile(found)


def lower_bound(mean: float, processors: float, latency: int) -> float:
    """Return what the speed-up is above for every profile: ``N/(1 + ly N/p)`` (Brehm Eq 5.16).

    ``ly`` is ``latency + 1``.
    """
    return processors / (1 + (latency + 1) * processors / mean)


def upper_bound(mean: float, processors: float, latency: int) -> float:
    """Return what no speed-up is above: ``min(p/ly, N)``, that of a constant profile (Eq 5.23)."""
    return min(mean / (latency + 1), processors)
