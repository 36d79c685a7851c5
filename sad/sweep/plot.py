"""Tables as pictures, drawn by matplotlib: a line for each curve."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.extras import need
from sad.sweep.data import axis_value
from sad.sweep.layout import about

if TYPE_CHECKING:
    from collections.abc import Collection

    from sad.sweep.table import Table

FORMATS = ("png", "svg", "pdf")
_MOST_LINES = 40
_INCHES = (7.0, 4.5)
_DOTS_PER_INCH = 150
_DASHES = ("-", "--", "-.", ":")


def check_picture(path: str) -> str:
    """Return the format of a picture file; raises SAD854 for a suffix that is none, SAD854."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        hint = f"name a file that ends in {', '.join(f'.{item}' for item in FORMATS)}"
        raise argument_error("SAD854", f"{path}: no picture format {suffix!r}", hint)
    need("matplotlib", "pictures", "plot")
    return suffix


def picture(table: Table, suffix: str, log: Collection[str] = ()) -> bytes:
    """Return a picture file; ``log`` are the axes (``x``, ``y``) with a logarithmic scale.

    Raises as ``draw``.
    """
    figure = need("matplotlib.figure", "pictures", "plot").Figure(figsize=_INCHES)
    draw(table, figure.subplots(), log)
    return saved(figure, suffix)


def saved(figure: Any, suffix: str) -> bytes:
    """Return a matplotlib figure as a file: the same figure, the same bytes."""
    matplotlib = need("matplotlib", "pictures", "plot")
    out = io.BytesIO()
    metadata = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with matplotlib.rc_context({"svg.hashsalt": "sad"}):
        figure.savefig(
            out,
            format=suffix,
            dpi=_DOTS_PER_INCH,
            bbox_inches="tight",
            metadata=metadata[suffix],
        )
    return out.getvalue()


def draw(table: Table, axes: Any, log: Collection[str] = ()) -> None:
    """Draw a table into matplotlib axes: the first parameter from left to right.

    Other parameters make a line for each of their values. Raises SAD854 if there is nothing to draw,
    too much, or a scale that values do not allow.
    """
    numbers = table.axes[0].numbers if table.axes else None
    if numbers is None:
        message = "a picture needs a parameter that is varied over numbers, as the first one"
        raise argument_error("SAD854", message, "for instance --vary N=100:1000:100")
    lines = _lines(table)
    if len(lines) > _MOST_LINES:
        message = f"{len(lines)} lines are too many for a picture: at most {_MOST_LINES}"
        raise argument_error("SAD854", message, "vary the parameter with most values first")
    across = [axis_value(value) for value in table.axes[0].values]
    smallest = {"x": min(numbers), "y": min(min(values) for _, _, values in lines)}
    for name in sorted(log):
        if smallest[name] <= 0:
            message = f"--log {name}: values of 0 or less have no logarithm"
            raise argument_error("SAD854", message, "start above 0, or leave it out")
    marker = "o" if len(across) <= 30 else ""
    for place, label, values in lines:
        style = _DASHES[place % len(_DASHES)]
        axes.plot(across, values, style, marker=marker, markersize=3, label=label, linewidth=1.4)
    for item in table.comparisons:
        for crossing in item.crossings:
            axes.axvline(
                (crossing.before + crossing.after) / 2, color="0.7", linewidth=0.8, zorder=0
            )
    axes.set_xlabel(table.axes[0].name)
    axes.set_ylabel(_what(table))
    if "x" in log:
        axes.set_xscale("log")
    if "y" in log:
        axes.set_yscale("log")
    axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.6)
    if len(lines) > 1:
        axes.legend(fontsize="small")


def _lines(table: Table) -> list[tuple[int, str, list[float]]]:
    """The column's number, label and values of each line."""
    each = 1
    for axis in table.axes[1:]:
        each *= len(axis.values)
    points = list(table.points())
    found: list[tuple[int, str, list[float]]] = []
    for place, column in enumerate(table.columns):
        for start in range(each):
            others = list(points[start].items())[1:]
            label = ", ".join([column.title, *(f"{name} = {v.text}" for name, v in others)])
            values = [float(value) for value in column.values[start::each]]
            found.append((place, label, values))
    return found


def _what(table: Table) -> str:
    units = {column.unit for column in table.columns}
    quantities = {column.quantity for column in table.columns}
    what = about(next(iter(quantities))).rstrip(",") if len(quantities) == 1 else "value"
    return f"{what} [s]" if units == {"s"} else what
