"""What a trace has, as text and as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import Span
from sad.experiments.tabular import json_text
from sad.report.layout import Table
from sad.report.units import seconds_text
from sad.traces.counts import counts, sending_requests
from sad.traces.format import BOTH, CODE, COLLECTIVES, ISENDS, NOBODY, PART, SENDS, STARTS
from sad.traces.intervals import computation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sad.diagnostics import Diagnostic, Diagnostics
    from sad.traces.format import Trace

_MOST_RANKS, _MOST_SITES = 16, 20
_HEAD = (
    *("ranks", "clock", "clock_cost_s", "started", "command", "computer", "library", "runs"),
    *("spread", "notes"),
)
_SHORT = 100.0
"""Computation that is shorter than so many readings of the clock is said to be doubtful."""


def mean_interval(trace: Trace) -> float:
    """Return the mean computation between calls [s]; 0 without calls."""
    calls = sum(int(((rows["routine"] & PART) == 0).sum()) for rows in trace.rows)
    total = sum(computation(trace, rank).total for rank in range(trace.ranks))
    return total / calls if calls else 0.0


def check_intervals(trace: Trace, diagnostics: Diagnostics) -> None:
    """Warn of computation that is short against what a reading of the clock costs (SAD665)."""
    mean = mean_interval(trace)
    if 0.0 < mean < _SHORT * trace.clock_cost_s:
        message = (
            f"computation between calls is {seconds_text(mean)} on average, a reading of the clocks "
            f"{seconds_text(trace.clock_cost_s)}: times may be too high by a fifth"
        )
        hint = "docs/traces.md has measurements; --repeat 5 takes the least of several runs"
        diagnostics.warning("SAD665", message, Span.at(trace.file), hint)


def headline(trace: Trace) -> str:
    """Return one line: ranks, calls, computation, clock."""
    calls = sum(int(((rows["routine"] & PART) == 0).sum()) for rows in trace.rows)
    total = sum(computation(trace, rank).total for rank in range(trace.ranks))
    what = "ranks" if trace.is_mpi else "threads"
    clock = {"cpu": "processor clock", "wall": "wall clock"}.get(trace.clock, "one processor")
    cost = f" ({seconds_text(trace.clock_cost_s)} a reading, subtracted)" * (trace.clock_cost_s > 0)
    runs = f", the least of {trace.runs} runs" if trace.runs > 1 else ""
    spread = f", which differ by {trace.spread:.0%}" if trace.spread is not None else ""
    return (
        f"{trace.ranks} {what if trace.ranks != 1 else what[:-1]}, {calls:,} calls, "
        f"{seconds_text(total)} of computation, {clock}{cost}{runs}{spread}"
    )


def rank_rows(trace: Trace) -> list[dict[str, Any]]:
    """Return what each rank does: calls, computation [s], messages and bytes sent, collective calls."""
    found: list[dict[str, Any]] = []
    for rank, rows in enumerate(trace.rows):
        by_routine = counts(trace, rank)
        found.append(
            {
                "rank": rank,
                "calls": int(((rows["routine"] & PART) == 0).sum()),
                "computation_s": computation(trace, rank).total,
                "sent": sum(item["sent"] for item in by_routine.values()),
                "sent_bytes": sum(item["sent_bytes"] for item in by_routine.values()),
                "collective": sum(
                    item["calls"] for name, item in by_routine.items() if name in COLLECTIVES
                ),
                "complete": trace.complete[rank],
            }
        )
    return found


def site_rows(trace: Trace) -> list[dict[str, Any]]:
    """Return what happens at each call site, most computation before it first."""
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for rank, rows in enumerate(trace.rows):
        whole = (rows["routine"] & PART) == 0
        seconds = computation(trace, rank).seconds
        keys = rows["site"].astype(np.int64) * PART + (rows["routine"] & CODE)
        for key in np.unique(keys):
            here = keys == key
            site, routine = divmod(int(key), PART)
            item = found.setdefault(
                (site, routine),
                {
                    "site": str(trace.sites[site]),
                    "file": trace.sites[site].file,
                    "line": trace.sites[site].line,
                    "function": trace.sites[site].function,
                    "routine": trace.routines[routine],
                    "calls": 0,
                    "bytes": 0,
                    "computation_before_s": 0.0,
                },
            )
            item["calls"] += int((here & whole).sum())
            item["bytes"] += int(rows["bytes"][here].sum())
            item["computation_before_s"] += float(seconds[here].sum())
    return sorted(
        found.values(),
        key=lambda item: (-round(item["computation_before_s"], 9), item["file"], item["line"]),
    )


def _sent(trace: Trace, rank: int) -> NDArray[np.void]:
    """The records of messages that a rank sends to somebody."""
    rows = trace.rows[rank]
    makes = [place for place, name in enumerate(trace.routines) if name in SENDS | ISENDS | BOTH]
    starts = [place for place, name in enumerate(trace.routines) if name in STARTS]
    sends = np.isin(rows["routine"], makes)
    out = sending_requests(trace, rank)
    sends |= np.isin(rows["routine"] & CODE, starts) & np.isin(rows["request"], out)
    return rows[sends & (rows["partner"] != NOBODY)]


def matrix(trace: Trace) -> NDArray[np.int64]:
    """Return bytes sent from rank to rank."""
    found = np.zeros((trace.ranks, trace.ranks), np.int64)
    for rank in range(trace.ranks):
        rows = _sent(trace, rank)
        comms: list[int] = np.unique(rows["communicator"]).tolist()
        for comm in comms:
            own = rows[rows["communicator"] == comm]
            members = np.array(trace.communicators[comm].members)
            np.add.at(found[rank], members[own["partner"]], own["bytes"].astype(np.int64))
    return found


def lengths(trace: Trace) -> list[tuple[int, int, int]]:
    """Return messages by length: the least length of a class, how many, their bytes.

    Classes are 0 and powers of two: from one to the next there are the lengths between them.
    """
    sent = np.concatenate([_sent(trace, rank)["bytes"] for rank in range(trace.ranks)])
    classes = np.where(sent > 0, 2.0 ** np.floor(np.log2(np.maximum(sent, 1))), 0.0)
    starts, places, counts = np.unique(classes, return_inverse=True, return_counts=True)
    sums = np.bincount(places, sent, len(starts))
    return [
        (int(start), int(count), int(total))
        for start, count, total in zip(starts, counts, sums, strict=True)
    ]


def show_text(trace: Trace) -> str:
    """Return the text of ``sad trace show``."""
    lines = [f"{trace.file}: {headline(trace)}"]
    if trace.command:
        lines.append(f"command: {' '.join(trace.command)}")
    about = [text for text in (trace.computer, trace.library.partition(",")[0]) if text]
    if about:
        lines.append(f"recorded on: {'; '.join(about)}")
    lines += [f"note: {note}" for note in trace.notes]
    rows = rank_rows(trace)
    table = [["rank", "calls", "computation", "sent", "bytes sent", "collective"]]
    table += [
        [
            str(row["rank"]),
            f"{row['calls']:,}",
            seconds_text(row["computation_s"]),
            f"{row['sent']:,}",
            f"{row['sent_bytes']:,}",
            f"{row['collective']:,}",
        ]
        for row in rows[:_MOST_RANKS]
    ]
    lines += ["", *Table(table, range(6)).lines()]
    if len(rows) > _MOST_RANKS:
        lines.append(f"... and {len(rows) - _MOST_RANKS} more ranks")
    sites = site_rows(trace)
    known = sum(1 for row in sites if row["line"])
    # what libraries call by themselves has no line of the program
    without = sum(not row["line"] and is_of_program(row["file"]) for row in sites)
    table = [["call", "at", "calls", "bytes", "computed before"]]
    table += [
        [
            row["routine"].removeprefix("mpi_"),
            row["site"] if row["line"] else "-",
            f"{row['calls']:,}",
            f"{row['bytes']:,}",
            seconds_text(row["computation_before_s"]),
        ]
        for row in sites[:_MOST_SITES]
    ]
    lines += ["", *Table(table, range(2, 5)).lines()]
    if len(sites) > _MOST_SITES:
        lines.append(f"... and {len(sites) - _MOST_SITES} more call sites")
    if without and trace.command:
        all_ = known + without
        lines.append(f"{known} of {all_} call sites have a line; compile with -g for more")
    return "\n".join(lines) + "\n"


def show_json(trace: Trace, diagnostics: Sequence[Diagnostic]) -> str:
    """Return the JSON of ``sad trace show``."""
    head = trace.head()
    body = {
        "trace": trace.file,
        **{name: head[name] for name in _HEAD},
        "mean_interval_s": mean_interval(trace),
        "per_rank": rank_rows(trace),
        "sites": site_rows(trace),
        "sent_bytes": matrix(trace).tolist() if trace.is_mpi else [],
    }
    return json_text("sad-trace-summary/1", body, diagnostics)


def counts_json(trace: Trace, diagnostics: Sequence[Diagnostic]) -> str:
    """Return what each rank passed to each routine."""
    ranks = [
        {"rank": rank, "size": trace.ranks, "routines": counts(trace, rank)}
        for rank in range(trace.ranks)
    ]
    return json_text("sad-trace-counts/1", {"trace": trace.file, "ranks": ranks}, diagnostics)


def is_of_program(file: str) -> bool:
    """Whether a call stands in the program itself: in a file, and not in a shared library."""
    return bool(file) and ".so" not in Path(file).suffixes


def counts_text(trace: Trace) -> str:
    """Return the sums over ranks by routine."""
    sums: dict[str, dict[str, int]] = {}
    for rank in range(trace.ranks):
        for name, values in counts(trace, rank).items():
            into = sums.setdefault(name, dict.fromkeys(values, 0))
            for key, value in values.items():
                into[key] += value
    columns: Sequence[str] = (
        "calls",
        "sent",
        "sent_bytes",
        "posted",
        "posted_bytes",
        "moved_bytes",
    )
    table = [["routine", *(column.replace("_", " ") for column in columns)]]
    table += [[name, *(f"{item[column]:,}" for column in columns)] for name, item in sums.items()]
    head = f"{trace.file}: all {trace.ranks} ranks together" if trace.ranks > 1 else trace.file
    return "\n".join([head, "", *Table(table, range(1, 7)).lines()]) + "\n"
