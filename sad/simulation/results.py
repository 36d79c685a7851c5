"""What simulated runs say: the end, and figures of resources and places, as means over the runs."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from sad.records import record
from sad.simulation.timeline import slices_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.simulation.engine import Run
    from sad.simulation.program import Discipline, Program
    from sad.simulation.timeline import Slice

_STUDENT = (
    *(12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228),
    *(2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086),
    *(2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""Student's t at 97.5 % for 1 to 30 degrees of freedom."""
_STUDENT_PAST = ((120, 1.980), (60, 2.000), (40, 2.021), (30, 2.042))


def student(freedom: int) -> float:
    """Return Student's t at 97.5 %; past 30 degrees of freedom that of the next lower one known."""
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    return next(value for least, value in _STUDENT_PAST if freedom >= least)


def half_width(values: Sequence[float]) -> float | None:
    """Return how far the mean of values may be from their expectation, at 95 %; None for one value."""
    count = len(values)
    if count < 2:
        return None
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return student(count - 1) * sqrt(variance / count)


@record
class PlaceFigures:
    """Uses at a place (of one resource or of all): means over the runs."""

    uses: float
    busy_s: float
    """Seconds of service, added up over all uses."""
    waiting_s: float
    """Seconds of waiting, added up over all uses. Of a shared resource what a use took longer than it
    would have taken alone."""


@record
class ResourceFigures:
    """A resource that was used: means over the runs."""

    name: str
    servers: int
    discipline: Discipline
    end_s: float
    """The mean end of the runs, to which the means over time refer."""
    uses: float
    busy_s: float
    """Seconds of service, added up over all servers."""
    waiting_s: float
    """Seconds of waiting, added up over all uses; of a shared resource the seconds by which uses took
    longer than alone."""
    places: Mapping[int, PlaceFigures]
    """Who used it."""

    @property
    def utilisation(self) -> float:
        """The share of the time in which a server serves, 0 to 1: the mean over the servers."""
        return self.busy_s / (self.end_s * self.servers) if self.end_s else 0.0

    @property
    def mean_waiting(self) -> float:
        """How many uses wait, as a mean over time: the mean length of the queue."""
        return self.waiting_s / self.end_s if self.end_s else 0.0


@record
class Simulation:
    """What ``simulate`` returns."""

    ends_s: tuple[float, ...]
    """When each run ended, in seconds; one, however many were asked for, if nothing is random."""
    is_random: bool
    """Whether anything was drawn: times, conditions, or who is served."""
    events: int
    """Of all runs: delays, uses, conditions, loops and processes that began."""
    resources: tuple[ResourceFigures, ...]
    """Those that were used, in the order in which they were declared."""
    places: Mapping[int, PlaceFigures]
    """By place, in ascending order, of all resources together."""
    slices: tuple[Slice, ...]
    """Uses and delays of the first run by their start, as many as were asked for."""

    @property
    def mean_s(self) -> float:
        """The mean end in seconds."""
        return sum(self.ends_s) / len(self.ends_s)

    @property
    def half_width_s(self) -> float | None:
        """Half the 95 % interval of the mean in seconds: 0 if nothing is random, None for one run."""
        return half_width(self.ends_s) if self.is_random else 0.0

    @property
    def interval_s(self) -> tuple[float, float] | None:
        """The 95 % interval of the mean end in seconds; None for one run of what is random."""
        half = self.half_width_s
        return None if half is None else (self.mean_s - half, self.mean_s + half)


def summed_up(
    program: Program, disciplines: Sequence[Discipline], runs: Sequence[Run], is_random: bool
) -> Simulation:
    """Return the means over runs; ``disciplines`` are those of the resources by number."""
    share = 1.0 / len(runs)
    uses: dict[tuple[int, int], PlaceFigures] = {}  # by resource and place
    for run in runs:
        for (pc, number), (times, busy, waiting) in run.tallies.items():
            key = number, program.code.place[pc]
            new = PlaceFigures(times * share, busy * share, waiting * share)
            uses[key] = _sum(uses[key], new) if key in uses else new
    by_resource: dict[int, dict[int, PlaceFigures]] = {}
    by_place: dict[int, PlaceFigures] = {}
    for (number, place), figures in sorted(uses.items(), key=lambda item: item[0]):
        by_resource.setdefault(number, {})[place] = figures
        by_place[place] = _sum(by_place[place], figures) if place in by_place else figures
    end = sum(run.end_s for run in runs) * share
    resources: list[ResourceFigures] = []
    for number, places in by_resource.items():
        declared = program.declared(number)
        total = PlaceFigures(0.0, 0.0, 0.0)
        for figures in places.values():
            total = _sum(total, figures)
        resources.append(
            ResourceFigures(
                declared.name_of(number),
                declared.servers,
                disciplines[number],
                end,
                total.uses,
                total.busy_s,
                total.waiting_s,
                places,
            )
        )
    return Simulation(
        tuple([run.end_s for run in runs]),
        is_random,
        sum(run.events for run in runs),
        tuple(resources),
        dict(sorted(by_place.items())),
        slices_of(program, runs[0]),
    )


def _sum(first: PlaceFigures, second: PlaceFigures) -> PlaceFigures:
    return PlaceFigures(
        first.uses + second.uses,
        first.busy_s + second.busy_s,
        first.waiting_s + second.waiting_s,
    )
