"""The programs of corpus/mpi under a real MPI, at all their sizes and up to 8 processes.

    python -m tests.spmd.mpi_oracle [--only NAME ...] [--write FILE]

Prints a line for each program, and the page to FILE. Fails if a number that is said is not the recorded
one, if a program does not pass what the formula by hand says, or if another routine is named than those
of ``tests.spmd.said``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.spmd.mpi_page import page
from tests.spmd.programs import PROGRAMS, MpiProgram
from tests.spmd.said import compare, named, said, told_by
from tests.spmd.traffic import recorded
from tests.support.mpi import LANGUAGES

if TYPE_CHECKING:
    from tests.spmd.said import Comparison
    from tests.support.mpi import MpiRun

PROCESSES = (1, 2, 3, 4, 8)
OTHER_PROCESSES = (2, 4, 8)
"""With the inputs that are not those of the tests."""


@dataclass
class Measured:
    """One program: what agrees and what does not, and the runs with the input of the tests."""

    program: MpiProgram
    processes: set[int] = field(default_factory=set[int])
    runs: int = 0
    exact: int = 0
    open: int = 0
    told: int = 0
    named: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    wrong: list[str] = field(default_factory=list[str])
    shown: dict[int, tuple[MpiRun, Any]] = field(default_factory=dict[int, "tuple[MpiRun, Any]"])


def measure(program: MpiProgram, folder: Path) -> Measured:
    """Run one program in both languages at all sizes and numbers of processes that fit."""
    found = Measured(program)
    for values in program.sizes:
        checksums: list[float] = []
        processes = PROCESSES if values == program.small else OTHER_PROCESSES
        for language in LANGUAGES:
            for nprocs in processes:
                if program.fits(nprocs, values):
                    run = program.run(language, nprocs, values, folder)
                    checksums.append(run.output["checksum"])
                    _check(found, language, run, values)
        least, most = min(checksums), max(checksums)
        if abs(most - least) > 1e-10 * abs(most):
            found.wrong.append(f"{values}: checksums from {least} to {most}")
    listed = {(lang, item) for lang in LANGUAGES for item in named(program.name, lang)}
    if found.named != listed:
        found.wrong.append(f"named: {sorted(found.named)}")
    return found


def _check(found: Measured, language: str, run: MpiRun, values: dict[str, int]) -> None:
    name, nprocs = found.program.name, len(run.ranks)
    place = f"{name} in {language}, {values}, {nprocs} processes"
    for rank, routines in enumerate(run.ranks):
        if recorded(routines) != found.program.wanted(run, rank, values):
            found.wrong.append(f"{place}: not the formula by hand on rank {rank}")
    document = said(name, language, nprocs, values)
    comparison = compare(run, document)
    found.wrong += [f"{place}: {text}" for text in comparison.wrong]
    found.runs += 1
    found.processes.add(nprocs)
    found.exact += comparison.exact
    found.open += comparison.open
    found.named |= {(language, routine) for routine in comparison.named}
    told = told_by(run, name, language)
    if told:
        again: Comparison = compare(run, said(name, language, nprocs, values, told))
        found.wrong += [f"{place}, told {told}: {text}" for text in again.wrong]
        found.told += comparison.open - len(again.without_number)
    if values == found.program.small and language == LANGUAGES[0]:
        found.shown[nprocs] = run, document


def main() -> int:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="mpi_oracle", description=__doc__)
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these programs only")
    parser.add_argument("--write", type=Path, metavar="FILE", help="where the page goes")
    arguments = parser.parse_args()
    all_found: list[Measured] = []
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS.values():
            if arguments.only and program.name not in arguments.only:
                continue
            found = measure(program, Path(folder))
            all_found.append(found)
            text = f"{found.runs} runs, {found.exact} exact, {found.open} named"
            print(f"{program.name:10} {text}", *found.wrong, sep="\n    ", flush=True)
    if arguments.write is not None:
        arguments.write.write_text(page(all_found))
    return int(any(found.wrong for found in all_found))


if __name__ == "__main__":
    sys.exit(main())
