"""Programs of the user that a calibration compiles and starts, besides compilers of kernels."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING

from sad.calibration.running.compiler import first_lines, run_in
from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from pathlib import Path

    from sad.diagnostics import SadError


@record
class Outside:
    """Commands whose errors have the code ``code``; ``install`` says how to get one that is missing."""

    code: str
    install: str

    def words(self, command: str, option: str) -> list[str]:
        """Return the words of a command that ``option`` gave; the error if its program is not there."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            message = f"{option} {command!r}: {error}"
            raise argument_error(self.code, message, "quote it whole") from None
        if not words or shutil.which(words[0]) is None:
            message = f"no program {command.partition(' ')[0]!r} is found"
            raise argument_error(self.code, message, self.install)
        return words

    def run(self, words: list[str], folder: Path, command: str) -> str:
        """Return what a program prints; the error, naming ``command``, if it fails or does not end."""
        try:
            result = run_in(folder, words)
        except subprocess.TimeoutExpired:
            raise self.failed(command, "it does not come to an end", "") from None
        except OSError as error:
            raise self.failed(command, f"it cannot be run: {error.strerror}", "") from None
        if result.returncode != 0:
            said = result.stderr or result.stdout
            raise self.failed(command, f"it failed (exit status {result.returncode})", said)
        return result.stdout

    def failed(self, command: str, what: str, said: str) -> SadError:
        """Return the error about a command, with the first lines of what it said."""
        hint = f"it said:{first_lines(said)}" if said.strip() else "try it by hand"
        return argument_error(self.code, f"{command!r}: {what}", hint)


def version_of(words: list[str]) -> str:
    """Return the first line of what a program says of its version, its name if it says nothing."""
    try:
        answer = subprocess.run(
            [words[0], "--version"], capture_output=True, text=True, check=False, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return words[0]
    lines = answer.stdout.strip().splitlines()
    return lines[0] if answer.returncode == 0 and lines else words[0]
