"""Isoefficiency: the size a problem needs to keep an efficiency, and how fast it grows.

Grama, Gupta and Kumar 1993: the slower the work must grow with the processes, the better a program
scales. The size is searched for in the model itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import record
from sad.scaling.processes import grids_of
from sad.scaling.table import least_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sad.parallel import Scalable
    from sad.scaling.processes import GridChoice
    from sad.scaling.sizes import Sizes

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

LARGEST = 2.0**40
"""Sizes are looked at up to here."""


@record
class Growth:
    """The whole sizes at which an efficiency is reached, per number of processes; NaN: none found.

    ``work`` is the time on one process at that size [s]. ``size_exponent`` and ``work_exponent`` are
    the slopes of their logarithms over that of the number of processes, None with fewer than three.
    """

    name: str
    efficiency: float
    nprocs: Integers
    size: Floats
    work: Floats
    size_exponent: float | None
    work_exponent: float | None


@record
class Problem:
    """A program on chosen grids whose size ``name`` is looked for from ``least`` on.

    All other values are as in ``case``. ``local`` is whether sizes are those of each process.
    """

    program: Scalable
    sizes: Sizes
    choice: GridChoice
    name: str
    case: int = 0
    least: float = 1.0
    local: bool = False

    def efficiency(self, nprocs: Integers, size: Floats) -> tuple[Floats, Floats]:
        """Return efficiencies on the best grids, and the times on one process [s]; NaN: impossible.

        ``nprocs`` are ascending, each once; ``size`` is a value for each.
        """
        import numpy as np  # noqa: PLC0415 - heavy

        grids = grids_of(nprocs, self.choice)
        starts = np.searchsorted(grids.nprocs, nprocs)
        sizes = np.repeat(size, np.diff(np.append(starts, grids.nprocs.size)))
        single = np.full(sizes.size, np.nan)
        seconds = np.full(sizes.size, np.nan)
        there = grids.possible
        if there.any():
            here = grids.nprocs[there], tuple(side[there] for side in grids.sides)
            case = np.full(here[0].size, self.case)
            values = self.sizes.at(case, *here, {self.name: sizes[there]})
            one = np.ones(case.size, dtype=np.int64)
            single[there] = self._seconds(values, one, (one,) * len(grids.sides))
            seconds[there] = self._seconds(values, *here)
        chosen = least_rows(starts, seconds)
        shares = np.ones(nprocs.shape) if self.local else nprocs
        return single[chosen] / seconds[chosen] / shares, single[chosen]

    def _seconds(
        self, values: dict[str, Floats], nprocs: Integers, sides: tuple[Integers, ...]
    ) -> Floats:
        import numpy as np  # noqa: PLC0415 - heavy

        places = zip(self.sizes.places, (nprocs, *sides), strict=True)
        points = {**values, **{name: place.astype(np.float64) for name, place in places}}
        times = self.program.times(points)
        total = times.computation + times.communication
        return total if times.impossible is None else np.where(times.impossible, np.nan, total)


def growth_of(problem: Problem, counts: Integers, efficiency: float) -> Growth:
    """Return the least whole sizes that doubling and halving finds to keep an efficiency.

    The efficiency is reached at the size found and not at one less; where it rises and falls with the
    size, a smaller one may do as well. Raises SAD897 for an efficiency that is none.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    if not 0 < efficiency < 1:
        message = f"--isoefficiency: an efficiency of {efficiency:g} cannot be kept"
        raise argument_error("SAD897", message, "a number between 0 and 1: n=0.8")
    counts = counts[counts > 1]
    least = float(np.ceil(max(problem.least, 1.0)))
    low, high = np.full(counts.size, least - 1), np.full(counts.size, least)
    reached = np.zeros(counts.size, dtype=np.bool_)
    while True:  # double the size until the efficiency is there
        open_ = np.flatnonzero(~reached & (high <= LARGEST))
        if not open_.size:
            break
        found = problem.efficiency(counts[open_], high[open_])[0] >= efficiency
        reached[open_[found]] = True
        low[open_[~found]] = high[open_[~found]]
        high[open_[~found]] *= 2
    while True:
        open_ = np.flatnonzero(reached & (high - low > 1))
        if not open_.size:
            break
        middle = np.floor((low[open_] + high[open_]) / 2)
        found = problem.efficiency(counts[open_], middle)[0] >= efficiency
        high[open_[found]], low[open_[~found]] = middle[found], middle[~found]
    size = np.where(reached, high, np.nan)
    work = np.full(size.shape, np.nan)
    if reached.any():
        work[reached] = problem.efficiency(counts[reached], size[reached])[1]
    exponents = exponent(counts, size), exponent(counts, work)
    return Growth(problem.name, efficiency, counts, size, work, *exponents)


def exponent(nprocs: Integers, values: Floats) -> float | None:
    """Return k of the power law values ~ nprocs**k by least squares of logarithms; NaN is left out.

    None with fewer than three values, or ones that are not above 0.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    used = np.isfinite(values) & (values > 0)
    if used.sum() < 3:
        return None
    x, y = np.log(nprocs[used]), np.log(values[used])
    x = x - x.mean()
    return float((x * (y - y.mean())).sum() / (x * x).sum())
