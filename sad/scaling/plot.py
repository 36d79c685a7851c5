"""Times, speed-ups and efficiencies as pictures, drawn by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.extras import need
from sad.scaling.summary import best_rows, varied_values
from sad.scaling.table import Column
from sad.sweep.plot import saved

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sad.scaling.table import Floats, Integers, Table

PANELS = ("times", "speedup", "efficiency")
_MOST_CASES = 12
_WIDTH, _HEIGHT = 4.6, 3.9  # inches of one panel
_DASHES = {"total": "-", "communication": "--", "computation": ":"}


def picture(
    table: Table, suffix: str, panels: Sequence[str] = PANELS, log: Collection[str] = ()
) -> bytes:
    """Return a picture file with a panel for each of ``panels``, side by side.

    Drawn are the best grids of each number of processes, with a colour for each combination of varied
    sizes; with one number of processes, times over the one size that is varied. ``log`` are the axes
    (``x``, ``y``) with a logarithmic scale; efficiencies have none upwards. Raises SAD854 if there is
    nothing to draw, or too much.
    """
    figure = need("matplotlib.figure", "pictures", "plot").Figure(
        figsize=(_WIDTH * len(panels), _HEIGHT), layout="constrained"
    )
    found = figure.subplots(1, len(panels), squeeze=False)[0]
    lines, name = _lines(table)
    for axes, panel in zip(found, panels, strict=True):
        _draw(axes, panel, lines, name)
        axes.set_xlabel(name)
        if "x" in log:  # processes double, and are read as they are
            axes.set_xscale("log", base=2)
            axes.xaxis.set_major_formatter("{x:g}")
        if panel == "efficiency":
            axes.set_ylim(bottom=0)
        elif "y" in log:
            axes.set_yscale("log", nonpositive="mask")
        axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.6)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize="x-small")
    return saved(figure, suffix)


def _lines(table: Table) -> tuple[list[tuple[str, Floats | Integers, Table]], str]:
    """The label, the places from left to right and the rows of each line, and what the places are."""
    import numpy as np  # noqa: PLC0415 - heavy

    cases = best_rows(table)
    varied = table.about.varied
    if np.unique(table.nprocs).size == 1 and len(varied) == 1:
        chosen = table.rows(table.possible).best_in(Column.TIME)
        return [("", chosen.values[varied[0]], chosen)], varied[0]
    if len(cases) > _MOST_CASES:
        message = f"{len(cases)} lines are too many for a picture: at most {_MOST_CASES}"
        raise argument_error("SAD854", message, "vary fewer sizes")
    lines: list[tuple[str, Floats | Integers, Table]] = []
    for best in cases:
        values = varied_values(best).items()
        label = ", ".join(f"{name} = {table.about.text(name, value)}" for name, value in values)
        lines.append((label, best.nprocs, best))
    return lines, "nprocs"


def _draw(
    axes: Any, panel: str, lines: Sequence[tuple[str, Floats | Integers, Table]], name: str
) -> None:
    for place, (label, across, best) in enumerate(lines):
        colour = f"C{place % 10}"
        marker = "o" if len(best) <= 30 else ""
        style = {"marker": marker, "markersize": 3, "linewidth": 1.3, "color": colour}
        if panel == "times":
            for column, dash in _DASHES.items():
                title = f"{column} ({label})" if label else column
                axes.plot(across, getattr(best, column), dash, label=title, **style)
        else:
            axes.plot(across, getattr(best, panel), "-", label=label or None, **style)
    if panel == "times":
        axes.set_ylabel("time [s]")
    elif panel == "efficiency":
        axes.set_ylabel("efficiency")
    else:
        axes.set_ylabel("speed-up")
        if name == "nprocs":
            most = max(float(across.max()) for _, across, _ in lines)
            least = min(float(across.min()) for _, across, _ in lines)
            places = [least, most]
            axes.plot(places, places, "-", color="0.6", linewidth=0.9, label="ideal", zorder=0)
