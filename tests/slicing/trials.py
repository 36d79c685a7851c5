"""What a run of a slice says one count tells of another, against real runs of random programs.

``python -m tests.slicing.trials --programs 500 --first-seed 1000``
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sad.analysis.unit import analyse
from sad.loading.evaluating import start_of
from sad.lowering.build import describe
from sad.slicing import EVALUATE_STEPS
from sad.slicing.evaluate import evaluate_slice
from sad.slicing.program import SlicedProgram
from sad.slicing.signatures import Given
from tests.slicing.trial_programs import C_DATA, FORTRAN_DATA, CProgram, FortranProgram
from tests.support.model import program_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.analysis.unit import ProgramAnalysis
    from sad.slicing.signatures import Site

_COUNTER = re.compile(r"c\[(\d+)\]\+\+|C\((\d+)\) = C\(")
_SECONDS = 10
_RUNS = 3
"""Real runs of each program, which leave their loops at other times."""


class Told(NamedTuple):
    """How many counts a slice tells: as numbers, by others, and not; and what is wrong."""

    exact: int
    by_others: int
    open: int
    wrong: list[str]


def random_program(language: str, seed: int) -> str:
    """Return a random program."""
    return (CProgram(seed) if language == "c" else FortranProgram(seed)).text()


def real_runs(language: str, text: str, folder: Path, runs: int = _RUNS) -> list[list[int]]:
    """Build a program and run it; return its counters, of each run that ends soon."""
    suffix, compiler = (".c", "gcc") if language == "c" else (".f", "gfortran")
    source = folder / f"t{suffix}"
    source.write_text(text)
    data = folder / f"data{suffix}"
    found: list[list[int]] = []
    for number in range(runs):
        text = C_DATA if language == "c" else FORTRAN_DATA
        data.write_text(text.replace("SEED", str(17 + 1000 * number)))
        build = [compiler, "-w", "-o", str(folder / "t"), str(source), str(data)]
        subprocess.run(build, check=True)
        try:
            run = subprocess.run(
                [str(folder / "t")], capture_output=True, text=True, check=True, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired:
            continue
        found.append([int(word) for word in run.stdout.split()])
    return found


def sliced(language: str, text: str, *names: str) -> tuple[ProgramAnalysis, SlicedProgram]:
    """Return the analysis of a program, and its slice from the unit that has one of some names."""
    analysis = analyse(program_of(text, language))
    description = describe(analysis)
    start = next(filter(None, map(description.unit, names)))
    start = start_of(analysis, start)
    assert start is not None
    return analysis, SlicedProgram(analysis, start)


def told(
    language: str, text: str, runs: Sequence[Sequence[int]], steps: int = EVALUATE_STEPS
) -> Told:
    """Return what the slice of a program tells of its counters in some ``steps``, and where a run
    differs.
    """
    analysis, program = sliced(language, text, "main" if language == "c" else "RANDOM")
    found = evaluate_slice(program, Given({}, {}), steps)
    lines = text.splitlines()
    graphs = {(entry.unit.key, entry.name): entry.cfg for entry in analysis.entries}

    def counter(site: Site) -> int | None:
        key, block, action = site
        line = lines[graphs[key].blocks[block].actions[action].span.line - 1] if action >= 0 else ""
        match = _COUNTER.search(line)
        return None if match is None else int(match[1] or int(match[2]) - 1)

    wrong: list[str] = []
    exact = by_others = left = 0
    for site, count in found.counts.items():
        index, whole = counter(site), found.by_others.get(site)
        terms = [(counter(at), times) for at, times in whole.terms] if whole is not None else []
        known = [(at, times) for at, times in terms if at is not None]
        if index is None:
            continue
        if count is None and (whole is None or len(known) < len(terms)):
            left += 1
            continue
        exact += count is not None
        by_others += count is None
        for run in runs:
            number = count
            if number is None and whole is not None:
                number = whole.certain + sum(run[at] * times for at, times in known)
            if number != run[index]:
                wrong.append(f"counter {index}: {number}, ran {run[index]} times")
    return Told(exact, by_others, left, wrong)


def main() -> int:
    """Compare random programs; return 1 if a count differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=0)
    arguments = parser.parse_args()
    sums = [0, 0, 0]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for language in ("c", "fortran"):
            for seed in range(arguments.first_seed, arguments.first_seed + arguments.programs):
                text = random_program(language, seed)
                found = told(language, text, real_runs(language, text, Path(folder)))
                sums = [total + number for total, number in zip(sums, found[:3], strict=True)]
                bad += bool(found.wrong)
                for item in found.wrong:
                    print(f"{language} {seed}: {item}")
    print(f"{sums[0]} counts are numbers, {sums[1]} follow from others, {sums[2]} are open")
    print(f"{bad} programs differ")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
