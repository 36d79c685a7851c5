"""A run of a program with some number of threads: its parts, bounds and what decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.contention.bound import theta
from sad.parallel import Threaded
from sad.records import record
from sad.stochastic.queueing.clients import cycle_time

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.threads.segments import Held, SegmentTime

_UNEVEN = 1.2
"""How much longer the busiest thread takes than the mean one where the share-out decides."""
SERIAL, OVERHEAD = "serial code", "start and end of teams"
UNEVEN = "uneven shares"


@record
class TeamTime:
    """A team's part of a run [s]: bounds, the estimate, and what decides where.

    ``overhead`` is what its ``starts`` and their ends take, which the others leave out.
    """

    name: str
    span: Span
    low: float
    estimate: float
    high: float
    phi: float
    omega: float
    mean: float
    decides: str
    held: Mapping[str, Held]
    starts: float = 0.0
    overhead: float = 0.0


@dataclass(slots=True)
class RunTime:
    """A run with some number of threads [s].

    ``phi`` is the time if nobody waits for what is shared, ``omega`` how long the busiest resource is
    held, ``decides`` what the most time goes to. ``overhead`` is what teams cost.
    """

    threads: int
    serial: float = 0.0
    overhead: float = 0.0
    low: float = 0.0
    estimate: float = 0.0
    high: float = 0.0
    phi: float = 0.0
    work: float = 0.0
    teams: list[TeamTime] = field(default_factory=list["TeamTime"])
    held: dict[str, Held] = field(default_factory=dict[str, "Held"])
    serial_lines: dict[Span, float] = field(default_factory=dict["Span", float])
    parts: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def omega(self) -> float:
        """How long the busiest resource is held, each of its servers [s]."""
        return max((item.seconds / item.servers for item in self.held.values()), default=0.0)

    @property
    def busiest(self) -> str:
        """The resource that is held longest, empty if none is."""
        times = {name: item.seconds / item.servers for name, item in self.held.items()}
        return max(times, key=lambda name: times[name], default="")

    @property
    def theta(self) -> float:
        """The contention index ``ln(omega / phi)``."""
        found = theta(self.omega, self.phi)
        return float("nan") if found is None else found

    @property
    def facts(self) -> Threaded:
        """What tables show of it beside its time."""
        decides = max(self.parts, key=lambda name: self.parts[name], default=SERIAL)
        return Threaded(
            *(self.low, self.high, self.theta, decides),
            *(self.serial, self.work, self.omega, self.busiest),
        )


def bounds_of(found: SegmentTime, threads: int) -> tuple[float, ...]:
    """Return lower bound, estimate, upper bound, phi, the mean of a thread, the work of all [s]."""
    phi, low = found.likely, max(found.bound, 0.0)
    held = found.held.values()
    waits = sum(item.seconds / item.servers for item in held) if threads > 1 else 0.0
    high = max(min(found.all, found.high + waits), low)
    stations = [(item.seconds / threads, item.servers) for item in held if item.seconds]
    likely = max(low, phi)
    if stations and threads > 1:
        think = max(0.0, phi - sum(demand for demand, _ in stations))
        likely = max(likely, cycle_time(threads, think, stations))
    return low, min(likely, high), high, phi, found.mean, found.all


def decider(team: Span, found: SegmentTime, estimate: float, threads: int) -> str:
    """Return what a segment's time goes to, with the line; ``team`` is where its team begins."""
    omega = {name: item.seconds / item.servers for name, item in found.held.items()}
    busiest = max(omega, key=lambda name: omega[name], default="")
    index = theta(omega.get(busiest, 0.0), found.likely)
    if (
        threads > 1
        and busiest
        and index is not None
        and (index > 0 or estimate > 1.1 * found.likely)
    ):
        lines = found.held[busiest].lines
        span = max(lines, key=lambda item: lines[item])
        return f"{busiest}, {_at(span)}"
    span = max(found.work, key=lambda item: found.work[item], default=team)
    if threads > 1 and found.likely > _UNEVEN * found.mean:
        return f"{UNEVEN}, {_at(span)}"
    return f"work, {_at(span)}"


def _at(span: Span) -> str:
    return f"{span.file.rpartition('/')[2]}:{span.line}"
