"""What reading and analysing whole libraries gives: ``python -m tests.realcode.survey [fortran] [c]``.

Prints the table of docs/real-code.md in Markdown.
"""

from __future__ import annotations

import gc
import multiprocessing
import resource
import signal
import sys
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.diagnostics import Severity
from tests.realcode.c_libraries import c_groups
from tests.realcode.examine import Reading, read, report
from tests.realcode.libraries import LAPACK, LAPACK_TESTS, SCIPY, rest, version
from tests.support.realcode import FOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import FrameType

_PROCESSES = 2
_LIMIT = 30.0  # seconds of CPU time a file may take
_STACK_BYTES, _DEPTH = 512 * 1024 * 1024, 40_000  # as the command line has them


class _TooLong(Exception):
    pass


@dataclass(slots=True)
class Row:
    """A library, its files and what was found in them."""

    name: str
    files: Sequence[Path]
    include: Sequence[Path] = ()
    readings: list[Reading] = field(default_factory=list[Reading])
    failed: list[str] = field(default_factory=list[str])

    @property
    def good(self) -> int:
        """How many files were analysed to the end without an error."""
        return sum(not reading.errors for reading in self.readings) - len(self.failed)


def main() -> int:
    """Survey what is downloaded, in Fortran, in C, or both, and print it."""
    rows = [
        Row(f"LAPACK {version('lapack')}", [path for group in LAPACK for path in group.files]),
        Row("its tests", [path for group in LAPACK_TESTS for path in group.files]),
        *(Row(group.name, group.files) for group in SCIPY),
        Row("the rest of scipy", rest("scipy", SCIPY)),
    ]
    rows_in_c = [Row(group.name, group.files, group.include) for group in c_groups()]
    parts = {"fortran": rows, "c": rows_in_c}
    wanted = sys.argv[1:] or list(parts)
    if not all(name in parts and parts[name][0].files for name in wanted):
        _say("usage: survey [fortran] [c]; if it is not downloaded, run: make real-code")
        return 1
    with ProcessPoolExecutor(_PROCESSES, _deep_processes(), _prepare) as pool:
        for name in wanted:
            _survey(pool, parts[name])
    return 0


def _survey(pool: ProcessPoolExecutor, rows: Sequence[Row]) -> None:
    for row in rows:
        places = [row.include] * len(row.files)
        for reading, crash in pool.map(_examine, row.files, places, chunksize=4):
            row.readings.append(reading)
            if crash:
                row.failed.append(crash)
    _print_table(rows)
    _print_codes(rows)
    _print_errors(rows)


def _deep_processes() -> multiprocessing.context.SpawnContext:
    """Return how to start processes that have room for deep recursion."""
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    soft = _STACK_BYTES if most == resource.RLIM_INFINITY else min(most, _STACK_BYTES)
    resource.setrlimit(resource.RLIMIT_STACK, (soft, most))
    return multiprocessing.get_context("spawn")


def _prepare() -> None:
    sys.setrecursionlimit(_DEPTH)
    gc.disable()


def _examine(path: Path, include: Sequence[Path]) -> tuple[Reading, str]:
    """Return what the file gave, and why not if it gave nothing."""
    signal.signal(signal.SIGVTALRM, _give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, _LIMIT)
    try:
        return report(path, include)[0], ""
    except _TooLong:
        what = f"not done in {_LIMIT:.0f} s"
    except Exception as error:  # noqa: BLE001 - a crash is a finding, not the end of the survey
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__} in {place.filename.rpartition('/')[2]}, {place.name}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return read(path, include), f"`{path.relative_to(FOLDER)}`: {what}"


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise _TooLong


def _print_table(rows: Sequence[Row]) -> None:
    _say("| library | files | lines | statements | analysed without an error |")
    _say("|---|--:|--:|--:|--:|")
    for row in rows:
        lines = sum(reading.lines for reading in row.readings)
        statements = sum(reading.statements for reading in row.readings)
        share = 100 * row.good / len(row.files)
        _say(
            f"| {row.name} | {len(row.files):,} | {lines:,} | {statements:,}"
            f" | {row.good:,} ({share:.2f} %) |"
        )


def _print_codes(rows: Sequence[Row]) -> None:
    """How often each warning and note came, in how many files, and one of them."""
    count: Counter[str] = Counter()
    files: Counter[str] = Counter()
    example: dict[str, str] = {}
    for row in rows:
        for reading in row.readings:
            items = [item for item in reading.diagnostics if item.severity is not Severity.ERROR]
            count.update(item.code for item in items)
            files.update({item.code for item in items})
            for item in items:
                place = item.span.file.removeprefix(f"{FOLDER}/")
                example.setdefault(item.code, f"{item.message} (`{place}:{item.span.line}`)")
    _say("\n| code | times | files | for instance |")
    _say("|---|--:|--:|---|")
    for code in sorted(count):
        _say(f"| {code} | {count[code]:,} | {files[code]:,} | {example[code]} |")


def _print_errors(rows: Sequence[Row]) -> None:
    """Every error, each with its place."""
    _say("\nnot analysed, or with an error:")
    for row in rows:
        for reading in row.readings:
            for item in reading.errors:
                place = str(item.span).removeprefix(f"{FOLDER}/")
                _say(f"- `{place}`: {item.code}, {item.message}")
        for failed in row.failed:
            _say(f"- {failed}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
