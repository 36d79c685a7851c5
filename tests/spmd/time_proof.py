"""Predicted and measured times of message-passing programs on two processes under Open MPI.

    python -m tests.spmd.time_proof [--machine FILE] [--write docs/scale-proof.md]

Without a machine file one is calibrated first: the compiler and messages between two processes. The
programs print the seconds of their kernel by ``MPI_WTIME``; predicted is the sum of the phases between
the same two calls of the clock. Each program runs several times, the least time counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sad.loading.describe import load_description
from sad.loading.machines import read_machine
from sad.reading.options import Choice, Reading
from sad.spmd.scalable import SpmdProgram, scalable

CORPUS = Path(__file__).parents[2] / "corpus" / "mpi"
FLAGS = "-O2"
RANKS = 2
RUNS = 7
RUN = ("mpirun", "--oversubscribe", "--mca", "btl", "self,vader")


def environment() -> dict[str, str]:
    """Return the environment Open MPI needs in a container."""
    return {
        **os.environ,
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        "OMPI_MCA_plm_rsh_agent": "",
        "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    }


@dataclass(frozen=True, slots=True)
class Case:
    """A program with its input: by the names of its parameters, and as it reads it."""

    name: str
    values: dict[str, int]
    arguments: bool

    @property
    def shown(self) -> str:
        """The values as text."""
        return ", ".join(f"{name} = {value}" for name, value in self.values.items())


CASES = (
    Case("ring", {"N": 128, "NREPS": 200}, arguments=False),
    Case("ring", {"N": 256, "NREPS": 40}, arguments=False),
    Case("ring", {"N": 512, "NREPS": 8}, arguments=False),
    Case("heat1d", {"N": 256, "NSTEPS": 2000}, arguments=True),
    Case("heat1d", {"N": 512, "NSTEPS": 400}, arguments=True),
    Case("heat1d", {"N": 1024, "NSTEPS": 150}, arguments=True),
    Case("conjgr", {"N": 256, "NITER": 2000}, arguments=True),
    Case("conjgr", {"N": 512, "NITER": 1500}, arguments=True),
    Case("conjgr", {"N": 1024, "NITER": 1600}, arguments=True),
)
APART = 2.0
"""Pairs of predictions further apart than this factor are told for themselves."""


@dataclass(frozen=True, slots=True)
class Result:
    """Seconds of one case: computation and communication predicted, and the least measured."""

    case: Case
    computation: float
    communication: float
    measured: float
    median: float

    @property
    def predicted(self) -> float:
        """The whole time predicted."""
        return self.computation + self.communication


def program_on(name: str, machine: str, model: str | None = None) -> SpmdProgram:
    """Return a program of the corpus on a machine."""
    found, chosen = read_machine(machine)
    loaded = load_description(Reading((str(CORPUS / name / "source.f"),)), with_work=True)
    toolchain = chosen or found.toolchain_for(frozenset({"fortran"}))
    return scalable(loaded, Choice(cost_model=model), found, toolchain, "mpi")


def predicted(program: SpmdProgram, case: Case) -> tuple[float, float]:
    """Return seconds of computation and communication between the first two calls of the clock."""
    points = {"nprocs": np.array([float(RANKS)])}
    points |= {name: np.array([0.0]) for name in program.parameters}
    points |= {name: np.array([float(value)]) for name, value in case.values.items()}
    phases = program.times(points).phases
    sums = {False: 0.0, True: 0.0}
    for stage, phase in zip(program.stages, phases, strict=True):
        if stage.clock == 1:
            sums[phase.communicates] += float(phase.seconds[0])
    return sums[False], sums[True]


def built(name: str, folder: Path) -> Path:
    """Build a program of the corpus as the machine file's compiler was called."""
    binary = folder / name
    source = CORPUS / name / "source.f"
    command = ["mpif77", "-std=legacy", "-w", FLAGS, str(source), "-o", str(binary)]
    subprocess.run(command, check=True, capture_output=True)
    return binary


def measured(case: Case, binary: Path, runs: int) -> list[float]:
    """Return the seconds the program prints, of several runs."""
    values = [str(value) for value in case.values.values()]
    arguments = values if case.arguments else []
    given = "" if case.arguments else " ".join(values) + "\n"
    found: list[float] = []
    for _ in range(runs):
        done = subprocess.run(
            [*RUN, "-np", str(RANKS), str(binary), *arguments],
            input=given,
            check=True,
            capture_output=True,
            text=True,
            env=environment(),
            timeout=120,
        )
        line = next(item for item in done.stdout.splitlines() if item.startswith("seconds:"))
        found.append(float(line.split()[1]))
    return found


def results(machine: str, runs: int = RUNS) -> list[Result]:
    """Return all cases, predicted and measured."""
    found: list[Result] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in dict.fromkeys(case.name for case in CASES):
            program, binary = program_on(name, machine), built(name, Path(folder))
            for case in CASES:
                if case.name == name:
                    times = sorted(measured(case, binary, runs))
                    middle = times[len(times) // 2]
                    found.append(Result(case, *predicted(program, case), times[0], middle))
    return found


def pairs(found: list[Result], apart: float = 1.0) -> tuple[int, int]:
    """Return how many pairs of cases have the same order predicted and measured, and of how many.

    Only pairs count whose predictions differ by the factor ``apart`` or more.
    """
    same = total = 0
    for place, one in enumerate(found):
        for other in found[:place]:
            small, large = sorted((one.predicted, other.predicted))
            if large < apart * small:
                continue
            total += 1
            same += (one.predicted < other.predicted) == (one.measured < other.measured)
    return same, total


def largest(found: list[Result]) -> list[Result]:
    """Return the largest case of each program."""
    return list({result.case.name: result for result in found}.values())


HEADER = """\
# Predicted and measured times of message passing

Written by `make scale-proof`. {about}

The programs are those of corpus/mpi in Fortran, compiled with `mpif77 {flags}` and run with Open MPI on
{ranks} processes of one computer. They print the seconds of their kernel by `MPI_WTIME`; predicted is
the sum of the phases between the same two calls of the clock. No number was fitted to these programs.
Each ran {runs} times: the least time counts, as other work on the computer only adds; the median tells
how much it did. All times are in seconds.

| Program | Input | Computation | Communication | Predicted | Measured | Median | Off |
|---|---|---|---|---|---|---|---|
"""
ROW = (
    "| `{name}` | {input} | {computation:.4f} | {communication:.4f} | {predicted:.4f} | "
    "{measured:.4f} | {median:.4f} | {off:+.0f} % |\n"
)
FOOTER = """
* Order of the largest cases: predicted {predicted}; measured {measured}. It is **{verdict}**.
* Of the {many} pairs of cases, {same} have the same order predicted and measured; of the {far} whose
  predictions are a factor of {apart:g} or more apart, {same_far}.
* Mean deviation {mean:.0f} %, largest {most:.0f} %.
"""


def text(found: list[Result], about: str, runs: int) -> str:
    """Return the results as a page."""
    three = largest(found)
    order = [item.case.name for item in sorted(three, key=lambda item: item.predicted)]
    really = [item.case.name for item in sorted(three, key=lambda item: item.measured)]
    off = [100 * (item.predicted / item.measured - 1) for item in found]
    page = HEADER.format(about=about, flags=FLAGS, ranks=RANKS, runs=runs)
    for item, deviation in zip(found, off, strict=True):
        page += ROW.format(
            name=item.case.name,
            input=item.case.shown,
            computation=item.computation,
            communication=item.communication,
            predicted=item.predicted,
            measured=item.measured,
            median=item.median,
            off=deviation,
        )
    same, many = pairs(found)
    same_far, far = pairs(found, APART)
    return page + FOOTER.format(
        predicted=" < ".join(order),
        measured=" < ".join(really),
        verdict="the same" if order == really else "another",
        many=many,
        same=same,
        far=far,
        apart=APART,
        same_far=same_far,
        mean=sum(map(abs, off)) / len(off),
        most=max(map(abs, off)),
    )


def calibrated(folder: Path) -> str:
    """Return a machine file measured here."""
    machine = folder / "here.yaml"
    command = ["sad", "machine", "calibrate", "--compiler", "gfortran", f"--flags={FLAGS}"]
    command += ["--mpi", " ".join([*RUN, "-n", "2"]), "--name", "here", "-o", str(machine)]
    subprocess.run(command, check=True, env=environment())
    return str(machine)


def main() -> None:
    """Measure, compare, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machine", help="machine file to use (default: calibrate one)")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--write", metavar="FILE")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        machine = args.machine or calibrated(Path(folder))
        found = results(machine, args.runs)
        description, _ = read_machine(machine)
        about = (
            f"The machine file is one that `sad machine calibrate` made: {description.description}."
        )
        page = text(found, about, args.runs)
    if args.write:
        Path(args.write).write_text(page)
    print(page)


if __name__ == "__main__":
    main()
