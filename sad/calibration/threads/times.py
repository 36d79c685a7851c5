"""Compiling and running the program of threads, and its lines as sections of a machine file."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from math import log2
from statistics import median
from typing import TYPE_CHECKING

from sad.calibration.running.outside import Outside, version_of
from sad.machine.multicore import COSTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


KERNELS = ("triad", "load", "update")
_ROUNDS = 7
_SMALLEST = 1e-9  # [s]; a difference that is no more than noise


@dataclass(slots=True)
class ThreadTimes:
    """Times of rounds: memory's rates [bytes/s] by kernel and threads, constructs' times [s]."""

    rates: dict[tuple[str, int], list[float]] = field(
        default_factory=dict[tuple[str, int], "list[float]"]
    )
    costs: dict[tuple[str, int], list[float]] = field(
        default_factory=dict[tuple[str, int], "list[float]"]
    )
    version: str = ""

    def add(self, text: str) -> None:
        """Take the lines of a run."""
        for line in text.splitlines():
            match line.split():
                case [name, threads, seconds, moved] if name in KERNELS:
                    rate = float(moved) / max(float(seconds), _SMALLEST)
                    self.rates.setdefault((name, int(threads)), []).append(rate)
                case [name, threads, seconds] if name in COSTS:
                    self.costs.setdefault((name, int(threads)), []).append(float(seconds))
                case _:
                    pass

    def curve(self, kernel: str) -> dict[int, float]:
        """Return the greatest rate of all rounds [bytes/s] by threads."""
        return {t: max(found) for (name, t), found in sorted(self.rates.items()) if name == kernel}

    def cost(self, name: str) -> dict[int, float]:
        """Return the least time of all rounds [s] by threads, not below what can be told from noise.

        Of what threads fight over, rounds in which they did not meet are not among them.
        """
        return {
            t: max(min(found), _SMALLEST)
            for (own, t), found in sorted(self.costs.items())
            if own == name
        }

    @property
    def spread(self) -> float:
        """How far the median round is from the best one, as a share; the median over what was timed."""
        shares = [max(found) / median(found) - 1.0 for found in self.rates.values()]
        return median(shares) if shares else 0.0


_OUTSIDE = Outside("SAD440", "name a compiler of C with OpenMP: --threads-compiler 'gcc -fopenmp'")


def time_threads(threads: Sequence[int], compiler: str, folder: Path) -> ThreadTimes:
    """Compile the program with ``compiler`` and run it with these numbers of threads.

    Raises SAD440 if the compiler is missing or fails, or the program does.
    """
    words = _OUTSIDE.words(compiler, "--threads-compiler")
    folder.mkdir(parents=True, exist_ok=True)
    source, program = folder / "threads.c", folder / "threads"
    template = files("sad.calibration.threads").joinpath("program.c")
    source.write_text(template.read_text(encoding="utf-8"), encoding="utf-8")
    _OUTSIDE.run([*words, "-O2", source.name, "-o", program.name], folder, compiler)
    times = ThreadTimes(version=version_of(words))
    started = [str(program), str(_ROUNDS), *map(str, threads)]
    text = _OUTSIDE.run(started, folder, "the program of threads")
    if not text.rstrip().endswith("end"):
        raise _OUTSIDE.failed("the program of threads", "its output is cut off", text)
    times.add(text)
    return times


# --- sections of a machine file ---------------------------------------------------------------------


def thread_lines(times: ThreadTimes, level: str, date: str) -> Iterator[str]:
    """Yield the sections ``shared`` and ``threading``; the curves stand in comments."""
    source = f"measured with {times.version}, {date}, {_ROUNDS} rounds"
    for kernel in KERNELS:
        curve = times.curve(kernel)
        points = ", ".join(f"{t}: {rate / 1e9:.2f}" for t, rate in curve.items())
        yield f"# {kernel}, GB/s by threads, the best of {_ROUNDS} rounds: {points}"
    curve = times.curve("triad")
    doubt = f", uncertainty: {max(times.spread, 0.01):.2g}"
    yield "shared:"
    yield "  - name: memory"
    yield f"    level: {level}"
    yield f'    bytes_per_s: {{value: {max(curve.values()):.4e}{doubt}, source: "triad, {source}"}}'
    if 1 in curve:
        one = f"{curve[1]:.4e}{doubt}"
        yield f'    one_core_bytes_per_s: {{value: {one}, source: "triad, {source}"}}'
    known = [(name, cost) for name in COSTS if (cost := times.cost(name))]
    if known:
        yield "threading:"
    for name, cost in known:
        yield f'  {name}: {{{_fitted(cost)}, source: "{source}"}}'


def _fitted(cost: dict[int, float]) -> str:
    """A number, or from two numbers of threads on ``a + b*log2(threads)`` by least squares."""
    points = [(log2(threads), seconds) for threads, seconds in cost.items()]
    if len(points) == 1:
        return f"value: {points[0][1]:.4e}"
    middle = sum(x for x, _ in points) / len(points)
    mean = sum(y for _, y in points) / len(points)
    slope = sum((x - middle) * (y - mean) for x, y in points)
    slope = max(0.0, slope / sum((x - middle) ** 2 for x, _ in points))
    start = mean - slope * middle
    if start < 0.0:
        start, slope = 0.0, mean / middle
    return f'formula: "{start:.4e} + {slope:.4e}*log2(threads)"'
