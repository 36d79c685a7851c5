"""Measure the branch heuristics on real programs: ``python -m tests.realruns.branches``.

Compares what ``--defaults heuristics`` would take with gcov's counts of both ways; the tables go into
docs/heuristics.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sad.analysis.branches.evidence import PROBABILITIES, Heuristic
from tests.realruns.branch_counts import branch_counts, built
from tests.realruns.branch_guesses import branches_of
from tests.realruns.build import NotBuilt
from tests.realruns.everything import PROGRAMS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.realruns.branch_guesses import Branch
    from tests.realruns.programs import RealProgram

_START, _END = "<!-- measured: start -->", "<!-- measured: end -->"


@dataclass(frozen=True, slots=True)
class Measured:
    """One branch of the source: what is guessed, and how often each way was taken."""

    branch: Branch
    first: int
    second: int

    @property
    def times(self) -> int:
        """How often the branch was reached."""
        return self.first + self.second

    @property
    def share(self) -> float:
        """How often it went its first way, of the times it was reached."""
        return self.first / self.times


@dataclass(frozen=True, slots=True)
class Score:
    """How good predictions of branches are.

    ``right`` is the share of branches whose likelier way is predicted (of equals a half), ``runs`` the
    share of executions that go the predicted way, ``error`` the mean distance from the measured share.
    """

    branches: int
    right: float
    runs: float
    error: float


def score(found: Iterable[tuple[Measured, float]]) -> Score:
    """Return the score of predictions of the first way."""
    pairs = list(found)
    number, executed = len(pairs), sum(item.times for item, _ in pairs)
    right = runs = error = 0.0
    for item, guess in pairs:
        sign = (guess > 0.5) - (guess < 0.5)
        real = (item.first > item.second) - (item.first < item.second)
        right += 0.5 if 0 in (sign, real) else float(sign == real)
        runs += item.times / 2 if sign == 0 else item.first if sign > 0 else item.second
        error += abs(guess - item.share)
    return Score(number, right / max(number, 1), runs / max(executed, 1), error / max(number, 1))


def collect(programs: Iterable[RealProgram]) -> dict[str, list[Measured]]:
    """Return the executed branches by language; the runs of one source file add up."""
    counts: dict[str, dict[tuple[str, int], list[int]]] = {}
    sources: dict[str, dict[str, tuple[Path, tuple[Path, ...]]]] = {}
    for program in programs:
        language = "C" if program.language == "c" else "Fortran"
        try:
            made = built(program)
            found = branch_counts(program, made)
        except NotBuilt as error:
            sys.stderr.write(f"{program.name}: {error}\n")
            continue
        for path in made.sources:
            known = sources.setdefault(language, {})
            known.setdefault(os.path.normpath(path), (path, program.include))
        for place, ways in found.items():
            before = counts.setdefault(language, {}).setdefault(place, ways)
            if before is not ways and len(before) == len(ways):
                for number, count in enumerate(ways):
                    before[number] += count
        sys.stderr.write(f"{program.name}: {len(found)} lines with branches\n")
    return {
        language: list(_matched(files, counts.get(language, {})))
        for language, files in sources.items()
    }


def _matched(
    files: dict[str, tuple[Path, tuple[Path, ...]]], counts: dict[tuple[str, int], list[int]]
) -> Iterable[Measured]:
    for name, (path, include) in files.items():
        for line, branches in branches_of(path, include).items():
            ways = counts.get((name, line))
            if ways is None or len(ways) != 2 * len(branches):
                continue
            for number, branch in enumerate(branches):
                pair = ways[2 * number : 2 * number + 2]
                first, second = pair[branch.place], pair[1 - branch.place]
                if first + second:
                    yield Measured(branch, first, second)


def tables(found: dict[str, list[Measured]]) -> list[str]:
    """Return the page's tables."""
    out: list[str] = []
    every = [item for items in found.values() for item in items]
    out += _overall(found, every)
    out += ["", *_by_heuristic(every)]
    return out


def _overall(found: dict[str, list[Measured]], every: list[Measured]) -> list[str]:
    rows = ["| branches | predicted by | likelier way right | executions right | mean error |"]
    rows.append("|---|---|---:|---:|---:|")
    groups = {**found, "all": every}
    groups["of these, not known from inputs"] = [item for item in every if not item.branch.known]
    for name, items in groups.items():
        guesses = {
            "heuristics": [(item, float(item.branch.guess.arms[0])) for item in items],
            "always 0.5": [(item, 0.5) for item in items],
            "the run itself": [(item, item.share) for item in items],
        }
        for how, pairs in guesses.items():
            result = score(pairs)
            label = f"{name}: {result.branches:,}" if how == "heuristics" else ""
            rows.append(f"| {label} | {how} | {_figures(result)} |")
    return rows


def _by_heuristic(every: list[Measured]) -> list[str]:
    rows = [
        "| heuristic | published | branches | likelier way right | executions right | mean error |"
    ]
    rows.append("|---|---:|---:|---:|---:|---:|")
    for heuristic in Heuristic:
        pairs = [
            (item, float(says.probability))
            for item in every
            for says in item.branch.guess.evidence
            if says.heuristic is heuristic
        ]
        if heuristic is Heuristic.EQUAL:
            pairs = [(i, 0.5) for i in every if i.branch.guess.heuristics == (heuristic,)]
        published = PROBABILITIES.get(heuristic)
        shown = f"{float(published):.0%}" if published else "-"
        if pairs:
            result = score(pairs)
            rows.append(f"| {heuristic} | {shown} | {result.branches:,} | {_figures(result)} |")
    return rows


def _figures(result: Score) -> str:
    return f"{result.right:.1%} | {result.runs:.1%} | {result.error:.3f}"


def main() -> int:
    """Print the tables, or put them into a page; return 1 if nothing was measured."""
    parser = argparse.ArgumentParser(prog="tests.realruns.branches", description=__doc__)
    parser.add_argument("--only", default="", metavar="NAMES", help="programs or groups, by comma")
    parser.add_argument(
        "--write", type=Path, metavar="PAGE", help="the page to put the tables into"
    )
    args = parser.parse_args()
    wanted = {name for name in args.only.split(",") if name}
    chosen = [
        program
        for name, program in PROGRAMS.items()
        if not wanted or name in wanted or program.group in wanted
    ]
    found = collect(chosen)
    if not any(found.values()):
        sys.stderr.write("nothing was measured\n")
        return 1
    text = "\n".join(tables(found))
    sys.stdout.write(text + "\n")
    if args.write is not None:
        page = args.write.read_text()
        before, _, rest = page.partition(_START)
        after = rest.partition(_END)[2]
        args.write.write_text(f"{before}{_START}\n{text}\n{_END}{after}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
