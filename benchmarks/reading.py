"""Reading LAPACK to IR, relative to fparser2 parsing the same files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.measure import Clock, Figure, in_process
from tests.support.realcode import fortran_files

if TYPE_CHECKING:
    from collections.abc import Sequence

_TARGET = 1 / 8


def reading(sample: int) -> list[Figure]:
    """Measure every ``sample``-th file. Files for the preprocessor are left out: fparser2 has none."""
    files = [str(path) for path in fortran_files("lapack", "SRC") if path.suffix == ".f"][::sample]
    ours, lines = in_process(_read, files)
    theirs, refused = in_process(_parse, files)
    detail = (
        f"{len(files)} files, {lines} lines: {ours:.2f} s and {theirs:.1f} s"
        + (f", {refused} files not accepted by fparser2" if refused else "")
        + (f" (every {sample}th file)" if sample > 1 else "")
    )
    return [Figure("reading LAPACK SRC / fparser2 parsing it", ours / theirs, _TARGET, detail)]


def _read(files: Sequence[str]) -> tuple[float, int]:
    from frontends.registry import SourceOptions, read_program  # noqa: PLC0415 - not measured
    from sad.diagnostics import Diagnostics  # noqa: PLC0415

    clock = Clock()
    program = read_program(files, SourceOptions(), Diagnostics())
    return clock.lap(), sum(file.lines for file in program.files)


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
