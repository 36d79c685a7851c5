"""What ranks and threads do as columns, and runs of them by the compiled engines."""

from __future__ import annotations

import ctypes
from dataclasses import astuple
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sad.records import record
from sad.simulation.ranks import ALL, WAIT, WORK, Flow, Stuck
from sad.simulation.service import BARRIERS, POLICIES, Mismatch, Served, by_first, rounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.simulation.ranks import Step
    from sad.simulation.service import Act, Barrier, Service

ENGINES = ("flow.c", "service.c", "heap.h")
"""The engines' sources, in this package: ``cc -O2 -shared -fPIC -ffp-contract=off ... -lm``."""
_STUCK, _NO_MEMORY = 1, 2


@record
class Steps:
    """Steps of a rank, one in each line: the fields of ``Step``, whole numbers but for seconds."""

    kind: NDArray[np.int8]
    seconds: NDArray[np.float64]
    partner: NDArray[np.int32]
    key: NDArray[np.int64]
    request: NDArray[np.int64]
    place: NDArray[np.int64]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.kind)

    def __iter__(self) -> Iterator[Step]:
        """Yield them as tuples."""
        cells = zip(*(column.tolist() for column in self.columns), strict=True)
        return cast("Iterator[Step]", cells)

    @property
    def columns(self) -> tuple[NDArray[Any], ...]:
        """All of them, in the order of the fields."""
        return self.kind, self.seconds, self.partner, self.key, self.request, self.place


@record
class Acts:
    """What a thread does, one act in each line: the fields of ``Act``."""

    kind: NDArray[np.int8]
    seconds: NDArray[np.float64]
    owner: NDArray[np.int32]
    nbytes: NDArray[np.float64]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.kind)

    def __iter__(self) -> Iterator[Act]:
        """Yield them as tuples."""
        columns = self.kind, self.seconds, self.owner, self.nbytes
        return cast("Iterator[Act]", zip(*(own.tolist() for own in columns), strict=True))


def fits(programs: Sequence[Steps]) -> bool:
    """Whether the compiled engine may follow them: not too many, and who is named is there."""
    ranks = len(programs)
    if sum(map(len, programs)) >= 1 << 31:
        return False
    for own in programs:
        named = own.partner[(own.kind != WORK) & (own.kind != WAIT) & (own.kind < ALL)]
        if len(named) and not 0 <= named.min() <= named.max() < ranks:
            return False
    return True


def _address(column: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(column.ctypes.data)


def _joined(
    programs: Sequence[Steps | Acts], kinds: Mapping[str, Any]
) -> tuple[NDArray[np.int64], list[NDArray[Any]]]:
    """Return where each begins, and the columns of all, one behind the other."""
    first = np.zeros(len(programs) + 1, np.int64)
    np.cumsum([len(own) for own in programs], out=first[1:])
    return first, [
        np.ascontiguousarray(np.concatenate([getattr(own, name) for own in programs]), kind)
        for name, kind in kinds.items()
    ]


_COLUMNS = {"kind": np.int8, "seconds": np.float64}
_STEP_COLUMNS = _COLUMNS | {"partner": np.int32, "key": np.int64, "request": np.int64}
_ACT_COLUMNS = _COLUMNS | {"owner": np.int32, "nbytes": np.float64}


def flow_compiled(
    engine: ctypes.CDLL,
    programs: Sequence[Steps],
    groups: Mapping[Any, int],
    processors: Sequence[int] = (),
    service: Service | None = None,
    *,
    keep: bool = False,
) -> Flow:
    """Follow the steps of all ranks as ``sad.simulation.ranks.flow`` does, to the last bit.

    With ``processors`` of ranks: as ``sad.simulation.processors.flow_on``. With a policy: as
    ``sad.simulation.handshakes.flow_by_policy``. ``engine`` is the library compiled from ``ENGINES``.

    Raises ``Stuck``, and MemoryError.
    """
    ranks = len(programs)
    first, columns = _joined(programs, _STEP_COLUMNS)
    total = int(first[-1])
    keys = np.fromiter(groups, np.int64, len(groups))
    sizes = np.fromiter(groups.values(), np.int64, len(groups))
    clocks, computing = np.zeros(ranks), np.zeros(ranks)
    room = total if keep else 0
    ends, waited = np.zeros(room), np.zeros(room)
    cause_ranks, cause_steps = np.zeros(room, np.int32), np.zeros(room, np.int32)
    said = np.zeros(3, np.int64)
    shared = np.array(processors, np.int32)
    policy, polling = -1, np.zeros(2)
    if service is not None:
        policy = POLICIES.index(service.policy)
        polling[:] = service.poll_interval_s, service.poll_cost_s
    state: int = engine.sad_flow(
        *(ctypes.c_int64(ranks), _address(first), *map(_address, columns)),
        *(ctypes.c_int64(len(keys)), _address(keys), _address(sizes)),
        *(ctypes.c_int64(max(processors, default=-1) + 1), _address(shared)),
        *(ctypes.c_int(policy), _address(polling), ctypes.c_int(keep)),
        *map(_address, (clocks, computing, ends, waited, cause_ranks, cause_steps, said)),
    )
    if state == _STUCK:
        rank, number = int(said[1]), int(said[2])
        own = programs[rank]
        at = slice(number, number + 1)
        raise Stuck(rank, next(iter(Steps(*(column[at] for column in own.columns)))))
    if state:
        raise MemoryError if state == _NO_MEMORY else KeyError

    def kept(column: NDArray[Any]) -> tuple[NDArray[Any], ...]:
        return tuple(np.split(column, first[1:-1])) if keep else ()

    return Flow(
        *(tuple(clocks.tolist()), tuple(computing.tolist()), total),
        *map(kept, (ends, waited, cause_ranks, cause_steps)),
        settled=bool(said[0]),
    )


def serve_compiled(
    engine: ctypes.CDLL,
    programs: Sequence[Acts],
    service: Service,
    barrier: Barrier,
    processors: Sequence[int] = (),
    *,
    keep: bool = False,
) -> Served:
    """Follow all threads as ``sad.simulation.service.serve`` does, to the last bit.

    ``engine`` is the library compiled from ``ENGINES``. Raises ``Mismatch``, and MemoryError.
    """
    count = len(programs)
    first, columns = _joined(programs, _ACT_COLUMNS)
    of = np.array(processors or range(count), np.int32)
    used = int(of.max()) + 1
    policy, *costs = astuple(service)
    model, *parts = astuple(barrier)
    numbers = np.array(costs, np.float64)
    lengths = np.array([parts[i] for i in (0, 1, 2, 3, 4, 6)], np.float64)
    by_thread = np.zeros((4, count))
    serving, said = np.zeros(used), np.zeros(3, np.int64)
    room = int((columns[0] != 0).sum()) if keep else 0
    servers, readers, served_at = np.zeros(room, np.int32), np.zeros(room, np.int32), np.zeros(room)
    state: int = engine.sad_serve(
        *(ctypes.c_int32(count), _address(first), *map(_address, columns)),
        *(ctypes.c_int32(used), _address(of)),
        *(ctypes.c_int(POLICIES.index(policy)), _address(numbers)),
        *(ctypes.c_int(BARRIERS.index(model)), ctypes.c_int(barrier.by_messages)),
        *(ctypes.c_int(rounds(len(set(of.tolist())))), _address(lengths), ctypes.c_int(keep)),
        *map(_address, (*by_thread, serving, servers, readers, served_at, said)),
    )
    if state:
        raise MemoryError if state == _NO_MEMORY else Mismatch
    served = zip(servers.tolist(), readers.tolist(), served_at.tolist(), strict=True)
    ends, computing, reading, in_barriers = map(tuple, by_thread.tolist())
    serving_by = by_first(serving.tolist(), of.tolist())
    return Served(
        *(ends, computing, reading, in_barriers, serving_by, int(said[0])),
        *(tuple(served)[: int(said[2])], int(said[1])),
    )
