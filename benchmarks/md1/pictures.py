"""The pictures of docs/md1.md, drawn from the tables; the same tables give the same files."""

# matplotlib describes many of its types only in part
# pyright: reportUnknownMemberType=false, reportArgumentType=false

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl

from benchmarks.md1.systems import FLUID, MOST, NARROW
from benchmarks.md1.table import PICTURES, Chain, Step

mpl.use("svg")

from matplotlib import pyplot as plt

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_STYLE = {
    "svg.hashsalt": "md1",
    "svg.fonttype": "none",  # letters as text: small files that can be searched
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "lines.linewidth": 1.2,
}
PREDICTED, OTHER, MEASURED = "#1f5fa8", "#888888", "#c43c1e"
SIZE = (9.0, 3.6)  # inches


def draw() -> list[Path]:
    """Draw both pictures and return their files."""
    with mpl.rc_context(_STYLE):
        return [
            _save(_chains(Chain.read()), "md1-x3.svg"),
            _save(_steps(Step.read()), "md1-time.svg"),
        ]


def _save(figure: Figure, name: str) -> Path:
    path = PICTURES / name
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
    text = path.read_text(encoding="utf-8")
    path.write_text("\n".join(line.rstrip() for line in text.splitlines()) + "\n", encoding="utf-8")
    return path


def _chains(rows: Sequence[Chain]) -> Figure:
    figure, panels = plt.subplots(1, 2, figsize=SIZE, layout="constrained")
    titles = {
        NARROW.name: "cut-off 1.12, density 0.707",
        FLUID.name: "cut-off 2.5, density 0.8",
    }
    for axes, (system, title) in zip(panels, titles.items(), strict=True):
        own = [row for row in rows if row.system == system]
        limit = (NARROW if system == NARROW.name else FLUID).density
        limit *= (NARROW if system == NARROW.name else FLUID).cutoff ** 3
        axes.axhline(limit, color=OTHER, linestyle=":", label=f"narrowest cell: {limit:.3g}")
        axes.plot(
            [row.particles for row in own],
            [row.fitted for row in own],
            color=PREDICTED,
            label="fitted function",
        )
        seen = [row for row in own if row.measured is not None]
        axes.plot(
            [row.particles for row in seen],
            [row.measured for row in seen],
            ".",
            color=MEASURED,
            label="measured",
        )
        axes.set(title=title, xlabel="particles", xlim=(0, MOST), ylim=(0.8 * limit, 2.55 * limit))
        axes.legend()
    panels[0].set_ylabel("X3, particles in a chain")
    return figure


def _steps(rows: Sequence[Step]) -> Figure:
    figure, (whole, each) = plt.subplots(1, 2, figsize=SIZE, layout="constrained")
    _against(whole, rows, per_particle=False)
    _against(each, rows, per_particle=True)
    return figure


def _against(left: Axes, rows: Sequence[Step], *, per_particle: bool) -> None:
    """Draw predicted times on the left axis, measured ones on the right, one scaled to the other.

    Both axes begin at 0 and agree at the largest system, so only the shapes are compared.
    """
    unit, sparc_unit = ("us", "us") if per_particle else ("ms", "s")
    factor = {"us": 1e6, "ms": 1e3, "s": 1.0}

    def scaled(seconds: float, row: Step, name: str) -> float:
        return factor[name] * seconds / (row.particles if per_particle else 1)

    sizes = [row.particles for row in rows]
    right = left.twinx()
    right.grid(visible=False)
    (first,) = left.plot(
        sizes,
        [scaled(row.sparc2, row, sparc_unit) for row in rows],
        color=PREDICTED,
        label="predicted: sparc2, f77-O (left)",
    )
    (second,) = right.plot(
        sizes,
        [scaled(row.x86_64, row, unit) for row in rows],
        color=OTHER,
        linestyle="--",
        label="predicted: x86_64-generic, gfortran-O0 (right)",
    )
    seen = [(row, row.seconds) for row in rows if row.seconds is not None]
    (third,) = right.plot(
        [row.particles for row, _ in seen],
        [scaled(seconds, row, unit) for row, seconds in seen],
        ".",
        color=MEASURED,
        label="measured here, -O0 (right)",
    )
    last, seconds = seen[-1]
    top = 1.08 * max(scaled(row.sparc2, row, sparc_unit) for row in rows)
    scale = scaled(seconds, last, unit) / scaled(last.sparc2, last, sparc_unit)
    left.set_ylim(0, top)
    right.set_ylim(0, top * scale)
    what = "time of a step per particle" if per_particle else "time of a step"
    left.set(title=what, xlabel="particles", xlim=(0, MOST), ylabel=f"sparc2 [{sparc_unit}]")
    right.set_ylabel(f"x86_64 and measured [{unit}]")
    if not per_particle:
        left.legend(handles=[first, second, third], fontsize=7.5, loc="upper left")
