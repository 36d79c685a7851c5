"""Checks of LAPACK, unchanged and after an edit of one file, relative to a snapshot from nothing."""

from __future__ import annotations

import io
import shutil
import statistics
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from benchmarks.measure import Clock, Figure, in_process
from tests.support.realcode import fortran_files

_TARGET, _TARGET_UNCHANGED, _TARGET_COMMENT = 1 / 25, 1 / 100, 1 / 60
_COMMENT = "dgesvd"
_EDITED = "dgesvd zheevd dgetrf2 dgeqr2 dlarfg dlange dlapy2 dlaisnan xerbla ilaenv iparmq dgesv"
_EDIT = "      DO 99917 KXX = 1, 7\n99917 CONTINUE\n"
_LAST = ("      RETURN\n", "      STOP\n", "      END\n")


def incremental(sample: int) -> list[Figure]:
    """Edit files that much depends on and files that nothing does, one at a time."""
    with tempfile.TemporaryDirectory() as place:
        folder, cache = Path(place) / "SRC", str(Path(place) / "cache")
        folder.mkdir()
        names = _EDITED.split()
        for number, path in enumerate(fortran_files("lapack", "SRC")):
            if number % sample == 0 or path.stem in names:
                shutil.copy(path, folder / path.name)
        accepted = str(Path(place) / "lapack.snapshot")
        cold = in_process(snapshot, str(folder), cache, accepted)
        first, same = (in_process(check, str(folder), cache, accepted) for _ in range(2))
        remarked = _after_a_comment(folder / f"{_COMMENT}.f", cache, accepted)
        times = {name: _after_an_edit(folder / f"{name}.f", cache, accepted) for name in names}
    slowest = max(times, key=times.__getitem__)
    median = statistics.median(times.values())
    note = f" (every {sample}th file)" if sample > 1 else ""
    detail = (
        f"from nothing {cold:.1f} s, first check {first:.2f} s, unchanged {same:.2f} s, one file of "
        f"{len(times)}: median {median:.2f} s, worst {times[slowest]:.2f} s ({slowest}), "
        f"after a comment line {remarked:.2f} s"
    )
    what = f"/ sad snapshot from nothing: LAPACK SRC{note}"
    return [
        Figure(f"sad check, unchanged {what}", same / cold, _TARGET_UNCHANGED, detail, ratio=True),
        Figure(
            f"sad check after a comment line {what}",
            remarked / cold,
            _TARGET_COMMENT,
            detail,
            ratio=True,
        ),
        Figure(f"sad check after an edit {what}", median / cold, _TARGET, detail, ratio=True),
    ]


def _after_a_comment(path: Path, cache: str, accepted: str) -> float:
    """Add a comment line at the top, which moves all lines; return CPU seconds; take it back."""
    text = path.read_text("latin-1")
    path.write_text(f"*     a remark\n{text}", "latin-1")
    seconds = in_process(check, str(path.parent), cache, accepted)
    path.write_text(text, "latin-1")
    return seconds


def _after_an_edit(path: Path, cache: str, accepted: str) -> float:
    """Add a loop before the last RETURN, STOP or END; return CPU seconds; take the edit back."""
    text = path.read_text("latin-1")
    last = next(item for item in _LAST if item in text)
    before, _, after = text.rpartition(last)
    path.write_text(f"{before}{_EDIT}{last}{after}", "latin-1")
    seconds = in_process(check, str(path.parent), cache, accepted)
    path.write_text(text, "latin-1")
    return seconds


def check(folder: str, cache: str, accepted: str) -> float:
    """Return the CPU seconds of a check against a snapshot, imports included."""
    clock = Clock()
    from sad.cli import main  # noqa: PLC0415 - measured

    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        code = main(["check", folder, "--baseline", accepted, "--cache", cache, "--forbid", "none"])
    assert code == 0, code
    return clock.lap()


def snapshot(folder: str, cache: str, accepted: str) -> float:
    """Return the CPU seconds of a snapshot by way of the cache, imports included."""
    clock = Clock()
    from sad.checks.cached_state import cached_snapshot  # noqa: PLC0415 - measured
    from sad.checks.settings.project import Project  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415
    from sad.reading.options import Reading  # noqa: PLC0415

    said = Diagnostics()  # files are shown from the current folder, as the check shows them
    text = cached_snapshot(Reading((folder,)), Project(), Path(), Path(cache), said)
    assert text is not None
    Path(accepted).write_text(text)
    return clock.lap()
