"""Times, speed-ups and efficiencies as pictures, drawn by matplotlib."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.experiments.laws import best_rows, varied_values
from sad.experiments.picture_style import (
    IDEAL,
    caption,
    check_logarithms,
    finish,
    is_logarithmic,
    is_wide,
    line_style,
    new_figure,
    saved,
    set_across,
    set_processes,
    set_speedups,
    set_upwards,
)
from sad.experiments.scaling_output import heading
from sad.experiments.scaling_table import Best, groups_of
from sad.late import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sad.experiments.measured import Validation
    from sad.experiments.scaling_table import Floats, Integers, ScalingTable

PANELS = ("times", "speedup", "efficiency")
_NPROCS = "nprocs"
_MOST_CASES = 12
_PALE = 0.18
_WIDTH, _HEIGHT = 4.6, 4.1  # inches of one panel
_ALONE = (7.0, 4.6)
_DASHES = {"total": "-", "communication": "--", "computation": ":"}
_TITLES = {"times": "time", "speedup": "speed-up", "efficiency": "efficiency"}


@dataclass(frozen=True, slots=True)
class _Line:
    """The rows of one line with their places from left to right."""

    label: str
    across: Floats | Integers
    best: ScalingTable
    grids: ScalingTable | None = None
    """All grids of its numbers of processes, where there are several."""

    def band(self, panel: str) -> tuple[Floats, Floats] | None:
        """The least and the greatest value of all grids, by number of processes."""
        if self.grids is None:
            return None
        values = getattr(self.grids, "total" if panel == "times" else panel)
        starts = groups_of(self.grids.case, self.grids.nprocs)
        return np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)

    def ideal(self, panel: str) -> Floats | Integers:
        """What would be if nothing were lost: the efficiency 1."""
        match panel:
            case "times":
                return self.best.total * self.best.efficiency
            case "speedup":
                return self.best.nprocs
            case _:
                return self.best.nprocs / self.best.nprocs


def picture(
    table: ScalingTable,
    suffix: str,
    panels: Sequence[str] = PANELS,
    log: Collection[str] | None = None,
    *,
    grids: bool = True,
) -> bytes:
    """Return a picture file with a panel for each of ``panels``, side by side.

    Drawn are the best grids of each number of processes, with a colour for each combination of varied
    sizes, and with ``grids`` all others as a band (Brehm 1999, section 7.4.1); with one number of
    processes, times over the one size that is varied. ``log`` are the axes (``x``, ``y``) with a
    logarithmic scale, None as in ``sweep.plot.draw``; efficiencies have none upwards. Raises SAD854 if
    there is nothing to draw, or too much.
    """
    figure = new_figure(_WIDTH * len(panels), _HEIGHT) if panels[1:] else new_figure(*_ALONE)
    found = figure.subplots(1, len(panels), squeeze=False)[0]
    lines, name = _lines(table, grids=grids)
    for axes, panel in zip(found, panels, strict=True):
        upwards = _draw(axes, panel, lines)
        across = [float(x) for line in lines for x in line.across]
        _across(axes, name, across, log, table.about.axis)
        if panel == "efficiency":
            set_upwards(axes, _TITLES[panel], upwards, log=False)
            axes.set_ylim(0, max(1.05, 1.05 * max(upwards)))
        else:
            _upwards(axes, panel, upwards, log)
        finish(axes)
    facts = heading(table)
    if table.best.any():
        band = "; the band: all grids" if any(line.grids is not None for line in lines) else ""
        facts.append(f"the best grid of each number of processes{band}")
    caption(figure, facts)
    return saved(figure, suffix)


def validation_picture(
    validation: Validation, suffix: str, log: Collection[str] | None = None
) -> bytes:
    """Return a picture file: measured times as markers, the model's as lines through its own points.

    Rows of one combination of sizes have one colour; of several grids of one number of processes each
    is a point. ``log`` as in ``picture``.
    """
    figure = new_figure(*_ALONE)
    axes = figure.subplots()
    measured = validation.measured
    cases: dict[str, list[int]] = {}
    for row in range(len(measured.nprocs)):
        sizes = ", ".join(f"{name} = {values[row]:.12g}" for name, values in measured.sizes.items())
        cases.setdefault(sizes, []).append(row)
    if len(cases) > _MOST_CASES:
        raise _too_many(len(cases))
    for place, (label, rows) in enumerate(cases.items()):
        rows.sort(key=lambda row: measured.nprocs[row])
        across = [measured.nprocs[row] for row in rows]
        style = line_style(place, len(rows)) | {"marker": ""}
        after = f" ({label})" if label else ""
        modelled = [float(validation.model[row]) for row in rows]
        axes.plot(across, modelled, label=f"model{after}", **style)
        axes.plot(
            *(across, [measured.seconds[row] for row in rows], "o"),
            color=style["color"],
            markersize=5,
            fillstyle="none",
            label=f"measured{after}",
        )
    upwards = [float(v) for v in (*validation.model, *measured.seconds) if isfinite(v)]
    _across(axes, _NPROCS, measured.nprocs, log)
    _upwards(axes, "times", upwards, log)
    finish(axes, figure)
    off = f"mean deviation {validation.mean:.2g} %, at most {validation.largest:.2g} %"
    caption(figure, [validation.title, f"measured times: {measured.file}; {off}"])
    return saved(figure, suffix)


def _across(
    axes: Any,
    name: str,
    across: Sequence[float],
    log: Collection[str] | None,
    axis: str = _NPROCS,
) -> None:
    is_log = is_logarithmic(across) if log is None else "x" in log
    if is_log:
        check_logarithms("x", min(across))
    if name == _NPROCS:
        label = axis if axis != _NPROCS else "processes"
        set_processes(axes, [int(count) for count in across], log=is_log, label=label)
    else:
        set_across(axes, name, across, log=is_log)


def _upwards(axes: Any, panel: str, upwards: Sequence[float], log: Collection[str] | None) -> None:
    positive = [value for value in upwards if value > 0]
    is_log = is_wide(positive) if log is None else "y" in log and bool(positive)
    if panel == "speedup":
        set_speedups(axes, positive, log=is_log)
    else:
        set_upwards(axes, _TITLES[panel], positive, log=is_log, unit="s")


def _lines(table: ScalingTable, *, grids: bool) -> tuple[list[_Line], str]:
    """The lines, and what the places from left to right are."""
    cases = best_rows(table)
    varied = table.about.varied
    if np.unique(table.nprocs).size == 1 and len(varied) == 1:
        chosen = table.rows(table.possible).best_in(Best.TIME)
        return [_Line("", chosen.values[varied[0]], chosen)], varied[0]
    if len(cases) > _MOST_CASES:
        raise _too_many(len(cases))
    lines: list[_Line] = []
    for best in cases:
        values = varied_values(best).items()
        label = ", ".join(f"{name} = {table.about.text(name, value)}" for name, value in values)
        every = table.rows(table.possible & (table.case == best.case[0]))
        several = grids and len(every) > len(best)
        lines.append(_Line(label, best.nprocs, best, every if several else None))
    return lines, _NPROCS


def _too_many(number: int) -> Exception:
    message = f"{number} lines are too many for a picture: at most {_MOST_CASES}"
    return argument_error("SAD854", message, "vary fewer sizes")


def _draw(axes: Any, panel: str, lines: Sequence[_Line]) -> list[float]:
    """Draw a panel with the ideal line of each line; return all values upwards."""
    drawn: list[float] = []
    for place, line in enumerate(lines):
        style = line_style(place, len(line.best))
        ideal = line.ideal(panel)
        axes.plot(line.across, ideal, **IDEAL, label="" if place else "ideal")
        band = line.band(panel)
        if band is not None:
            axes.fill_between(line.across, *band, color=style["color"], alpha=_PALE, linewidth=0)
            drawn.extend(float(value) for end in band for value in end)
        if panel == "times":
            for column, dash in _DASHES.items():
                title = line.label if column == "total" else ""
                values = getattr(line.best, column)
                axes.plot(
                    line.across,
                    values,
                    label=title if line.label else column,
                    **style | {"linestyle": dash},
                )
                drawn.extend(map(float, values))
        else:
            axes.plot(
                line.across, getattr(line.best, panel), label=line.label or _TITLES[panel], **style
            )
            drawn.extend(map(float, getattr(line.best, panel)))
        drawn.extend(map(float, ideal))
    if panel == "times" and lines[0].label:  # colours are cases, dashes are parts, told once
        for column in ("communication", "computation"):
            axes.plot([], [], _DASHES[column], color="0.3", label=column)
    return drawn
