"""Steps of a rank as columns, and a run of them by the compiled engine."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sad.records import record
from sad.simulation.ranks import ALL, WAIT, WORK, Flow, Stuck

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.simulation.ranks import Step

ENGINE = "flow.c"
"""The engine's source, in this package: ``cc -O2 -shared -fPIC -ffp-contract=off``."""
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


def flow_compiled(
    engine: ctypes.CDLL, programs: Sequence[Steps], groups: Mapping[Any, int], *, keep: bool = False
) -> Flow:
    """Follow the steps of all ranks as ``sad.simulation.ranks.flow`` does, to the last bit.

    ``engine`` is the library compiled from ``ENGINE``. Raises ``Stuck``, and MemoryError.
    """
    ranks = len(programs)
    first = np.zeros(ranks + 1, np.int64)
    np.cumsum([len(own) for own in programs], out=first[1:])
    total = int(first[-1])
    columns = [
        np.ascontiguousarray(np.concatenate([getattr(own, name) for own in programs]), kind)
        for name, kind in (
            *(("kind", np.int8), ("seconds", np.float64), ("partner", np.int32)),
            *(("key", np.int64), ("request", np.int64)),
        )
    ]
    keys = np.fromiter(groups, np.int64, len(groups))
    sizes = np.fromiter(groups.values(), np.int64, len(groups))
    clocks, computing = np.zeros(ranks), np.zeros(ranks)
    room = total if keep else 0
    ends, waited = np.zeros(room), np.zeros(room)
    cause_ranks, cause_steps = np.zeros(room, np.int32), np.zeros(room, np.int32)
    said = np.zeros(3, np.int64)

    def address(column: NDArray[Any]) -> ctypes.c_void_p:
        return ctypes.c_void_p(column.ctypes.data)

    state: int = engine.sad_flow(
        *(ctypes.c_int64(ranks), address(first), *map(address, columns)),
        *(ctypes.c_int64(len(keys)), address(keys), address(sizes), ctypes.c_int(keep)),
        *map(address, (clocks, computing, ends, waited, cause_ranks, cause_steps, said)),
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
