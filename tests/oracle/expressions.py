"""Compare the statement parser with fparser2 on all real code: ``make oracle``.

Every distinct statement (equal ones differ in blanks and letter case only) is read twice and the
syntax trees must be equal. Exit code 1: a difference, or too few statements to say anything.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from tests.oracle.compare import Outcome, Verdict, judge
from tests.oracle.statements import Sample, collect
from tests.support.realcode import FOLDER, FOR_THE_ORACLE, SOURCES, fortran_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SHOWN = 5
_CHUNK = 500


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, print what was found, return the exit code."""
    parser = argparse.ArgumentParser(prog="tests.oracle.expressions", description=__doc__)
    parser.add_argument("--at-least", type=int, default=200_000, metavar="N")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--also", action="append", default=[], metavar="FOLDER", type=Path)
    args = parser.parse_args(arguments)
    start = time.monotonic()
    paths = [path for source in (*SOURCES, FOR_THE_ORACLE) for path in fortran_files(source.name)]
    paths += [path for folder in args.also for path in fortran_files(folder.resolve())]
    found = collect(paths, FOLDER)
    _say(f"{found.files} files, {found.occurrences} statements, {len(found.distinct)} distinct")
    samples = list(found.distinct.values())
    with ProcessPoolExecutor(args.processes) as pool:
        verdicts = list(pool.map(judge, samples, chunksize=_CHUNK))
    _print_table(verdicts)
    _print_rejected(samples, verdicts)
    different = _print_different(samples, verdicts)
    compared = sum(v.outcome in (Outcome.SAME, Outcome.DIFFERENT) for v in verdicts)
    _say(f"\n{compared} distinct statements compared")
    _say(f"{different} differences, {time.monotonic() - start:.0f} s")
    if compared < args.at_least:
        _say(f"too few: at least {args.at_least} are wanted (--at-least)")
    return int(different > 0 or compared < args.at_least)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _print_table(verdicts: Iterable[Verdict]) -> None:
    columns = (Outcome.SAME, Outcome.DIFFERENT, Outcome.REJECTED, Outcome.TEXT)
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        for kind in (verdict.kind, "all"):
            table[kind]["distinct"] += 1
            table[kind][verdict.outcome.value] += 1
    names = ("distinct", *(column.value for column in columns))
    _say("\n" + " " * 16 + "  ".join(f"{name:>8}" for name in names))
    for kind, counts in sorted(table.items(), key=lambda item: -item[1]["distinct"]):
        cells = (f"{counts[name]:>{max(8, len(name))}}" for name in names)
        _say(f"{kind:16}" + "  ".join(cells))


def _print_rejected(samples: Sequence[Sample], verdicts: Sequence[Verdict]) -> None:
    groups: dict[str, list[Sample]] = defaultdict(list)
    for sample, verdict in zip(samples, verdicts, strict=True):
        if verdict.outcome is Outcome.REJECTED:
            groups[f"{verdict.kind}: {verdict.reason}"].append(sample)
    _say("\nnot accepted by fparser2, so not compared:")
    for reason, found in sorted(groups.items(), key=lambda item: -len(item[1])):
        _say(f"  {len(found)} {reason}")
        for sample in found[:_SHOWN]:
            _say(f"      {sample.place}: {' '.join(sample.written.split())[:80]}")


def _print_different(samples: Sequence[Sample], verdicts: Sequence[Verdict]) -> int:
    count = 0
    for sample, verdict in zip(samples, verdicts, strict=True):
        if verdict.outcome is Outcome.DIFFERENT:
            count += 1
            _say(f"\n{sample.place}: {sample.written}")
            _say(f"  ours:     {verdict.ours}\n  fparser2: {verdict.theirs}")
    return count


if __name__ == "__main__":
    sys.exit(main())
