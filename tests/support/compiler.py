"""gfortran and gcc where the machine has them."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

GFORTRAN = shutil.which("gfortran")
GCC = shutil.which("gcc")
CPP = shutil.which("cpp")
GCOV = shutil.which("gcov")

# CI sets SAD_REQUIRE_COMPILER: there a missing compiler is a failure, never a skip.
_REQUIRED = os.environ.get("SAD_REQUIRE_COMPILER") == "1"


def needs(tool: str | None, name: str) -> pytest.MarkDecorator:
    """Return the mark that skips a test, visibly, on a machine without the tool."""
    return pytest.mark.skipif(tool is None and not _REQUIRED, reason=f"no {name} on this machine")


needs_gfortran = needs(GFORTRAN, "gfortran")
needs_gcc = needs(GCC, "gcc")
needs_cpp = needs(CPP, "cpp")
needs_gcov = needs(GCOV, "gcov")


def run(command: list[str], folder: Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; its output must come within a minute."""
    return subprocess.run(
        command, cwd=folder, input=stdin, capture_output=True, text=True, timeout=60, check=False
    )
