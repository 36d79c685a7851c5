"""Profiles at some sizes against real runs at others, for all programs.

    python -m tests.proofs.unseen_sizes [--seeds N] [--only NAME ...] [--processes N] [--write FILE]

Prints a line for each program, and the page to FILE. Fails if fewer than ten programs with unknowns
have every line within 1 % at C, or if less than 90 % of the counts of programs with chance are in
their intervals.
"""

from __future__ import annotations

import argparse
import multiprocessing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.proofs.compare import CLOSE
from tests.proofs.measure import Found, measure
from tests.proofs.page import page
from tests.proofs.programs import CHANCE, REGULAR
from tests.proofs.real_page import TITLE, with_section

if TYPE_CHECKING:
    from collections.abc import Sequence

_PROGRAMS, _INSIDE = 10, 0.9


def verdict(regular: Sequence[Found], chance: Sequence[Found]) -> tuple[int, float]:
    """Return how many programs have every line within 1 % at C, after a profile at A and B, and the
    share of the predictions with chance at C whose number of executions is in its interval.
    """
    reached = 0
    for item in regular:
        (case,) = item.of("2 sizes", "beyond")
        reached += bool(case.unknowns) and case.worst_error <= CLOSE
    cases = [case for item in chance for case in item.of("2 sizes", "beyond")]
    return reached, sum(case.has_total_inside for case in cases) / max(1, len(cases))


def _line(item: Found) -> str:
    text = [f"{item.sized.name:10}"]
    for (plan, place), cases in item.cases.items():
        inside, lines = sum(c.inside_lines for c in cases), sum(len(c.lines) for c in cases)
        close = sum(c.worst_error <= CLOSE for c in cases)
        whole = sum(c.has_total_inside for c in cases)
        text.append(
            f"{plan}, {place}: {close} of {len(cases)} within 1 %, lines inside {inside}/{lines},"
            f" totals inside {whole}"
        )
    return "\n    ".join(text)


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(prog="unseen_sizes", description=__doc__)
    parser.add_argument("--seeds", type=int, default=12, metavar="N", help="profiles of each")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these programs only")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    parser.add_argument("--write", type=Path, metavar="FILE", help="where the page goes")
    args = parser.parse_args()
    chosen = [item for item in (*REGULAR, *CHANCE) if not args.only or item.name in args.only]
    found: list[Found] = []
    with multiprocessing.get_context("spawn").Pool(args.processes) as pool:
        for item in pool.imap(partial(measure, seeds=args.seeds), chosen):
            print(_line(item), flush=True)
            found.append(item)
    regular = [item for item in found if not item.sized.has_chance]
    chance = [item for item in found if item.sized.has_chance]
    if args.write is not None and regular and chance:
        before = args.write.read_text("utf-8") if args.write.exists() else ""
        kept = "".join(before.partition(TITLE)[1:])
        text = with_section(page(regular, chance), kept) if kept else page(regular, chance)
        args.write.write_text(text, encoding="utf-8")
    reached, inside = verdict(regular, chance)
    print(f"every line within 1 % at C: {reached} programs; totals inside: {inside:.1%}")
    if not args.only and (reached < _PROGRAMS or inside < _INSIDE):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
