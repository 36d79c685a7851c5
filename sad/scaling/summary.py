"""What is told below a table: laws that fit, where efficiency falls, how fast a size must grow."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import record
from sad.report.units import listed
from sad.scaling.growth import Problem, growth_of
from sad.scaling.laws import fit_amdahl, fit_gustafson
from sad.scaling.table import Column, Scaling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.scaling.growth import Growth
    from sad.scaling.laws import Fit
    from sad.scaling.run import Experiment
    from sad.scaling.table import Table


@record
class Knee:
    """Where more processes stop to pay, of those looked at, each on its best grid.

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
    """What is told about one combination of varied sizes; None where it is not asked for."""

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


def summaries_of(experiment: Experiment, table: Table, wanted: Wanted) -> list[Summary]:
    """Return what is asked for, for each combination of varied sizes.

    Raises SAD897 for what cannot be had: a fit to fewer than two numbers of processes above 1 or
    without a time on one, an efficiency that is none, a size that the program does not have.
    """
    import numpy as np  # noqa: PLC0415 - heavy

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


def best_rows(table: Table) -> list[Table]:
    """Return, per combination of varied sizes, the best grid of each number of processes that runs."""
    import numpy as np  # noqa: PLC0415 - heavy

    best = table.best_in(Column.TIME)
    best = best.rows(best.possible)
    ends = [*(np.flatnonzero(np.diff(best.case)) + 1).tolist(), len(best)]
    return [best.rows(slice(low, high)) for low, high in pairwise([0, *ends])]


def fit_of(best: Table) -> Fit | None:
    """Return the fit of the law that goes with the scaling, to the rows of one case."""
    fit = fit_amdahl if best.about.scaling is Scaling.STRONG else fit_gustafson
    return fit(best.nprocs.astype(float), best.speedup)


def knee_of(best: Table, efficiency: float) -> Knee:
    """Return where the efficiency falls below a value, and where the time is least."""
    enough = best.nprocs[best.efficiency >= efficiency]
    last = int(enough.max()) if enough.size else None
    above = best.nprocs[best.nprocs > (last or 0)]
    least = int(best.total.argmin())
    below = int(above.min()) if above.size else None
    return Knee(efficiency, last, below, int(best.nprocs[least]), float(best.total[least]))


def varied_values(best: Table) -> dict[str, float]:
    """Return the varied sizes of the rows of one case."""
    return {name: float(best.values[name][0]) for name in best.about.varied if name in best.values}
