"""What an instruction is given: numbers, random times, and functions of the indices around it."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Generic, TypeVar

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from typing import Any

    Process = list[Any]

T_co = TypeVar("T_co", covariant=True)

MOST_KEPT = 100_000
"""So many values of one function of indices are kept; it is called again for the others."""


@record
class Exponential:
    """A time in seconds that is distributed exponentially with this mean."""

    mean_s: float

    def draw(self, random: Random) -> float:
        """Return a time in seconds."""
        return random.expovariate(1.0 / self.mean_s) if self.mean_s else 0.0

    def wrong(self) -> str:
        """Return what is wrong with the parameters, or nothing."""
        return _wrong(self.mean_s, f"the mean of an exponential time is {self.mean_s:g} s")


@record
class Uniform:
    """A time in seconds, all from ``least_s`` to ``most_s`` equally likely."""

    least_s: float
    most_s: float

    def draw(self, random: Random) -> float:
        """Return a time in seconds."""
        return self.least_s + (self.most_s - self.least_s) * random.random()

    def wrong(self) -> str:
        """Return what is wrong with the parameters, or nothing."""
        message = f"a uniform time is from {self.least_s:g} s to {self.most_s:g} s"
        if self.most_s < self.least_s:
            return f"{message}: the other way round"
        return _wrong(self.least_s, message) or _wrong(self.most_s, message)


@record
class Normal:
    """A time in seconds of a normal distribution, where what is drawn below 0 is 0.

    The mean of what is drawn is therefore above ``mean_s``: by 0.08 deviations where the mean is one
    deviation, by less than 0.0004 where it is three.
    """

    mean_s: float
    deviation_s: float

    def draw(self, random: Random) -> float:
        """Return a time in seconds."""
        return max(0.0, random.gauss(self.mean_s, self.deviation_s))

    def wrong(self) -> str:
        """Return what is wrong with the parameters, or nothing."""
        message = f"a normal time has mean {self.mean_s:g} s and deviation {self.deviation_s:g} s"
        return _wrong(self.mean_s, message) or _wrong(self.deviation_s, message)


RandomTime = Exponential | Uniform | Normal


def wrong_time(time: object) -> str:
    """Return what is wrong with a time, a number of seconds or random; or nothing."""
    if isinstance(time, RandomTime):
        return time.wrong()
    if isinstance(time, int | float):
        return _wrong(time, f"a time is {time:g} s")
    return f"a time is {time!r}: no number of seconds"


def _wrong(seconds: float, message: str) -> str:
    return "" if isfinite(seconds) and seconds >= 0 else f"{message}: it must be finite, 0 or more"


class Index:
    """The number of an iteration, or of one of the processes of a fork, inside its body."""

    def __init__(self, slot: int) -> None:
        self.slot = slot
        """Where a process keeps it."""


class Computed(Generic[T_co]):
    """A value that depends on indices: made by ``Builder.at``.

    Its values are computed when they are first needed, never for indices that a condition excludes,
    and kept, so that a loop within a loop does not compute them anew. The function must therefore
    give the same for the same indices.
    """

    def __init__(self, function: Callable[..., T_co], slots: tuple[int, ...]) -> None:
        self._function = function
        self._slots = slots
        self._kept: dict[int | tuple[int, ...], T_co] = {}

    def of(self, process: Process) -> T_co:
        """Return the value at the indices of a process."""
        slots, kept = self._slots, self._kept
        if len(slots) == 1:
            key = process[slots[0]]
            if key in kept:
                return kept[key]
            value = self._function(key)
        else:
            key = tuple([process[slot] for slot in slots])
            if key in kept:
                return kept[key]
            value = self._function(*key)
        if len(kept) < MOST_KEPT:
            kept[key] = value
        return value


Time = float | RandomTime | Computed[float | RandomTime]
"""Seconds: a number, random, or one of these as a function of indices."""
Whole = int | Computed[int]
"""A number of iterations or of processes, the first value of an index, a member of a family."""
Condition = float | Computed[bool | float]
"""A probability, or a function of indices: true, false, or a probability."""
