"""What must hold for every file of a library."""

from __future__ import annotations

import gc
import traceback
from typing import TYPE_CHECKING

from sad.deep import run_deep
from tests.realcode.examine import read, report

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def broken_readings(paths: Sequence[Path], include: Sequence[Path] = ()) -> list[str]:
    """Return what is wrong with the files' IR: lost statements, broken rules."""
    found: list[str] = []
    for path in paths:
        reading = read(path, include)
        # In C a statement may become several; none may be lost (tests/frontends/c/test_statements.py).
        whole = reading.accounted == reading.statements
        if not whole and (path.suffix != ".c" or reading.accounted < reading.statements):
            found.append(f"{path}: {reading.statements} statements, {reading.accounted} in the IR")
        found += reading.problems
    return found


def failures(paths: Sequence[Path], include: Sequence[Path] = ()) -> list[str]:
    """Return which files have no report, and why; run as the command line runs."""
    found: list[str] = []
    gc.disable()
    try:
        run_deep(lambda: _try_reports(paths, include, found))
    finally:
        gc.enable()
    return found


def _try_reports(paths: Sequence[Path], include: Sequence[Path], found: list[str]) -> int:
    for path in paths:
        try:
            _, text = report(path, include)
        except Exception:  # noqa: BLE001 - the other files are to be tried, too
            found.append(f"{path}\n{traceback.format_exc()}")
        else:
            if "coverage" not in text:
                found.append(f"{path}: the report ends early")
    return 0


def share_without_error(paths: Sequence[Path]) -> float:
    """Return the share of the files that are read without an error."""
    return sum(not read(path).errors for path in paths) / len(paths)
