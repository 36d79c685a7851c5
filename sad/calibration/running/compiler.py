"""A compiler as the user names it: which language it reads, its version, and compiling with it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.calibration.kernel import Language

_FORTRAN = re.compile(
    r"gfortran|flang|ifort|ifx|nvfortran|pgfortran|f77|f90|f95|g77|lfortran|nagfor"
)
_C = re.compile(r"gcc|clang|icc|icx|nvc|pgcc|tcc|cc|c99|c89")
_CPLUSPLUS = re.compile(r"g\+\+|c\+\+|clang\+\+|icpc|icpx|nvc\+\+")
_FEW = 12  # lines of a compiler's message
_PATIENCE = 300.0  # seconds for one file, or for one run of a program


@record
class Compiler:
    """``words`` is the command, ``version`` the first line that ``--version`` prints."""

    words: tuple[str, ...]
    language: Language
    version: str

    @property
    def command(self) -> str:
        """The command as one would type it."""
        return shlex.join(self.words)

    def run(self, arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
        """Run the compiler in a folder; raises as ``run_in``."""
        return run_in(folder, [*self.words, *arguments])


def run_in(folder: Path, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; its messages are in English where it knows how.

    Raises ``OSError`` and, after five minutes, ``subprocess.TimeoutExpired``.
    """
    return subprocess.run(
        words,
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=_PATIENCE,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C"},
    )


def find_compiler(command: str, language: Language | None) -> Compiler:
    """Return the compiler of a command such as ``gfortran-12`` or ``ccache gcc``.

    Raises SAD430 if there is none, SAD432 if its name does not tell the language and none is given.
    """
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise argument_error(
            "SAD430", f"--compiler {command!r}: {error}", "quote it whole"
        ) from None
    missing = [word for word in words[:1] if shutil.which(word) is None]
    if not words or missing:
        hint = "install it, or give the path of the one you use"
        raise argument_error("SAD430", f"no compiler {command!r} is found", hint)
    known = language or _language(words)
    if known is None:
        hint = "add --language fortran or --language c"
        raise argument_error("SAD432", f"{command!r}: not known which language it compiles", hint)
    return Compiler(words, known, _version(words))


def _language(words: tuple[str, ...]) -> Language | None:
    for word in reversed(words):
        name = Path(word).name
        if _CPLUSPLUS.search(name):
            return None
        if _FORTRAN.search(name):
            return "fortran"
        if _C.search(name):
            return "c"
    return None


def _version(words: tuple[str, ...]) -> str:
    try:
        answer = subprocess.run(
            [*words, "--version"], capture_output=True, text=True, check=False, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return "unknown"
    lines = [line for line in (answer.stdout or answer.stderr).splitlines() if line.strip()]
    return lines[0].strip() if answer.returncode == 0 and lines else "unknown"


def first_lines(message: str) -> str:
    """Return the beginning of a compiler's message, indented."""
    lines = message.strip().splitlines()
    shown = lines[:_FEW] + [f"... {len(lines) - _FEW} more lines"] * (len(lines) > _FEW)
    return "".join(f"\n  | {line}" for line in shown)
