"""A trace as steps: what each rank computes, scaled, and passes, at the costs of a machine."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.records import record
from sad.simulation.collectives import parts_of
from sad.simulation.columns import Acts, Steps
from sad.simulation.ranks import ALL, DOWN, IRECV, ISEND, ISSEND, RECV, SEND, SSEND, UP, WAIT, WORK
from sad.simulation.service import BARRIER, READ, WRITE
from sad.traces.counts import sending_requests
from sad.traces.format import BOTH, CODE, COLLECTIVES, ISENDS, PART, SENDS, STARTS, WAITS
from sad.traces.intervals import computation, in_files, senders

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable

    from numpy.typing import NDArray

    from sad.communication.times import MessageTimes
    from sad.extrapolation.ratio import Ratio
    from sad.traces.format import Trace

    _Sizes = dict[tuple[int, int], list[float]]

_DOWN = frozenset(("broadcast", "scatter"))
_UP = frozenset(("reduce", "gather"))
_RECEIVES = frozenset(("mpi_recv", "mpi_irecv"))
_NOWAIT = ISENDS | {"mpi_irecv"}
_SYNCHRONOUS = frozenset(name for name in SENDS | ISENDS if name.endswith("ssend"))
_TAG = 0xFFFF_FFFF


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

    steps: tuple[Steps, ...]
    groups: dict[Hashable, int]


def program_of(trace: Trace, costs: Costs, ratio: Ratio) -> Program:
    """Return a trace of messages as steps; computation takes ``ratio`` times as long.

    Raises as ``MessageTimes.seconds`` for what the machine has no time for.
    """
    groups: dict[Hashable, int] = {
        number: len(item.members) for number, item in enumerate(trace.communicators)
    }
    sizes = _sizes(trace) if costs.as_messages else {}
    files = in_files(trace)
    made = tuple(
        _Maker(trace, rank, costs, sizes).steps(ratio.of(rank), files[rank])
        for rank in range(trace.ranks)
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
    """The steps of one rank: tables of steps, each with the records that they stand for."""

    def __init__(self, trace: Trace, rank: int, costs: Costs, sizes: _Sizes) -> None:
        self._trace, self._rank, self._costs = trace, rank, costs
        self._sizes = sizes
        self._operations: Counter[int] = Counter()
        self._rows = trace.rows[rank]
        self._codes = self._rows["routine"] & CODE
        self._parts = self._rows["routine"] & PART != 0
        self._tables: list[tuple[NDArray[Any], ...]] = []

    def steps(self, ratio: float | NDArray[np.float64], in_files: NDArray[np.float64]) -> Steps:
        """Return them; ``in_files`` is what calls of files take [s], whatever the ratio."""
        seconds = computation(self._trace, self._rank).seconds * ratio
        self._add(np.flatnonzero(seconds > 0.0), 0, WORK, seconds[seconds > 0.0])
        self._add(np.flatnonzero(in_files), 1, WAIT, in_files[in_files > 0.0])
        waits = np.flatnonzero(self._is(WAITS) & (self._rows["request"] > 0))
        self._add(waits, 1, WAIT, 0.0, requests=self._rows["request"][waits])
        self._messages()
        places = np.flatnonzero(self._is(COLLECTIVES))
        if self._costs.as_messages:
            for place in places.tolist():
                self._operation_by_messages(place)
        else:
            self._operations_by_formula(places)
        joined = [np.concatenate(column) for column in zip(*self._tables, strict=True)]
        order, places, *columns = joined
        sorted_ = np.lexsort((order, places))
        kind, seconds, partner, key, request = (column[sorted_] for column in columns)
        return Steps(kind, seconds, partner, key, request, places[sorted_])

    def _is(self, names: Collection[str]) -> NDArray[np.bool_]:
        """Which records are of routines with these names."""
        return np.array([name in names for name in self._trace.routines], np.bool_)[self._codes]

    def _add(
        self,
        places: NDArray[np.int64],
        order: int,
        kinds: int | NDArray[np.int64],
        seconds: float | NDArray[np.float64],
        *,
        partners: int | NDArray[np.int64] = 0,
        keys: int | NDArray[np.int64] = 0,
        requests: int | NDArray[np.int64] = 0,
    ) -> None:
        """Add steps of records; ``order`` is that of steps with one record."""
        columns = (
            *((order, np.int64), (places, np.int64), (kinds, np.int8), (seconds, np.float64)),
            *((partners, np.int32), (keys, np.int64), (requests, np.int64)),
        )
        self._tables.append(
            tuple(np.broadcast_to(np.asarray(x, kind), len(places)) for x, kind in columns)
        )

    def _messages(self) -> None:
        """Add sends and receives. Both ways at once: what is waited for is so behind the receive."""
        rows = self._rows
        is_both, is_start = self._is(BOTH), self._is(STARTS) & (rows["request"] > 0)
        sending = np.isin(rows["request"], sending_requests(self._trace, self._rank))
        sends = self._is(SENDS | ISENDS) | (is_both & ~self._parts) | (is_start & sending)
        posts = self._is(_RECEIVES) | (is_both & self._parts) | (is_start & ~sending)
        whom = np.where(sends, rows["partner"].astype(np.int64), senders(rows))
        places = np.flatnonzero((sends | posts) & (whom >= 0))
        comms, tags = (rows[name][places].astype(np.int64) for name in ("communicator", "tag"))
        nbytes = rows["bytes"][places].astype(np.int64)
        sends, is_both = sends[places], is_both[places]
        others = np.zeros(len(places), np.int64)
        for comm in np.unique(comms).tolist():
            here = comms == comm
            others[here] = np.array(self._members(comm))[whom[places][here]]
        seconds = np.zeros(len(places))
        kinds = np.stack((sends, nbytes, others))
        distinct, inverse = np.unique(kinds, axis=1, return_inverse=True)
        known = [
            self._costs.side(bool(a), float(b), self._rank, c) for a, b, c in distinct.T.tolist()
        ]
        seconds = np.array(known)[inverse.reshape(-1)] if known else seconds
        later = sends & ((nbytes >= self._costs.eager_below) | self._is(_SYNCHRONOUS)[places])
        nowait = (self._is(_NOWAIT) | self._is(STARTS))[places]
        request = np.where(is_both & later, -1 - places, rows["request"][places].astype(np.int64))
        blocking, free = np.where(later, SSEND, SEND), np.where(later, ISSEND, ISEND)
        kind = np.where(
            sends,
            np.where(nowait | (is_both & later), free, blocking),
            np.where(nowait, IRECV, RECV),
        )
        keys = (comms << 32) + (tags & _TAG)
        self._add(places, 1, kind, seconds, partners=others, keys=keys, requests=request)
        both = np.flatnonzero(is_both & later)
        if len(both):
            starts = np.append(np.flatnonzero(~self._parts), len(rows))
            ends = starts[np.searchsorted(starts, places[both], "right")] - 1
            self._add(ends, 2, WAIT, 0.0, requests=request[both])

    def _members(self, comm: int) -> tuple[int, ...]:
        return self._trace.communicators[comm].members

    def _operations_by_formula(self, places: NDArray[np.int64]) -> None:
        """Add operations of all, each at its cost by the machine file."""
        rows = self._rows
        names = ("routine", "communicator", "bytes", "partner")
        table = np.stack([rows[name][places].astype(np.int64) for name in names])
        distinct, inverse = np.unique(table, axis=1, return_inverse=True)
        made: list[tuple[int, float, int, int]] = []
        table_of: list[tuple[int, int, int, int]] = distinct.T.tolist()
        for code, comm, nbytes, partner in table_of:
            primitive = COLLECTIVES[self._trace.routines[code]]
            members = self._members(comm)
            seconds = self._costs.of_all(primitive, float(nbytes), len(members))
            kind = DOWN if primitive in _DOWN else UP if primitive in _UP else ALL
            root = members[partner] if kind != ALL and partner >= 0 else -1
            made.append((kind if root >= 0 else ALL, seconds, root, comm))
        if made:
            kinds, seconds, roots, keys = (
                np.array(column)[inverse.reshape(-1)] for column in zip(*made, strict=True)
            )
            self._add(places, 1, kinds, seconds, partners=roots, keys=keys)

    def _operation_by_messages(self, place: int) -> None:
        """Add what a rank sends and receives in an operation of all; at once what goes both ways."""
        row = self._rows[place]
        comm, root = int(row["communicator"]), int(row["partner"])
        primitive = COLLECTIVES[self._trace.routines[int(row["routine"])]]
        members, number = self._members(comm), self._operations[comm]
        self._operations[comm] += 1
        rank = members.index(self._rank)
        made: list[tuple[int, float, int, int]] = []
        turns = parts_of(primitive, rank, root, self._sizes[comm, number])
        for turn, (to, out, of, into) in enumerate(turns, 1):
            later = to is not None and out >= self._costs.eager_below
            request = -1 - place * (1 << 20) - turn
            if to is not None:
                cost = self._costs.side(True, out, self._rank, members[to])
                kind = SEND if not later else SSEND if of is None else ISSEND
                made.append((kind, cost, members[to], request))
            if of is not None:
                made.append(
                    (RECV, self._costs.side(False, into, self._rank, members[of]), members[of], 0)
                )
            if later and of is not None:
                made.append((WAIT, 0.0, 0, request))
        if made:
            kinds, seconds, others, requests = (
                np.array(column) for column in zip(*made, strict=True)
            )
            same = np.full(len(made), place)
            key = (1 << 60) + comm
            self._add(same, 1, kinds, seconds, partners=others, keys=key, requests=requests)


def acts_of(trace: Trace, ratio: Ratio) -> list[Acts]:
    """Return a trace of threads as what they do: computation, remote accesses, barriers."""
    found: list[Acts] = []
    words = {"enter": BARRIER, "read": READ, "write": WRITE}
    kind_of = np.array([words.get(name, -1) for name in trace.routines], np.int8)
    for rank, rows in enumerate(trace.rows):
        kinds = np.full((len(rows), 2), WORK, np.int8)
        seconds, owners, nbytes = (np.zeros(kinds.shape) for _ in range(3))
        kinds[:, 1] = kind_of[rows["routine"] & CODE]
        seconds[:, 0] = computation(trace, rank).seconds * ratio.of(rank)
        owners[:, 1], nbytes[:, 1] = rows["partner"], rows["bytes"]
        is_access = np.isin(kinds, (READ, WRITE))
        is_other = np.logical_or(kinds == BARRIER, seconds > 0.0)
        some = np.logical_or(
            is_access & (owners != rank), ~is_access & is_other
        )  # its own is there
        found.append(Acts(kinds[some], seconds[some], owners[some].astype(np.int32), nbytes[some]))
    return found
