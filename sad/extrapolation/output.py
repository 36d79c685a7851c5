"""What an extrapolation says, as text and as JSON."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from sad.experiments.tabular import json_text
from sad.extrapolation.slices import Passing, passing_of
from sad.report.layout import Table
from sad.report.units import seconds_text, share_text
from sad.simulation.service import AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sad.diagnostics import Diagnostic
    from sad.extrapolation.runs import Extrapolated, SiteTimes
    from sad.extrapolation.source import Stretch

SCHEMA = "sad-extrapolation/1"
_MOST_RANKS, _MOST_SITES = 16, 12
_LEAST_PATH = 0.02
_WIDTH = 80


def text_of(found: Extrapolated, *, lines: bool, beside: Sequence[Stretch] = ()) -> str:
    """Return the text of one trace on one machine; ``lines``: every call site.

    ``beside`` are its call sites with what the source says; they take the place of its own.
    """
    trace = found.trace
    out = [*head_lines(found), ""]
    table = [["rank", "computation", "messages", "waiting", "end"]]
    if not trace.is_mpi:
        table = [["thread", "computation", "serving", "waiting", "end"]]
    table += [
        [str(rank), *map(seconds_text, (row.computation, row.overhead, row.waiting, row.end))]
        for rank, row in enumerate(found.ranks[:_MOST_RANKS])
    ]
    out += Table(table, range(5)).lines()
    if len(found.ranks) > _MOST_RANKS:
        out.append(f"... and {len(found.ranks) - _MOST_RANKS} more")
    if found.efficiencies:
        parallel, *factors = (
            f"{name} {share_text(value)}" for name, value in found.efficiencies.items()
        )
        out += ["", f"efficiency: {parallel} = {factors[0]} * {factors[1]}"]
        out.append(f"  {factors[1]} = {factors[2]} * {factors[3]}")
    if passing := _passing(found):
        under_way = passing.mean_s
        mean = "" if under_way is None else f", {seconds_text(under_way)} from send to receive"
        longest = f"at most {passing.longest_queue:,} wait for one rank"
        out.append(f"{passing.count:,} messages{mean}; {longest}")
    if found.longest_queue is not None:
        out.append(f"longest queue of requests: {found.longest_queue}")
    if beside:
        out += ["", *_beside(beside, len(beside) if lines else _MOST_SITES)]
    elif found.sites:
        out += ["", *_site_table(found.sites, len(found.sites) if lines else _MOST_SITES)]
    if found.path_ranks:
        out += ["", *_path(found)]
    return "\n".join(out) + "\n"


def _passing(found: Extrapolated) -> Passing | None:
    if found.flow is None or found.program is None:
        return None
    passing = passing_of(found.flow, found.program)
    return passing if passing.count else None


def head_lines(found: Extrapolated, columns: Collection[str] = ()) -> list[str]:
    """Return what was followed on what, and how long it takes, a line each.

    What ``columns`` of a table say of each of its lines is left out.
    """
    target = found.target
    words = {"ratio": f"computation * {found.ratio.value:.5g} ({found.ratio.source})"}
    if found.trace.is_mpi and target.eager_below is not None:
        words["eager_below_bytes"] = f"eager below {target.eager_below:g} bytes"
    if found.policy is not None and (not found.trace.is_mpi or found.policy != AT_ONCE):
        words["policy"] = f"policy {found.policy}"
    if not found.trace.is_mpi and target.barrier is not None:
        words["barrier"] = f"{target.barrier.model} barrier"
    if target.processors is not None and target.processors < found.trace.ranks:
        several = "s" * (target.processors > 1)
        words["processors"] = f"on {target.processors} processor{several}, {target.placement}"
    if target.collectives == "messages":
        words["collectives"] = "operations of all as messages"
    said = "; ".join(text for name, text in words.items() if name not in columns)
    kind = ("rank" if found.trace.is_mpi else "thread") + "s" * (found.trace.ranks > 1)
    spread = found.trace.spread
    sure = f"; the recorded runs differ by {share_text(spread)}" if spread is not None else ""
    name = f"{target.machine.name}, {target.library}"
    return [
        f"{found.trace.file} on {name}{'; ' * bool(said)}{said}",
        f"{found.trace.ranks} {kind}: {seconds_text(found.seconds)}{sure}",
    ]


def _site_table(sites: Sequence[SiteTimes], most: int) -> list[str]:
    table = [["call", "at", "computed", "messages", "waiting", "waits for"]]
    table += [
        [
            item.routine.removeprefix("mpi_"),
            str(item.site) if item.site.line else "-",
            *map(seconds_text, (item.computed, item.overhead, item.waiting)),
            item.waits_for,
        ]
        for item in sites[:most]
    ]
    rest = [f"... and {len(sites) - most} more call sites: --lines"] * (len(sites) > most)
    return [*Table(table, range(2, 5)).lines(), *rest]


def _beside(stretches: Sequence[Stretch], most: int) -> list[str]:
    table = [["before", "at", "static", "recorded", "scaled", "waiting", "waits for"]]
    table += [
        [
            item.routine or "-",
            f"{item.file}:{item.line}" if item.line else "-",
            "-" if item.static is None else seconds_text(item.static),
            *map(seconds_text, (item.recorded, item.extrapolated, item.waiting)),
            item.waits_for,
        ]
        for item in stretches[:most]
    ]
    sums = [
        sum(getattr(item, name) or 0.0 for item in stretches)
        for name in ("static", "recorded", "extrapolated", "waiting")
    ]
    table.append(["all", "", *map(seconds_text, sums), ""])
    if all(item.static is None for item in stretches):
        table[-1][2] = "-"
    rest = [f"... and {len(stretches) - most} more call sites: --lines"] * (len(stretches) > most)
    return [
        *Table(table, range(2, 6)).lines(),
        *rest,
        "computation before each call, of all ranks: static is what the source says of",
        "the target, recorded what the trace has, scaled the same on the target",
    ]


def _path(found: Extrapolated) -> list[str]:
    total = found.seconds or 1.0
    ranks = [
        f"rank {rank} {share_text(seconds / total)}"
        for rank, seconds in sorted(enumerate(found.path_ranks), key=lambda item: -item[1])
        if seconds > _LEAST_PATH * total
    ]
    under_way = f"messages under way {share_text(found.path_messages / total)}"
    sites = [
        f"before and in {item.routine.removeprefix('mpi_')} ({item.site}) "
        f"{share_text(item.path / total)}"
        for item in sorted(found.sites, key=lambda item: -item.path)[:3]
        if item.path > _LEAST_PATH * total
    ]
    shown = ", ".join([*ranks[:6], under_way])
    head = wrap(f"critical path: {shown}", _WIDTH, subsequent_indent=" " * 15)
    return [*head, *(f"  {line}" for line in sites)]


def rows_text(rows: Sequence[tuple[Mapping[str, str], Extrapolated]], what: str) -> str:
    """Return a table with a line for each trace or each point of a what-if."""
    first = rows[0][1]
    base = first.seconds * first.trace.ranks
    table = [
        [
            *rows[0][0],
            "total",
            "computation",
            "speedup",
            "parallel",
            "balance",
            "serial",
            "transfer",
        ]
    ]
    for names, found in rows:
        factors = found.efficiencies
        shares = [
            share_text(factors.get(name))
            for name in ("parallel", "load balance", "serialisation", "transfer")
        ]
        times = [seconds_text(found.seconds), seconds_text(found.computation)]
        speedup = base / found.seconds if what == "ranks" and found.seconds else None
        if speedup is None:
            speedup = first.seconds / found.seconds if found.seconds else 0.0
        table.append([*names.values(), *times, f"{speedup:.3g}", *shares])
    head = head_lines(first, rows[0][0])[0]
    return "\n".join([head, "", *Table(table, range(len(table[0]))).lines()]) + "\n"


def json_of(
    rows: Sequence[tuple[Mapping[str, str], Extrapolated]],
    diagnostics: Sequence[Diagnostic],
    beside: Sequence[Stretch] = (),
) -> str:
    """Return all rows as JSON, and call sites with what the source says, if there is one."""
    value: dict[str, Any] = {"rows": [_row(*row) for row in rows]}
    if beside:
        value["by_source"] = [
            {
                "file": item.file,
                "line": item.line,
                "routine": item.routine,
                "static_s": item.static,
                "recorded_s": item.recorded,
                "extrapolated_s": item.extrapolated,
                "messages_s": item.messages,
                "waiting_s": item.waiting,
                "waits_for": item.waits_for,
            }
            for item in beside
        ]
    return json_text(SCHEMA, value, diagnostics)


def _row(values: Mapping[str, str], found: Extrapolated) -> dict[str, Any]:
    target, passing = found.target, _passing(found)
    return {
        "values": dict(values),
        "trace": found.trace.file,
        "machine": target.machine.name,
        "library": target.library,
        "ratio": {"value": found.ratio.value, "source": found.ratio.source},
        "policy": found.policy,
        "barrier": target.barrier.model if target.barrier is not None else None,
        "nprocs": found.trace.ranks,
        "seconds": found.seconds,
        "computation_s": found.computation,
        "ideal_s": found.ideal,
        "spread": found.trace.spread,
        "efficiencies": found.efficiencies,
        "ranks": [
            {
                "computation_s": row.computation,
                "overhead_s": row.overhead,
                "waiting_s": row.waiting,
                "end_s": row.end,
            }
            for row in found.ranks
        ],
        "sites": [
            {
                "routine": item.routine,
                "file": item.site.file,
                "line": item.site.line,
                "calls": item.calls,
                "computed_s": item.computed,
                "overhead_s": item.overhead,
                "waiting_s": item.waiting,
                "kind": item.kind,
                "waits_for": item.waits_for,
                "critical_path_s": item.path,
            }
            for item in found.sites
        ],
        "critical_path": {"ranks_s": list(found.path_ranks), "messages_s": found.path_messages},
        "messages": passing.count if passing else 0,
        "under_way_s": passing.mean_s if passing else None,
        "longest_queue": passing.longest_queue if passing else found.longest_queue,
    }
