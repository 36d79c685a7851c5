"""What ranks passed to MPI: calls, messages and bytes by rank and routine.

Bytes are count times size of the type, of receives as posted. Collective operations move what the
rank's own count says: its part of a gather or scatter, everything it sends to all in an alltoall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.traces.format import (
    BOTH,
    CODE,
    COLLECTIVES,
    ISENDS,
    NOBODY,
    PART,
    SEND_INITS,
    SENDS,
    STARTS,
)

if TYPE_CHECKING:
    from sad.traces.format import Trace

    Routines = dict[str, dict[str, int]]

_RECEIVES = frozenset(("mpi_recv", "mpi_irecv"))
_COLUMNS = (
    *("calls", "messages", "bytes", "sent", "sent_bytes", "posted", "posted_bytes", "moved_bytes"),
)


def counts(trace: Trace, rank: int) -> Routines:
    """Return what a rank passed to each routine, in the order of the routines' first calls."""
    rows = trace.rows[rank]
    numbers = rows["routine"] & CODE
    is_part = (rows["routine"] & PART) != 0
    is_real = rows["partner"] != NOBODY
    started = sending_requests(trace, rank)
    found: Routines = {}
    used, first = np.unique(numbers, return_index=True)
    for number in used[np.argsort(first)]:
        name = trace.routines[int(number)]
        here = numbers == number
        sends, posts = _sides(name, here & is_real, is_part)
        if name in STARTS:
            has = here & is_real & (rows["request"] > 0)
            out = np.isin(rows["request"], started)
            sends, posts = has & out, has & ~out
        moved = int(rows["bytes"][here].sum()) if name in COLLECTIVES else 0
        values = (int(sends.sum()), int(rows["bytes"][sends].sum()))
        values += (int(posts.sum()), int(rows["bytes"][posts].sum()), moved)
        calls, messages = int((here & ~is_part).sum()), values[0] + values[2]
        nbytes = values[1] + values[3] + moved
        found[name] = dict(zip(_COLUMNS, (calls, messages, nbytes, *values), strict=True))
    return found


def _sides(name: str, here: np.ndarray, is_part: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Records that send, and records that receive."""
    nothing = np.zeros(len(here), np.bool_)
    if name in SENDS | ISENDS:
        return here, nothing
    if name in _RECEIVES:
        return nothing, here
    if name in BOTH:
        return here & ~is_part, here & is_part
    return nothing, nothing


def sending_requests(trace: Trace, rank: int) -> np.ndarray:
    """Return the persistent requests of a rank that send."""
    rows = trace.rows[rank]
    makes = [place for place, name in enumerate(trace.routines) if name in SEND_INITS]
    return rows["request"][np.isin(rows["routine"], makes)]
