"""The figures in docs/md1.md, made from the tables."""

from __future__ import annotations

import math
import re
import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.md1.runs import ROOT
from benchmarks.md1.systems import FLUID, NARROW
from benchmarks.md1.table import Chain, Count, Step, Value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PAGE = ROOT / "docs" / "md1.md"
_NUMBER = re.compile(r"\d+\.\d+(?:e[-+]?\d+)?")
_START, _END = "<!-- {}: start -->", "<!-- {}: end -->"


def write_page() -> None:
    """Put all sections between their marks; ``ValueError`` if the page does not have one."""
    text = PAGE.read_text(encoding="utf-8")
    for name, section in sections().items():
        start, end = _START.format(name), _END.format(name)
        before, found, rest = text.partition(start)
        _, also, after = rest.partition(end)
        if not found or not also:
            raise ValueError(f"{PAGE} has no {start} ... {end}")
        text = f"{before}{start}\n{section}\n{end}{after}"
    PAGE.write_text(text, encoding="utf-8")


def sections() -> dict[str, str]:
    """Return the text between each pair of marks, from the tables."""
    return {
        "parameters": parameters(Value.read()),
        "chains": chains(Chain.read()),
        "counts": counts(Count.read()),
        "times": times(Step.read()),
    }


def parameters(values: Sequence[Value]) -> str:
    """Return the table of the parameters with their functions in both systems."""
    rows = [
        "| | parameter | line | cut-off 2.5 | error | cut-off 1.12 | error |",
        "|---|---|--:|---|--:|---|--:|",
    ]
    narrow = {value.name: value for value in values if value.system == NARROW.name}
    own = [value for value in values if value.system == FLUID.name]
    for value in own:
        other = narrow[value.name]
        rows.append(
            f"| {value.alias} | `{value.name}` | {value.line} | `{_short(value.value)}` | "
            f"{_error(value.how)} | `{_short(other.value)}` | {_error(other.how)} |"
        )
    kinds = [value.alias[0] for value in own]
    first = (
        f"{len(own)} parameters, {kinds.count('X')} trip counts and {kinds.count('P')} probabilities, "
        f"all measured: at {own[0].sizes} sizes with cut-off 2.5, at {narrow[own[0].name].sizes} "
        "with 1.12."
    )
    return "\n".join([first, "", *rows])


def _short(text: str) -> str:
    """Return a fitted function with four digits in each number."""
    return _NUMBER.sub(lambda match: f"{float(match[0]):.4g}", text)


def _error(how: str) -> str:
    """Return the error at sizes that were left out of the fit."""
    left_out = [part for part in how.split("; ") if part.startswith("left out")]
    if left_out:
        return left_out[0].removeprefix("left out ")
    return "exact"


_SIDES = (3, 5, 9, 23)


def chains(rows: Sequence[Chain]) -> str:
    """Return how X3 falls, and how far the measured values are from the fitted ones."""
    heads = " | ".join(f"{cells} cells" for cells in _SIDES)
    lines = [
        f"| X3 with as many particles as fit | {heads} | just after a step, mean | measured - fitted |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for system in (NARROW, FLUID):
        seen = {
            row.particles: (row.measured, row.fitted)
            for row in rows
            if row.system == system.name and row.measured is not None
        }
        highest = [
            f"{seen[system.last(cells)][0]:.3g}" if cells in system.sides else ""
            for cells in _SIDES
        ]
        lowest = statistics.fmean(seen[system.first(cells)][0] for cells in system.sides)
        error = math.sqrt(statistics.fmean((got / put - 1) ** 2 for got, put in seen.values()))
        lines.append(
            f"| cut-off {system.cutoff:.3g} | {' | '.join(highest)} | {lowest:.3g} | "
            f"{100 * error:.1f} % (root of the mean square) |"
        )
    return "\n".join(lines)


def counts(rows: Sequence[Count]) -> str:
    """Return the table of predicted against counted executions."""
    lines = [
        (
            "| fitted up to | predicted for | executions counted | error of their sum | executions in "
            "lines within 1 % | largest error of a line, of all |"
        ),
        "|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {row.fitted_to:,} | {row.particles:,} | {row.executions:,} | {100 * row.total:+.2f} % | "
        f"{100 * row.within:.1f} % | {100 * row.worst:.2f} % |"
        for row in rows
    ]
    return "\n".join(lines)


@dataclass(frozen=True)
class Shape:
    """Predicted against measured times.

    ``r`` is their correlation, ``ratio`` the mean of measured / predicted, ``deviation`` the largest
    relative difference of a size's ratio from it.
    """

    r: float
    ratio: float
    deviation: float


def shape(predicted: Sequence[float], measured: Sequence[float]) -> Shape:
    """Compare two curves."""
    ratios = [after / before for before, after in zip(predicted, measured, strict=True)]
    mean = statistics.fmean(ratios)
    deviation = max(abs(ratio / mean - 1) for ratio in ratios)
    return Shape(statistics.correlation(predicted, measured), mean, deviation)


def times(rows: Sequence[Step]) -> str:
    """Return how the predicted times compare with the measured ones."""
    seen = [row for row in rows if row.seconds is not None]
    measured = [row.seconds or 0.0 for row in seen]
    scatter = [row.scatter or 0.0 for row in seen]
    trend = statistics.correlation([row.particles for row in rows], [row.sparc2 for row in rows])
    lines = [
        (
            "| prediction | correlation with the measured times | measured / predicted, mean | "
            "largest deviation from that mean |"
        ),
        "|---|--:|--:|--:|",
    ]
    for name, predicted in (
        ("sparc2, f77-O", [row.sparc2 for row in seen]),
        ("x86_64-generic, gfortran-O0", [row.x86_64 for row in seen]),
    ):
        found = shape(predicted, measured)
        lines.append(
            f"| {name} | {found.r:.5f} | {found.ratio:.3g} | {100 * found.deviation:.1f} % |"
        )
    summary = (
        f"{len(seen)} sizes, {seen[0].particles:,} to {seen[-1].particles:,} particles; a step takes "
        f"{1e3 * measured[0]:.2f} to {1e3 * measured[-1]:.1f} ms here. Noise: half the distance of the "
        f"quartiles of a size's measurements is {100 * statistics.median(scatter):.1f} % of it (median "
        f"over sizes; at most {100 * max(scatter):.1f} %). Correlation of the predicted time with the "
        f"number of particles: {trend:.4f}."
    )
    return "\n".join([*lines, "", summary, "", *_drops({row.particles: row for row in seen})])


def _drops(seen: Mapping[int, Step]) -> list[str]:
    """Return by how much the time falls where one more cell per side fits in."""
    lines = [
        "| particles | cells per side | predicted time falls by | measured time falls by |",
        "|---|---|--:|--:|",
    ]
    for cells in FLUID.sides[1:]:
        before, after = seen[FLUID.last(cells - 1)], seen[FLUID.first(cells)]
        predicted = 1 - after.sparc2 / before.sparc2
        measured = 1 - (after.seconds or 0.0) / (before.seconds or 1.0)
        lines.append(
            f"| {before.particles:,} to {after.particles:,} | {cells - 1} to {cells} | "
            f"{100 * predicted:.0f} % | {100 * measured:.0f} % |"
        )
    return lines
