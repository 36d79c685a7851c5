"""What a profiler measured: how much of the time was spent where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Frame(NamedTuple):
    """A place in compiled code: its symbol, and its source line where that is known."""

    symbol: str
    file: str | None = None
    line: int | None = None


@dataclass(slots=True)
class Spent:
    """Time at one place: ``weight`` in the profile's own measure, ``samples`` that fell there."""

    weight: float = 0.0
    samples: int = 0


@dataclass(slots=True)
class Times:
    """What was measured in one run, by the frames of the code that ran, innermost first.

    ``unit`` is how long a weight of 1 is [s]; None if the profile tells shares only. ``has_samples``
    is whether the numbers of samples are known.
    """

    tool: str
    path: str
    spent: dict[tuple[Frame, ...], Spent] = field(default_factory=dict[tuple[Frame, ...], Spent])
    unit: float | None = None
    has_samples: bool = True

    def add(self, frames: tuple[Frame, ...], weight: float, samples: int) -> None:
        """Add what was spent where the first frame is, called from the others."""
        item = self.spent.setdefault(frames, Spent())
        item.weight += weight
        item.samples += samples

    @property
    def total(self) -> float:
        """All weights together."""
        return sum(item.weight for item in self.spent.values())


CLOCKS = ("cpu-clock", "task-clock")
"""Events of perf whose periods are nanoseconds."""
NANOSECOND = 1e-9


def clock_unit(event: str) -> float | None:
    """Return how long one of an event of perf is [s]; None if it is no clock."""
    return NANOSECOND if event.partition(":")[0].strip("/") in CLOCKS else None
