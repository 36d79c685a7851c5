"""Short runs that tell whether this computer is as it was when it was calibrated, and who shares it."""

from __future__ import annotations

import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sad.calibration.running.place import cpu_model
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.machine.schema import Machine, Toolchain

_PROGRAM = """\
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + 1e-9*(double) t.tv_nsec;
}

int main(void)
{
    int64_t k = 12345;
    double start;
    for (int sample = 0; sample < 401; sample++) {
        start = now();
        for (int i = 0; i < 100000; i++)
            k = (k*48271) & 2147483647;
        printf("%.6g\\n", (now() - start)/100000);
    }
    return k == 1;
}
"""
_LITTLE = 0.05
_PATIENCE = 60.0


@record
class Chain:
    """Seconds of a step of the calibration's chain of multiplications: the least, and the mean."""

    fastest: float
    mean: float


class Canary:
    """The program, compiled once and there inside of ``with``; without a compiler it has no runs."""

    def __init__(self, compiler: Sequence[str] = ("cc",)) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="sad-canary-")
        self._program = Path(self._folder.name) / "canary"
        self.runs: list[Chain] = []
        with suppress(OSError, subprocess.SubprocessError):
            source = self._program.with_suffix(".c")
            source.write_text(_PROGRAM, encoding="utf-8")
            words = [*compiler, "-O2", str(source), "-o", str(self._program)]
            subprocess.run(words, check=True, capture_output=True, timeout=_PATIENCE)

    def __enter__(self) -> Canary:
        """Return itself; at the end the program is removed."""
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def run(self) -> None:
        """Add a run of some 50 ms: others who use the processor have their turns in it."""
        with suppress(OSError, subprocess.SubprocessError, ValueError):
            words = [str(self._program)]
            done = subprocess.run(words, capture_output=True, timeout=_PATIENCE, check=False)
            times = sorted(float(word) for word in done.stdout.split())
            self.runs.append(Chain(times[0], sum(times) / len(times)))

    def said(self, calibrated: float | None) -> str:
        """Return what the runs tell; empty of none. ``calibrated`` is the time of a step then [s]."""
        if not self.runs:
            return ""
        fastest = min(run.fastest for run in self.runs)
        least, most = (f(run.mean / fastest - 1 for run in self.runs) for f in (min, max))
        parts: list[str] = []
        if calibrated is not None:
            change = fastest / calibrated - 1
            how = "as when" if abs(change) < _LITTLE else f"{change:+.0%} against when"
            parts.append(f"a step of its chain takes {fastest * 1e9:.3g} ns, {how} calibrated")
        if most < _LITTLE:
            parts.append("nobody else was seen on the processor")
        else:
            parts.append(f"others use the processor, work took {least:.0%} to {most:.0%} longer")
        return f"canary: {'; '.join(parts)}"


def canary_of(chosen: tuple[Machine, Toolchain] | None) -> float | None:
    """Return the time of a step of the chain [s] when a machine was calibrated on such a processor."""
    known = None if chosen is None else chosen[1].calibration
    return None if known is None or known.cpu != cpu_model() else known.canary_s
