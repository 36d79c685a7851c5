"""Measured and predicted times of programs of corpus/mpi with two processes.

    python -m tests.spmd.mpi_times --machine FILE [--runs N] [--write FILE]

FILE is a machine file calibrated on this computer, compilers and messages:

    sad machine calibrate --compiler gfortran --compiler gcc --flags=-O2 --mpi 'mpirun -n 2' -o FILE

Every program is run N times; what counts is the fastest kernel, as in the calibration: whatever else
runs on the computer makes times longer, never shorter. Fails if the programs are not in the predicted
order.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from tests.spmd.programs import PROGRAMS, Values
from tests.support.command import sad
from tests.support.mpi import LANGUAGES, build, source_of, start

NPROCS = 2
TOOLCHAINS = {"fortran": "gfortran-O2", "c": "gcc-O2"}
# What is called before and after the kernel, and takes no time worth counting.
_OUTSIDE = {
    ("ring", "c"): ("malloc", "free"),
    ("heat1d", "fortran"): ("GETARG",),
    ("heat1d", "c"): ("malloc", "free"),
    ("conjgr", "fortran"): ("GETARG",),
    ("conjgr", "c"): ("malloc", "free"),
}
_CLOSE = 1.25
"""Times that differ by less are not in an order."""

_TITLE = """\
# Times with two processes against predictions

Written by `make mpi-times` (`python -m tests.spmd.mpi_times`); no figure was typed in.

Three programs of [`corpus/mpi`](../corpus/mpi/README.md) are run with Open MPI on the computer that
the machine file was calibrated on, with `sad machine calibrate --mpi`. They print the time of their
kernel. What counts is the fastest run: whatever else runs on the computer makes times longer, never
shorter. *Predicted* is the time of the whole program by `sad scale`, *messages* the part of it for
messages, *ratio* the predicted time by the fastest one.
"""
_HEAD = """\
| program | language | input | fastest [ms] | median [ms] | predicted [ms] | messages [ms] | ratio |
|---|---|---|--:|--:|--:|--:|--:|"""

# One size at which computing takes longest, one at which messages count; short, so that some run is
# not disturbed.
CASES: tuple[tuple[str, Values], ...] = (
    ("ring", {"n": 120, "nreps": 2}),
    ("heat1d", {"n": 200, "nsteps": 60}),
    ("conjgr", {"n": 400, "niter": 100}),
    ("ring", {"n": 16, "nreps": 1000}),
    ("heat1d", {"n": 32, "nsteps": 1000}),
    ("conjgr", {"n": 48, "niter": 1500}),
)


@dataclass(frozen=True)
class Timed:
    """One program, language and size: seconds of its kernel."""

    name: str
    language: str
    values: Values
    measured: tuple[float, ...]
    predicted: float
    communication: float

    @property
    def fastest(self) -> float:
        """The measured time that counts."""
        return min(self.measured)


def predicted(name: str, language: str, values: Values, machine: Path) -> tuple[float, float]:
    """Return the seconds of the whole program and those of its messages, as ``sad scale`` has them."""
    settings = [f"{key}={value}" for key, value in values.items()]
    settings += [f"{routine}.seconds=0" for routine in _OUTSIDE.get((name, language), ())]
    options = [word for setting in settings for word in ("--set", setting)]
    options += ["--machine", str(machine), "--toolchain", TOOLCHAINS[language]]
    result = sad(
        "scale", source_of(name, language), *options, "--procs", str(NPROCS), "--format", "json"
    )
    assert result.code == 0, result.err
    (row,) = json.loads(result.out)["rows"]
    return row["total"], row["communication"]


def measured(name: str, language: str, values: Values, folder: Path, runs: int) -> list[float]:
    """Return the seconds of the kernel in each run."""
    program = build(name, language, folder, "-O2")
    told = PROGRAMS[name].told(values)
    return [start(program, NPROCS, *told)["seconds"] for _ in range(runs)]


def misplaced(timed: list[Timed]) -> list[str]:
    """Return the pairs of a language that are measured in another order than predicted."""
    return [
        f"{a.name} {a.values} and {b.name} {b.values} in {a.language}"
        for a, b in combinations(timed, 2)
        if a.language == b.language
        and max(a.fastest / b.fastest, b.fastest / a.fastest) >= _CLOSE
        and (a.fastest < b.fastest) != (a.predicted < b.predicted)
    ]


def page(timed: list[Timed], wrong: list[str], machine: Path) -> str:
    """Return the tables."""
    pairs = sum(a.language == b.language for a, b in combinations(timed, 2))
    runs = len(timed[0].measured)
    lines = [
        f"Machine file: `{machine.name}`. {runs} runs of each with {NPROCS} processes.\n",
        _HEAD,
    ]
    for item in sorted(timed, key=lambda item: (item.language, item.fastest)):
        numbers = (
            item.fastest,
            statistics.median(item.measured),
            item.predicted,
            item.communication,
        )
        shown = " | ".join(f"{1000 * number:.3f}" for number in numbers)
        values = ", ".join(f"{key}={value}" for key, value in item.values.items())
        ratio = item.predicted / item.fastest
        lines.append(f"| `{item.name}` | {item.language} | {values} | {shown} | {ratio:.2f} |")
    lines.append(
        f"\n{pairs - len(wrong)} of {pairs} pairs are in the predicted order, or closer to each "
        f"other than a factor of {_CLOSE}.\n"
    )
    return "\n".join([*lines, *(f"* {text}" for text in wrong)])


def main() -> int:
    """Measure, predict, print and write."""
    parser = argparse.ArgumentParser(prog="mpi_times", description=__doc__)
    parser.add_argument("--machine", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--write", type=Path, metavar="FILE", help="where the page goes")
    arguments = parser.parse_args()
    timed: list[Timed] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, values in CASES:
            for language in LANGUAGES:
                times = measured(name, language, values, Path(folder), arguments.runs)
                seconds = predicted(name, language, values, arguments.machine)
                timed.append(Timed(name, language, values, tuple(times), *seconds))
    wrong = misplaced(timed)
    text = page(timed, wrong, arguments.machine)
    print(text)
    if arguments.write is not None:
        arguments.write.write_text(text)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
