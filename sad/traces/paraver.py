"""Traces of Paraver, as Extrae writes them: a text of records, and beside it the names of events.

A line is a number and fields with colons: 1 a state of a thread, 2 events, 3 a message with the times
at which its send and its receive begin and at which it leaves and comes. Calls of MPI are events; names
begin with ``MPI_`` in the file that ends in ``.pcf``, and 0 is the end of a call.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.traces.assembled import Calls, Part
from sad.traces.format import (
    BOTH,
    COLLECTIVES,
    ISENDS,
    NOBODY,
    NONE,
    SENDS,
    WAITS,
    Communicator,
    no_trace,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sad.traces.format import Trace

_SENT, _RECEIVED, _IS_ROOT, _COMM = 50100001, 50100002, 50100003, 50100004
"""Types of events that say more of a call: bytes, whether this is the root, the communicator."""
_TO_ALL = frozenset(("broadcast", "scatter"))


@dataclass(slots=True)
class _Call:
    number: int
    """Of the calls of its rank, from 1 on; of what begins a request also that of the request."""
    name: str
    begin: int
    end: int = -1
    about: dict[int, int] = field(default_factory=dict[int, int])
    parts: list[Part] = field(default_factory=list[Part])


def read_paraver(path: Path) -> Trace:
    """Return the trace in a file ``.prv`` with its ``.pcf`` beside it.

    Of each task the first thread counts. Raises SAD661 for what is no such trace, SAD662 for calls that
    cannot be.
    """
    names = _names(path)
    try:
        with path.open(encoding="utf-8", errors="replace") as stream:
            return _read(path, stream, names)
    except OSError as error:
        raise no_trace(str(path), str(error)) from None
    except (ValueError, IndexError, KeyError) as error:
        raise no_trace(str(path), f"a record cannot be read: {error}") from None


def _names(path: Path) -> dict[int, dict[int, str]]:
    """Names of calls of MPI, by type and value of their events."""
    beside = path.with_suffix(".pcf")
    try:
        lines = beside.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        raise no_trace(str(path), f"{beside.name}, which has names of events, is missing") from None
    found: dict[int, dict[int, str]] = {}
    types: list[int] = []
    has_values = False
    for line in lines:
        words = line.split()
        if len(words) == 1 and words[0] == "EVENT_TYPE":
            types, has_values = [], False
        elif words == ["VALUES"]:
            has_values = True
        elif not has_values and len(words) > 2 and words[0].isdecimal() and words[1].isdecimal():
            types.append(int(words[1]))
        elif has_values and len(words) == 2 and words[1].startswith("MPI_"):
            for kind in types:
                found.setdefault(kind, {})[int(words[0])] = words[1].lower()
    return found


def _read(path: Path, stream: Iterable[str], names: dict[int, dict[int, str]]) -> Trace:
    lines = iter(stream)
    head = re.match(
        r"#Paraver \([^)]*\):(\d+)(_ns)?:[^:]*(?:\([^)]*\))?:(\d+):(\d+)\(", next(lines, "")
    )
    if head is None:
        raise no_trace(str(path), "it does not begin as a trace of Paraver")
    if head[3] != "1":
        raise no_trace(str(path), f"it has {head[3]} applications: one is followed")
    ranks, unit = int(head[4]), 1 if head[2] else 1000
    comms: dict[int, int] = {}
    members = [Communicator(tuple(range(ranks)))]
    calls: list[list[_Call]] = [[] for _ in range(ranks)]
    messages: list[list[int]] = []
    for line in lines:
        kind, _, rest = line.partition(":")
        if kind == "c":
            _, number, _, *tasks = map(int, rest.split(":"))
            comms[number] = len(members)
            members.append(Communicator(tuple(task - 1 for task in tasks)))
        elif kind == "2":
            _, _, task, thread, time, *pairs = map(int, rest.split(":"))
            if thread == 1:
                about = dict(zip(pairs[::2], pairs[1::2], strict=True))
                _add_events(calls[task - 1], names, time * unit, about)
        elif kind == "3":
            messages.append([int(word) for word in rest.split(":")])
    for rank, own in enumerate(calls):
        if own and own[-1].end < 0:  # cut off in a call
            own.pop()
        for call in own:
            comm = comms.get(call.about.get(_COMM, 0), 0)
            if call.name in COLLECTIVES and rank in members[comm].members:
                to_all = COLLECTIVES[call.name] in _TO_ALL
                sent, came = (call.about.get(kind, 0) for kind in (_SENT, _RECEIVED))
                call.parts.append(Part(max(sent, came) if to_all else sent or came, NONE, 0, comm))
    _set_roots(calls, members)
    posts = [deque(call for call in own if call.name == "mpi_irecv") for own in calls]
    lost = sum(not _pass(calls, posts, fields, unit) for fields in messages)
    notes = (f"{lost:,} messages of no call of MPI are left out",) * bool(lost)
    made = Calls(ranks)
    for rank, own in enumerate(calls):
        for call in own:
            made.add(rank, call.name, call.begin, call.end, _in_order(call))
    return made.trace(str(path), members, notes)


def _add_events(
    calls: list[_Call], names: dict[int, dict[int, str]], time: int, about: dict[int, int]
) -> None:
    for kind, value in about.items():
        if kind not in names:
            continue
        if value in names[kind]:
            calls.append(_Call(len(calls) + 1, names[kind][value], time, about=about))
        elif value == 0 and calls and calls[-1].end < 0:
            calls[-1].end = time


def _set_roots(calls: list[list[_Call]], members: list[Communicator]) -> None:
    """Only the root itself says that it is: tell all others of the same operation."""
    operations: list[dict[tuple[int, int], Part]] = []
    roots: dict[tuple[int, int], int] = {}
    for rank, own in enumerate(calls):
        found: dict[tuple[int, int], Part] = {}
        counts: dict[int, int] = {}
        for call in own:
            if call.name in COLLECTIVES and call.parts:
                comm = call.parts[0].comm
                key = comm, counts.setdefault(comm, 0)
                counts[comm] += 1
                found[key] = call.parts[0]
                if call.about.get(_IS_ROOT):
                    roots[key] = members[comm].members.index(rank)
        operations.append(found)
    for found in operations:
        for key, part in found.items():
            part.partner = roots.get(key, NONE)


def _pass(
    calls: list[list[_Call]], posts: list[deque[_Call]], fields: list[int], unit: int
) -> bool:
    """Put a message into the calls that it leaves and comes in; return whether both are there."""
    _, _, source, _, sent, _, _, _, target, _, asked, came, nbytes, tag = fields
    sender = _call_at(calls[source - 1], sent * unit)
    receiver = _call_at(calls[target - 1], asked * unit)
    if sender is None or receiver is None or sender.name not in SENDS | ISENDS | BOTH:
        return False
    if receiver.name in BOTH or receiver.name == "mpi_recv":
        receiver.parts.append(Part(nbytes, source - 1, tag))
    else:
        waits = receiver if receiver.name in WAITS else _wait_from(calls[target - 1], came * unit)
        opened = receiver
        if receiver.name != "mpi_irecv":  # the first receive of which no message is known yet
            waiting = posts[target - 1]
            while waiting and waiting[0].parts:
                waiting.popleft()
            if not waiting or waiting[0].begin > receiver.begin:
                return False
            opened = waiting[0]
        if waits is None:
            return False
        for call in (opened, waits):
            call.parts.append(Part(nbytes, source - 1, tag, 0, opened.number))
    # of a send without waiting nothing says which wait is its own
    request = sender.number if sender.name in ISENDS else 0
    sender.parts.append(Part(nbytes, target - 1, tag, 0, request, sends=True))
    return True


def _call_at(calls: list[_Call], time: int) -> _Call | None:
    """The call that is at work at a time."""
    place = bisect_right(calls, time, key=lambda call: call.begin) - 1
    return calls[place] if place >= 0 and time <= calls[place].end else None


def _wait_from(calls: list[_Call], time: int) -> _Call | None:
    """The first call that ends no earlier and waits for requests."""
    start = bisect_right(calls, time - 1, key=lambda call: call.end)
    return next((call for call in calls[start:] if call.name in WAITS), None)


def _in_order(call: _Call) -> list[Part]:
    """Its parts; of what goes both ways the send first, with a part for a side that nobody has."""
    if call.name not in BOTH:
        return call.parts
    sides = [[part for part in call.parts if part.sends is is_send] for is_send in (True, False)]
    return [*(sides[0] or [Part(partner=NOBODY)]), *(sides[1] or [Part(partner=NOBODY)])]
