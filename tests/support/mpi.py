"""Open MPI where the machine has it: programs of corpus/mpi, run with the recorder of ``sad trace``."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.traces.counts import counts
from sad.traces.format import MODELLED
from sad.traces.gather import gathered
from sad.traces.record import Recording, build_recorder
from tests.support.command import CORPUS
from tests.support.compiler import needs, run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sad.traces.format import Trace

MPICC = shutil.which("mpicc")
MPIF77 = shutil.which("mpif77")
MPIRUN = shutil.which("mpirun")
LANGUAGES = ("fortran", "c")
SOURCES = {"fortran": "source.f", "c": "source.c"}

needs_mpi = needs(MPICC and MPIF77 and MPIRUN, "mpicc, mpif77 and mpirun")

# gfortran warns of a choice buffer that has another type in another call: that is how MPI is used.
_FLAGS = {"fortran": ["-std=legacy", "-w"], "c": ["-std=c11", "-w"]}
# More processes than cores; a container has no ssh, and often may not read another process's memory.
MPIRUN_WORDS = ["--oversubscribe", "--mca", "btl", "self,vader"]
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_plm_rsh_agent": "",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}

Routines = dict[str, dict[str, int]]


@dataclass(frozen=True)
class MpiRun:
    """What one run printed, and what each rank passed to MPI: by rank, then by routine."""

    ranks: tuple[Routines, ...]
    output: dict[str, float]


def counted_routines() -> frozenset[str]:
    """Return the routines that are counted: those that the recorder models."""
    return MODELLED | {"mpi_probe", "mpi_request_free"}


def source_of(name: str, language: str) -> Path:
    """Return the file of a program of corpus/mpi."""
    return CORPUS / "mpi" / name / SOURCES[language]


@functools.cache
def build(name: str, language: str, folder: Path, optimise: str = "-O1") -> Path:
    """Return the executable, made in the folder if it is not there yet.

    :raises AssertionError: a compiler is missing, or does not take the program.
    """
    source = source_of(name, language)
    return _built(source, f"{name}-{language}{optimise}", language, folder, optimise)


def build_source(source: Path, language: str) -> Path:
    """Return the executable of a file, made beside it; raises as ``build``."""
    return _built(source, source.stem, language, source.parent, "-O1")


def _built(source: Path, name: str, language: str, folder: Path, optimise: str) -> Path:
    assert MPICC is not None, "no mpicc on this machine"
    assert MPIF77 is not None, "no mpif77 on this machine"
    compiler = {"fortran": MPIF77, "c": MPICC}[language]
    program = folder / name
    command = [compiler, *_FLAGS[language], optimise, str(source), "-o", str(program)]
    _succeeds([*command, "-lm"], folder)
    return program


def _succeeds(command: list[str], folder: Path) -> None:
    result = run(command, folder)
    assert result.returncode == 0, result.stderr


def execute(program: Path, nprocs: int, arguments: Sequence[str], stdin: str = "") -> MpiRun:
    """Run a program with so many processes; return its output and what the recorder recorded.

    :raises AssertionError: mpirun is missing, or the program does not end well.
    """
    records = program.with_name(f"{program.name}-{nprocs}.records")
    shutil.rmtree(records, ignore_errors=True)
    records.mkdir()
    preload = {"SAD_TRACE_FOLDER": str(records), "LD_PRELOAD": str(build_recorder(Recording()))}
    output = start(program, nprocs, arguments, stdin, preload)
    trace = gathered(records, [program.name])
    assert trace is not None
    assert (trace.ranks, set(trace.complete)) == (nprocs, {True})
    return MpiRun(tuple(_counted(trace, rank) for rank in range(nprocs)), output)


def _counted(trace: Trace, rank: int) -> Routines:
    """What a rank passed to the routines that are counted, and to MPI_Finalize nothing."""
    return {name: item for name, item in counts(trace, rank).items() if name in counted_routines()}


def start(
    program: Path,
    nprocs: int,
    arguments: Sequence[str],
    stdin: str,
    environment: Mapping[str, str] | None = None,
) -> dict[str, float]:
    """Run a program with so many processes; return the numbers that it prints, by their names.

    :raises AssertionError: mpirun is missing, or the program does not end well.
    """
    assert MPIRUN is not None, "no mpirun on this machine"
    result = subprocess.run(
        [MPIRUN, *MPIRUN_WORDS, "-n", str(nprocs), str(program), *arguments],
        env={**os.environ, **ENVIRONMENT, **(environment or {})},
        cwd=program.parent,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return _printed(result.stdout)


def _printed(text: str) -> dict[str, float]:
    found = [line.split(":") for line in text.splitlines() if line.count(":") == 1]
    return {name.strip(): float(value) for name, value in found}
