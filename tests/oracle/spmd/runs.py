"""Runs of generated programs with an MPI that passes nothing and counts."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.command import ROOT
from tests.support.compiler import GCC, GFORTRAN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.oracle.spmd.programs import SpmdProgram
    from tests.support.mpi import Routines

NPROCS = (1, 2, 3, 4, 6)

_SUPPORT = ROOT / "tests" / "support"
_COUNTING, _RECORDER = _SUPPORT / "counting_mpi", ROOT / "sad" / "traces" / "recorder"
_COMMON = tuple(_COUNTING / f"{name}.c" for name in ("world", "comms", "types", "calls", "tally"))
_OWN = {
    "fortran": (_COUNTING / "fortran.c", _RECORDER / "fortran_binding.c"),
    "c": (_RECORDER / "c_binding.c",),
}
# An integer that overflows ends the program: what is said of it is of integers without bounds.
_FLAGS = {"fortran": ["-std=legacy", "-w", "-O0", "-ftrapv"], "c": ["-w", "-O0", "-ftrapv"]}
_ENDINGS = {"fortran": "f", "c": "c"}


class BuildFailed(Exception):
    """A compiler does not take a program."""


@functools.cache
def library(language: str, folder: Path) -> Path:
    """Return the library with its counter, compiled in a folder.

    :raises AssertionError: there is no compiler, or it does not take the sources.
    """
    assert GCC is not None, "no gcc on this machine"
    made = folder / f"counting-{language}.o"
    objects = list[str]()
    for path in (*_COMMON, *_OWN[language]):
        objects.append(str(folder / f"{language}-{path.stem}.o"))
        command = [GCC, "-O1", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]
        paths = ["-I", str(_COUNTING), "-I", str(_RECORDER), "-c", str(path), "-o", objects[-1]]
        done = subprocess.run([*command, *paths], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    joined = [GCC, "-r", "-nostdlib", *objects, "-o", str(made)]
    done = subprocess.run(joined, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return made


def run(
    program: SpmdProgram, inputs: Sequence[tuple[int, ...]], folder: Path
) -> dict[tuple[tuple[int, ...], int], list[Routines]]:
    """Return what each rank passed, by inputs and number of processes; runs that went wrong left out.

    :raises BuildFailed: the compiler does not take the program.
    """
    compiler = {"fortran": GFORTRAN, "c": GCC}[program.language]
    assert compiler is not None, "no compiler on this machine"
    made = library(program.language, folder)
    found = dict[tuple[tuple[int, ...], int], "list[Routines]"]()
    with tempfile.TemporaryDirectory(dir=folder) as name:
        place = Path(name)
        source = place / f"program.{_ENDINGS[program.language]}"
        source.write_text(program.text)
        flags = [*_FLAGS[program.language], "-I", str(_COUNTING)]
        command = [compiler, *flags, str(source), str(made), "-o", str(place / "program")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BuildFailed(done.stderr)
        for values in inputs:
            for nprocs, ranks in _execute(place, values).items():
                found[values, nprocs] = ranks
    return found


def _execute(place: Path, values: tuple[int, ...]) -> dict[int, list[Routines]]:
    counts = place / "counts"
    counts.mkdir()
    (place / "input").write_text(" ".join(map(str, values)) + "\n")
    environment = os.environ | {
        "COUNTING_MPI_NPROCS": " ".join(map(str, NPROCS)),
        "COUNTING_MPI_FOLDER": str(counts),
        "COUNTING_MPI_STDIN": str(place / "input"),
    }
    subprocess.run(
        [str(place / "program")], env=environment, capture_output=True, timeout=120, check=True
    )
    found = dict[int, "list[Routines]"]()
    for line in (counts / "ends").read_text().splitlines():
        nprocs, status = map(int, line.split())
        if status == 0:
            files = [counts / str(nprocs) / f"rank{rank}.json" for rank in range(nprocs)]
            found[nprocs] = [json.loads(file.read_text())["routines"] for file in files]
    shutil.rmtree(counts)
    return found
