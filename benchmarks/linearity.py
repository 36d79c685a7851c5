"""Time against length: a generated program four times as long."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.generate import program_text
from benchmarks.measure import Figure, in_process
from benchmarks.pipeline import whole_pipeline

_SHORT, _LONG = 10_000, 40_000
_TARGET = 4.5
_ROUNDS = 3


def linearity() -> list[Figure]:
    """Measure the whole pipeline on both lengths, the best of some rounds."""
    with tempfile.TemporaryDirectory() as folder:
        short, short_lines, _ = _best(Path(folder), _SHORT)
        long, long_lines, memory = _best(Path(folder), _LONG)
    detail = f"{short:.2f} s and {long:.2f} s; peak {memory:.0f} MB"
    what = f"a program of {long_lines:,} lines / one of {short_lines:,}"
    return [Figure(what, long / short, _TARGET, detail, ratio=True)]


def _best(folder: Path, lines: int) -> tuple[float, int, float]:
    path = folder / f"generated_{lines}.f"
    text = program_text(lines)
    path.write_text(text, encoding="ascii")
    results = [in_process(whole_pipeline, [[str(path)]]) for _ in range(_ROUNDS)]
    seconds = min(read + rest for read, rest, _ in results)
    return seconds, text.count("\n"), max(memory for _, _, memory in results)
