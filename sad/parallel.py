"""What every kind of parallel program offers: times over processors, sizes and process grids.

Programs come from message-passing source (``sad.spmd``), from sequential source with distributed
arrays (``sad.distribution``) and from application files (``sad.applications``); ``sad.experiments``
makes the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from sad.records import fields, record
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from sad.diagnostics import Span

    Floats = NDArray[np.float64]
    Points = Mapping[str, Floats]
    """Values by name, arrays of one shape: ``nprocs``, the sides of a process grid ``px``,
    ``py``, ``pz`` where there is one, and every parameter of the program."""

GRID = ("px", "py", "pz")
"""Names of the sides of a process grid."""

OF_PROCESSES = frozenset((NPROCS, RANK, *GRID))
"""Symbols that every unit of a program of processes may depend on."""


@record
class Phase:
    """A part of the program. ``seconds`` is its maximum over the ranks, per point."""

    name: str
    communicates: bool
    seconds: Floats


@record
class Busy:
    """A resource that messages hold: how long it is held in all, and by which lines [s]."""

    name: str
    seconds: float
    lines: tuple[tuple[Span, float], ...]


@record
class Bounded:
    """Bounds on the time of a program or of one of its phases [s], with the resources it shares.

    ``critical`` is the time if no message waits for another, ``contention`` how long the busiest
    resource is held, ``lower`` the bound that follows from both. ``resources`` are in the order of
    falling times, ``parts`` the phases of a program.
    """

    name: str
    critical: float
    contention: float
    lower: float
    resources: tuple[Busy, ...]
    parts: tuple[Bounded, ...] = ()

    @property
    def decides(self) -> str:
        """The name of the busiest resource, empty if nothing is shared."""
        return self.resources[0].name if self.resources else ""


IMBALANCE, FORK_JOIN, SERIAL_SHARE, FALSE_SHARING = (
    "imbalance", "fork-join", "serial share", "false sharing",
)  # fmt: skip
"""The kinds of advice."""


@record
class Lint:
    """What keeps a team of threads from being faster, and where.

    ``factor`` is how many times as fast it could be, or how much more something takes than the work;
    None where that is not known.
    """

    kind: str
    span: Span
    text: str
    factor: float | None


@record
class Threaded:
    """Runs of teams of threads [s], arrays: bounds, and what decides; ``at`` has numbers of one.

    ``high`` is NaN where no useful upper bound is known. ``theta`` is ``ln(omega / phi)``, ``decides``
    what the most time goes to. ``serial`` is what one thread does alone, ``work`` the time of all
    threads together, ``omega`` how long the resource ``busiest`` is held. ``lints`` are told of some
    runs of the greatest number of threads.
    """

    low: Any
    high: Any
    theta: Any
    decides: Any
    serial: Any
    work: Any
    omega: Any
    busiest: Any
    lints: Any = ()

    def at(self, chosen: Any) -> Threaded:
        """Return some of the runs, or one."""
        return Threaded(*(getattr(self, item.name)[chosen] for item in fields(self)))


@record
class Times:
    """Times at some points [s]: the sums over the phases of their maxima over the ranks.

    ``computation`` is the sum of all T_CP, ``communication`` that of all T_CM; together they are
    PerPreT's upper bound (Brehm 1999, section 6.1.1). ``impossible`` marks points the program
    cannot run at, where times are NaN; ``reason`` says why. ``origins`` say where numbers come from
    that these times rest on, one text each. ``bounds`` has a ``Bounded`` for each point, None where
    the program cannot run, if the times are bounds of a program that shares links. ``threaded`` is
    there if processes are threads; communication is what teams cost then.
    """

    computation: Floats
    communication: Floats
    phases: tuple[Phase, ...] = ()
    impossible: NDArray[np.bool_] | None = None
    reason: str = ""
    origins: tuple[str, ...] = ()
    bounds: NDArray[np.object_] | None = None
    threaded: Threaded | None = None


class Scalable(Protocol):
    """A parallel program whose times can be had for many points at once."""

    @property
    def name(self) -> str:
        """What to call it in tables."""
        ...

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that need values, without ``nprocs`` and the sides of the grid."""
        ...

    @property
    def dimensions(self) -> int:
        """How many dimensions its process grid has: 1, 2 or 3."""
        ...

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at the points; vectorised over them."""
        ...
