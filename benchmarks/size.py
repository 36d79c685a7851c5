"""Cost against size: everything above the parser for more and more lines, as a fitted exponent.

``python -m benchmarks.size`` prints the points, too; ``--most`` sets the largest number of lines.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression
from typing import TYPE_CHECKING

from benchmarks.generate import program_text
from benchmarks.measure import Figure, in_process
from benchmarks.page import table
from benchmarks.pipeline import whole_pipeline
from tests.support.realcode import fortran_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SIZES = (1_000, 10_000, 100_000, 300_000, 1_000_000)
_MOST = 100_000
_TARGET = 1.05
_AT_LEAST = 30_000  # lines measured of each size, in several programs where these are small
_LIBRARIES = {"LAPACK SRC": ("lapack", "SRC"), "NWChem": ("nwchem", "src")}


@dataclass(frozen=True, slots=True)
class Point:
    """Programs of about one size: lines and CPU seconds of one of them, and the peak in megabytes."""

    lines: float
    reading: float
    rest: float
    peak: float


def size(most: int = _MOST) -> list[Figure]:
    """Fit the exponents of a generated program and of the libraries that are there."""
    sizes = [lines for lines in _SIZES if lines <= most]
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        programs = ((_generated(Path(folder), lines), lines) for lines in sizes)
        figures.append(figure_of("a generated program", [_point(each, n) for each, n in programs]))
    for name, parts in _LIBRARIES.items():
        files = [(path, _lines(path)) for path in fortran_files(*parts)]
        if not files:
            continue
        there = sum(lines for _, lines in files)
        points = [_point(*samples(files, lines)) for lines in sizes if lines <= there]
        figures.append(figure_of(f"units of {name}", points))
    return figures


def figure_of(what: str, points: Sequence[Point]) -> Figure:
    """Return the exponent of a power law through the points, and the points in words."""
    rest = [math.log(point.rest) for point in points]
    exponent = linear_regression([math.log(point.lines) for point in points], rest).slope
    detail = "; ".join(
        f"{point.lines:,.0f} lines: reading {point.reading:.3g} s, the rest {point.rest:.3g} s, "
        f"{point.peak:.0f} MB"
        for point in points
    )
    return Figure(
        f"exponent of cost above the parser: {what}", exponent, _TARGET, detail, ratio=True
    )


def _point(programs: Sequence[Sequence[str]], lines: float) -> Point:
    """Measure programs in one process; ``lines`` is what one of them has."""
    no_machine = None  # some of the operations of real code are not in every machine file
    reading, rest, peak = in_process(whole_pipeline, programs, no_machine)
    return Point(lines, reading / len(programs), rest / len(programs), peak)


def _generated(folder: Path, lines: int) -> list[list[str]]:
    programs: list[list[str]] = []
    for number in range(_repeats(lines)):
        path = folder / f"generated_{lines}_{number}.f"
        path.write_text(program_text(lines, seed=number + 1), encoding="ascii")
        programs.append([str(path)])
    return programs


def _repeats(lines: int) -> int:
    return max(1, _AT_LEAST // lines)


def samples(files: Sequence[tuple[Path, int]], lines: int) -> tuple[list[list[str]], float]:
    """Return random programs that share no file of a library, and the lines of one of them."""
    order = iter(random.Random(1).sample(files, len(files)))
    programs: list[list[str]] = []
    taken = 0
    for _ in range(_repeats(lines)):
        found = list(_some(order, lines))
        programs.append([str(path) for path, _ in found])
        taken += sum(count for _, count in found)
    return programs, taken / len(programs)


def _some(order: Iterator[tuple[Path, int]], lines: int) -> Iterator[tuple[Path, int]]:
    """Files of so many lines together."""
    taken = 0
    while taken < lines:
        found = next(order, None)
        if found is None:
            return
        taken += found[1]
        yield found


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def main() -> int:
    """Return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="benchmarks.size", description=__doc__)
    parser.add_argument("--most", type=int, default=_MOST, metavar="LINES", help="10000 or more")
    most = parser.parse_args().most
    if most < _SIZES[1]:
        parser.error(f"--most: at least {_SIZES[1]}, as a fit needs two sizes")
    figures = size(most)
    print(table(figures))
    return int(not all(figure.met for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
