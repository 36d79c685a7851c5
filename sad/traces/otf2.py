"""A trace as OTF2, for Vampir, Scalasca and others: the run as recorded, by the clock of the wall.

Needs the package ``otf2`` (extra ``f2sad[otf2]``). Calls are regions; messages are events inside them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import argument_error
from sad.extras import need
from sad.traces.format import CODE, PART
from sad.traces.recorded import first_clock, messages_of

if TYPE_CHECKING:
    from sad.traces.format import Trace
    from sad.traces.recorded import Message

_TICKS = 1_000_000_000


def write_otf2(trace: Trace, folder: str) -> None:
    """Write a trace into a new folder; raises SAD854 without the package, SAD673 if it exists."""
    otf2 = need("otf2", "--to otf2", "otf2")
    if Path(folder).exists():
        hint = "name a folder that is not there yet"
        raise argument_error("SAD673", f"{folder} exists: OTF2 makes a new folder", hint)
    writer: Any
    with otf2.writer.open(folder, timer_resolution=_TICKS) as writer:
        _write(trace, writer, otf2)


def _write(trace: Trace, writer: Any, otf2: Any) -> None:
    define = writer.definitions
    node = define.system_tree_node(trace.computer or "computer", class_name="node")
    locations: list[Any] = []
    for rank in range(trace.ranks):
        group = define.location_group(f"rank {rank}", system_tree_parent=node)
        locations.append(define.location("main", group=group))
    regions = {
        name: define.region(name.replace("mpi_", "MPI_", 1), source_file="")
        for name in trace.routines
    }
    mpi = {"paradigm": otf2.Paradigm.MPI}
    define.group("MPI", group_type=otf2.GroupType.COMM_LOCATIONS, members=locations, **mpi)
    world: list[Any] = []
    for number, item in enumerate(trace.communicators):
        members = [locations[member] for member in item.members]
        group = define.group(
            f"members {number}", group_type=otf2.GroupType.COMM_GROUP, members=members, **mpi
        )
        world.append(define.comm(f"communicator {number}", group=group))
    zero = first_clock(trace)
    sends: list[dict[int, list[Message]]] = [{} for _ in trace.rows]
    receives: list[dict[int, list[Message]]] = [{} for _ in trace.rows]
    for message in messages_of(trace):
        sends[message.source].setdefault(message.send, []).append(message)
        receives[message.target].setdefault(message.receive, []).append(message)
    places = [
        {member: number for number, member in enumerate(item.members)}
        for item in trace.communicators
    ]
    for rank, rows in enumerate(trace.rows):
        events = writer.event_writer_from_location(locations[rank])
        starts = np.flatnonzero((rows["routine"] & PART) == 0).tolist()
        for start, stop in zip(starts, [*starts[1:], len(rows)], strict=True):
            region = regions[trace.routines[int(rows["routine"][start]) & CODE]]
            begin, end = (int(rows[f"wall_{side}"][start]) - zero for side in ("in", "out"))
            events.enter(begin, region)
            parts = range(start, stop)
            for item in (item for part in parts for item in sends[rank].get(part, ())):
                to = places[item.comm][item.target]
                events.mpi_send(begin, to, world[item.comm], max(item.tag, 0), item.nbytes)
            for item in (item for part in parts for item in receives[rank].get(part, ())):
                of = places[item.comm][item.source]
                events.mpi_recv(end, of, world[item.comm], max(item.tag, 0), item.nbytes)
            events.leave(end, region)
