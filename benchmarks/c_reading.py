"""Reading LAPACKE to IR: small C files behind headers of 36,000 lines.

Run alone with ``python -m benchmarks --only c_reading``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.c_pipeline import parsed_whole
from benchmarks.measure import Clock, Figure, in_process
from tests.support.realcode import FOLDER, c_files

if TYPE_CHECKING:
    from collections.abc import Sequence

_INCLUDE = str(FOLDER / "lapacke" / "LAPACKE" / "include")
_WHOLE = 6  # so many files are parsed with all of their headers: seconds each
_TARGET = 1 / 50
_LINES = 3000
_TARGET_SECONDS = 1.0


def c_reading(sample: int) -> list[Figure]:
    """Measure every ``sample``-th file, each as a program of its own, and all as one program."""
    files = [str(path) for path in c_files("lapacke", "LAPACKE", "src")][::sample]
    if not files:
        return []
    each, lines = in_process(_read, [[path] for path in files])
    together, _ = in_process(_read, [files])
    some = files[:: max(1, len(files) // _WHOLE)][:_WHOLE]
    whole, parsed = in_process(parsed_whole, some, _INCLUDE)
    _, own = in_process(_read, [[path] for path in some])
    note = f" (every {sample}th file)" if sample > 1 else ""
    detail = (
        f"{len(files)} files, {lines:,} lines: {lines / each:,.0f} lines/s; as one program"
        f" {lines / together:,.0f} lines/s"
    )
    alone = f"pycparser {own / whole:,.0f} lines/s of {len(some)} files, {parsed:,} preprocessed"
    return [
        Figure(
            f"{_LINES:,} lines of LAPACKE{note} [s]", _LINES * each / lines, _TARGET_SECONDS, detail
        ),
        Figure(
            f"a line of LAPACKE{note}, each file read alone / pycparser on the preprocessed text",
            (each / lines) / (whole / own),
            _TARGET,
            alone,
            ratio=True,
        ),
    ]


def _read(programs: Sequence[Sequence[str]]) -> tuple[float, int]:
    from frontends.c import reader  # noqa: F401, PLC0415 - not measured
    from frontends.registry import SourceOptions, read_program  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415

    clock, lines = Clock(), 0
    for files in programs:
        program = read_program(files, SourceOptions((_INCLUDE,)), Diagnostics())
        lines += sum(file.lines for file in program.files)
    return clock.lap(), lines
