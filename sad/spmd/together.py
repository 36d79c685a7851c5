"""Collective calls of a run: do all ranks call the same ones, with the same root and length?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from sad.spmd.matching import Mismatch

if TYPE_CHECKING:
    from sad.spmd.events import Event, Events

_ALIKE = (
    *("bcast", "reduce", "allreduce", "scan", "exscan", "gather", "scatter", "allgather"),
    *("alltoall", "reduce_scatter", "reduce_scatter_block"),
)
EQUAL_LENGTHS = frozenset(f"mpi_{prefix}{name}" for prefix in ("", "i") for name in _ALIKE)
"""Routines in which every rank passes equally many bytes; in the v-variants each has its own."""


class _Call(NamedTuple):
    routine: str
    comm: int
    root: int
    nbytes: int


def match_collectives(events: Events) -> list[Mismatch]:
    """Return collectives of MPI that some ranks call more often, or with another root or length, and
    those whose root is no rank.

    Nothing where a site that may belong to them is not looked at. Order is not looked at.
    """
    open_ = {events.sites[number].message.routine for number in events.open}
    tables = [Counter[_Call]() for _ in range(events.nprocs)]
    sites: dict[tuple[int, _Call], int] = {}
    for event, times in events.collectives.items():
        call = _call(event, events)
        if call is None or call.routine in open_:
            continue
        tables[event.rank][call] += times
        sites.setdefault((event.rank, call), event.site)
    found: list[Mismatch] = []
    for call in sorted({call for table in tables for call in table}):
        numbers = [table[call] for table in tables]
        if call.root >= events.nprocs:
            found.append(_no_root(call, numbers, sites))
        if len(set(numbers)) > 1:
            found.append(_mismatch(call, numbers, sites))
    return found


def _call(event: Event, events: Events) -> _Call | None:
    message = events.sites[event.site].message
    if message.model != "mpi":
        return None
    nbytes = event.nbytes if message.routine in EQUAL_LENGTHS else 0
    root = -1 if message.partner is None else event.partner  # no root
    return _Call(message.routine, event.comm, root, nbytes)


def _no_root(call: _Call, numbers: list[int], sites: dict[tuple[int, _Call], int]) -> Mismatch:
    rank = next(rank for rank, number in enumerate(numbers) if number)
    text = f"rank {rank} calls {call.routine} with root {call.root}; ranks are 0 to "
    return Mismatch("SAD924", sites[rank, call], f"{text}{len(numbers) - 1}", sum(numbers))


def _mismatch(call: _Call, numbers: list[int], sites: dict[tuple[int, _Call], int]) -> Mismatch:
    most = max(range(len(numbers)), key=lambda rank: numbers[rank])
    least = min(range(len(numbers)), key=lambda rank: numbers[rank])
    how = f" with root {call.root}" if call.root >= 0 else ""
    if call.routine in EQUAL_LENGTHS:
        how = f"{how} for {call.nbytes} bytes"
    text = f"rank {most} calls {call.routine}{how} {_times(numbers[most])}"
    text = f"{text}, rank {least} {_times(numbers[least])}"
    return Mismatch("SAD925", sites[most, call], text, numbers[most] - numbers[least])


def _times(number: int) -> str:
    return {0: "never", 1: "once"}.get(number, f"{number} times")
