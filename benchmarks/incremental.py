"""A snapshot of LAPACK after an edit of one file, relative to one that finds nothing in the cache."""

from __future__ import annotations

import shutil
import statistics
import tempfile
from pathlib import Path

from benchmarks.measure import Clock, Figure, in_process
from tests.support.realcode import fortran_files

_TARGET = 1 / 25
_EDITED = "dgesvd zheevd dgetrf2 dgeqr2 dlarfg dlange dlapy2 dlaisnan xerbla ilaenv iparmq dgesv"
_EDIT = "      DO 99917 KXX = 1, 7\n99917 CONTINUE\n      RETURN\n"


def incremental(sample: int) -> list[Figure]:
    """Edit files that much depends on and files that nothing does, one at a time."""
    with tempfile.TemporaryDirectory() as place:
        folder, cache = Path(place) / "SRC", str(Path(place) / "cache")
        folder.mkdir()
        names = _EDITED.split()
        for number, path in enumerate(fortran_files("lapack", "SRC")):
            if number % sample == 0 or path.stem in names:
                shutil.copy(path, folder / path.name)
        cold = in_process(snapshot, str(folder), cache)
        same = in_process(snapshot, str(folder), cache)
        times = {name: _after_an_edit(folder / f"{name}.f", cache) for name in names}
    slowest = max(times, key=times.__getitem__)
    median = statistics.median(times.values())
    note = f" (every {sample}th file)" if sample > 1 else ""
    detail = (
        f"from nothing {cold:.1f} s, unchanged {same:.2f} s, one file of {len(times)}: median "
        f"{median:.2f} s, worst {times[slowest]:.2f} s ({slowest})"
    )
    what = f"sad snapshot after an edit / from nothing: LAPACK SRC{note}"
    return [Figure(what, median / cold, _TARGET, detail, ratio=True)]


def _after_an_edit(path: Path, cache: str) -> float:
    """Add a loop before the last RETURN; return CPU seconds; take the edit back."""
    text = path.read_text("latin-1")
    before, found, after = text.rpartition("      RETURN\n")
    assert found, path
    path.write_text(f"{before}{_EDIT}{after}", "latin-1")
    seconds = in_process(snapshot, str(path.parent), cache)
    path.write_text(text, "latin-1")
    return seconds


def snapshot(folder: str, cache: str) -> float:
    """Return the CPU seconds of a snapshot by way of the cache, imports included."""
    clock = Clock()
    from sad.checks.cached.state import cached_snapshot  # noqa: PLC0415 - measured
    from sad.checks.settings.project import Project  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.reading.options import Reading  # noqa: PLC0415

    said = Diagnostics()
    text = cached_snapshot(Reading((folder,)), Project(), Path(folder), Path(cache), said)
    assert text is not None
    return clock.lap()
