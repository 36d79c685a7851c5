"""Replays generated edits of LAPACK drivers as git revisions, and judges what is said of each.

    python -m tests.proofs.edits [--neutral N] [--real N] [--seed S] [--only DRIVER ...]
                                 [--processes N] [--write FILE]

Prints a line for each revision, and the page to FILE. Fails for a false alarm, a missed change or a
wrong verdict; not where a unit is said to be incomparable and is not, which is counted as wrong, too.
"""

from __future__ import annotations

import argparse
import multiprocessing
from functools import partial
from pathlib import Path
from random import Random

from tests.proofs.edits.groups import GROUPS
from tests.proofs.edits.page import page
from tests.proofs.edits.replay import Revision, kinds, replay


def replayed(plan: tuple[str, int, int], seed: str) -> list[Revision]:
    """Replay edits of a program: its driver, how many cost nothing, how many cost something."""
    driver, neutral, real = plan
    found: list[Revision] = []
    for item in replay(driver, kinds(neutral, real, Random(f"{driver} {seed} kinds")), seed):
        found.append(item)
        print(_line(item), flush=True)
    return found


def _line(item: Revision) -> str:
    problems = {
        "false alarm": item.alarms,
        "missed": item.missed,
        "wrong": item.wrong,
        "not told": item.untold,
    }
    said = "".join(f"\n    {name}: {'; '.join(it)}" for name, it in problems.items() if it)
    start = f"{item.group:8} {item.number:3} {item.kind}"
    return (
        f"{start}: {item.right} of {item.units}, {len(item.left)} left, {item.seconds:.1f} s{said}"
    )


def main() -> None:
    """Replay, print and write."""
    parser = argparse.ArgumentParser(prog="edits", description=__doc__)
    parser.add_argument("--neutral", type=int, default=200, metavar="N", help="that cost nothing")
    parser.add_argument("--real", type=int, default=40, metavar="N", help="that cost something")
    parser.add_argument("--seed", default="1", metavar="S")
    parser.add_argument("--only", nargs="*", metavar="DRIVER", help="these programs only")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    parser.add_argument("--write", type=Path, metavar="FILE", help="where the page goes")
    args = parser.parse_args()
    chosen = {name: share for name, share in GROUPS.items() if not args.only or name in args.only}
    whole = sum(chosen.values())
    plans = [
        (name, round(args.neutral * share / whole), round(args.real * share / whole))
        for name, share in reversed(chosen.items())  # the large ones first
    ]
    found: list[Revision] = []
    with multiprocessing.get_context("spawn").Pool(args.processes) as pool:
        for items in pool.imap(partial(replayed, seed=args.seed), plans):
            found += items
    if args.write is not None and found:
        args.write.write_text(page(found, args.seed), encoding="utf-8")
    wrong = sum(not item.is_right for item in found)
    bad = sum(item.has_false_claim for item in found)
    print(f"{len(found)} revisions, {wrong} not right, {bad} with a false claim")
    if bad:
        raise SystemExit(1)
