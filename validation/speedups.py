"""Times of the OpenMP kernels with one thread and with two, beside what is predicted."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from validation.build import build
from validation.profiles import CACHE
from validation.programs import FOLDER, HALVES, programs_of
from validation.timing import Protocol, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

OPENMP = FOLDER / "openmp"
RESULTS = CACHE / "openmp.json"
FLAGS = ("-O2", "-fopenmp")
THREADS = (1, 2)


@dataclass(slots=True)
class Speedup:
    """One kernel; times in seconds of one call, by the number of threads."""

    half: str
    program: str
    language: str
    memory: str
    seconds: dict[int, float]
    steady: bool  # enough quiet rounds with each number of threads
    predicted: dict[int, float] = field(default_factory=dict[int, float])


def measured(halves: Sequence[str] = HALVES, protocol: Protocol | None = None) -> list[Speedup]:
    """Build the kernels of ``halves`` and time them with one thread and with two, interleaved.

    ``BuildError`` and ``TimingError`` as for the other programs.
    """
    programs = [(half, item) for half in halves for item in programs_of(half, OPENMP)]
    with tempfile.TemporaryDirectory() as made:
        executables: dict[str, Path] = {}
        threads: dict[str, int] = {}
        for _, program in programs:
            folder = Path(made) / program.name
            folder.mkdir()
            executable = build(program, folder, FLAGS).executable
            for number in THREADS:
                executables[f"{program.name} {number}"] = executable
                threads[f"{program.name} {number}"] = number
        timings = measure(executables, protocol, threads=threads)
    return [
        Speedup(
            *(half, program.name, program.language, program.memory),
            {number: timings[f"{program.name} {number}"].seconds for number in THREADS},
            all(timings[f"{program.name} {number}"].steady for number in THREADS),
        )
        for half, program in programs
    ]


def save(rows: Sequence[Speedup], path: Path = RESULTS) -> None:
    """Write the times as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
