"""Bounds and estimates of `sad contention` against published curves of memory bandwidth.

    python -m tests.contention.published [--write FILE]

Each core is a client of corpus/pamela/repair.pam: it moves a unit of data by itself, then holds the one
memory. Two numbers of a curve go into the model: the bandwidth of one core, and the greatest of all.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.support.command import sad

CURVES = Path(__file__).parent / "bandwidths.yaml"
NEAR = ((0.10, 0.75), (0.15, 0.35))
"""What was found on a machine that is not among these: errors of the bound above the first number
lie nearer to theta = 0 than the second."""

SURPASSED = 0.02

_TITLE = """\
# Parallel models against published curves of memory bandwidth

Written by `make contention-curves` (`python -m tests.contention.published`); no figure was typed in.

The bandwidth of main memory that 1, 2, ... cores of a socket reach together, as it was measured
with five kernels on machines that nobody here owns. The
[figures](../tests/contention/bandwidths.yaml) are those of machine files of
[kerncraft](https://github.com/RRZE-HPC/kerncraft). Each core is a client of
[`corpus/pamela/repair.pam`](../corpus/pamela/repair.pam) that moves data by itself, then holds
the one memory. The model is told two numbers of each curve: the bandwidth of one core (*one*) and
the greatest (*all*). Errors are those of the predicted by the measured bandwidth, over all
numbers of cores: the mean, and the greatest with theta where it is. *Bound* is the lower bound of
the time, *estimate* mean value analysis.

| machine | kernel | one [GB/s] | all | bound: mean | max | at theta | estimate: mean | max | at theta |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
"""
_NOTES = """\

The two numbers are taken from the very curves they are compared with, so nothing is predicted of
a machine that was not measured with one core and with all. Where the greatest bandwidth comes
before the last core, and where it falls after that (the update kernel), the bound is too high for
the cores that follow.

These are the tables of five files that were read whole, each up to the last core of one memory. A
sixth, `machine-files/lima.yaml`, was left out: its figures for memory are of 4 MB a core, which
the caches of that machine hold in part.
"""


@dataclass(frozen=True)
class Point:
    """Errors at a number of cores: the predicted by the measured bandwidth, less 1."""

    machine: str
    kernel: str
    theta: float
    bound: float
    estimate: float


def curves() -> list[dict[str, Any]]:
    """Return the machines with their source and their kernels' bandwidths [GB/s]."""
    return yaml.safe_load(CURVES.read_text())


def points_of(machine: str, kernel: str, measured: list[float]) -> list[Point]:
    """Return the errors of one curve."""
    one, most, units = measured[0], max(measured), 1000
    given = {"N": units, "tl": repr(1 / one - 1 / most), "ts": repr(1 / most)}
    words = [word for name, text in given.items() for word in ("--set", f"{name}={text}")]
    vary = ("--vary", f"P=1:{len(measured)}", "--format", "json")
    table = json.loads(sad("contention", "corpus/pamela/repair.pam", *words, *vary).out)
    found = {column["title"]: column["values"] for column in table["columns"]}
    return [
        Point(
            *(machine, kernel, found["theta"][place]),
            *(
                (place + 1) * units / found[title][place] / bandwidth - 1
                for title in ("lower", "estimate")
            ),
        )
        for place, bandwidth in enumerate(measured)
    ]


def all_points() -> list[list[Point]]:
    """Return the errors of all curves."""
    return [
        points_of(item["machine"], kernel, measured)
        for item in curves()
        for kernel, measured in item["kernels"].items()
    ]


def page() -> str:
    """Return the page."""
    found = all_points()
    bandwidths = {
        (item["machine"], kernel): measured
        for item in curves()
        for kernel, measured in item["kernels"].items()
    }
    lines = [_row(points, bandwidths[points[0].machine, points[0].kernel]) for points in found]
    every = [point for points in found for point in points]
    worse = sum(_error(points, "estimate") > _error(points, "bound") for points in found)
    above_by = [1 / (1 + point.bound) - 1 for point in every]
    faster = [share for share in above_by if share > SURPASSED]
    whole = (
        f"* Over all {len(every)} points the mean error is {_mean(every, 'bound')} for the bound and "
        f"{_mean(every, 'estimate')} for the estimate. On {worse} of {len(found)} curves the "
        "estimate's mean error is the larger one."
    )
    above = (
        f"* At {len(faster)} points the measured bandwidth is more than {SURPASSED:.0%} above what the "
        f"bound allows, {max(faster):.1%} at most: several cores together are faster than so many "
        "times one."
    )
    notes = ["", whole, above]
    for error, near in NEAR:
        large = [abs(point.theta) for point in every if abs(point.bound) > error]
        inside = sum(theta < near for theta in large)
        notes.append(
            f"* Of {len(large)} errors of the bound above {error:.0%}, {inside} lie at a theta "
            f"nearer to 0 than {near}; the farthest lies at {max(large):.2f}."
        )
    sources = [f"* {item['machine']}: `{item['source'].split(',')[0]}`" for item in curves()]
    return _TITLE + "\n".join([*lines, *notes]) + "\n" + _NOTES + "\n" + "\n".join(sources) + "\n"


def _row(points: list[Point], measured: list[float]) -> str:
    cells = [points[0].machine, points[0].kernel, f"{measured[0]:.2f}", f"{max(measured):.2f}"]
    for kind in ("bound", "estimate"):
        worst = max(points, key=lambda point: abs(getattr(point, kind)))
        cells += [_mean(points, kind), f"{getattr(worst, kind):+.1%}", f"{worst.theta:+.2f}"]
    return f"| {' | '.join(cells)} |"


def _mean(points: list[Point], kind: str) -> str:
    return f"{_error(points, kind):.1%}"


def _error(points: list[Point], kind: str) -> float:
    return sum(abs(getattr(point, kind)) for point in points) / len(points)


def main() -> int:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()
    if args.write:
        args.write.write_text(page())
    else:
        sys.stdout.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
