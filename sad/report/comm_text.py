"""Messages as text: call sites with formulas, ranks with numbers, the total."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.report.comm_view import CommView
from sad.report.units import aligned, listed
from sad.spmd.traffic import NOTHING, Traffic, added, traffic_by_rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.counting.evaluate import Number
    from sad.report.comm_view import Row
    from sad.spmd.program import Spmd

_MOST_RANKS, _MOST_NAMES = 64, 12


def comm_text(program: Spmd) -> str:
    """Return the report on messages as text."""
    view = CommView(program)
    if not view.rows:
        return "no calls of a message-passing library that communicate\n"
    lines = ["Messages by call site", ""]
    for row in view.rows:
        lines += _site(view, row)
    lines += [f"assuming {text}" for text in view.assumptions()]
    lines += _parameters(view)
    if program.nprocs is not None:
        lines += ["", *_ranks(program, program.nprocs)]
    return "\n".join(lines) + "\n"


def _site(view: CommView, row: Row) -> list[str]:
    message = row.sites[0].message
    number = row.calls if row.sites[0].is_collective or message.primitive == "wait" else row.number
    rows = [("count", view.formula(number))]
    if message.primitive not in ("wait", "barrier"):
        rows.append(("bytes", view.formula(row.nbytes)))
    open_ = view.program.unresolved(row.calls, row.number, row.nbytes)
    if open_:
        rows.append(("depends on", listed([view.name(name) for name in open_], _MOST_NAMES)))
    place = f"{row.span.file}:{row.span.line}"
    head = f"{place}: {message.routine} ({message.primitive}) in {row.sites[0].count.unit.name}"
    return [head, *(f"  {name:<6} {text}" for name, text in rows)]


def _parameters(view: CommView) -> list[str]:
    """The values that numbers depend on and that are not given."""
    missing = view.program.missing
    if not missing:
        return []
    shown = " ".join(f"--set {view.name(symbol)}=..." for symbol in missing[:_MOST_NAMES])
    return [f"not given: {shown}"]


def _ranks(program: Spmd, nprocs: int) -> list[str]:
    tables = [added(row) for row in traffic_by_rank(program, nprocs)]
    collectives = _collective_calls(program, nprocs)
    head = ("rank", "sent", "bytes sent", "received", "bytes received", "collectives", "bytes")
    rows = [
        (str(rank), *_cells(traffic, calls))
        for rank, (traffic, calls) in enumerate(zip(tables, collectives, strict=True))
    ]
    if len(rows) > _MOST_RANKS:
        rows = [*rows[: _MOST_RANKS - 1], rows[-1]]
    total = ("all", *_cells(added(tables), _added(collectives)))
    lines = [f"Messages by rank, nprocs={nprocs}", "", *aligned([head, *rows, total], len(head))]
    if not all(traffic.exact for traffic in tables):
        lines.append("not exact: something here depends on a value that only a run can tell")
    return lines


def _collective_calls(program: Spmd, nprocs: int) -> list[Number | None]:
    """How often each rank calls a collective."""
    found: list[Number | None] = []
    for row in traffic_by_rank(program, nprocs):
        calls = NOTHING
        for site, traffic in zip(program.sites, row, strict=True):
            if site.is_collective:
                calls = calls + Traffic(traffic.calls)
        found.append(calls.calls)
    return found


def _added(numbers: Sequence[Number | None]) -> Number | None:
    return added(Traffic(number) for number in numbers).calls


def _cells(traffic: Traffic, collectives: Number | None) -> tuple[str, ...]:
    parts = (traffic.sent, traffic.sent_bytes, traffic.posted, traffic.posted_bytes)
    return tuple(map(_shown, (*parts, collectives, traffic.moved_bytes)))


def _shown(number: Number | None) -> str:
    if number is None:
        return "?"
    return str(number) if isinstance(number, int) else f"{float(number):g}"
