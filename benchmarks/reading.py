"""Reading LAPACK to IR, relative to fparser2 and to gfortran's check of the same files."""

from __future__ import annotations

import resource
import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING

from benchmarks.measure import Clock, Figure, in_process
from tests.support.realcode import fortran_files

if TYPE_CHECKING:
    from collections.abc import Sequence

_TARGET = 1 / 40
_TARGET_FREE = 1 / 18  # 60,000 lines/s where fparser2 reads 3,300
_TARGET_COMPILER = 1.0
_MANY = 200  # files of one invocation of the compiler


def reading(sample: int) -> list[Figure]:
    """Measure every ``sample``-th file. Files for the preprocessor are left out: fparser2 has none."""
    files = lapack_files(sample)
    note = f" (every {sample}th file)" if sample > 1 else ""
    ours, lines = in_process(_read, files)
    theirs, refused = fparser_seconds(tuple(files))
    said = f"{len(files)} files, {lines} lines: {ours:.2f} s ({lines / ours:,.0f} lines/s)"
    detail = f"{said} and {theirs:.1f} s"
    if refused:
        detail += f", {refused} files not accepted by fparser2"
    what = f"reading LAPACK SRC{note} / fparser2 parsing it"
    figures = [Figure(what, ours / theirs, _TARGET, detail, ratio=True)]
    for each, how in ((1, "a process for each file"), (_MANY, f"{_MANY} files a call")):
        seconds = _check(files, each)
        if seconds is not None:
            figures.append(
                Figure(
                    f"reading LAPACK SRC{note} / gfortran -fsyntax-only, {how}",
                    ours / seconds,
                    _TARGET_COMPILER,
                    f"{ours:.2f} s and {seconds:.1f} s",
                    ratio=True,
                )
            )
    return figures + free_form(sample)


def free_form(sample: int) -> list[Figure]:
    """Measure files in free form relative to fparser2, if they are downloaded."""
    files = [str(path) for path in fortran_files("wsjtx") if path.suffix == ".f90"][:: 4 * sample]
    if not files:
        return []
    ours, lines = in_process(_read, files)
    theirs, refused = in_process(_parse, files)
    detail = f"{len(files)} files, {lines} lines: {ours:.2f} s ({lines / ours:,.0f} lines/s)"
    detail += f" and {theirs:.1f} s, {refused} files not accepted by fparser2"
    note = f" (every {4 * sample}th file)"
    what = f"reading wsjtx, free form{note} / fparser2 parsing it"
    return [Figure(what, ours / theirs, _TARGET_FREE, detail, ratio=True)]


def lapack_files(sample: int) -> list[str]:
    """Return every ``sample``-th file of LAPACK SRC that needs no preprocessor."""
    return [str(path) for path in fortran_files("lapack", "SRC") if path.suffix == ".f"][::sample]


@cache
def fparser_seconds(files: tuple[str, ...]) -> tuple[float, int]:
    """Return CPU seconds of fparser2 for files, and how many it refuses; once in a run."""
    return in_process(_parse, files)


def _read(files: Sequence[str]) -> tuple[float, int]:
    from frontends.fortran import reader  # noqa: F401, PLC0415 - not measured
    from frontends.registry import SourceOptions, read_program  # noqa: PLC0415
    from sad.diagnostics import Diagnostics  # noqa: PLC0415

    clock = Clock()
    program = read_program(files, SourceOptions(), Diagnostics())
    return clock.lap(), sum(file.lines for file in program.files)


def _check(files: Sequence[str], each: int) -> float | None:
    """Return gfortran's CPU seconds, children included; None if there is no gfortran."""
    compiler = shutil.which("gfortran")
    if compiler is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for first in range(0, len(files), each):
        command = [compiler, "-fsyntax-only", "-std=legacy", "-w", *files[first : first + each]]
        subprocess.run(command, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _parse(files: Sequence[str]) -> tuple[float, int]:
    import logging  # noqa: PLC0415

    from fparser.common.readfortran import FortranFileReader  # noqa: PLC0415
    from fparser.two.parser import ParserFactory  # noqa: PLC0415
    from fparser.two.utils import FparserException  # noqa: PLC0415

    logging.getLogger("fparser").setLevel(logging.CRITICAL)
    parser = ParserFactory().create(std="f2003")  # its default, and faster than f2008
    refused = 0
    clock = Clock()
    for path in files:
        try:
            parser(FortranFileReader(path, ignore_comments=True))
        except FparserException:
            refused += 1
    return clock.lap(), refused
