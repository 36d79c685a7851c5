"""Bounds, estimate and simulation of a parallel model at every point of a grid, as one table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.contention.bound import contention
from sad.contention.simulated import estimated
from sad.experiments.curve import need_values
from sad.experiments.quantity import THETA
from sad.experiments.sweep_table import Column, SweepTable, points_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.algebra.evaluate import Number
    from sad.contention.bound import Contention
    from sad.contention.simulated import Simulated
    from sad.evaluation.model import Model
    from sad.experiments.program import Program
    from sad.experiments.sweep_table import Tick

_TITLES = {
    "phi": "critical",
    "omega": "contention",
    "lower": "total",
    "upper": "upper",
    "estimate": "estimate",
    "simulated": "simulated",
    "theta": THETA,
}
"""The columns from left to right, and what quantity each is of."""


def contention_table(
    program: Program,
    simulate: Callable[[Model], Simulated],
    estimate: str,
    tick: Tick | None = None,
    *,
    with_runs: bool = False,
) -> SweepTable:
    """Return a column for each bound at all points of the program's axes, one of runs if asked for.

    ``estimate`` is the method of the estimate, as ``estimated`` takes it.
    Upper bound and estimate are left out where they are not known at every point. Raises SAD850 for
    parameters without a value, and as ``contention`` and ``simulate``.
    """
    points = list(points_of(program.axes))
    rows: list[dict[str, float | None]] = []
    for number, point in enumerate(points):
        _, model = program.at(point)
        found = contention(model)
        if found.lower is None:
            need_values(model, model.missing)
        runs = simulate(model) if with_runs or estimate == "simulate" else None
        row = _row(estimated(found, estimate, runs, model))
        if with_runs and runs is not None:
            row["simulated"] = runs.result.mean_s
        rows.append(row)
        if tick is not None:
            tick(number + 1, len(points))
    columns = [
        _column(program, title, values)
        for title in _TITLES
        if (values := _values([row.get(title) for row in rows])) is not None
    ]
    return SweepTable(program.axes, tuple(columns), tuple(program.given()))


def _row(found: Contention) -> dict[str, float | None]:
    return {
        "phi": found.critical,
        "omega": found.contention,
        "lower": found.lower,
        "upper": found.upper,
        "estimate": None if found.estimate is None else found.estimate.seconds,
        "theta": math.nan if found.theta is None else found.theta,
    }


def _values(values: Sequence[float | None]) -> tuple[Number, ...] | None:
    """A column's values; None for one that has gaps."""
    known = tuple(value for value in values if value is not None)
    return known if len(known) == len(values) else None


def _column(program: Program, title: str, values: tuple[Number, ...]) -> Column:
    unit = "1" if title == "theta" else "s"
    return Column(title, program.source, program.entry, "", "", "", _TITLES[title], unit, values)
