"""Runs of md1: through ``sad profile``, with counters, and with a clock."""

from __future__ import annotations

import contextlib
import io
import re
import resource
import shutil
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.md1.systems import NARROW, System
from sad.cli import main
from sad.profiles.counts import Profile
from sad.profiles.readers.detect import read_profiles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path("corpus/md1")
SOURCE = FOLDER / "md1.f"
_COMPILE = "gfortran -std=legacy -w -O0"
_MORE_CELLS = "sed -i 's/MAXC = 15625/MAXC = 17576/' md1.f"
_TIMED = 60  # time steps
_REFERENCE = 2_500  # particles
_NO_STATEMENT_OF_ITS_OWN = re.compile(r"^[ \d]{6}\s*(DO\b|IF\b|ELSE|END|GOTO|CONTINUE|RETURN)")


def profile_command(system: System, sizes: Sequence[int], output: Path | str) -> list[str]:
    """Return the command that measures the kernel's parameters at ``sizes``."""
    inputs = [system.inputs(size) for size in sizes]
    build = f"{_COMPILE} {{coverage}} md1.f -o md1"
    if system is NARROW:
        build = f"{_MORE_CELLS} && {build}"
    command = ["profile", str(SOURCE), "--entry", "STEP", "--workdir", str(FOLDER)]
    command += ["--build", build, "--run", "./md1 < sizes.in", "--fill", "sizes.in"]
    command += ["--zip"]
    for name in inputs[0]:
        command += ["--vary", f"{name}={','.join(str(row[name]) for row in inputs)}"]
    fixed = {
        "density": system.density,
        "cutoff": system.cutoff,
        "warmup": system.warmup,
        "steps": system.steps,
        "NPART": "4*units**3 - vacancies",
        "MX": "cells + 2",
        "MY": "MX",
        "MZ": "MX",
        "NNEIB": 13,
    }
    for name, value in fixed.items():
        command += ["--set", f"{name}={value}"]
    return [*command, "-o", str(output)]


def profile(system: System, sizes: Sequence[int], output: Path) -> str:
    """Measure and fit the kernel's parameters; return what the command printed.

    Raises ``RuntimeError`` if it fails.
    """
    printed = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(printed):
        code = main([*profile_command(system, sizes, output), "--fresh"])
    if code != 0:
        raise RuntimeError(f"sad profile ended with {int(code)}")
    return printed.getvalue()


@dataclass(frozen=True)
class Program:
    """A built md1 in a folder of its own."""

    folder: Path

    @classmethod
    def build(cls, system: System, folder: Path, *options: str) -> Program:
        """Compile md1 without optimisation; with room for more cells if ``system`` needs it."""
        folder.mkdir(parents=True)
        shutil.copy(ROOT / SOURCE, folder)
        if system is NARROW:
            text = (folder / "md1.f").read_text().replace("MAXC = 15625", "MAXC = 17576")
            (folder / "md1.f").write_text(text)
        command = [*_COMPILE.split(), *options, "md1.f", "-o", "md1"]
        subprocess.run(command, cwd=folder, check=True)
        return cls(folder)

    def run(self, system: System, particles: int, warmup: int, steps: int) -> float:
        """Return the processor time of a run [s]; ``RuntimeError`` if md1 rejects its input."""
        text = (ROOT / FOLDER / "sizes.in").read_text()
        values: Mapping[str, object] = {
            **system.inputs(particles),
            "density": system.density,
            "cutoff": system.cutoff,
            "warmup": warmup,
            "steps": steps,
        }
        (self.folder / "run.in").write_text(text.format(**values))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with (self.folder / "run.in").open() as stream:
            done = subprocess.run(
                ["./md1"],
                cwd=self.folder,
                stdin=stream,
                capture_output=True,
                text=True,
                check=True,
            )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if "END OF RUN" not in done.stdout:
            raise RuntimeError(f"md1 stopped for {particles} particles: {done.stdout}")
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def counted_lines(program: Program, system: System, particles: int) -> dict[int, int]:
    """Return how often lines ran in the time steps, for lines with a statement that is no control.

    ``program`` is built with ``--coverage``. A run without steps is subtracted.
    """
    counts: list[dict[int, int]] = []
    for warmup, steps in ((0, 0), (system.warmup, system.steps)):
        for old in program.folder.glob("*.gcda"):
            old.unlink()
        program.run(system, particles, warmup, steps)
        (found,) = read_profiles(str(program.folder), {}, None)
        assert isinstance(found, Profile)
        (file,) = found.files.values()
        counts.append({line: item.count for line, item in file.lines.items()})
    text = (ROOT / SOURCE).read_text().splitlines()
    return {
        line: count - counts[0].get(line, 0)
        for line, count in counts[1].items()
        if not _NO_STATEMENT_OF_ITS_OWN.match(text[line - 1])
    }


@dataclass(frozen=True)
class Timing:
    """Processor time of one time step [s], and half the relative distance of its quartiles."""

    seconds: float
    scatter: float


def time_steps(
    program: Program, system: System, sizes: Sequence[int], repeats: int
) -> dict[int, Timing]:
    """Return the time of a step for each size: runs with steps less runs without, by steps.

    A processor's speed changes with what else the computer does, by tens of percent. So each size is
    timed between two runs of one reference, and its time is the median of the ratios to
    these, times the median time of the reference. Small systems run several times in a row.
    """
    references: list[float] = []
    ratios: dict[int, list[float]] = {size: [] for size in sizes}
    for turn in range(repeats):
        before = program.run(system, _REFERENCE, 0, _TIMED)
        for size in sizes:
            times = max(1, round(_REFERENCE / size))
            with_steps = sum(program.run(system, size, 0, _TIMED) for _ in range(times))
            without = sum(program.run(system, size, 0, 0) for _ in range(times))
            after = program.run(system, _REFERENCE, 0, _TIMED)
            each = (with_steps - without) / times / _TIMED
            ratios[size].append(each / ((before + after) / 2))
            references += [before, after]
            before = after
        print(f"turn {turn + 1} of {repeats}", flush=True)
    unit = statistics.median(references)
    found: dict[int, Timing] = {}
    for size, all_ in ratios.items():
        low, middle, high = statistics.quantiles(all_, n=4, method="inclusive")
        found[size] = Timing(unit * middle, (high - low) / 2 / middle)
    return found
