"""A trace as steps: what each rank computes, scaled, and passes, at the costs of a machine."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from sad.records import record
from sad.simulation.collectives import parts_of
from sad.simulation.ranks import (
    ALL,
    DOWN,
    IRECV,
    ISEND,
    ISSEND,
    RECV,
    SEND,
    SSEND,
    UP,
    WAIT,
    WORK,
)
from sad.traces.counts import sending_requests
from sad.traces.format import (
    BOTH,
    CODE,
    COLLECTIVES,
    ISENDS,
    PART,
    SENDS,
    STARTS,
    WAITS,
)
from sad.traces.intervals import computation, senders

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from numpy.typing import NDArray

    from sad.communication.times import MessageTimes
    from sad.extrapolation.ratio import Ratio
    from sad.simulation.ranks import Step
    from sad.simulation.service import Act
    from sad.traces.format import Trace

    _Sizes = dict[tuple[int, int], list[float]]

_DOWN = frozenset(("broadcast", "scatter"))
_UP = frozenset(("reduce", "gather"))
_COLUMNS = ("partner", "tag", "bytes", "communicator", "request")
_RECEIVES = frozenset(("mpi_recv", "mpi_irecv"))
_NOWAIT = ISENDS | {"mpi_irecv"}


class Costs:
    """What messages cost on a machine [s], each kind looked up once; without times all are free."""

    def __init__(
        self,
        times: MessageTimes | None,
        nprocs: int,
        eager_below: float | None = None,
        *,
        as_messages: bool = False,
    ) -> None:
        """``as_messages``: operations of all are followed message by message."""
        self.as_messages = as_messages
        self._times, self._nprocs = times, nprocs
        self.eager_below = np.inf if eager_below is None else eager_below
        self.two_sided = times is not None and all(
            times.algorithm(name, 1.0, 2.0) == "formula" for name in ("send", "receive")
        )
        self._known: dict[tuple[str, float, float, int], float] = {}
        self._links: dict[tuple[int, int], int] = {}

    def side(self, is_send: bool, nbytes: float, rank: int, partner: int) -> float:
        """Return what a message costs its sender or its receiver."""
        if self._times is None or not (self.two_sided or is_send):
            return 0.0
        name = ("send" if is_send else "receive") if self.two_sided else "communicate"
        pair = rank, partner
        if pair not in self._links:
            self._links[pair] = int(self._times.between(rank, partner, self._nprocs))
        return self._seconds(name, nbytes, 2.0, self._links[pair])

    def of_all(self, primitive: str, nbytes: float, group: int) -> float:
        """Return what an operation of so many ranks costs each."""
        if group < 2 or self._times is None:
            return 0.0
        if primitive == "alltoall":  # the machine counts the bytes of one pair
            nbytes /= group
        return self._seconds(primitive, nbytes, float(group), -1)

    def _seconds(self, name: str, nbytes: float, group: float, links: int) -> float:
        key = name, nbytes, group, links
        found = self._known.get(key)
        if found is None:
            assert self._times is not None
            hops = None if links < 0 else float(links)
            found = float(self._times.seconds(name, nbytes, group, hops))
            self._known[key] = found
        return found


@record
class Program:
    """What all ranks do; ``places`` of steps are numbers of records in the trace."""

    steps: tuple[list[Step], ...]
    groups: dict[Hashable, int]


def program_of(trace: Trace, costs: Costs, ratio: Ratio) -> Program:
    """Return a trace of messages as steps; computation takes ``ratio`` times as long.

    Raises as ``MessageTimes.seconds`` for what the machine has no time for.
    """
    groups: dict[Hashable, int] = {
        number: len(item.members) for number, item in enumerate(trace.communicators)
    }
    sizes = _sizes(trace) if costs.as_messages else {}
    made = tuple(
        _Maker(trace, rank, costs, sizes).steps(ratio.of(rank)) for rank in range(trace.ranks)
    )
    return Program(made, groups)


def _sizes(trace: Trace) -> _Sizes:
    """The bytes that each member passes to operations of all, by communicator and number."""
    codes = [place for place, name in enumerate(trace.routines) if name in COLLECTIVES]
    found: _Sizes = {}
    for rank, rows in enumerate(trace.rows):
        numbers: Counter[int] = Counter()
        own = rows[np.isin(rows["routine"], codes)]
        columns = zip(own["communicator"].tolist(), own["bytes"].tolist(), strict=True)
        pairs: list[tuple[int, int]] = list(columns)
        for comm, nbytes in pairs:
            members = trace.communicators[comm].members
            sizes = found.setdefault((comm, numbers[comm]), [0.0] * len(members))
            sizes[members.index(rank)] = float(nbytes)
            numbers[comm] += 1
    return found


class _Maker:
    """The steps of one rank."""

    def __init__(self, trace: Trace, rank: int, costs: Costs, sizes: _Sizes) -> None:
        self._trace, self._rank, self._costs = trace, rank, costs
        self._sizes = sizes
        self._operations: Counter[int] = Counter()
        rows = trace.rows[rank]
        self._members = [item.members for item in trace.communicators]
        self._froms = senders(rows).tolist()
        self._sends = frozenset(sending_requests(trace, rank).tolist())

    def steps(self, ratio: float | NDArray[np.float64]) -> list[Step]:
        trace, rows = self._trace, self._trace.rows[self._rank]
        seconds = (computation(trace, self._rank).seconds * ratio).tolist()
        numbers: list[int] = rows["routine"].tolist()
        names = [trace.routines[number & CODE] for number in numbers]
        parts = (rows["routine"] & PART != 0).tolist()
        columns = [
            rows[name].tolist() for name in ("partner", "tag", "bytes", "communicator", "request")
        ]
        found: list[Step] = []
        both: Step | None = None
        for place, (name, is_part, *cells) in enumerate(zip(names, parts, *columns, strict=True)):
            if both is not None and not is_part:
                found.append(both)
                both = None
            if seconds[place] > 0.0:
                found.append((WORK, seconds[place], 0, None, 0, place))
            if self._costs.as_messages and name in COLLECTIVES:
                found += self._messages(place, COLLECTIVES[name], cells)
                continue
            step = self._step(place, name, is_part, cells)
            if step is not None:
                found.append(step)
                if name in BOTH and step[0] == ISSEND:  # waited for behind the receive
                    both = (WAIT, 0.0, 0, None, step[4], place)
        return found if both is None else [*found, both]

    def _step(self, place: int, name: str, is_part: bool, cells: list[int]) -> Step | None:
        partner, tag, nbytes, comm, request = cells
        if name in WAITS:
            return (WAIT, 0.0, 0, None, request, place) if request else None
        if name in COLLECTIVES:
            return self._operation(place, COLLECTIVES[name], cells)
        sends = name in SENDS | ISENDS or (name in BOTH and not is_part)
        posts = name in _RECEIVES or (name in BOTH and is_part)
        if name in STARTS and request:
            sends, posts = request in self._sends, request not in self._sends
        if not (sends or posts):
            return None
        whom = partner if sends else self._froms[place]
        if whom < 0:
            return None
        other = self._members[comm][whom]
        cost = self._costs.side(sends, float(nbytes), self._rank, other)
        waits = not (name in _NOWAIT or name in STARTS)
        if posts:
            return RECV if waits else IRECV, cost, other, (tag, comm), request, place
        later = nbytes >= self._costs.eager_below or name.endswith("ssend")
        kind = (SSEND if later else SEND) if waits else (ISSEND if later else ISEND)
        if name in BOTH and later:  # both ways at once
            kind, request = ISSEND, -1 - place
        return kind, cost, other, (tag, comm), request, place

    def _operation(self, place: int, primitive: str, cells: list[int]) -> Step:
        partner, _, nbytes, comm, _ = cells
        members = self._members[comm]
        seconds = self._costs.of_all(primitive, float(nbytes), len(members))
        kind = DOWN if primitive in _DOWN else UP if primitive in _UP else ALL
        root = members[partner] if kind != ALL and partner >= 0 else -1
        return (kind if root >= 0 else ALL), seconds, root, comm, 0, place

    def _messages(self, place: int, primitive: str, cells: list[int]) -> Iterator[Step]:
        """What a rank sends and receives in an operation of all; both ways at once where it does."""
        root, _, _, comm, _ = cells
        members, number = self._members[comm], self._operations[comm]
        self._operations[comm] += 1
        rank = members.index(self._rank)
        key = "operations", comm
        turns = parts_of(primitive, rank, root, self._sizes[comm, number])
        for turn, (to, out, of, into) in enumerate(turns, 1):
            later = to is not None and out >= self._costs.eager_below
            request = -1 - place * (1 << 20) - turn
            if to is not None:
                cost = self._costs.side(True, out, self._rank, members[to])
                kind = SEND if not later else SSEND if of is None else ISSEND
                yield kind, cost, members[to], key, request, place
            if of is not None:
                cost = self._costs.side(False, into, self._rank, members[of])
                yield RECV, cost, members[of], key, 0, place
            if later and of is not None:
                yield WAIT, 0.0, 0, None, request, place


def acts_of(trace: Trace, ratio: Ratio) -> list[list[Act]]:
    """Return a trace of threads as what they do: computation, remote accesses, barriers."""
    found: list[list[Act]] = []
    for rank, rows in enumerate(trace.rows):
        seconds = (computation(trace, rank).seconds * ratio.of(rank)).tolist()
        own: list[Act] = []
        for place, row in enumerate(rows):
            name = trace.routines[int(row["routine"]) & CODE]
            if seconds[place] > 0.0:
                own.append(("work", seconds[place], 0, 0))
            if name == "enter":
                own.append(("barrier", 0.0, 0, 0))
            elif name in ("read", "write"):
                owner, nbytes = int(row["partner"]), int(row["bytes"])
                if owner != rank:  # what is its own is there
                    own.append((name, 0.0, owner, nbytes))
        found.append(own)
    return found
