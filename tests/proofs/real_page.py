"""The section of docs/profile-proof.md on real programs."""

from __future__ import annotations

import math
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from tests.proofs.compare import CLOSE
from tests.proofs.real_results import FAR_CLOSE, TOTAL_CLOSE, is_closed
from tests.realruns.causes import shown
from tests.realruns.everything import PROGRAMS
from tests.realruns.further import FURTHER, LAST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.proofs.compare import Case
    from tests.proofs.real_results import Proof

TITLE = "## Real programs\n"
_HEAD = """
Written by `python -m tests.proofs.real_programs`; no figure was typed in.

The programs are those of `make oracle` ([page](exactness.md)), and {further} more that call routines
of the Debian packages lapack, scipy, ncl, {packages}, chosen before
anything of them was measured. The last {last}, {names}, were first looked at when
they were run for this page; one thing was mended for them since: counts of bzip2, two functions of
which have names that differ in case only, were taken for those of another version.
Where a program reads sizes, its runs at the two smaller inputs are imported as
`sad params import` does, and the largest input is predicted from the parameter file alone: no slices
are run. A program with one input is profiled at that one. Compared are the lines on which gcov's figure
is the number of times the line's statement starts: the truth does not come from the importer. Each
program may take {seconds} s of CPU time.

* *closed*: at every size that was profiled each line is within {close:.0%} of the run, and the sum
  of all lines within {total:.1%}.
* *lines*, *total*: at the size that was not profiled, the share of lines within {close:.0%}, and the
  relative error of their sum; *open* where a line's count has no value, as that of code which no
  profiled run came to, and *refused* where the values contradict each other at that size.
* *in interval*: the share of the lines whose count is between the 5 % and 95 % quantiles. *lines seen*:
  the share of the lines that some profiled run came to; the last column is for these alone. Of a line
  that no profiled run came to nothing is known; it is compared only if it ran at the largest input.
"""


def with_section(before: str, text: str) -> str:
    """Return a page with this section at its end, in place of the one it has."""
    return before.partition(TITLE)[0].rstrip("\n") + "\n\n" + text


def section(found: Sequence[Proof], seconds: int) -> str:
    """Return the section."""
    head = _HEAD.format(
        further=len(FURTHER),
        packages=", ".join(dict.fromkeys(item.group for item in LAST)),
        last=len(LAST),
        names=", ".join(item.name for item in LAST),
        seconds=seconds,
        close=CLOSE,
        total=TOTAL_CLOSE,
    )
    parts = [TITLE + head, _summary(found), _third_table(found), _open_table(found)]
    late = [item for item in found if item.failed]
    if late:
        rows = (f"* {item.name}: {item.failed}" for item in late)
        parts.append("### Not done\n\n" + "\n".join(rows) + "\n")
    names = {item.name for item in found}
    missing = [item.name for item in (*PROGRAMS.values(), *FURTHER) if item.name not in names]
    if missing:
        parts.append(f"### Not part of this run\n\n{fill(', '.join(missing), 100)}\n")
    return "\n".join(parts)


def _summary(found: Sequence[Proof]) -> str:
    further = {item.name for item in FURTHER}
    rows = [
        (
            "| programs | of them done | closed | lines compared | predicted at a third size "
            "| lines within 1 % | totals within 5 % | lines in interval | lines seen | in interval |"
        ),
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
        _row("`make oracle`", [item for item in found if item.name not in further]),
        _row("more", [item for item in found if item.name in further]),
    ]
    return "\n".join(rows) + "\n"


def _row(name: str, found: Sequence[Proof]) -> str:
    done = [item for item in found if not item.failed]
    same = sum(len(case.lines) for item in done for case in item.same)
    third = [item.third for item in done if item.third is not None]
    lines = [line for case in third for line in case.lines]
    close = sum(case.total_error <= FAR_CLOSE for case in third)
    seen = {id(line) for item in done for line in item.seen}
    return (
        f"| {name}: {len(found)} | {len(done)} | {sum(item.is_closed for item in done)} | {same:,} "
        f"| {len(third)} | {_share(line.is_close for line in lines)} | {close} "
        f"| {_share(line.is_inside for line in lines)} "
        f"| {_share(place in seen for place in map(id, lines))} "
        f"| {_share(line.is_inside for item in done for line in item.seen)} |"
    )


def _third_table(found: Sequence[Proof]) -> str:
    rows = [
        "### At a size that was not profiled\n",
        "| program | from | profiled | predicted | closed | lines | total | in interval |",
        "|---|---|---|---|---|--:|--:|--:|",
    ]
    for item in found:
        if item.third is None or item.failed:
            continue
        *few, last = item.sizes
        case = item.third
        figures = f"{_share(line.is_close for line in case.lines)} | {_error(case)} "
        rows.append(
            f"| {item.name} | {item.group} | {'; '.join(few)} | {last} "
            f"| {'yes' if item.is_closed else 'no'} | {figures}"
            f"| {_share(line.is_inside for line in case.lines)} |"
        )
    return "\n".join(rows) + "\n"


def _open_table(found: Sequence[Proof]) -> str:
    rows = [
        "### Not closed\n",
        "| program | lines off | of | total | for instance |",
        "|---|--:|--:|--:|---|",
    ]
    for item in found:
        for case in item.same:
            if item.failed or is_closed(case):
                continue
            off = [line for line in case.lines if not line.is_close]
            said = case.problem
            if off:
                file, line = off[0].place
                value = "open" if off[0].value is None else f"{off[0].value:.6g}"
                said = f"{shown(Path(file))}:{line}: {value}, ran {off[0].truth:.0f} times"
            rows.append(
                f"| {item.name} | {len(off)} | {len(case.lines)} | {_error(case)} | {said} |"
            )
    return "\n".join(rows) + "\n" if len(rows) > 3 else ""


def _error(case: Case) -> str:
    if case.problem:
        return "refused"
    return f"{case.total_error:.2%}" if math.isfinite(case.total_error) else "open"


def _share(items: Iterable[bool]) -> str:
    held = list(items)
    return f"{sum(held) / len(held):.1%}" if held else ""
