"""Open MPI where the machine has it: programs of corpus/mpi, run behind a counter."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.support.command import CORPUS, ROOT
from tests.support.compiler import needs, run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MPICC = shutil.which("mpicc")
MPIF77 = shutil.which("mpif77")
MPIRUN = shutil.which("mpirun")
LANGUAGES = ("fortran", "c")
SOURCES = {"fortran": "source.f", "c": "source.c"}

needs_mpi = needs(MPICC and MPIF77 and MPIRUN, "mpicc, mpif77 and mpirun")

_PMPI = ROOT / "tests" / "support" / "pmpi"
_BINDINGS = {"fortran": "fortran_binding", "c": "c_binding"}
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


@functools.cache
def counted_routines() -> frozenset[str]:
    """Return the routines that the counter counts."""
    text = (_PMPI / "fortran_binding.c").read_text()
    return frozenset(re.findall(r"\b(?:COUNTED|I?SEND|INIT|COMBINE)\((mpi_\w+)", text))


def source_of(name: str, language: str) -> Path:
    """Return the file of a program of corpus/mpi."""
    return CORPUS / "mpi" / name / SOURCES[language]


@functools.cache
def build(
    name: str, language: str, folder: Path, optimise: str = "-O1", *, counted: bool = True
) -> Path:
    """Return the executable, made in the folder if it is not there yet, with the counter or without.

    :raises AssertionError: a compiler is missing, or does not take the program.
    """
    return _built(
        source_of(name, language),
        f"{name}-{language}{optimise}",
        language,
        folder,
        optimise,
        counted=counted,
    )


def build_source(source: Path, language: str) -> Path:
    """Return the executable of a file, made beside it with the counter; raises as ``build``."""
    return _built(source, source.stem, language, source.parent, "-O1", counted=True)


def _built(
    source: Path, name: str, language: str, folder: Path, optimise: str, *, counted: bool
) -> Path:
    assert MPICC is not None, "no mpicc on this machine"
    assert MPIF77 is not None, "no mpif77 on this machine"
    parts = [f"{part}.o" for part in ("tally", _BINDINGS[language])] if counted else []
    if any(not (folder / part).exists() for part in parts):
        paths = [str(path) for path in sorted(_PMPI.glob("*.c"))]
        _succeeds([MPICC, "-O1", "-Wall", "-Wextra", "-Werror", "-c", *paths], folder)
    compiler = {"fortran": MPIF77, "c": MPICC}[language]
    program = folder / name
    command = [compiler, *_FLAGS[language], optimise, str(source), *parts, "-o", str(program)]
    _succeeds([*command, "-lm"], folder)
    return program


def _succeeds(command: list[str], folder: Path) -> None:
    result = run(command, folder)
    assert result.returncode == 0, result.stderr


def execute(program: Path, nprocs: int, arguments: Sequence[str], stdin: str = "") -> MpiRun:
    """Run a program with so many processes, and read its output and the files of the counter.

    :raises AssertionError: mpirun is missing, or the program does not end well.
    """
    counts = program.with_name(f"{program.name}-{nprocs}.counts")
    shutil.rmtree(counts, ignore_errors=True)
    counts.mkdir()
    output = start(program, nprocs, arguments, stdin, counts)
    files = [json.loads((counts / f"rank{rank}.json").read_text()) for rank in range(nprocs)]
    assert [file["size"] for file in files] == [nprocs] * nprocs
    return MpiRun(tuple(file["routines"] for file in files), output)


def start(
    program: Path, nprocs: int, arguments: Sequence[str], stdin: str, counts: Path
) -> dict[str, float]:
    """Run a program with so many processes; return the numbers that it prints, by their names.

    ``counts`` is the folder for the files of the counter, if it is linked.

    :raises AssertionError: mpirun is missing, or the program does not end well.
    """
    assert MPIRUN is not None, "no mpirun on this machine"
    result = subprocess.run(
        [MPIRUN, *MPIRUN_WORDS, "-n", str(nprocs), str(program), *arguments],
        env=os.environ | ENVIRONMENT | {"SAD_PMPI_FOLDER": str(counts)},
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
