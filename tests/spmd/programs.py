"""The programs of corpus/mpi: what they read, and by hand what each rank passes to MPI."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.spmd.traffic import Traffic, called, moves, receives, sends
from tests.support.mpi import MpiRun, build, execute

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

Values = dict[str, int]
Expected = dict[str, Traffic]
DOUBLE, INTEGER = 8, 4


@dataclass(frozen=True)
class MpiProgram:
    """One folder of corpus/mpi; ``small`` is for the tests, ``sizes`` for the oracle."""

    name: str
    small: Values
    sizes: tuple[Values, ...]
    expected: Callable[[int, int, Mapping[str, int]], Expected]
    by_arguments: bool = False

    def run(self, language: str, nprocs: int, values: Values, folder: Path) -> MpiRun:
        """Build and run it."""
        words = [str(value) for value in values.values()]
        program = build(self.name, language, folder)
        if self.by_arguments:
            return execute(program, nprocs, words)
        return execute(program, nprocs, [], " ".join(words) + "\n")

    def wanted(self, nprocs: int, rank: int, values: Mapping[str, int]) -> Expected:
        """Return what the rank passes to each routine that it calls."""
        return called(self.expected(nprocs, rank, values))


def _ring(p: int, r: int, v: Mapping[str, int]) -> Expected:
    block = v["n"] * (v["n"] // p) * DOUBLE
    shifts = p * v["nreps"] if p > 1 else 0
    return {
        "mpi_bcast": moves(2, INTEGER),
        "mpi_send": sends(shifts, block),
        "mpi_recv": receives(shifts, block),
        "mpi_reduce": moves(1, DOUBLE),
    }


def _heat1d(p: int, r: int, v: Mapping[str, int]) -> Expected:
    neighbours = (r > 0) + (r < p - 1)
    messages = neighbours * v["nsteps"]
    nbytes = messages * v["n"] * DOUBLE
    return {
        "mpi_sendrecv": Traffic(2 * v["nsteps"], messages, nbytes, messages, nbytes),
        "mpi_allreduce": moves(v["nsteps"] // 10, DOUBLE),
        "mpi_reduce": moves(1, DOUBLE),
    }


PROGRAMS = {
    program.name: program
    for program in (
        MpiProgram(
            "ring",
            {"n": 24, "nreps": 2},
            ({"n": 48, "nreps": 1}, {"n": 120, "nreps": 3}),
            _ring,
        ),
        MpiProgram(
            "heat1d",
            {"n": 24, "nsteps": 25},
            ({"n": 48, "nsteps": 9}, {"n": 120, "nsteps": 40}),
            _heat1d,
            by_arguments=True,
        ),
    )
}
