"""Scaling tables: a million points of processes or threads, sizes and grids.

Run alone with ``python -m benchmarks.scaling``.
"""

from __future__ import annotations

import time

from benchmarks.measure import Figure, in_process
from benchmarks.page import table
from tests.support.command import CORPUS, ROOT

_SECONDS = 1.0
_ROUNDS = 3
_OPENMP = ROOT / "validation" / "openmp" / "open"
_HEAT1D = ("--set", "NSTEPS=100")
_HEAT2D = ("--set", "input(1)=10")
_CASES = (  # what, then a command line for about a million points, within the machine's 512 nodes
    ("mm2", "mm2", "--procs", "1:500", "--vary", "psize=1:2000"),
    ("cg", "cg", "--procs", "1:500", "--vary", "psize=1:2000"),
    ("pstswm, all grids", "pstswm", "--procs", "1:512", "--vary", "timesteps=1:320"),
    (
        *("heat1d (MPI)", str(CORPUS / "mpi" / "heat1d" / "source.f"), *_HEAT1D),
        *("--procs", "1:500", "--vary", "N=1000:2000000:1000"),
    ),
    (
        *("ring (MPI)", str(CORPUS / "mpi" / "ring" / "source.f"), "--set", "NREPS=10"),
        *("--procs", "1:500", "--vary", "N=1000:2000000:1000"),
    ),
    (
        *("heat2d (MPI), all grids", str(CORPUS / "mpi" / "heat2d" / "source.c"), *_HEAT2D),
        *("--procs", "1:200", "--vary", "input(0)=1024:1024000:1024"),
    ),
    *(
        (
            *(f"{name} (OpenMP)", str(_OPENMP / name / f"kernel.{kind}"), *more),
            *("--threads", "1:64", "--vary", f"{size}=100:1562500:100"),
            *("--machine", "xeon-gold-6148"),
        )
        for name, kind, size, more in (
            ("triad", "f", "N", ()),
            ("triangle", "c", "n", ()),
            ("jacobi", "c", "n", ("--set", "steps=10")),
        )
    ),
)


def scaling() -> list[Figure]:
    """Measure tables, the best of some rounds, each in a new process."""
    figures: list[Figure] = []
    for what, *arguments in _CASES:
        runs = [in_process(_tabulate, *arguments) for _ in range(_ROUNDS)]
        seconds, alone, points = min(runs)
        detail = f"{points:,} points; {alone:.2f} s of it in the program's times"
        figures.append(Figure(f"scaling {what}: a million points [s]", seconds, _SECONDS, detail))
    return figures


def _tabulate(*arguments: str) -> tuple[float, float, int]:
    """Return CPU seconds of a table per million points, those of the times alone, and the points."""
    from sad.cli.parser import build_parser  # noqa: PLC0415
    from sad.cli.scale import scaled_table  # noqa: PLC0415
    from sad.cli.scale_subject import subject_of  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415

    machine = () if "--machine" in arguments else ("--machine", "paragon")
    args = build_parser().parse_args(["scale", *arguments, *machine])
    subject = subject_of(args, Diagnostics())
    start = time.process_time()
    _, found = scaled_table(args, subject)
    seconds = time.process_time() - start
    points = {**found.values, "nprocs": found.nprocs.astype(float)}
    for side, values in zip(("px", "py"), found.sides, strict=False):
        points[side] = values.astype(float)
    start = time.process_time()
    subject.program.times(points)
    alone = time.process_time() - start
    million = 1e6 / len(found)
    return seconds * million, alone * million, len(found)


if __name__ == "__main__":
    print(table(scaling()))
