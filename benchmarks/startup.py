"""What a command costs before it does anything: processes from start to end, against a bare Python."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Figure, with_compiled_modules

_ROUNDS = 15
_TARGET_SECONDS = 0.060  # on top of half as much again as Python itself takes
_VERSION = "sad --version / (1.5 bare Python + 60 ms)"
_SMALL_FILE = "sad analyze, one small file [ms]"
_LIBRARY = "import sad and analyze one small file / (1.5 bare Python + 60 ms)"
_SMALL = "      SUBROUTINE S (N)\n      DO 10 I = 1, N\n   10 X = 0.0\n      END\n"


def startup() -> list[Figure]:
    """Compare ``sad --version`` with a bare Python, and ``sad analyze`` of one small file with both."""
    with tempfile.TemporaryDirectory() as place:
        source = Path(place) / "small.f"
        source.write_text(_SMALL)
        bare = _seconds("-c", "pass")
        version = _seconds("-m", "sad", "--version")
        analyze = ["-m", "sad", "analyze", str(source)]
        from_nothing = _seconds(*analyze, "--no-cache")
        again = _seconds(*analyze, "--cache", str(Path(place) / "cache"))
        library = _seconds("-c", f"import sad; sad.analyze({str(source)!r})")
    limit = 1.5 * bare + _TARGET_SECONDS
    detail = f"python {1e3 * bare:.0f} ms, sad --version {1e3 * version:.0f} ms"
    return [
        Figure(_VERSION, version / limit, 1.0, detail, ratio=True),
        Figure(_SMALL_FILE, 1e3 * from_nothing, 220, "nothing in the cache"),
        Figure(f"{_SMALL_FILE} again", 1e3 * again, 90, "all in the cache"),
        Figure(_LIBRARY, library / limit, 2.8, f"{1e3 * library:.0f} ms", ratio=True),
    ]


def _seconds(*arguments: str) -> float:
    """Return the CPU seconds of a Python process, the median of some, with warm caches."""
    times: list[float] = []
    for _ in range(_ROUNDS + 1):
        before = _of_children()
        subprocess.run(
            [sys.executable, *arguments],
            env=with_compiled_modules(),
            stdout=subprocess.DEVNULL,
            check=True,
        )
        times.append(_of_children() - before)
    return statistics.median(times[1:])


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
