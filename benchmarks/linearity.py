"""Time against length: a generated program four times as long, twice as many backward GOTOs."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.generate import program_text
from benchmarks.measure import Figure, in_process
from benchmarks.pipeline import whole_pipeline

_SHORT, _LONG = 10_000, 40_000
_TARGET = 4.5
_ROUNDS = 3
_GOTOS = 450
_TARGET_GOTOS = 2.3  # an exponent of 1.2


def linearity() -> list[Figure]:
    """Measure the whole pipeline on both lengths, the best of some rounds."""
    with tempfile.TemporaryDirectory() as folder:
        short, short_lines, _ = _best(Path(folder), _SHORT)
        long, long_lines, memory = _best(Path(folder), _LONG)
        few, _ = _gotos(Path(folder), _GOTOS)
        many, most = _gotos(Path(folder), 2 * _GOTOS)
    detail = f"{short:.2f} s and {long:.2f} s; peak {memory:.0f} MB"
    what = f"a program of {long_lines:,} lines / one of {short_lines:,}"
    gotos = f"a unit of {2 * _GOTOS} loops of backward GOTOs / one of {_GOTOS}"
    seconds = f"{few:.2f} s and {many:.2f} s; peak {most:.0f} MB"
    return [
        Figure(what, long / short, _TARGET, detail, ratio=True),
        Figure(gotos, many / few, _TARGET_GOTOS, seconds, ratio=True),
    ]


def _gotos(folder: Path, number: int) -> tuple[float, float]:
    """CPU seconds and megabytes for a unit of loops that end at the starts of loops before them."""
    lines = ["      PROGRAM T", "      I = 0"]
    for label in range(1, number + 1):
        lines += [f"{label:5d} I = I + 1", f"      IF (I .LT. {label}) GOTO {1 + label // 2}"]
    path = folder / f"gotos_{number}.f"
    path.write_text("\n".join([*lines, "      END"]) + "\n", encoding="ascii")
    results = [in_process(whole_pipeline, [[str(path)]]) for _ in range(_ROUNDS)]
    return min(read + rest for read, rest, _ in results), max(item[2] for item in results)


def _best(folder: Path, lines: int) -> tuple[float, int, float]:
    path = folder / f"generated_{lines}.f"
    text = program_text(lines)
    path.write_text(text, encoding="ascii")
    results = [in_process(whole_pipeline, [[str(path)]]) for _ in range(_ROUNDS)]
    seconds = min(read + rest for read, rest, _ in results)
    return seconds, text.count("\n"), max(memory for _, _, memory in results)
