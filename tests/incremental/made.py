"""Programs of ``programs`` written to folders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.reading.options import Reading
from tests.incremental.edits import Program
from tests.incremental.programs import FORTRAN, MIXED, STUB, C

if TYPE_CHECKING:
    from pathlib import Path

MADE = {"fortran": FORTRAN, "alone": FORTRAN, "c": C, "mixed": MIXED}


def made(name: str, folder: Path) -> Program:
    """Write a program and a stub file; return it as something to edit, ``alone`` without stubs."""
    folder.mkdir()
    for file, text in MADE[name].items():
        (folder / file).write_text(text)
    stub = folder / "own.yaml"
    stub.write_text(STUB)
    stubs = () if name == "alone" else (str(stub),)
    return Program(folder, Reading((str(folder),), stubs=stubs))
