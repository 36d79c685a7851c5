"""Compare what profiles of random programs say with what happened: ``make profile-oracle``.

Every program is compiled, run with several inputs, and its counts are read as sad reads them. Exit
code 1: something that follows from the counts is not what the interpreter counted.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.oracle.c_programs.units import random_program as random_c_program
from tests.oracle.profiles.estimates import Outcome, check
from tests.oracle.profiles.f90 import check_f90
from tests.oracle.profiles.layout import relaid
from tests.oracle.profiles.tools import TOOLS
from tests.oracle.programs.units import INPUTS, random_program

if TYPE_CHECKING:
    from collections.abc import Sequence

LANGUAGES = ("fortran", "f90", "c")
_BATCH = 20
_SHOWN = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print what was found, return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.oracle.profiles", description=__doc__)
    parser.add_argument("--programs", type=int, default=200, metavar="N")
    parser.add_argument("--first-seed", type=int, default=0, metavar="N")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--tool", choices=TOOLS, action="append")
    args = parser.parse_args(arguments)
    seeds = range(args.first_seed, args.first_seed + args.programs)
    batches = [seeds[start : start + _BATCH] for start in range(0, len(seeds), _BATCH)]
    good = True
    with ProcessPoolExecutor(args.processes) as pool:
        for language in args.language or LANGUAGES:
            for tool in args.tool or TOOLS:
                if (language, tool) == ("fortran", "llvm") or (
                    language == "f90" and tool != "gcov"
                ):
                    continue
                start, total = time.monotonic(), Outcome()
                for found in pool.map(partial(_checked, language, tool), batches):
                    total.add(found)
                _say(language, tool, total, time.monotonic() - start)
                good = good and not total.different
    return int(not good)


def _checked(language: str, tool: str, seeds: range) -> Outcome:
    if language == "f90":
        with tempfile.TemporaryDirectory() as folder:
            return check_f90(seeds, Path(folder))
    if language == "c":
        programs = [random_c_program(seed, correlated=True) for seed in seeds]
    else:
        programs = [random_program(seed, plain=tool != "csv", correlated=True) for seed in seeds]
    with tempfile.TemporaryDirectory() as folder:
        return check([*map(relaid, programs)], INPUTS[:4], Path(folder), tool)


def _say(language: str, tool: str, total: Outcome, seconds: float) -> None:
    for text in total.different[:_SHOWN]:
        sys.stdout.write(f"{text}\n")
    sys.stdout.write(
        f"{language}, {tool}: {total.programs} programs, {total.lines} lines, {total.facts} facts "
        f"({total.unknown} unknown), {total.found} of {total.ratios} parameters found, "
        f"{total.left_out} notes, {total.kept} executions kept, {total.given} lines closed, "
        f"differences = {len(total.different)}, {seconds:.0f} s\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
