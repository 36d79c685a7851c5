"""Compare counts on random programs: ``make random-programs``.

Each seed gives two programs. The first is counted by sad and by the interpreter: every line that sad
calls exact must have the interpreter's count. The second has no condition that a compiler can decide;
it is compiled with gfortran --coverage, and every line must have the figure that follows from
the interpreter's counts (docs/gcov.md). Exit code 1: a difference, shown on a program made as
short as it gets.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tests.oracle.gcov.batch import differences
from tests.oracle.programs.against_sad import Comparison, compare
from tests.oracle.programs.shrink import shrink
from tests.oracle.programs.units import INPUTS, RandomProgram, random_program
from tests.support.compiler import GCOV, GFORTRAN

if TYPE_CHECKING:
    from collections.abc import Sequence

_BATCH = 25
_SHOWN = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print what was found, return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.oracle.random_programs", description=__doc__)
    parser.add_argument("--programs", type=int, default=2000, metavar="N")
    parser.add_argument("--first-seed", type=int, default=0, metavar="N")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--without-compiler", action="store_true")
    args = parser.parse_args(arguments)
    start = time.monotonic()
    seeds = range(args.first_seed, args.first_seed + args.programs)
    compiled = not args.without_compiler and GFORTRAN is not None and GCOV is not None
    with ProcessPoolExecutor(args.processes) as pool:
        failed = _against_sad(pool, seeds)
        lines, different = _against_gcov(pool, seeds) if compiled else (0, [])
    for seed in failed[:_SHOWN]:
        _show_shortest(seed)
    for text in different[:_SHOWN]:
        _say(text)
    if compiled:
        _say(f"gcov: {len(seeds)} programs, {lines} lines compared, differences = {len(different)}")
    _say(f"{time.monotonic() - start:.0f} s")
    return int(bool(failed or different))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _against_sad(pool: ProcessPoolExecutor, seeds: range) -> list[int]:
    """Print the figures; return the seeds of programs with differences."""
    total, failed = Comparison(), list[int]()
    for seed, found in zip(seeds, pool.map(_compare, seeds, chunksize=5), strict=True):
        total.add(found)
        if found.differences:
            failed.append(seed)
            _say(f"seed {seed}: {found.differences[0]}")
    _say(
        f"sad: {len(seeds)} programs, {total.runs} runs ({total.left_out} left out), "
        f"{total.lines} lines compared"
    )
    _say(
        f"  exact: {total.exact / max(1, total.lines):.1%} of the lines, "
        f"{total.exact_executions / max(1, total.executions):.1%} of the executions"
    )
    _say(f"  differences = {len(total.differences)} in {len(failed)} programs")
    return failed


def _compare(seed: int) -> Comparison:
    return compare(random_program(seed), INPUTS)


def _show_shortest(seed: int) -> None:
    def fails(candidate: RandomProgram) -> bool:
        return bool(compare(candidate, INPUTS).differences)

    shortest = shrink(random_program(seed), fails)
    _say(f"\nseed {seed}, made short:\n{shortest.text}")
    for text in compare(shortest, INPUTS).differences[:_SHOWN]:
        _say(text)


def _against_gcov(pool: ProcessPoolExecutor, seeds: range) -> tuple[int, list[str]]:
    batches = [seeds[start : start + _BATCH] for start in range(0, len(seeds), _BATCH)]
    lines, different = 0, list[str]()
    for compared, found in pool.map(_compile, batches):
        lines += compared
        different += found
    return lines, different


def _compile(seeds: range) -> tuple[int, list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        programs = [random_program(seed, plain=True) for seed in seeds]
        return differences(programs, INPUTS[:4], Path(folder))


if __name__ == "__main__":
    sys.exit(main())
