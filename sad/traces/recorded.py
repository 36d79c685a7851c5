"""The run as it was recorded: what each rank is in when, and messages from send to receive."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from sad.records import record
from sad.traces.counts import sending_requests
from sad.traces.format import BOTH, CODE, ISENDS, PART, SENDS, STARTS, WAITS
from sad.traces.intervals import senders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.traces.format import Trace

COMPUTATION = "computation"


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


def messages_of(trace: Trace) -> list[Message]:
    """Return all messages that have both ends, in the order of their receives, rank by rank.

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
    for key, came, at in posts:
        if sends.get(key):
            sent, nbytes, row = sends[key].popleft()
            found.append(Message(*key, nbytes, sent, max(came, sent), row, at))
    return found


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
