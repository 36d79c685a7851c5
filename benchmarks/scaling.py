"""Scaling tables: a million points of processes, sizes and grids.

Run alone with ``python -m benchmarks.scaling``.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from benchmarks.measure import Figure, in_process
from benchmarks.page import table

if TYPE_CHECKING:
    from sad.scaling.run import Experiment

_SECONDS = 1.0
_ROUNDS = 3
_CASES = (  # application, machine, processes, sizes: a million points each
    ("mm2", "paragon", "1:1000", "psize=1:1000"),
    ("pstswm", "paragon", "1:1200", "timesteps=1:119"),
)


def scaling() -> list[Figure]:
    """Measure tables, the best of some rounds, each in a new process."""
    figures: list[Figure] = []
    for case in _CASES:
        runs = [in_process(_tabulate, *case) for _ in range(_ROUNDS)]
        seconds, alone, points, grids = min(runs)
        what = f"scaling table of {case[0]}, {'with all' if grids else 'no'} grids"
        detail = f"{points:,} points; {alone:.2f} s of it in the program's times"
        figures.append(
            Figure(
                f"{what}: a million points [s]",
                seconds,
                _SECONDS,
                detail,
            )
        )
    return figures


def _tabulate(name: str, machine: str, procs: str, vary: str) -> tuple[float, float, int, bool]:
    """CPU seconds of a table with speed-ups for a million points, those of the times alone, ..."""
    from sad.scaling.processes import parse_counts  # noqa: PLC0415
    from sad.scaling.run import table_of  # noqa: PLC0415

    experiment, counts = _experiment(name, machine, vary), parse_counts(procs)
    table_of(experiment, counts[:2])
    start = time.process_time()
    found = table_of(experiment, counts)
    seconds = time.process_time() - start
    points = {**found.values, "nprocs": found.nprocs.astype(float)}
    for side, values in zip(("px", "py"), found.sides, strict=False):
        points[side] = values.astype(float)
    start = time.process_time()
    experiment.subject.program.times(points)
    alone = time.process_time() - start
    million = 1e6 / len(found)
    return seconds * million, alone * million, len(found), bool(found.sides)


def _experiment(name: str, machine: str, vary: str) -> Experiment:
    from sad.applications.database import load  # noqa: PLC0415
    from sad.machine.database import get_machine  # noqa: PLC0415
    from sad.profiles.settings import Settings  # noqa: PLC0415
    from sad.scaling.processes import parse_grid  # noqa: PLC0415
    from sad.scaling.run import Experiment, scaling_of  # noqa: PLC0415
    from sad.scaling.sizes import Sizes  # noqa: PLC0415
    from sad.scaling.subject import Subject  # noqa: PLC0415
    from sad.sweep.ranges import parse_axes  # noqa: PLC0415

    application = load(name)
    program = application.on(get_machine(machine))
    subject = Subject(program, machine, defaults=application.defaults)
    sizes = Sizes(subject, Settings(), parse_axes([vary]))
    choice = parse_grid(None, program.dimensions, name)
    return Experiment(subject, sizes, scaling_of(sizes, None), choice)


if __name__ == "__main__":
    print(table(scaling()))
