"""Tables as pictures, drawn by matplotlib: a line for each curve."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.experiments.picture_style import (
    MOST_LINES,
    caption,
    check_logarithms,
    finish,
    is_logarithmic,
    is_wide,
    line_style,
    new_figure,
    saved,
    set_across,
    set_upwards,
)
from sad.experiments.sweep_output import about, axis_value, heading
from sad.extras import need

if TYPE_CHECKING:
    from collections.abc import Collection

    from sad.experiments.sweep_table import Column, SweepTable

FORMATS = ("png", "svg", "pdf")
_INCHES = (7.0, 4.6)
_MOST_BANDS = 4


def check_picture(path: str) -> str:
    """Return the format of a picture file; raises SAD854 for a suffix that is none, SAD854."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        hint = f"name a file that ends in {', '.join(f'.{item}' for item in FORMATS)}"
        raise argument_error("SAD854", f"{path}: no picture format {suffix!r}", hint)
    need("matplotlib", "pictures", "plot")
    return suffix


def picture(table: SweepTable, suffix: str, log: Collection[str] | None = None) -> bytes:
    """Return a picture file with the program, the machine and the values below; ``log`` as in ``draw``.

    Raises as ``draw``.
    """
    figure = new_figure(*_INCHES)
    axes = figure.subplots()
    banded = _draw(table, axes, log)
    finish(axes, figure)
    facts = heading(table)
    if banded:
        facts.append("band: nine cases of ten, by what is known of the machine's numbers")
    if any(item.crossings for item in table.comparisons):
        facts.append("grey verticals: crossings")
    caption(figure, facts)
    return saved(figure, suffix)


def draw(table: SweepTable, axes: Any, log: Collection[str] | None = None) -> None:
    """Draw a table into matplotlib axes: the first parameter from left to right.

    Other parameters make a line for each of their values. ``log`` are the axes (``x``, ``y``) with a
    logarithmic scale; None has one for a range that is logarithmic, and for values over more than two
    decades. Raises SAD854 if there is nothing to draw, too much, or a scale that values do not allow.
    """
    _draw(table, axes, log)
    finish(axes)


def _draw(table: SweepTable, axes: Any, log: Collection[str] | None) -> bool:
    """Draw all but legend and grid; return whether there are intervals."""
    numbers = table.axes[0].numbers if table.axes else None
    if numbers is None:
        message = "a picture needs a parameter that is varied over numbers, as the first one"
        raise argument_error("SAD854", message, "for instance --vary N=100:1000:100")
    lines = _lines(table)
    if len(lines) > MOST_LINES:
        message = f"{len(lines)} lines are too many for a picture: at most {MOST_LINES}"
        raise argument_error("SAD854", message, "vary the parameter with most values first")
    across = [float(number) for number in numbers]
    values = [
        float(value) for column in table.columns for value in column.values if isfinite(value)
    ] or [0.0]
    if log is None:
        log = [
            *(["x"] if is_logarithmic(across) else []),
            *(["y"] if is_wide(values) else []),
        ]
    for name, least in (("x", min(across)), ("y", min(values))):
        if name in log:
            check_logarithms(name, least)
    places = [axis_value(value) for value in table.axes[0].values]
    banded = len(lines) <= _MOST_BANDS and any(column.intervals for column in table.columns)
    for place, (label, column, chosen) in enumerate(lines):
        style = line_style(place, len(places))
        axes.plot(places, [float(value) for value in column.values[chosen]], label=label, **style)
        bands = column.intervals[chosen] if banded else ()
        if bands:
            low, high = zip(*bands, strict=True)
            axes.fill_between(places, low, high, color=style["color"], alpha=0.16, linewidth=0)
    for item in table.comparisons:
        for crossing in item.crossings:
            at = (crossing.before + crossing.after) / 2
            axes.axvline(at, color="0.7", linewidth=0.8, zorder=0)
    set_across(axes, table.axes[0].name, across, log="x" in log)
    units = {column.unit for column in table.columns}
    unit = "" if len(units) > 1 or units == {"1"} else units.pop()
    set_upwards(axes, _what(table), values, log="y" in log, unit=unit)
    return banded


def _lines(table: SweepTable) -> list[tuple[str, Column, slice]]:
    """The label of each line, its column, and which of the column's values are its own."""
    each = 1
    for axis in table.axes[1:]:
        each *= len(axis.values)
    points = list(table.points())
    found: list[tuple[str, Column, slice]] = []
    for column in table.columns:
        for start in range(each):
            others = list(points[start].items())[1:]
            label = ", ".join([column.title, *(f"{name} = {v.text}" for name, v in others)])
            found.append((label, column, slice(start, None, each)))
    return found


def _what(table: SweepTable) -> str:
    quantities = {column.quantity for column in table.columns}
    if len(quantities) == 1:
        return about(next(iter(quantities))).rstrip(",")
    return "time" if {column.unit for column in table.columns} == {"s"} else "value"
