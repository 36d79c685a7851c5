"""Compiles a program: kernel, driver and harness apart, so that nothing is inlined across."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from validation.programs import HARNESS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from validation.programs import Program

# Optimisation across files would undo the division; the harness is always the same code.
_APART = ("-fno-lto",)
_HARNESS_FLAGS = ("-O2",)
_TIMEOUT_SECONDS = 120.0


class BuildError(Exception):
    """A compiler is missing or failed; the text has its command and what it said."""


@dataclass(frozen=True, slots=True)
class Compilers:
    """The commands that compile and link."""

    fortran: str = "gfortran"
    c: str = "gcc"

    def of(self, language: str) -> str:
        """Return the command for ``language``."""
        return self.fortran if language == "fortran" else self.c


@dataclass(frozen=True, slots=True)
class Built:
    """A program that was compiled."""

    executable: Path
    kernel_object: Path


def build(
    program: Program,
    folder: Path,
    flags: Sequence[str],
    compilers: Compilers | None = None,
) -> Built:
    """Compile ``program`` with ``flags`` into ``folder``, which exists and is empty.

    ``BuildError``: a compiler is not there, fails, or takes more than two minutes.
    """
    compilers = compilers or Compilers()
    compiler = compilers.of(program.language)
    kernel, driver, harness = (folder / f"{name}.o" for name in ("kernel", "driver", "harness"))
    executable = folder / "program"
    define = ("-DFORTRAN",) if program.language == "fortran" else ()
    steps = (
        (compiler, *flags, *_APART, "-c", program.kernel, "-o", kernel),
        (compiler, *flags, *_APART, "-c", program.driver, "-o", driver),
        (compilers.c, *_HARNESS_FLAGS, *define, "-c", HARNESS, "-o", harness),
        (compiler, *flags, *_APART, kernel, driver, harness, "-lm", "-o", executable),
    )
    for step in steps:
        _run([str(word) for word in step])
    return Built(executable, kernel)


def _run(command: list[str]) -> None:
    shown = " ".join(command)
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=_TIMEOUT_SECONDS,
        )
    except OSError as error:
        raise BuildError(f"{shown}\n{command[0]}: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise BuildError(f"{shown}\nnot done after {_TIMEOUT_SECONDS:g} s") from None
    if done.returncode != 0:
        raise BuildError(f"{shown}\n{done.stderr.strip()}")
