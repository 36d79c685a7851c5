"""Running the command line inside the test process."""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

from sad.cli import main

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "corpus"


@dataclass(frozen=True)
class Result:
    """What a command answered."""

    code: int
    out: str
    err: str


def sad(*arguments: str | Path) -> Result:
    """Run ``sad ARGUMENTS`` and return its exit code, standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    return Result(int(code), out.getvalue(), err.getvalue())


def without_next(report: str) -> str:
    """Return a report without the commands to type next, which repeat the one that was typed."""
    return "\n\n".join(part for part in report.split("\n\n") if not part.startswith("next\n"))
