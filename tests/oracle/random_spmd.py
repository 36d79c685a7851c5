"""What ranks of random programs pass, against what sad says: ``make random-spmd``.

Each seed gives a program in Fortran and one in C. It runs with an MPI that passes nothing and counts
(tests/support/counting_mpi) as 1, 2, 3, 4 and 6 processes. Every rank's calls, messages and bytes by
routine must be those that sad says, wherever it calls them exact; with values given from the start and
by way of a saved description, it must say the same. Exit code 1: a difference or an error, shown on a
program made as short as it gets.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.oracle.programs.shrink import shrink
from tests.oracle.spmd.against_sad import Comparison, compare
from tests.oracle.spmd.programs import INPUTS, SpmdProgram, random_spmd
from tests.oracle.spmd.runs import BuildFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHOWN = 5
_TRIES = 400


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print what was found, return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.oracle.random_spmd", description=__doc__)
    parser.add_argument("--programs", type=int, default=500, metavar="N")
    parser.add_argument("--first-seed", type=int, default=0, metavar="N")
    parser.add_argument("--language", choices=("fortran", "c"), help="default: both")
    parser.add_argument("--named", action="store_true", help="which kinds of names are left most")
    args = parser.parse_args(arguments)
    languages = (args.language,) if args.language else ("fortran", "c")
    seeds = range(args.first_seed, args.first_seed + args.programs)
    good = True
    with tempfile.TemporaryDirectory() as name:
        for language in languages:
            good = _compare_all(language, seeds, Path(name), named=args.named) and good
    return int(not good)


def _compare_all(language: str, seeds: range, folder: Path, *, named: bool) -> bool:
    start = time.monotonic()
    total, failed = Comparison(), list[SpmdProgram]()
    for seed in seeds:
        program = random_spmd(seed, language)
        found = checked(program, folder)
        total.add(found)
        if found.differences:
            failed.append(program)
            _say(f"{language}, seed {seed}: {found.differences[0]}")
        if found.refused:
            _say(f"{language}, seed {seed}, refused: {found.refused[0]}")
    _say(f"{language}: {len(seeds)} programs, {total.runs} runs ({total.left_out} left out)")
    share = total.exact / max(1, total.exact + total.open)
    _say(
        f"  exact: {total.exact} routines of ranks, {share:.1%}; {len(total.refused)} runs refused"
    )
    _say(f"  differences in {len(failed)} programs, {time.monotonic() - start:.0f} s")
    if named:
        kinds = Counter[str]()
        for symbol, number in total.named.items():
            unit, at, rest = symbol.partition("@")
            kinds[f"{unit.split('.')[-1]}{at}{rest.split('.', 1)[-1] if '.' in rest else ''}"] += (
                number
            )
        for kind, number in kinds.most_common(25):
            _say(f"    {number:6} {kind}")
    for program in failed[:_SHOWN]:
        shortest = shrink(program, lambda made: bool(checked(made, folder).differences), _TRIES)
        _say(f"\n{language}, seed {program.seed}, made short:\n{shortest.text}")
        for text in checked(shortest, folder).differences[:_SHOWN]:
            _say(text)
    return not failed


def checked(program: SpmdProgram, folder: Path) -> Comparison:
    """Compare for all inputs; an exception of sad is a difference, too."""
    try:
        return compare(program, INPUTS, folder)
    except (AssertionError, OSError, BuildFailed):
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it must not be
        place = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{type(error).__name__}: {error} ({place.filename}:{place.lineno})"
        return Comparison(differences=[text])


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
