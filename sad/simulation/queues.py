"""Resources that do more than serve in the order of arrival: those that choose, and those that share.

First come, first served needs no queue: when a use arrives it is known when it is served (``engine``).
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from sad.simulation.values import Process

    Arrived = tuple[Process, int, float, float]
    """A process, its instruction, when it came, and its time of service in seconds."""


class Choosing:
    """A resource whose free servers choose among those that wait: any of them, or the last.

    It chooses when all that happens at a moment has happened, so that those that come together have
    the same chance.
    """

    def __init__(self, servers: int, takes_last: bool) -> None:
        self.free = servers
        self.waiting: list[Arrived] = []
        self.called = False
        """Whether it is to choose at this moment."""
        self._takes_last = takes_last

    @property
    def must_choose(self) -> bool:
        """Whether somebody waits and somebody serves, and this was not known before."""
        if self.called or not self.free or not self.waiting:
            return False
        self.called = True
        return True

    def chosen(self, random: Random) -> list[Arrived]:
        """Return those who are served from now on."""
        self.called = False
        found: list[Arrived] = []
        waiting = self.waiting
        while self.free and waiting:
            self.free -= 1
            if not self._takes_last and len(waiting) > 1:
                at = int(random.random() * len(waiting))
                waiting[at], waiting[-1] = waiting[-1], waiting[at]
            found.append(waiting.pop())
        return found


class Sharing:
    """A resource that serves all at once, each of n at the rate min(1, servers/n).

    All that are there advance alike. So one clock shows how much service somebody has had who has been
    there from the start, and each ends when the clock shows what it did on arrival plus the service.
    """

    def __init__(self, servers: int) -> None:
        self.version = 0
        """Of when the next ends; each arrival and each end makes what was known before untrue."""
        self._servers = servers
        self._there: list[tuple[float, int, Arrived]] = []
        self._clock = 0.0
        self._since = 0.0
        self._came = 0

    @property
    def _rate(self) -> float:
        return min(1.0, self._servers / len(self._there))

    def arrive(self, now: float, who: Arrived) -> float:
        """Let somebody in; return when the next ends, in seconds."""
        if self._there:
            clock = self._clock + (now - self._since) * self._rate
            self._clock = min(clock, self._there[0][0])  # rounded, it may be past who ends now
        else:
            self._clock = 0.0
        self._came += 1
        heappush(self._there, (self._clock + who[3], self._came, who))
        return self._next(now)

    def ended(self) -> list[Arrived]:
        """Return those who are the next to end, in the order in which they came."""
        there = self._there
        self._clock = there[0][0]
        found: list[Arrived] = []
        while there and there[0][0] <= self._clock:
            found.append(heappop(there)[2])
        return found

    def next_end(self, now: float) -> float | None:
        """Return when the next ends if nobody comes, in seconds; None if nobody is there."""
        return self._next(now) if self._there else None

    def _next(self, now: float) -> float:
        self.version += 1
        self._since = now
        return now + (self._there[0][0] - self._clock) / self._rate
