"""Prototypes of C functions, read from headers with regular expressions."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

from tests.support.compiler import needs, run

if TYPE_CHECKING:
    from pathlib import Path

MPICC = shutil.which("mpicc")
MPIRUN = shutil.which("mpirun")
needs_mpi = needs(MPICC and MPIRUN, "mpicc and mpirun")

_ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)")
_PROTOTYPE = re.compile(
    r"\b(?:int|double|void) (\w+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\s*;"
)
_NESTED = re.compile(r"\([^()]*\)")


def prototypes(text: str) -> dict[str, list[str]]:
    """Return name to parameters of the functions that a header declares."""
    plain = " ".join(_ATTRIBUTE.sub("", text).split())
    return {match[1]: _parameters(match[2]) for match in _PROTOTYPE.finditer(plain)}


def may_write(parameter: str) -> bool:
    """Whether a function can change something through a parameter."""
    return ("*" in parameter or "[" in parameter) and "const" not in parameter


def parameter_name(parameter: str) -> str:
    """Return the name of a parameter of a prototype."""
    return re.sub(r"\[.*", "", parameter).split()[-1].strip("*")


def installed_header(folder: Path) -> str:
    """Return the preprocessed ``mpi.h`` of the MPI library on this machine."""
    assert MPICC is not None
    (folder / "only.c").write_text("#include <mpi.h>\n")
    return run([MPICC, "-E", "-P", "only.c"], folder).stdout


def _parameters(text: str) -> list[str]:
    while _NESTED.search(text):
        text = _NESTED.sub("", text)
    return [] if text.strip() in ("void", "") else [item.strip() for item in text.split(",")]
