"""The programs of corpus/mpi: what they read, and the formulas of what they pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.spmd import formulas
from tests.spmd.traffic import called
from tests.support.mpi import MpiRun, build, execute

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tests.spmd.formulas import Expected

Values = dict[str, int]


def _nothing(run: MpiRun, rank: int) -> Values:
    return {}


def _iterations(run: MpiRun, rank: int) -> Values:
    return {"iterations": int(run.output["iterations"])}


def _tasks(run: MpiRun, rank: int) -> Values:
    """What a worker did is known from its results; that all tasks are done, from the checksum."""
    return {"tasks": run.ranks[rank].get("mpi_send", {"calls": 0})["calls"]}


def _any(nprocs: int, values: Values) -> bool:
    return True


def _blocks(nprocs: int, values: Values) -> bool:
    return values["n"] % nprocs == 0


def _bands(nprocs: int, values: Values) -> bool:
    return values["n"] % (values["G"] * nprocs) == 0


def _power(nprocs: int, values: Values) -> bool:
    return nprocs & (nprocs - 1) == 0


def _plane(nprocs: int, values: Values) -> bool:
    return all(values["n"] % side == 0 for side in formulas.grid(nprocs))


def _two_rows(nprocs: int, values: Values) -> bool:
    rows = 2 - nprocs % 2
    return values["n"] % rows == 0 and values["n"] % (nprocs // rows) == 0


def _coarsest(nprocs: int, values: Values) -> bool:
    return (values["n"] >> (values["levels"] - 1)) % nprocs == 0


@dataclass(frozen=True)
class MpiProgram:
    """One folder of corpus/mpi; ``sizes`` are its inputs, the first one that of the tests.

    ``found`` are values that only the run tells, by rank. ``fits`` says which numbers of processes the
    program can divide its work by.
    """

    name: str
    sizes: tuple[Values, ...]
    by_arguments: bool = False
    found: Callable[[MpiRun, int], Values] = _nothing
    fits: Callable[[int, Values], bool] = _blocks

    @property
    def small(self) -> Values:
        """The input of the tests."""
        return self.sizes[0]

    @property
    def formula(self) -> Callable[[int, int, Mapping[str, int]], Expected]:
        """What a rank passes."""
        return getattr(formulas, self.name)

    def run(self, language: str, nprocs: int, values: Values, folder: Path) -> MpiRun:
        """Build and run it."""
        return execute(build(self.name, language, folder), nprocs, *self.told(values))

    def told(self, values: Values) -> tuple[list[str], str]:
        """Return the arguments and the standard input with which the program gets its values."""
        words = [str(value) for value in values.values()]
        return (words, "") if self.by_arguments else ([], " ".join(words) + "\n")

    def wanted(self, run: MpiRun, rank: int, values: Values) -> Expected:
        """Return what the rank passes to each routine that it calls."""
        return called(self.formula(len(run.ranks), rank, values | self.found(run, rank)))


def _sizes(names: str, *rows: tuple[int, ...]) -> tuple[Values, ...]:
    return tuple(dict(zip(names.split(), row, strict=True)) for row in rows)


# In Fortran and C alike, values in the order in which they are read.
_ALL = (
    MpiProgram(
        "alloc",
        _sizes("n m G B", (24, 50, 2, 7), (8, 30, 1, 30), (48, 200, 2, 16)),
        True,
        fits=_bands,
    ),
    MpiProgram("bintree", _sizes("n nreps", (20, 2), (1, 1), (300, 3)), fits=_any),
    MpiProgram("bucket", _sizes("n", (400,), (16,), (8000,)), by_arguments=True),
    MpiProgram(
        "conjgr", _sizes("n niter", (26, 12), (40, 3), (121, 20)), by_arguments=True, fits=_any
    ),
    MpiProgram(
        "farm", _sizes("ntasks", (30,), (3,), (200,)), by_arguments=True, found=_tasks, fits=_any
    ),
    MpiProgram("farmst", _sizes("ntasks", (31,), (3,), (200,)), fits=_any),
    MpiProgram("fft2d", _sizes("n nreps", (16, 2), (32, 1), (64, 3))),
    MpiProgram("heat1d", _sizes("n nsteps", (24, 25), (48, 9), (120, 40)), by_arguments=True),
    MpiProgram("heat2d", _sizes("n nsteps", (24, 10), (48, 3), (120, 21)), fits=_plane),
    MpiProgram(
        "knap",
        _sizes("n m G B", (24, 50, 2, 7), (8, 30, 1, 30), (64, 300, 4, 16)),
        True,
        fits=_bands,
    ),
    MpiProgram(
        "mgrid", _sizes("n levels ncycle", (32, 4, 2), (16, 1, 3), (128, 5, 4)), fits=_coarsest
    ),
    MpiProgram("nonblk", _sizes("m n nsteps", (5, 24, 6), (1, 8, 2), (33, 120, 15))),
    MpiProgram("persis", _sizes("n nsteps", (24, 20), (8, 1), (120, 50)), by_arguments=True),
    MpiProgram("redblk", _sizes("n maxit", (16, 200), (24, 5), (48, 500)), found=_iterations),
    MpiProgram("ring", _sizes("n nreps", (24, 2), (48, 1), (120, 3))),
    MpiProgram("roles", _sizes("n nturns", (24, 3), (8, 1), (120, 10))),
    MpiProgram("split", _sizes("n niter", (24, 4), (48, 1), (120, 9)), fits=_two_rows),
    MpiProgram("tables", _sizes("n nc ncycle", (32, 16, 3), (8, 8, 1), (128, 64, 5)), fits=_power),
    MpiProgram(
        "uneven", _sizes("m n nsteps", (5, 13, 4), (1, 3, 2), (20, 97, 11)), True, fits=_any
    ),
    MpiProgram("wavefr", _sizes("n nb nsweep", (24, 5, 3), (48, 48, 1), (120, 7, 4))),
    MpiProgram("zoo", _sizes("n", (5,), (3,), (100,)), fits=_any),
)
PROGRAMS = {program.name: program for program in _ALL}
