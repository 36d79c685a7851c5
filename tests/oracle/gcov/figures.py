"""Programs compiled for gcov, their runs, and the figures of their lines."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from typing import TYPE_CHECKING

from tests.support.compiler import GCC, GCOV, GFORTRAN

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FLAGS = ("-std=legacy", "-w", "-O0", "--coverage", "-fprofile-abs-path")

C_FLAGS = ("-std=gnu17", "-w", "-O0", "--coverage", "-fprofile-abs-path")


def build(sources: Sequence[Path], folder: Path, *flags: str) -> Path:
    """Compile sources to ``folder/program`` with gfortran."""
    assert GFORTRAN is not None
    names = [str(source) for source in sources]
    command = [GFORTRAN, *FLAGS, *flags, *names, "-o", "program"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "program"


def build_c(sources: Sequence[Path], folder: Path, *flags: str) -> Path:
    """Compile sources to ``folder/program`` with gcc."""
    assert GCC is not None
    names = [str(source) for source in sources]
    command = [GCC, *C_FLAGS, *flags, *names, "-o", "program", "-lm"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "program"


def execute(program: Path, stdin: str) -> int:
    """Run a program once; its figures add to those of earlier runs. Return its exit code."""
    environment = {**os.environ, "LC_ALL": "C"}
    done = subprocess.run(
        [str(program)],
        cwd=program.parent,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment,
    )
    return done.returncode


def figures(folder: Path) -> dict[str, dict[int, int]]:
    """Return gcov's figure of each line that has one, by the file's name without folders."""
    assert GCOV is not None
    found: dict[str, dict[int, int]] = {}
    names = sorted(str(path) for path in folder.glob("*.gcda"))
    command = [GCOV, "--json-format", "--stdout", *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=True)
    data = done.stdout
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    for text in data.decode().splitlines():
        for file in json.loads(text)["files"]:
            lines = found.setdefault(file["file"].rsplit("/", 1)[-1], {})
            for line in file["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, 0) + line["count"]
    return found
