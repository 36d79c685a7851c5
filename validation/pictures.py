"""Pictures of docs/accuracy.md: predicted over measured, program by program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl

mpl.use("svg")

import matplotlib.pyplot as plt

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from validation.results import Results, Row

_COLOURS = {
    "throughput": "#1f6f8b",
    "asm": "#3b8b1f",
    "additive": "#c98a1b",
    "classical": "#b5483a",
}
_SHIFT = {"throughput": -0.2, "asm": 0.0, "additive": 0.2, "classical": 0.35}


def draw(results: Results, half: str, flags: str, models: Sequence[str], path: Path) -> None:
    """Draw predicted/measured of the programs of a half under one set of flags, sorted by name.

    The grey bands are 20 % and a factor of 2; memory-bound programs are marked.
    """
    rows = sorted(results.select(half=half, flags=flags), key=lambda row: (row.memory, row.program))
    mpl.rcParams["svg.hashsalt"] = "accuracy"  # the same picture for the same figures
    figure, axes = plt.subplots(figsize=(9.0, 3.6))
    axes.axhspan(0.5, 2.0, color="#eeeeee")
    axes.axhspan(0.8, 1.25, color="#d9d9d9")
    axes.axhline(1.0, color="#666666", linewidth=0.8)
    for model in models:
        points = [(n, _ratio(row, model)) for n, row in enumerate(rows)]
        known = [(n + _SHIFT[model], ratio) for n, ratio in points if ratio is not None]
        axes.plot(
            [n for n, _ in known],
            [ratio for _, ratio in known],
            "o",
            color=_COLOURS[model],
            label=model,
            markersize=4,
        )
    axes.set_yscale("log")
    ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_ylabel("predicted / measured")
    names = [row.program + ("*" if row.memory == "memory" else "") for row in rows]
    axes.set_xticks(range(len(rows)), names, rotation=60, ha="right", fontsize=8)
    axes.set_title(f"{half} half, {flags}   (* memory-bound)", fontsize=10)
    axes.legend(loc="upper left", fontsize=8, ncols=len(models))
    figure.tight_layout()
    figure.savefig(path, format="svg", metadata={"Date": None})
    plt.close(figure)


def _ratio(row: Row, model: str) -> float | None:
    value = row.predicted.get(model)
    return None if value is None else value / row.measured
