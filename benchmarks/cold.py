"""The whole of ``sad analyze`` on LAPACK, relative to fparser2 parsing the same files."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Figure, with_compiled_modules
from benchmarks.reading import fparser_seconds, lapack_files

_ONE, _TWO, _WRITTEN, _AGAIN = 1 / 15, 1 / 25, 1.15, 0.2
_ROUNDS = 3
_SOURCE = Path(__file__).parents[1]


def cold(sample: int) -> list[Figure]:
    """Measure processes from start to end, the report included: from nothing, and once more."""
    files = lapack_files(sample)
    note = f" (every {sample}th file)" if sample > 1 else ""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "SRC"
        for number, path in enumerate(files):  # some have the same name
            (folder / str(number)).mkdir(parents=True)
            shutil.copy(path, folder / str(number))
        theirs, _ = fparser_seconds(tuple(files))
        what = f"sad analyze LAPACK SRC{note}"
        alone, _ = _analyze(folder, "--jobs", "1", "--no-cache")
        written, _ = _analyze(folder, "--jobs", "1", "--cache", str(Path(place) / "written"))
        cache = ("--cache", str(Path(place) / "cache"))  # with as many processes as a user has
        _analyze(folder, *cache)
        again = min(_analyze(folder, *cache)[0] for _ in range(_ROUNDS))
        figures = _whole_runs(what, folder, alone, theirs)
    kept = f"{written:.1f} s and {alone:.1f} s of CPU, one process"
    best = f"CPU, best of {_ROUNDS}; nothing kept {alone:.1f} s"
    return [
        *figures,
        Figure(
            f"{what}, written to a cache / no cache", written / alone, _WRITTEN, kept, ratio=True
        ),
        Figure(f"{what} again, unchanged [s]", again, _AGAIN, best),
    ]


def _whole_runs(what: str, folder: Path, alone: float, theirs: float) -> list[Figure]:
    """The run of ``alone`` seconds, and one of two processes, relative to the seconds of fparser2."""
    cpu, wall = _analyze(folder, "--jobs", "2", "--no-cache")
    of = "fparser2 parsing it"
    one = f"{alone:.1f} s and {theirs:.1f} s of CPU"
    two = f"{wall:.1f} s elapsed, {cpu:.1f} s of CPU; {theirs:.1f} s of CPU"
    return [
        Figure(f"{what}, one process / {of}", alone / theirs, _ONE, one, ratio=True),
        Figure(f"{what}, two processes, elapsed / {of}", wall / theirs, _TWO, two, ratio=True),
    ]


def _analyze(folder: Path, *means: str) -> tuple[float, float]:
    """Return CPU seconds, other processes included, and elapsed seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "-m", "sad", "analyze", str(folder), *means]
    environment = with_compiled_modules()
    subprocess.run(command, check=True, capture_output=True, cwd=_SOURCE, env=environment)
    elapsed = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, elapsed
