"""docs/mpi-proof.md: what is said of messages and what was recorded, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.spmd.said import NAMED, NAMED_IN_C, TOLD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.spmd.mpi_oracle import Measured
    from tests.support.mpi import MpiRun

_HEAD = """\
# Messages against real runs

Written by `make mpi-oracle` (`python -m tests.spmd.mpi_oracle`); no figure was typed in.

Each program of [`corpus/mpi`](../corpus/mpi/README.md), in Fortran and in C, is run by
`sad trace record`'s [recorder](traces.md) under Open MPI at {sizes} sizes with up to {most} processes:
with numbers of them that its work can be divided by. The trace has, for each rank and each routine of
MPI, calls, messages sent and received, and bytes. `sad analyze
--comm` gets the number of processes and the values that the program reads, nothing else. **A number
that it gives must be the recorded one.** Where it gives none, what it depends on is a named parameter:
those routines are listed at the end. The programs also agree with formulas written by hand from the
methods (`tests/spmd/formulas.py`).

## Summary

A *number* is what one rank passes to one routine in one run: calls, messages out and in, bytes.

"""

_SHOWN = """
## Runs with the input of the tests

Sums over all ranks, in Fortran: predicted, and recorded where these differ or nothing is predicted.
*Messages* and *bytes* are those sent from point to point, *collective* the bytes of collective calls.

"""

_NAMED = """
## What stays named

"""


def page(all_found: Sequence[Measured]) -> str:
    """Return the page."""
    sizes = max(len(found.program.sizes) for found in all_found)
    most = max(max(found.processes) for found in all_found)
    lines = [_HEAD.format(sizes=_word(sizes), most=most)]
    lines += _table(
        ("program", "processes", "runs", "numbers", "exact and equal", "named", "wrong"),
        [_summary(found) for found in all_found] + [_sum(all_found)],
        2,
    )
    lines.append(_SHOWN)
    rows = [
        (f"`{found.program.name}`", str(nprocs), *_shown(*found.shown[nprocs]))
        for found in all_found
        for nprocs in sorted(found.shown)
    ]
    lines += _table(("program", "processes", "messages", "bytes", "collective"), rows, 1)
    lines.append(_NAMED)
    lines += _table(
        ("program", "routines", "because"),
        [
            (f"`{found.program.name}`{where}", ", ".join(f"`{item}`" for item in routines), why)
            for found in all_found
            for where, table in (("", NAMED), (" in C", NAMED_IN_C))
            for why, routines in _by_reason(table.get(found.program.name, {})).items()
        ],
        3,
    )
    told = [found for found in all_found if found.program.name in TOLD]
    lines += [
        f"\nGiven the value that the run of `{found.program.name}` tells, {found.told} of its "
        f"{found.open} named numbers are the recorded ones.\n"
        for found in told
    ]
    return "".join(lines)


def _word(number: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(number, str(number))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> list[str]:
    """A table whose first columns are words, the others numbers."""
    rule = ["---" if place < words else "--:" for place in range(len(head))]
    return [f"| {' | '.join(row)} |\n" for row in (head, rule, *rows)]


def _summary(found: Measured) -> tuple[str, ...]:
    processes = ", ".join(str(item) for item in sorted(found.processes))
    counts = (found.runs, found.exact + found.open, found.exact, found.open, len(found.wrong))
    return (f"`{found.program.name}`", processes, *(str(item) for item in counts))


def _sum(all_found: Sequence[Measured]) -> tuple[str, ...]:
    exact, named = sum(f.exact for f in all_found), sum(f.open for f in all_found)
    wrong, runs = sum(len(f.wrong) for f in all_found), sum(f.runs for f in all_found)
    return ("all", "", *(str(item) for item in (runs, exact + named, exact, named, wrong)))


def _shown(run: MpiRun, document: Any) -> list[str]:
    real = {part: sum(item[part] for r in run.ranks for item in r.values()) for part in _PARTS}
    said = {part: document["total"][part] for part in _PARTS}
    return [
        f"{said[part]}"
        if said[part] == real[part]
        else f"{'named' if said[part] is None else said[part]} / {real[part]}"
        for part in _PARTS
    ]


_PARTS = ("sent", "sent_bytes", "moved_bytes")


def _by_reason(reasons: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for routine, reason in reasons.items():
        found.setdefault(reason, []).append(routine)
    return found
