"""Measure, print one table, and fail if a ratio has become worse than the accepted one.

With ``--accept`` the ratios become the accepted ones; with ``--write`` the table goes on the page.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.accepted import MOST, accept, accepted, is_worse
from benchmarks.page import table, write_page
from tests.support.realcode import c_files, fortran_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.measure import Figure

GROUPS: dict[str, bool] = {
    "startup": False,
    "contention": False,
    "queueing": False,
    "counting": False,
    "evaluation": False,
    "scaling": False,
    "simulation": False,
    "sweeps": False,
    "linearity": False,
    "size": False,
    "pipeline": True,
    "reading": True,
    "cold": True,
    "c_reading": True,
    "c_pipeline": True,
    "profiles": False,
    "incremental": True,
}
"""Modules of this package, each with a function of its name; whether it takes every N-th file."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 1 if a ratio is worse than the accepted one, 2 if there is nothing to measure."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every N-th file only")
    parser.add_argument("--only", nargs="+", choices=GROUPS, metavar="NAME", help=" ".join(GROUPS))
    parser.add_argument("--write", type=Path, metavar="PAGE", help="the page to put them on")
    parser.add_argument("--accept", action="store_true", help="take these ratios as the standard")
    args = parser.parse_args(arguments)
    if args.sample < 1:
        parser.error("--sample: at least 1")
    if not fortran_files("lapack", "SRC") or not c_files("gsl"):
        sys.stderr.write("LAPACK or gsl is not downloaded; run: make real-code\n")
        return 2
    figures = measured(args.only or tuple(GROUPS), args.sample)
    before = accepted()
    print(table(figures, before))
    if args.accept:
        accept(figures, all_measured=args.only is None and args.sample == 1)
    if args.write is not None:
        write_page(args.write, figures, before)
    return verdict(figures, {} if args.accept else before)


def measured(names: Sequence[str], sample: int) -> list[Figure]:
    """Return the figures of some groups."""
    figures: list[Figure] = []
    for name in names:
        group = getattr(import_module(f"benchmarks.{name}"), name)
        figures += group(sample) if GROUPS[name] else group()
    return figures


def verdict(figures: Sequence[Figure], before: dict[str, float]) -> int:
    """Name what has become worse; return the exit code."""
    worse = [figure for figure in figures if is_worse(figure, before)]
    for figure in worse:
        known = before[figure.what]
        sys.stderr.write(
            f"{figure.what}: {figure.measured:.3g}, more than {MOST:g} times the accepted"
            f" {known:.3g}; if that is intended: python -m benchmarks --accept\n"
        )
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main())
