"""The result of a scaling experiment: arrays with one entry per row."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sad.experiments.sizes import word_of
from sad.late import numpy as np
from sad.parallel import Threaded
from sad.records import field, fields, record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sad.parallel import Phase

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Mask = NDArray[np.bool_]


class Scaling(StrEnum):
    """Whether the problem stays the same or grows with the processes.

    Under local scaling it grows because the sizes are those of each process.
    """

    STRONG = "strong"
    WEAK = "weak"
    LOCAL = "local"


class Best(StrEnum):
    """Which time is least in the best row of each number of processes."""

    TIME = "time"
    COMMUNICATION = "communication"
    COMPUTATION = "computation"


@record
class About:
    """What all rows have in common.

    ``varied`` are the names of varied sizes, ``given`` the other values as written. ``dimensions`` are
    those of the process grid. ``reference`` is the number of processes speed-ups refer to;
    ``reference_note`` says why it is not 1. ``words`` are the numbers of texts that parameters may be,
    ``origins`` say where numbers come from, ``axis`` is what is counted: processes or threads.
    """

    program: str
    machine: str
    library: str
    scaling: Scaling
    dimensions: int
    varied: tuple[str, ...]
    given: Mapping[str, str]
    reference: int = 1
    reference_note: str = ""
    words: Mapping[str, Mapping[str, float]] = field(default_factory=dict[str, "dict[str, float]"])
    origins: tuple[str, ...] = ()
    axis: str = "nprocs"

    def text(self, name: str, value: float) -> str:
        """Return the value of a parameter as it is written."""
        return word_of(self.words, name, value)


@record
class ScalingTable:
    """Times [s] and what follows from them, at each row; NaN where the program cannot run.

    Rows with the same varied sizes have the same ``case``; within one, rows are sorted by ``nprocs``,
    those of one number side by side. ``reason`` is 0 where the program can run, else the place in
    ``reasons`` of why not, where ``{nprocs}`` stands for the row's. ``weak`` is the time of the problem
    of one process on one process over the row's time, None under strong scaling. ``bounds`` and
    ``threaded`` are as in ``Times``; with bounds the total is the lower one. ``rate`` is a number of
    operations over the total [1/s], None if none is asked for.
    """

    about: About
    case: Integers
    nprocs: Integers
    sides: tuple[Integers, ...]
    values: Mapping[str, Floats]
    communication: Floats
    computation: Floats
    speedup: Floats
    efficiency: Floats
    reason: Integers
    reasons: tuple[str, ...]
    best: Mask
    worst: Mask
    phases: tuple[Phase, ...] = ()
    weak: Floats | None = None
    bounds: NDArray[np.object_] | None = None
    threaded: Threaded | None = None
    rate: Floats | None = None

    @property
    def total(self) -> Floats:
        """Computation and communication together [s]."""
        return self.communication + self.computation

    @property
    def possible(self) -> Mask:
        """Where the program can run."""
        return self.reason == 0

    def __len__(self) -> int:
        """Return the number of rows."""
        return int(self.nprocs.size)

    def rows(self, chosen: Mask | Integers | slice) -> ScalingTable:
        """Return a table of some rows."""
        changes: dict[str, Any] = {}
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, Threaded):
                changes[item.name] = value.at(chosen)
            elif hasattr(value, "dtype"):
                changes[item.name] = value[chosen]
        return replace(
            self,
            **changes,
            sides=tuple(side[chosen] for side in self.sides),
            values={name: values[chosen] for name, values in self.values.items()},
            phases=tuple(replace(p, seconds=p.seconds[chosen]) for p in self.phases),
        )

    def best_in(self, column: Best) -> ScalingTable:
        """Return the row of each number of processes that is least in a column; a tie has the first.

        A number at which the program cannot run keeps one row, with the reason.
        """
        match column:
            case Best.TIME:
                seconds = self.total
            case Best.COMMUNICATION:
                seconds = self.communication
            case Best.COMPUTATION:
                seconds = self.computation
        return self.rows(least_rows(groups_of(self.case, self.nprocs), seconds))

    def reason_at(self, row: int) -> str:
        """Return why the program cannot run at a row, empty where it can."""
        return self.reasons[int(self.reason[row])].replace("{nprocs}", str(self.nprocs[row]))

    def grid_at(self, row: int) -> str:
        """Return the grid of a row, empty without one."""
        return "x".join(str(side[row]) for side in self.sides) if self._has_grid(row) else ""

    def _has_grid(self, row: int) -> bool:
        return bool(self.sides) and bool(self.sides[0][row])


def groups_of(case: Integers, nprocs: Integers) -> Integers:
    """Return the first row of each run of rows with the same sizes and number of processes."""
    if not nprocs.size:
        return np.zeros(0, dtype=np.int64)
    changes = (np.diff(case) != 0) | (np.diff(nprocs) != 0)
    return np.concatenate([np.zeros(1, dtype=np.int64), np.flatnonzero(changes) + 1])


def marks(starts: Integers, seconds: Floats) -> tuple[Mask, Mask]:
    """Return which rows are best and which are worst in their group, NaN being neither.

    ``starts`` are the first rows of the groups. A group whose times are all the same has no marks
    (PerPreT marks the grids of each number of processors, Brehm 1999, table 6.14).
    """
    if not seconds.size:
        return np.zeros(0, dtype=np.bool_), np.zeros(0, dtype=np.bool_)
    sizes = np.diff(np.append(starts, seconds.size))
    known = np.isfinite(seconds)
    least = np.minimum.reduceat(np.where(known, seconds, np.inf), starts)
    most = np.maximum.reduceat(np.where(known, seconds, -np.inf), starts)
    differ = np.repeat(least < most, sizes) & known
    return (
        differ & (seconds == np.repeat(least, sizes)),
        differ & (seconds == np.repeat(most, sizes)),
    )


def least_rows(starts: Integers, seconds: Floats) -> Integers:
    """Return the row with the least time of each group, the first of equal ones."""
    if not seconds.size:
        return np.zeros(0, dtype=np.int64)
    sizes = np.diff(np.append(starts, seconds.size))
    known = np.where(np.isfinite(seconds), seconds, np.inf)
    least = np.repeat(np.minimum.reduceat(known, starts), sizes)
    rows = np.where(known == least, np.arange(seconds.size), seconds.size)
    return np.minimum.reduceat(rows, starts)
