"""Sweeps that go to files, against the same values worked out in memory.

Run alone with ``python -m benchmarks.sweeps``.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from benchmarks.measure import Clock, Figure, in_process, peak_megabytes
from benchmarks.page import table

_SOURCE = """\
      SUBROUTINE SOLVE (N, A, X)
      DOUBLE PRECISION A(N,N), X(N), S
      DO 30 K = 1, N
      DO 30 I = 1, N
         S = 0.0D0
         DO 20 J = 1, I - 1
   20    S = S + A(I,J)*X(J)
         IF (X(I) .LT. 0.0D0) S = SQRT(ABS(S))
   30 X(I) = -S
      END
"""
_VARY = ("N=1:4000", "SOLVE.prob@do30.do30.if1=0:1:0.001")
_ROUNDS = 3
_RATIO = {"zarr": 2.0, "parquet": 4.0}
_MEGABYTES = 350.0
_POINTS = 1_000_000
_CSV_SECONDS, _CSV_RATIO, _CSV_MEGABYTES = 5.0, 8.0, 500.0
_CSV_VALUES = ("--set", "SOLVE.prob@do30.do30.if1=0.25")


def sweeps() -> list[Figure]:
    """Measure the best of some rounds, each in a new process."""
    figures: list[Figure] = []
    for suffix, target in _RATIO.items():
        runs = [in_process(_measure, suffix) for _ in range(_ROUNDS)]
        ratio, stored, memory, points = min(runs)
        what = f"sweep --to FILE.{suffix}"
        detail = f"{points:,} points, {points / stored / 1e6:.1f} million a second of CPU time"
        figures.append(
            Figure(f"{what}: CPU time / values in memory", ratio, target, detail, ratio=True)
        )
        figures.append(
            Figure(f"{what}: peak memory [MB]", memory, _MEGABYTES, "of all the process")
        )
    for machine in ("sparc2", "xeon-emerald-rapids"):
        runs = [in_process(_csv, machine) for _ in range(_ROUNDS)]
        ratio, seconds, memory = min(runs)
        what = f"sweep to CSV, {machine}"
        detail = f"{_POINTS:,} points in {seconds:.1f} s of CPU time, start-up included"
        figures.append(
            Figure(f"{what}: CPU time / writing it alone", ratio, _CSV_RATIO, detail, ratio=True)
        )
        figures.append(
            Figure(f"{what}: peak memory [MB]", memory, _CSV_MEGABYTES, "of the process")
        )
    return figures


def _csv(machine: str) -> tuple[float, float, float]:
    """Return the ratio to writing the same rows, CPU seconds, and peak megabytes."""
    import csv  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("solve.f").write_text(_SOURCE)
        clock = Clock()
        from sad.cli import main  # noqa: PLC0415 - measured

        options = ["--machine", machine, *_CSV_VALUES, "--format", "csv", "-o", "all.csv"]
        assert main(["sweep", "solve.f", "--vary", f"N=1:{_POINTS}", *options]) == 0
        seconds, memory = clock.lap(), peak_megabytes()
        with open("all.csv", encoding="utf-8") as file:
            rows = [(int(size), float(value)) for size, value in list(csv.reader(file))[1:]]
        clock.lap()
        with open("again.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
        return seconds / clock.lap(), seconds, memory


def _measure(suffix: str) -> tuple[float, float, float, int]:
    """Return the ratio, CPU seconds of storing, peak megabytes after it, and the points."""
    import numpy as np  # noqa: PLC0415

    from sad.experiments.arrays import ArrayCurve  # noqa: PLC0415
    from sad.experiments.axes import MOST_STORED, parse_axes  # noqa: PLC0415
    from sad.experiments.curve import target_of  # noqa: PLC0415
    from sad.experiments.grid import Grid  # noqa: PLC0415
    from sad.experiments.program import Program  # noqa: PLC0415
    from sad.experiments.quantity import parse_quantity  # noqa: PLC0415
    from sad.experiments.remote import Blocks  # noqa: PLC0415
    from sad.experiments.store import check_target, store  # noqa: PLC0415
    from sad.experiments.sweep_table import empty_table, load_for, sides_of  # noqa: PLC0415
    from sad.reading.options import Choice, Reading  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("solve.f").write_text(_SOURCE)
        axes, reading = parse_axes(_VARY, MOST_STORED), Reading(("solve.f",))
        targets = [target_of("sparc2", None, None)]
        program = Program(load_for(reading, targets), reading, Choice(), axes, "solve.f")
        sides = sides_of([program], [parse_quantity("total")], targets)
        grid = Grid(axes)
        curve = ArrayCurve(sides[0].curves, 0)
        names = [axis.name for axis in axes]
        check_target(f"all.{suffix}")  # imports what it needs
        clock = Clock()
        store(Blocks(grid, sides[0].curves), empty_table(sides, axes), f"all.{suffix}")
        stored, memory = clock.lap(), peak_megabytes()
        arrays = [
            grid.coordinates(place).reshape([-1, *[1] * (len(names) - 1 - place)])
            for place in range(len(names))
        ]
        curve(*np.broadcast_arrays(*arrays))  # as blocks are worked out, not as a grid
        plain = clock.lap()
    return stored / plain, stored, memory, grid.size


if __name__ == "__main__":
    print(table(sweeps()))
