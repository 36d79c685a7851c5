"""Traces as OTF2, written for Vampir, Scalasca and others, and read from Score-P and others.

The run is as recorded, by the clock of the wall. Needs the package ``otf2`` (extra ``f2sad[otf2]``).
Calls are regions; messages, requests and operations of all are events inside them.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.extras import need
from sad.traces.assembled import Calls, Part
from sad.traces.counts import sending_requests
from sad.traces.format import (
    BOTH,
    CODE,
    COLLECTIVES,
    ISENDS,
    NOBODY,
    NONE,
    PART,
    SENDS,
    STARTS,
    WAITS,
    Communicator,
    no_trace,
)
from sad.traces.intervals import senders
from sad.traces.recorded import first_clock, messages_of

if TYPE_CHECKING:
    from sad.traces.format import Trace

_TICKS = 1_000_000_000
_COLLECTIVE = {"mpi_reduce_scatter_block": "REDUCE_SCATTER_BLOCK"}
_NO_ROOT = 0xFFFF_FFFF
_TO_ALL = ("mpi_bcast", "mpi_scatter", "mpi_scatterv")
"""What these move is what ranks receive; of the others what they send."""


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
    lengths = {(message.target, message.receive): message.nbytes for message in messages_of(trace)}
    collectives = {
        name: getattr(otf2.CollectiveOp, _COLLECTIVE.get(name, name.removeprefix("mpi_").upper()))
        for name in COLLECTIVES
    }
    for rank, rows in enumerate(trace.rows):
        events = writer.event_writer_from_location(locations[rank])
        out = frozenset(sending_requests(trace, rank).tolist())
        froms = senders(rows).tolist()
        before, last = -1, ""
        for row, entry in enumerate(rows):
            code, request = int(entry["routine"]), int(entry["request"])
            name, is_part = trace.routines[code & CODE], code >= PART
            begin, end = (int(entry[f"wall_{side}"]) - zero for side in ("in", "out"))
            if not is_part:
                if before >= 0:
                    events.leave(before, regions[last])
                events.enter(begin, regions[name])
                before, last = end, name
            comm, tag = world[int(entry["communicator"])], max(int(entry["tag"]), 0)
            partner, nbytes = int(entry["partner"]), int(entry["bytes"])
            is_out = request in out
            receives = name == "mpi_recv" or (name in BOTH and is_part)
            if name in COLLECTIVES:
                root = partner if partner >= 0 else _NO_ROOT
                events.mpi_collective_begin(begin)
                events.mpi_collective_end(end, collectives[name], comm, root, nbytes, nbytes)
            elif receives and froms[row] >= 0:
                events.mpi_recv(end, froms[row], comm, tag, lengths.get((rank, row), nbytes))
            elif name in SENDS | BOTH and not receives and partner >= 0:
                events.mpi_send(begin, partner, comm, tag, nbytes)
            elif request and (name in ISENDS or (name in STARTS and is_out)) and partner >= 0:
                events.mpi_isend(begin, partner, comm, tag, nbytes, request - 1)
            elif request and (name == "mpi_irecv" or name in STARTS) and partner != NOBODY:
                events.mpi_irecv_request(begin, request - 1)
            elif request and name in WAITS and is_out and partner >= 0:
                events.mpi_isend_complete(end, request - 1)
            elif request and name in WAITS and froms[row] >= 0:
                length = lengths.get((rank, row), nbytes)
                events.mpi_irecv(end, froms[row], comm, tag, length, request - 1)
        if before >= 0:
            events.leave(before, regions[last])


def read_otf2(path: str) -> Trace:
    """Return the trace in a file ``traces.otf2``.

    Of each process the first thread counts. Raises SAD854 without the package, SAD661 for what is no
    trace of MPI, SAD662 for calls that cannot be.
    """
    otf2 = need("otf2", "a trace of OTF2", "otf2")
    if not Path(path).exists():
        raise no_trace(path, "No such file or directory")
    reader: Any
    errors: tuple[type[Exception], ...] = (otf2.error.Error, import_module("_otf2").Error, OSError)
    try:
        with otf2.reader.open(path) as reader:
            return _read(reader, otf2.events, path)
    except errors as error:
        raise no_trace(path, str(error)) from None


def _read(reader: Any, kinds: Any, path: str) -> Trace:
    ranks: dict[Any, int] = {}
    groups: dict[Any, int] = {}
    for location in reader.definitions.locations:
        if location.group not in groups:
            groups[location.group] = ranks[location] = len(groups)
    tick = 1e9 / reader.definitions.clock_properties.timer_resolution
    zero = reader.definitions.clock_properties.global_offset
    comms: dict[Any, int] = {}
    members: list[Communicator] = []
    for comm in reader.definitions.comms:
        comms[comm] = len(members)
        places = tuple(ranks[item] for item in comm.group.members if item in ranks)
        members.append(Communicator(places or (0,), bool(places)))
    calls = Calls(len(groups))
    opened: list[tuple[str, int, list[Part]] | None] = [None] * len(groups)
    requests: list[dict[int, Part]] = [{} for _ in groups]
    others = 0
    for location, event in reader.events:
        rank = ranks.get(location)
        call = None if rank is None else opened[rank]
        if rank is None or (not isinstance(event, (kinds.Enter, kinds.Leave)) and call is None):
            others += rank is None
            continue
        now = round((event.time - zero) * tick)
        if isinstance(event, kinds.Enter):
            if call is None and event.region.name.startswith("MPI_"):
                opened[rank] = event.region.name, now, []
        elif isinstance(event, kinds.Leave):
            if call is not None and event.region.name == call[0]:
                calls.add(rank, call[0], call[1], now, call[2])
                opened[rank] = None
        elif call is not None:
            _add_part(event, kinds, call[0], call[2], requests[rank], comms)
    notes = ("threads other than the first of each process are left out",) * bool(others)
    return calls.trace(path, members, notes)


def _add_part(
    event: Any,
    kinds: Any,
    name: str,
    parts: list[Part],
    requests: dict[int, Part],
    comms: dict[Any, int],
) -> None:
    """Add what an event inside of a call ``name`` says; what a receive gets is known at its end."""
    if isinstance(event, kinds.MpiIrecvRequest):
        parts.append(Part(partner=NOBODY, request=event.request_id + 1))
        requests[event.request_id] = parts[-1]
    elif isinstance(event, kinds.MpiIsendComplete):
        made = requests.pop(event.request_id, None)
        if made is not None:
            parts.append(Part(made.nbytes, made.partner, made.tag, made.comm, made.request))
    elif isinstance(event, kinds.MpiCollectiveEnd):
        nbytes = event.size_received if name.lower() in _TO_ALL else event.size_sent
        root = event.root if isinstance(event.root, int) and event.root < 1 << 31 else NONE
        parts.append(Part(nbytes, root, 0, comms[event.communicator]))
    elif isinstance(event, (kinds.MpiSend, kinds.MpiIsend, kinds.MpiRecv, kinds.MpiIrecv)):
        sends = isinstance(event, (kinds.MpiSend, kinds.MpiIsend))
        partner = event.receiver if sends else event.sender
        own = Part(event.msg_length, partner, event.msg_tag, comms[event.communicator], sends=sends)
        if isinstance(event, (kinds.MpiIsend, kinds.MpiIrecv)):
            own.request = event.request_id + 1
        posted = requests.pop(event.request_id, None) if isinstance(event, kinds.MpiIrecv) else None
        if posted is not None:
            posted.nbytes, posted.partner = own.nbytes, partner
            posted.tag, posted.comm = own.tag, own.comm
        if isinstance(event, kinds.MpiIsend):
            requests[event.request_id] = own
        parts.append(own)
