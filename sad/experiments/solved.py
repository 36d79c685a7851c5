"""Measures of stochastic models at every point of a grid, as one table."""

from __future__ import annotations

from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, argument_error, did_you_mean
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
    rows: list[list[Solution | None]] = []
    for number, point in enumerate(points):
        texts = {name: value.text for name, value in point.items()}
        values = {**given, **texts}
        rows.append([_solved(model, values, options, diagnostics, texts) for model in models])
        if tick is not None:
            tick(number + 1, len(points))
    first = [
        next((row[place] for row in rows if row[place] is not None), None)
        for place in range(len(models))
    ]
    if None in first:
        message = f"{models[first.index(None)].path} has a steady state at none of the points"
        raise argument_error("SAD850", message, "vary over values at which all stations are stable")
    known = [item.quantities() for item in first if item is not None]
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
    solved = [item for row in rows for item in row if item is not None]
    same = {
        name: text
        for name, text in solved[0].values.items()
        if name not in {axis.name for axis in axes}
        and all(item.values.get(name) == text for item in solved)
    }
    return SweepTable(axes, tuple(columns), tuple(same.items()))


def _solved(
    model: Model,
    values: Mapping[str, str],
    options: Options,
    diagnostics: Diagnostics,
    point: Mapping[str, str],
) -> Solution | None:
    """A model at a point; None, with a warning for the first one, where a station is not stable."""
    try:
        return model.solve(values, options, diagnostics)
    except SadError as error:
        found = error.diagnostic
        if found.code != "SAD985":
            raise
        told = [item.span.file for item in diagnostics.items if item.code == found.code]
        if found.span.file not in told:
            at = ", ".join(f"{name} = {text}" for name, text in point.items())
            message = f"{found.message} at {at}: there is a gap where a station is not stable"
            diagnostics.warning("SAD985", message, found.span, found.hint)
        return None


def _column(
    models: Sequence[Model], place: int, name: str, names: int, values: Sequence[Solution | None]
) -> Column:
    solved = [{} if item is None else item.quantities() for item in values]
    model, unit = models[place], next(item[name][1] for item in solved if item)
    title = name if unit in ("s", "1") else f"{name} [{unit}]"
    if len(models) > 1:
        short = Path(model.path).name.partition(".")[0]
        title = f"{short} {title}" if names > 1 else short
    found = [item.get(name, (None, unit))[0] for item in solved]
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
