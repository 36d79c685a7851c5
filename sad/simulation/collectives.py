"""Operations of all ranks as messages: what each rank sends and receives, in its order.

Textbook algorithms, one for each operation: a binomial tree for broadcast, reduction, gather and
scatter; recursive doubling for allreduce and scan, where ranks beyond a power of two hand their part to
a neighbour first; a ring for allgather; pairs for alltoall and reduce-scatter; dissemination for the
barrier. Combining values takes no time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Part = tuple[int | None, float, int | None, float]
    """To whom and how many bytes, from whom and how many: one message, or both ways at once."""


def parts_of(primitive: str, rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    """Yield a rank's messages; ``sizes`` are the bytes of each rank's own part, as traces have them.

    ``primitive`` is a name of machine files, ``root`` is -1 where there is none. Partners are ranks of
    the group. Raises ``KeyError`` for an operation that is not known.
    """
    return _PARTS[primitive](rank, max(root, 0), sizes)


def _dissemination(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    del root
    far = 1
    while far < len(sizes):
        yield (rank + far) % len(sizes), 0.0, (rank - far) % len(sizes), 0.0
        far *= 2


def _broadcast(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    count = len(sizes)
    for parent, child in _down(rank, root, count):
        if parent is not None:
            yield None, 0.0, parent, sizes[root]
        if child is not None:
            yield child, sizes[root], None, 0.0


def _reduce(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    for parent, child in reversed(list(_down(rank, root, len(sizes)))):
        if child is not None:
            yield None, 0.0, child, sizes[rank]
        if parent is not None:
            yield parent, sizes[rank], None, 0.0


def _scatter(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    for parent, child in _down(rank, root, len(sizes)):
        if parent is not None:
            yield None, 0.0, parent, _below(rank, root, sizes)
        if child is not None:
            yield child, _below(child, root, sizes), None, 0.0


def _gather(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    for to, out, of, into in reversed(list(_scatter(rank, root, sizes))):
        yield of, into, to, out


def _down(rank: int, root: int, count: int) -> Iterator[tuple[int | None, int | None]]:
    """A rank's parent in the binomial tree, then its children, that with the largest part first."""
    place = (rank - root) % count
    bit = 1
    while bit < count and not place & bit:
        bit *= 2
    if place:
        yield (place - bit + root) % count, None
    while bit > 1:
        bit //= 2
        if place + bit < count:
            yield None, (place + bit + root) % count


def _below(rank: int, root: int, sizes: Sequence[float]) -> float:
    """Bytes of a rank and of all below it in the tree."""
    count = len(sizes)
    place = (rank - root) % count
    width = place & -place or count
    return sum(sizes[(at + root) % count] for at in range(place, min(place + width, count)))


def _allreduce(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    del root
    count, nbytes = len(sizes), sizes[rank]
    power = 1 << (count.bit_length() - 1)
    rest = count - power
    if rank < 2 * rest and rank % 2 == 0:
        yield rank + 1, nbytes, None, 0.0
        yield None, 0.0, rank + 1, nbytes
        return
    if rank < 2 * rest:
        yield None, 0.0, rank - 1, nbytes
    place = rank // 2 if rank < 2 * rest else rank - rest
    far = 1
    while far < power:
        other = place ^ far
        partner = 2 * other + 1 if other < rest else other + rest
        yield partner, nbytes, partner, nbytes
        far *= 2
    if rank < 2 * rest:
        yield rank - 1, nbytes, None, 0.0


def _scan(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    del root
    far = 1
    while far < len(sizes):
        to = rank + far if rank + far < len(sizes) else None
        of = rank - far if rank >= far else None
        if to is not None or of is not None:
            yield to, sizes[rank], of, sizes[rank]
        far *= 2


def _allgather(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    del root
    count = len(sizes)
    for turn in range(count - 1):
        out, into = sizes[(rank - turn) % count], sizes[(rank - turn - 1) % count]
        yield (rank + 1) % count, out, (rank - 1) % count, into


def _pairs(rank: int, root: int, sizes: Sequence[float]) -> Iterator[Part]:
    del root
    count = len(sizes)
    for far in range(1, count):
        to, of = (rank + far) % count, (rank - far) % count
        yield to, sizes[rank] / count, of, sizes[of] / count


_PARTS = {
    "barrier": _dissemination,
    "broadcast": _broadcast,
    "reduce": _reduce,
    "gather": _gather,
    "scatter": _scatter,
    "allreduce": _allreduce,
    "scan": _scan,
    "allgather": _allgather,
    "alltoall": _pairs,
    "reduce_scatter": _pairs,
}
