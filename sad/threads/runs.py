"""Runs of a program with some number of threads: their parts, bounds and what decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.parallel import Threaded
from sad.records import record, replace
from sad.stochastic.queueing.clients import cycle_times
from sad.threads.pieces import Held, lines_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.diagnostics import Span
    from sad.spmd.rows import Floats
    from sad.threads.pieces import SegmentTime

    Texts = NDArray[np.object_]

_UNEVEN = 1.2
"""How much longer the busiest thread takes than the mean one where the share-out decides."""
SERIAL, OVERHEAD = "serial code", "start and end of teams"
UNEVEN = "uneven shares"


@record
class TeamTime:
    """A team's part of runs [s]: bounds, the estimate, what decides where; arrays, or numbers of one.

    ``overhead`` is what its ``starts`` and their ends take, which the others leave out.
    """

    name: str
    span: Span
    low: Any
    estimate: Any
    high: Any
    phi: Any
    omega: Any
    mean: Any
    decides: Any
    held: Mapping[str, Held]
    starts: Any = 0.0
    overhead: Any = 0.0

    def at(self, place: int) -> TeamTime:
        """Return the part of one of several runs."""
        names = ("low", "estimate", "high", "phi", "omega", "mean", "starts", "overhead")
        numbers = {name: float(getattr(self, name)[place]) for name in names}
        held = {name: item.at(place) for name, item in self.held.items() if item.seconds[place]}
        return replace(self, **numbers, decides=self.decides[place], held=held)


@dataclass(slots=True)
class RunTime:
    """Runs with some number of threads [s], at points: arrays, or numbers where it is of one run.

    ``phi`` is the time if nobody waits for what is shared, ``omega`` how long the busiest resource is
    held, ``decides`` what the most time goes to. ``overhead`` is what teams cost. ``parts`` are what
    time goes to, in all.
    """

    threads: int
    serial: Any
    overhead: Any
    low: Any
    estimate: Any
    high: Any
    phi: Any
    work: Any
    teams: list[TeamTime] = field(default_factory=list["TeamTime"])
    held: dict[str, Held] = field(default_factory=dict[str, "Held"])
    serial_lines: dict[Span, Any] = field(default_factory=dict["Span", Any])
    parts: dict[str, Any] = field(default_factory=dict[str, Any])

    @staticmethod
    def of(threads: int, points: int) -> RunTime:
        """Return runs at so many points in which nothing is done yet."""
        zero = np.zeros(points)
        return RunTime(threads, zero, zero, zero, zero, zero, zero, zero)

    def at(self, place: int) -> RunTime:
        """Return one of several runs."""
        names = ("serial", "overhead", "low", "estimate", "high", "phi", "work")
        return replace(
            self,
            **{name: float(getattr(self, name)[place]) for name in names},
            teams=[team.at(place) for team in self.teams],
            held={name: item.at(place) for name, item in self.held.items() if item.seconds[place]},
            serial_lines=lines_at(self.serial_lines, place),
            parts={name: float(item[place]) for name, item in self.parts.items() if item[place]},
        )

    def part(self, name: str, seconds: Floats) -> None:
        """Add what time goes to."""
        self.parts[name] = self.parts.get(name, 0.0) + seconds

    @property
    def omega(self) -> Any:
        """How long the busiest resource is held, each of its servers [s]."""
        return _greatest(self.held, np.shape(self.low))[1]

    @property
    def busiest(self) -> Any:
        """The resource that is held longest, empty if none is."""
        return _greatest(self.held, np.shape(self.low))[0]

    @property
    def theta(self) -> Any:
        """The contention index ``ln(omega / phi)``."""
        return thetas(self.omega, self.phi)

    @property
    def facts(self) -> Threaded:
        """What tables show of it beside its time."""
        shape = np.shape(self.low)
        where, _ = largest([*self.parts.values()] or [0.0], shape)
        decides = named([*self.parts] or [SERIAL], where)
        busiest, omega = _greatest(self.held, shape)
        index = thetas(omega, self.phi)
        return Threaded(
            *(self.low, self.high, index, decides, self.serial, self.work, omega, busiest)
        )


def thetas(omega: Any, phi: Any) -> Any:
    """Return ``ln(omega / phi)``: minus infinity without contention, NaN where nothing is done."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(np.asarray(phi) > 0, np.log(np.divide(omega, phi)), np.nan)
    return found if found.ndim else float(found)


def largest(parts: Sequence[Any], shape: tuple[int, ...]) -> tuple[Any, Any]:
    """Return the place of the largest part at each point, and how large it is; there must be one."""
    values = np.stack([np.broadcast_to(np.asarray(x, np.float64), shape) for x in parts])
    return values.argmax(axis=0), values.max(axis=0)


def named(names: Sequence[str], places: Any) -> Any:
    """Return names by their places: an array of texts, or one."""
    return np.array(names, np.object_)[places]


def _greatest(held: Mapping[str, Held], shape: tuple[int, ...]) -> tuple[Any, Any]:
    """The resource that each of its servers is held longest of, and how long; empty if none is."""
    parts = [np.zeros(shape), *(item.seconds / item.servers for item in held.values())]
    where, seconds = largest(parts, shape)
    return named(["", *held], where), seconds if shape else float(seconds)


def bounds_of(found: SegmentTime, threads: int) -> tuple[Floats, ...]:
    """Return lower bound, estimate, upper bound, phi, the mean of a thread, the work of all [s]."""
    phi, low = found.likely, np.maximum(found.bound, 0.0)
    held = found.held.values()
    waits: Any = sum(item.seconds / item.servers for item in held) if threads > 1 else 0.0
    high = np.maximum(np.minimum(found.all, found.high + waits), low)
    stations = [(item.seconds / threads, item.servers) for item in held]
    likely = np.maximum(low, phi)
    if stations and threads > 1:
        think = np.maximum(0.0, phi - sum(demand for demand, _ in stations))
        likely = np.maximum(likely, cycle_times(threads, think, stations))
    return low, np.minimum(likely, high), high, phi, found.mean, found.all


def deciders(team: Span, found: SegmentTime, estimate: Floats, threads: int) -> Texts:
    """Return what a segment's time goes to at each point, with the line, else where it begins."""
    shape = estimate.shape
    lines = found.work or {team: np.zeros(shape)}
    names = [f"work, {_at(span)}" for span in lines]
    codes: Any = largest([*lines.values()], shape)[0]
    if threads > 1:
        names += [f"{UNEVEN}, {_at(span)}" for span in lines]
        codes = codes + len(lines) * (found.likely > _UNEVEN * found.mean)
        busiest, omega = _greatest(found.held, shape)
        shared = (omega > found.likely) | (estimate > 1.1 * found.likely)
        shared &= found.likely > 0
        for name, item in found.held.items():
            here = shared & (busiest == name)
            if here.any():
                where, _ = largest([*item.lines.values()], shape)
                codes = here * (len(names) + where) + ~here * codes
                names += [f"{name}, {_at(span)}" for span in item.lines]
    return named(names, codes)


def _at(span: Span) -> str:
    return f"{span.file.rpartition('/')[2]}:{span.line}"
