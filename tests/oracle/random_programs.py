"""Compare counts on random programs: ``make random-programs``.

Each seed gives two programs in Fortran. The first is counted by sad and by the interpreter: every line
that sad calls exact must have the interpreter's count. The second has no condition that a compiler can
decide; it is compiled with gfortran --coverage, and every line must have the figure that follows from
the interpreter's counts (docs/gcov.md). Every second program with unusual
memory (EQUIVALENCE, COMMON of several types, ENTRY, RECURSIVE, array assignments) is compared with gcov
directly. In C one program takes both ways, and sad's exact counts are compared with gcov's figures,
too. Every fifth seed gives a program of units that call themselves and each other as well, in C also
for gcov. Programs in Fortran 90 print their own counters. Exit code 1: a difference, shown on a program
made as short as it gets.
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

from tests.oracle.c_programs.units import CProgram
from tests.oracle.c_programs.units import random_program as random_c_program
from tests.oracle.f90_programs.against_runs import Found as Comparison90
from tests.oracle.f90_programs.against_runs import compare as compare_f90
from tests.oracle.gcov.batch import Found, differences
from tests.oracle.gcov.c_batch import Checked, check
from tests.oracle.gcov.f_batch import check as check_fortran
from tests.oracle.programs.against_sad import Comparison, compare
from tests.oracle.programs.kinds import kind_of
from tests.oracle.programs.recursive import INPUTS as DEPTHS
from tests.oracle.programs.recursive import recursive_program
from tests.oracle.programs.shrink import Made, shrink
from tests.oracle.programs.units import INPUTS, random_program
from tests.support.compiler import GCC, GCOV, GFORTRAN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.oracle.programs.program import RandomProgram

_BATCH = 25
_SHOWN = 5
_RECURSIVE = 5
"""One seed in so many has a recursive program, too."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print what was found, return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.oracle.random_programs", description=__doc__)
    parser.add_argument("--programs", type=int, default=2000, metavar="N")
    parser.add_argument("--first-seed", type=int, default=0, metavar="N")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--language", choices=_LANGUAGES, help="default: all")
    parser.add_argument("--without-compiler", action="store_true")
    args = parser.parse_args(arguments)
    start = time.monotonic()
    seeds = range(args.first_seed, args.first_seed + args.programs)
    with ProcessPoolExecutor(args.processes) as pool:
        good = [
            _LANGUAGES[name](pool, seeds, not args.without_compiler)
            for name in _LANGUAGES
            if args.language in (None, name)
        ]
    _say(f"{time.monotonic() - start:.0f} s")
    return int(not all(good))


def _fortran(pool: ProcessPoolExecutor, seeds: range, compiler: bool) -> bool:
    """Whether everything agrees for programs in Fortran."""
    failed = _against_sad(pool, seeds, random_program)
    failed += _recursive(pool, seeds, "fortran")
    found = Found()
    if compiler and GFORTRAN is not None and GCOV is not None:
        for part in pool.map(_compile, _batches(seeds)):
            found.add(part)
        for text in found.different[:_SHOWN]:
            _say(text)
        _say(
            f"gcov: {len(seeds)} programs, {found.lines} lines compared,"
            f" differences = {len(found.different)}"
        )
        _say(
            f"  gcov contradicts itself at {len(found.contradicted)} lines; the interpreter's stand"
        )
        for text in found.contradicted[:_SHOWN]:
            _say(f"    {text}")
    total = Checked()
    if compiler and GFORTRAN is not None and GCOV is not None:
        for part in pool.map(_with_kinds, _batches(seeds)):
            total.add(part)
        for seed in [*total.differences][:_SHOWN]:
            _say(f"seed {seed}, sad: {total.differences[seed][0]}")
            program = random_program(seed, all_kinds=True)
            _shorten(program, lambda made: bool(_check_fortran([made]).differences))
        _say(
            f"gcov: programs with all kinds of memory, {total.runs} runs, {total.lines} lines"
            f" compared, called exact by sad {total.exact}, differences in"
            f" {len(total.differences)} programs"
        )
    return not (failed or found.different or total.differences)


def _in_f90(pool: ProcessPoolExecutor, seeds: range, compiler: bool) -> bool:
    """Whether everything agrees for programs in Fortran 90: they count their own executions."""
    if not compiler or GFORTRAN is None:
        return True
    total = Comparison90()
    for found in pool.map(compare_f90, seeds, chunksize=5):
        total.add(found)
        if found.differences:
            _say(found.differences[0])
    _say(
        f"Fortran 90: {len(seeds)} programs, {total.runs} runs ({total.left_out} left out),"
        f" {total.lines} lines compared, called exact by sad {total.exact},"
        f" differences = {len(total.differences)}"
    )
    return not total.differences


def _in_c(pool: ProcessPoolExecutor, seeds: range, compiler: bool) -> bool:
    """Whether everything agrees for programs in C."""
    failed = _against_sad(pool, seeds, random_c_program)
    failed += _recursive(pool, seeds, "c")
    total, deep = Checked(), Checked()
    if compiler and GCC is not None and GCOV is not None:
        for found in pool.map(_checked, _batches(seeds)):
            total.add(found)
        _say_checked(total, len(seeds))
        for found in pool.map(_deep, _batches(seeds[::_RECURSIVE])):
            deep.add(found)
        _say_checked(deep, len(seeds[::_RECURSIVE]), "recursive ")
        for seed in [*total.differences][:_SHOWN]:
            _shorten(_with_records(seed), lambda made: bool(_check([made]).differences))
    wrong = (total.differences, total.not_predicted, deep.differences, deep.not_predicted)
    return not (failed or any(wrong))


def _recursive(pool: ProcessPoolExecutor, seeds: range, language: str) -> list[int]:
    make = partial(recursive_program, language=language)
    return _against_sad(pool, seeds[::_RECURSIVE], make, DEPTHS, "recursive ")


def _say_checked(total: Checked, programs: int, kind: str = "") -> None:
    for what, found in (("sad", total.differences), ("interpreter", total.not_predicted)):
        for seed in [*found][:_SHOWN]:
            _say(f"seed {seed}, {what}: {found[seed][0]}")
    _say(f"gcov: {programs} {kind}programs, {total.runs} runs, {total.lines} lines compared")
    _say(
        f"  called exact by sad {total.exact}, differences in {len(total.differences)} programs;"
        f" with the interpreter's {total.predicted}, in {len(total.not_predicted)}"
    )


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _against_sad(
    pool: ProcessPoolExecutor,
    seeds: range,
    make: Callable[[int], RandomProgram],
    inputs: tuple[tuple[int, ...], ...] = INPUTS,
    kind: str = "",
) -> list[int]:
    """Print the figures and the first programs with differences; return the seeds of all of them."""
    total, failed = Comparison(), list[int]()
    compared = pool.map(partial(_compare, make, inputs), seeds, chunksize=5)
    for seed, found in zip(seeds, compared, strict=True):
        total.add(found)
        if found.differences:
            failed.append(seed)
            _say(f"seed {seed}: {found.differences[0]}")
    _say(
        f"sad: {len(seeds)} {kind}programs, {total.runs} runs ({total.left_out} left out), "
        f"{total.lines} lines compared"
    )
    _say(
        f"  exact: {total.exact / max(1, total.lines):.1%} of the lines "
        f"({total.evaluated / max(1, total.lines):.1%} evaluated), "
        f"{total.exact_executions / max(1, total.executions):.1%} of the executions"
    )
    _say(f"  differences = {len(total.differences)} in {len(failed)} programs")
    for seed in failed[:_SHOWN]:
        shortest = _shorten(make(seed), lambda made: bool(compare(made, inputs).differences))
        for text in compare(shortest, inputs).differences[:_SHOWN]:
            _say(text)
    return failed


def _compare(
    make: Callable[[int], RandomProgram], inputs: tuple[tuple[int, ...], ...], seed: int
) -> Comparison:
    return compare(make(seed), inputs)


def _shorten(program: Made, fails: Callable[[Made], bool]) -> Made:
    shortest = shrink(program, fails)
    _say(f"\nseed {program.seed}, made short:\n{shortest.text}")
    return shortest


def _batches(seeds: range) -> list[range]:
    return [seeds[start : start + _BATCH] for start in range(0, len(seeds), _BATCH)]


def _compile(seeds: range) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        programs = [random_program(seed, plain=True) for seed in seeds]
        return differences(programs, INPUTS[:4], Path(folder))


def _with_kinds(seeds: range) -> Checked:
    """Check every second program, if it has a kind of memory."""
    programs = [random_program(seed, all_kinds=True) for seed in seeds if seed % 2]
    return _check_fortran([item for item in programs if kind_of(item.seed) is not None])


def _check_fortran(programs: Sequence[RandomProgram]) -> Checked:
    with tempfile.TemporaryDirectory() as folder:
        return check_fortran(programs, INPUTS, Path(folder))


def _checked(seeds: range) -> Checked:
    return _check([_with_records(seed) for seed in seeds])


def _deep(seeds: range) -> Checked:
    programs = [recursive_program(seed, "c") for seed in seeds]
    return _check([each for each in programs if isinstance(each, CProgram)], DEPTHS)


def _with_records(seed: int) -> CProgram:
    return random_c_program(seed, with_records=seed % 2 == 1)


def _check(programs: Sequence[CProgram], inputs: tuple[tuple[int, ...], ...] = INPUTS) -> Checked:
    with tempfile.TemporaryDirectory() as folder:
        return check(programs, inputs, Path(folder))


_LANGUAGES = {"fortran": _fortran, "f90": _in_f90, "c": _in_c}


if __name__ == "__main__":
    sys.exit(main())
