"""Time against length: a generated program four times as long, units with twice as much of one kind."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.generate import program_text
from benchmarks.measure import Figure, in_process
from benchmarks.pipeline import whole_pipeline

if TYPE_CHECKING:
    from collections.abc import Callable

_SHORT, _LONG = 10_000, 40_000
_TARGET = 4.5
_ROUNDS = 3
_TARGET_TWICE = 2.3  # an exponent of 1.2


def linearity() -> list[Figure]:
    """Measure the whole pipeline on both lengths, the best of some rounds."""
    with tempfile.TemporaryDirectory() as folder:
        short, short_lines, _ = _best(Path(folder), _SHORT)
        long, long_lines, memory = _best(Path(folder), _LONG)
        twice = [_twice(Path(folder), *item) for item in _SHAPES]
    detail = f"{short:.2f} s and {long:.2f} s; peak {memory:.0f} MB"
    what = f"a program of {long_lines:,} lines / one of {short_lines:,}"
    return [Figure(what, long / short, _TARGET, detail, ratio=True), *twice]


def _gotos(number: int) -> list[str]:
    lines = ["      PROGRAM T", "      I = 0"]
    for label in range(1, number + 1):
        lines += [f"{label:5d} I = I + 1", f"      IF (I .LT. {label}) GOTO {1 + label // 2}"]
    return lines


def _returns(number: int) -> list[str]:
    lines = ["      SUBROUTINE S(X, C, K)", "      REAL X(*), C", "      K = 0"]
    for place in range(1, number + 1):
        lines += [f"      IF (X({place}) .GT. C) RETURN", "      K = K + 1"]
    return lines


def _branches(number: int) -> list[str]:
    lines = ["      SUBROUTINE S(X, C, K)", "      REAL X(*), C", "      K = 0"]
    return lines + [f"      IF (X({place}) .GT. C) K = K + 1" for place in range(1, number + 1)]


def _nested(number: int) -> list[str]:
    loops = [f"      DO {label} I{label} = 1, N" for label in range(1, number + 1)]
    ends = [f"{label:5d} CONTINUE" for label in range(number, 0, -1)]
    return ["      SUBROUTINE S(N, K)", *loops, "      K = K + 1", *ends]


_SHAPES: tuple[tuple[str, Callable[[int], list[str]], int], ...] = (
    ("loops of backward GOTOs", _gotos, 450),
    ("RETURNs that data decide, one after another", _returns, 750),
    ("branches that data decide, one after another", _branches, 1500),
    ("loops in one another", _nested, 1000),
)


def _twice(folder: Path, what: str, made: Callable[[int], list[str]], number: int) -> Figure:
    few, _ = _unit(folder, made(number))
    many, most = _unit(folder, made(2 * number))
    seconds = f"{few:.2f} s and {many:.2f} s; peak {most:.0f} MB"
    text = f"a unit of {2 * number:,} {what} / one of {number:,}"
    return Figure(text, many / few, _TARGET_TWICE, seconds, ratio=True)


def _unit(folder: Path, lines: list[str]) -> tuple[float, float]:
    """CPU seconds and megabytes for one unit."""
    path = folder / "unit.f"
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
