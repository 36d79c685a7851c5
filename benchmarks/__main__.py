"""Measure all ratios, print them, and with ``--write`` put them on the page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.c_pipeline import c_pipeline
from benchmarks.counting import counting
from benchmarks.evaluation import evaluation
from benchmarks.incremental import incremental
from benchmarks.linearity import linearity
from benchmarks.page import table, write_page
from benchmarks.pipeline import pipeline
from benchmarks.profiles import profiles
from benchmarks.reading import reading
from benchmarks.scaling import scaling
from benchmarks.sweeps import sweeps
from tests.support.realcode import c_files, fortran_files


def main() -> int:
    """Return 1 if a target is missed, 2 if there is nothing to measure."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every N-th file only")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="the page to put them on")
    args = parser.parse_args()
    if args.sample < 1:
        parser.error("--sample: at least 1")
    if not fortran_files("lapack", "SRC") or not c_files("gsl"):
        sys.stderr.write("LAPACK or gsl is not downloaded; run: make real-code\n")
        return 2
    figures = [
        *counting(),
        *evaluation(),
        *scaling(),
        *sweeps(),
        *linearity(),
        *pipeline(args.sample),
        *reading(args.sample),
        *c_pipeline(args.sample),
        *profiles(),
        *incremental(args.sample),
    ]
    print(table(figures))
    if args.write is not None:
        write_page(args.write, figures)
    return int(not all(figure.met for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
