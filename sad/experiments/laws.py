"""Summaries of scaling tables: laws that fit, where efficiency falls, how fast a size must grow."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.experiments.processes import grids_of
from sad.experiments.scaling_table import Best, Scaling, least_rows
from sad.late import numpy as np
from sad.records import record
from sad.report.units import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sad.experiments.processes import GridChoice
    from sad.experiments.scaling_run import Experiment
    from sad.experiments.scaling_table import ScalingTable
    from sad.experiments.sizes import Sizes
    from sad.parallel import Scalable

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

# Amdahl's and Gustafson's laws, and what share of serial work fits given speed-ups.


@record
class Fit:
    """The serial share that fits some speed-ups best, and how far the law is from them at most.

    ``deviation`` is relative to the speed-up; ``points`` is how many were looked at.
    """

    law: str
    serial: float
    deviation: float
    points: int

    @property
    def limit(self) -> float | None:
        """The largest speed-up under Amdahl's law, None if there is none."""
        return amdahl_limit(self.serial) if self.law == "Amdahl" and self.serial > 0 else None


def amdahl_speedup(serial: float | Floats, nprocs: float | Floats) -> float | Floats:
    """Return S = 1/(s + (1-s)/P) (Amdahl 1967)."""
    return 1 / (serial + (1 - serial) / nprocs)


def amdahl_limit(serial: float) -> float:
    """Return the limit of Amdahl's speed-up for any number of processes: 1/s."""
    return 1 / serial


def gustafson_speedup(serial: float | Floats, nprocs: float | Floats) -> float | Floats:
    """Return the scaled speed-up S = P + (1-P) s (Gustafson 1988)."""
    return nprocs + (1 - nprocs) * serial


def fit_amdahl(nprocs: Floats, speedup: Floats) -> Fit | None:
    """Return the share with the least squares of the relative deviations of the time.

    With t = 1/S the law is t - 1/P = s (1 - 1/P), linear in s. None with fewer than two numbers of
    processes above 1.
    """
    return _fit("Amdahl", nprocs, speedup, 1 / speedup - 1 / nprocs, 1 - 1 / nprocs, speedup)


def fit_gustafson(nprocs: Floats, speedup: Floats) -> Fit | None:
    """Return the share with the least squares of the relative deviations of the speed-up.

    The law is P - S = s (P - 1), linear in s. None with fewer than two numbers of processes above 1.
    """
    return _fit("Gustafson", nprocs, speedup, nprocs - speedup, nprocs - 1, 1 / speedup)


def _fit(
    law: str, nprocs: Floats, speedup: Floats, left: Floats, right: Floats, weight: Floats
) -> Fit | None:
    used = (nprocs > 1) & np.isfinite(speedup) & (speedup > 0)
    if np.unique(nprocs[used]).size < 2:
        return None
    y, x = left[used] * weight[used], right[used] * weight[used]
    serial = float((x * y).sum() / (x * x).sum())
    predicted = (amdahl_speedup if law == "Amdahl" else gustafson_speedup)(serial, nprocs[used])
    deviation = float(np.abs(predicted / speedup[used] - 1).max())
    return Fit(law, serial, deviation, int(used.sum()))


@record
class Knee:
    """Where more processes stop paying off, among those in the table, each on its best grid.

    ``last`` is the largest number with an efficiency of ``efficiency`` or more, None if no number has
    it; ``below`` the smallest number above it, None if there is none. ``fastest`` is the number with
    the least time, ``seconds``.
    """

    efficiency: float
    last: int | None
    below: int | None
    fastest: int
    seconds: float


@record
class Summary:
    """The summary of one combination of varied sizes; parts not asked for are None."""

    values: Mapping[str, float]
    fit: Fit | None = None
    knee: Knee | None = None
    growth: Growth | None = None


@record
class Wanted:
    """What is asked for: a fit, an efficiency for the knee, ``NAME=E`` for isoefficiency."""

    fit: bool = False
    knee: float | None = None
    isoefficiency: str | None = None


def summaries_of(experiment: Experiment, table: ScalingTable, wanted: Wanted) -> list[Summary]:
    """Return what is asked for, for each combination of varied sizes.

    Raises SAD897 for what cannot be had: a fit to fewer than two numbers of processes above 1 or
    without a time on one, an efficiency that is none, a size that the program does not have.
    """
    if not wanted.fit and wanted.knee is None and wanted.isoefficiency is None:
        return []
    if wanted.knee is not None and not 0 < wanted.knee <= 1:
        message = f"--knee {wanted.knee:g}: an efficiency is above 0 and at most 1"
        raise argument_error("SAD897", message, "for instance --knee 0.5")
    if wanted.fit and table.about.reference != 1:
        message = f"--fit: the laws need the time on one process: {table.about.reference_note}"
        raise argument_error("SAD897", message, "give sizes with which it can run on one")
    found: list[Summary] = []
    for best in best_rows(table):
        fit = fit_of(best) if wanted.fit else None
        knee = None if wanted.knee is None else knee_of(best, wanted.knee)
        growth = None
        if wanted.isoefficiency is not None:
            problem, efficiency = _problem(experiment, wanted.isoefficiency, int(best.case[0]))
            growth = growth_of(problem, np.unique(table.nprocs), efficiency)
        found.append(Summary(varied_values(best), fit, knee, growth))
    if wanted.fit and not any(summary.fit for summary in found):
        message = "--fit: two numbers of processes above 1 or more are needed"
        raise argument_error("SAD897", message, "for instance --procs 1:256:x2")
    return found


def _problem(experiment: Experiment, text: str, case: int) -> tuple[Problem, float]:
    """The size to be looked for, and the efficiency, of ``NAME=E``."""
    name, equals, value = (part.strip() for part in text.partition("="))
    names = {known.lower(): known for known in experiment.sizes.names}
    try:
        efficiency = float(value)
    except ValueError:
        equals = ""
        efficiency = 0.0
    if not equals:
        message = f"--isoefficiency {text!r}: NAME=EFFICIENCY expected"
        raise argument_error("SAD897", message, "for instance --isoefficiency n=0.8")
    known = names.get(name.lower())
    if known is None:
        message = f"--isoefficiency: the program has no parameter {name} with a value"
        hint = f"parameters: {listed(experiment.sizes.names, 12)}"
        raise argument_error("SAD897", message, hint)
    if known in experiment.subject.words:
        message = f"--isoefficiency: {known} is a choice, not a size"
        hint = f"parameters: {listed(experiment.sizes.names, 12)}"
        raise argument_error("SAD897", message, hint)
    if known in experiment.sizes.axes:
        message = f"--isoefficiency: {known} is varied"
        raise argument_error("SAD897", message, "give it a value with --set: it is only looked for")
    subject = experiment.subject
    least = subject.least.get(known, 1.0)
    local = experiment.scaling is Scaling.LOCAL
    problem = Problem(
        subject.program, experiment.sizes, experiment.choice, known, case, least, local
    )
    return problem, efficiency


def best_rows(table: ScalingTable) -> list[ScalingTable]:
    """Return, per combination of varied sizes, the best grid of each number of processes that runs."""
    best = table.best_in(Best.TIME)
    best = best.rows(best.possible)
    ends = [*(np.flatnonzero(np.diff(best.case)) + 1).tolist(), len(best)]
    return [best.rows(slice(low, high)) for low, high in pairwise([0, *ends])]


def fit_of(best: ScalingTable) -> Fit | None:
    """Return the fit of the law that goes with the scaling, to the rows of one case."""
    fit = fit_amdahl if best.about.scaling is Scaling.STRONG else fit_gustafson
    return fit(best.nprocs.astype(float), best.speedup)


def knee_of(best: ScalingTable, efficiency: float) -> Knee:
    """Return where the efficiency falls below a value, and where the time is least."""
    enough = best.nprocs[best.efficiency >= efficiency]
    last = int(enough.max()) if enough.size else None
    above = best.nprocs[best.nprocs > (last or 0)]
    least = int(best.total.argmin())
    below = int(above.min()) if above.size else None
    return Knee(efficiency, last, below, int(best.nprocs[least]), float(best.total[least]))


def varied_values(best: ScalingTable) -> dict[str, float]:
    """Return the varied sizes of the rows of one case."""
    return {name: float(best.values[name][0]) for name in best.about.varied if name in best.values}


# Isoefficiency: the size a problem needs to keep an efficiency, and how fast it grows.


LARGEST = 2.0**40
"""The largest size tried."""


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
    used = np.isfinite(values) & (values > 0)
    if used.sum() < 3:
        return None
    x, y = np.log(nprocs[used]), np.log(values[used])
    x = x - x.mean()
    return float((x * (y - y.mean())).sum() / (x * x).sum())
