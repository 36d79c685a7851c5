"""Measures of stochastic models at every point of a grid, as one table."""

from __future__ import annotations

from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error, did_you_mean
from sad.experiments.sweep_table import Column, SweepTable, points_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.diagnostics import Diagnostics
    from sad.experiments.axes import Axis
    from sad.experiments.sweep_table import Tick
    from sad.stochastic.models import Model, Options
    from sad.stochastic.solution import Solution

_USUAL = ("throughput", "throughput (low)", "throughput (high)", "jobs", "response")


def solved_table(
    models: Sequence[Model],
    axes: tuple[Axis, ...],
    given: Mapping[str, str],
    quantities: Sequence[str],
    options: Options,
    diagnostics: Diagnostics,
    tick: Tick | None = None,
) -> SweepTable:
    """Return a column for each model and quantity; without quantities, the usual ones that all have.

    Raises SAD852 for a quantity that a model has not, and as ``Model.solve``.
    """
    points = list(points_of(axes))
    rows: list[list[Solution]] = []
    for number, point in enumerate(points):
        texts = {name: value.text for name, value in point.items()}
        rows.append([model.solve({**given, **texts}, options, diagnostics) for model in models])
        if tick is not None:
            tick(number + 1, len(points))
    known = [item.quantities() for item in rows[0]]
    names = list(quantities) or [name for name in _USUAL if all(name in item for item in known)]
    for name in names:
        for model, found in zip(models, known, strict=True):
            if name not in found:
                hint = did_you_mean(name, found, f"there are: {', '.join(found)}")
                raise argument_error("SAD852", f"{model.path} has no measure {name!r}", hint)
    columns = [
        _column(models, place, name, len(names), [row[place] for row in rows])
        for name in names
        for place in range(len(models))
    ]
    same = {
        name: text
        for name, text in rows[0][0].values.items()
        if name not in {axis.name for axis in axes}
        and all(item.values.get(name) == text for row in rows for item in row)
    }
    return SweepTable(axes, tuple(columns), tuple(same.items()))


def _column(
    models: Sequence[Model], place: int, name: str, names: int, values: Sequence[Solution]
) -> Column:
    model, unit = models[place], values[0].quantities()[name][1]
    title = name if unit in ("s", "1") else f"{name} [{unit}]"
    if len(models) > 1:
        short = Path(model.path).name.partition(".")[0]
        title = f"{short} {title}" if names > 1 else short
    found = [item.quantities().get(name, (None, unit))[0] for item in values]
    return Column(
        title,
        model.path,
        model.title,
        "",
        "",
        "",
        f"measure:{name}",
        "s" if unit == "s" else "1",
        tuple(nan if value is None else value for value in found),
    )
