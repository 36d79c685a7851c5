"""What must hold for every file of a library."""

from __future__ import annotations

import gc
import traceback
from typing import TYPE_CHECKING

from sad.large_stack import run_deep
from tests.realcode.examine import read, report

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from tests.realcode.examine import Reading


def broken_readings(paths: Sequence[Path], include: Sequence[Path] = ()) -> list[str]:
    """Return what is wrong with the files' IR: lost statements, broken rules."""
    return _tried(paths, lambda path: _broken(path, read(path, include)))


def broken_reports(
    paths: Sequence[Path], include: Sequence[Path] = (), foreign: Collection[str] = ()
) -> list[str]:
    """Return what is wrong with the files' IR, with what errors were found, and which have no report.

    Files in ``foreign`` may have errors.
    """

    def check(path: Path) -> list[str]:
        reading, text = report(path, include)
        errors = [] if path.name in foreign else [str(item) for item in reading.errors]
        early = [] if "\nrests on" in text else [f"{path}: the report ends early"]
        return [*_broken(path, reading), *errors, *early]

    return _tried(paths, check)


def _broken(path: Path, reading: Reading) -> list[str]:
    # In C a statement may become several; none may be lost (tests/frontends/c/test_statements.py).
    whole = reading.accounted == reading.statements
    lost = not whole and (path.suffix != ".c" or reading.accounted < reading.statements)
    said = f"{path}: {reading.statements} statements, {reading.accounted} in the IR"
    return [said, *reading.problems] if lost else reading.problems


def _tried(paths: Sequence[Path], check: Callable[[Path], list[str]]) -> list[str]:
    """What is found in all files; run as the command line runs."""
    found: list[str] = []

    def every() -> int:
        for path in paths:
            try:
                found.extend(check(path))
            except Exception:  # noqa: BLE001 - the other files are to be tried, too
                found.append(f"{path}\n{traceback.format_exc()}")
        return 0

    gc.disable()
    try:
        run_deep(every)
    finally:
        gc.enable()
    return found
