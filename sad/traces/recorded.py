"""The run as it was recorded: what each rank is in when, and messages from send to receive."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import Span
from sad.records import record
from sad.traces.counts import sending_requests
from sad.traces.format import ANY, BOTH, CODE, ISENDS, LOOKS, PART, SENDS, STARTS, WAITS
from sad.traces.intervals import senders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sad.diagnostics import Diagnostics
    from sad.traces.format import Trace

COMPUTATION = "computation"
_MOST = 1_000_000


@record
class State:
    """A rank is in a routine, or computes, from ``begin`` to ``end`` [s]; ``row`` is its call."""

    rank: int
    begin: float
    end: float
    name: str
    row: int


@record
class Message:
    """A message from its send to the end of its receive [s]; ranks are those of the world.

    ``send`` and ``receive`` are the records of the calls in which it leaves and in which it comes.
    """

    source: int
    target: int
    tag: int
    comm: int
    nbytes: int
    sent: float
    came: float
    send: int
    receive: int


def first_clock(trace: Trace) -> int:
    """Return the least time of any rank on the wall's clock [ns], which states begin at."""
    return min((int(rows["wall_in"][0]) for rows in trace.rows if len(rows)), default=0)


def states_of(trace: Trace) -> Iterator[State]:
    """Yield what each rank is in, rank by rank, without gaps; calls that take no time are left out."""
    zero = first_clock(trace)
    for rank, rows in enumerate(trace.rows):
        whole = np.flatnonzero((rows["routine"] & PART) == 0)
        names: list[int] = (rows["routine"] & CODE)[whole].tolist()
        begins = ((rows["wall_in"][whole].astype(np.int64) - zero) * 1e-9).tolist()
        ends = ((rows["wall_out"][whole].astype(np.int64) - zero) * 1e-9).tolist()
        before = 0.0
        for row, name, begin, end in zip(whole.tolist(), names, begins, ends, strict=True):
            if begin > before:
                yield State(rank, before, begin, COMPUTATION, row)
            if end > begin:
                yield State(rank, begin, end, trace.routines[name], row)
            before = end


@record
class Messages:
    """Messages with both ends, in the order of their receives, rank by rank; and ends without another.

    ``unreceived`` and ``unsent`` are ranks and records.
    """

    whole: list[Message]
    unreceived: list[tuple[int, int]]
    unsent: list[tuple[int, int]]


def messages_of(trace: Trace) -> list[Message]:
    """Return all messages that have both ends."""
    return matched(trace).whole


def matched(trace: Trace) -> Messages:
    """Return all messages of a trace.

    Messages between two ranks with one tag and communicator are taken in the order of their sends.
    """
    zero = first_clock(trace)
    sends: dict[tuple[int, int, int, int], deque[tuple[float, int, int]]] = {}
    posts: list[tuple[tuple[int, int, int, int], float, int]] = []
    for rank, rows in enumerate(trace.rows):
        froms: list[int] = senders(rows).tolist()
        waits = _waits(trace, rank)
        out = frozenset(sending_requests(trace, rank).tolist())
        names = ("partner", "tag", "communicator", "request", "bytes", "routine")
        columns: list[list[int]] = [rows[name].tolist() for name in names]
        begins: list[float] = ((rows["wall_in"].astype(np.int64) - zero) * 1e-9).tolist()
        ends: list[float] = ((rows["wall_out"].astype(np.int64) - zero) * 1e-9).tolist()
        table: list[tuple[int, ...]] = list(zip(*columns, strict=True))
        for row, cells in enumerate(table):
            partner, tag, comm, request, nbytes, code = cells
            name, is_part = trace.routines[code & CODE], code >= PART
            members = trace.communicators[comm].members
            is_send = name in SENDS | ISENDS or (name in BOTH and not is_part)
            is_post = name in ("mpi_recv", "mpi_irecv") or (name in BOTH and is_part)
            if name in STARTS and request:
                is_send, is_post = request in out, request not in out
            if is_send and partner >= 0:
                key = rank, members[partner], tag, comm
                sends.setdefault(key, deque()).append((begins[row], nbytes, row))
            elif is_post and froms[row] >= 0:
                at = row if name in BOTH or name == "mpi_recv" else waits.get((request, row), row)
                posts.append(((members[froms[row]], rank, tag, comm), ends[at], at))
    found: list[Message] = []
    alone: list[tuple[int, int]] = []
    for key, came, at in posts:
        if sends.get(key):
            sent, nbytes, row = sends[key].popleft()
            found.append(Message(*key, nbytes, sent, max(came, sent), row, at))
        else:
            alone.append((key[1], at))
    left = [(key[0], row) for key, queue in sends.items() for *_, row in queue]
    return Messages(found, sorted(left), sorted(alone))


def check_messages(trace: Trace, diagnostics: Diagnostics) -> None:
    """Warn of messages with one end (SAD646), note what depends on timing (SAD647).

    Traces of more than a million records are not looked at: it would take seconds.
    """
    if not trace.is_mpi or sum(map(len, trace.rows)) > _MOST:
        return
    messages = matched(trace)
    span = Span.at(trace.file)
    parts: list[str] = []
    sides = (
        (messages.unreceived, "send", "never received"),
        (messages.unsent, "receive", "never sent to"),
    )
    for places, what, why in sides:
        if places:
            several = f"{len(places)} {what}s are" if len(places) > 1 else f"1 {what} is"
            parts.append(f"{several} {why} ({_at(trace, *places[0])})")
    if parts:
        hint = "was a rank cut off, or does the program end with messages under way?"
        diagnostics.warning("SAD646", "; ".join(parts), span, hint)
    reasons: list[str] = []
    kinds = (("receives from any source", _from_any), ("looks whether one is there", _looks))
    for what, is_such in kinds:
        for rank, rows in enumerate(trace.rows):
            found = np.flatnonzero(is_such(trace, rows))
            if found.size:
                reasons.append(f"{what} ({_at(trace, rank, int(found[0]))})")
                break
    if reasons:
        message = f"one of several possible runs: {' and '.join(reasons)}"
        hint = "elsewhere messages may come in another order; the recorded one is followed"
        diagnostics.note("SAD647", message, span, hint)


def _from_any(trace: Trace, rows: NDArray[np.void]) -> NDArray[np.bool_]:
    names = ("mpi_recv", "mpi_irecv", "mpi_recv_init", "mpi_probe", *BOTH)
    codes = [place for place, name in enumerate(trace.routines) if name in names]
    return np.isin(rows["routine"] & CODE, codes) & (rows["partner"] == ANY)


def _looks(trace: Trace, rows: NDArray[np.void]) -> NDArray[np.bool_]:
    codes = [place for place, name in enumerate(trace.routines) if name in LOOKS]
    return np.isin(rows["routine"], codes) & (rows["request"] == 0)


def _at(trace: Trace, rank: int, row: int) -> str:
    site = trace.sites[int(trace.rows[rank]["site"][row])]
    return f"rank {rank}, {site}" if site.line else f"rank {rank}"


def _waits(trace: Trace, rank: int) -> dict[tuple[int, int], int]:
    """Where the request of a record is waited for, by the request and the record."""
    rows = trace.rows[rank]
    waits = [place for place, name in enumerate(trace.routines) if name in WAITS]
    is_wait = np.isin(rows["routine"] & CODE, waits)
    latest: dict[int, int] = {}
    found: dict[tuple[int, int], int] = {}
    requests = rows["request"].tolist()
    for row in np.flatnonzero(rows["request"] > 0)[::-1].tolist():
        if is_wait[row]:
            latest[requests[row]] = row
        elif requests[row] in latest:
            found[requests[row], row] = latest[requests[row]]
    return found
