"""Broadcasts, scatters, gathers and exchanges as MPI libraries do them, rank by rank.

A vector is as many blocks as the algorithm cuts it into. Written apart from
``sad.communication.algorithms``, whose costs they check.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.communication.simulator import part, receive, send, shift, swap

if TYPE_CHECKING:
    from tests.communication.simulator import Blocks, Process, Program


def own(rank: int, count: int) -> Blocks:
    """The vector a rank starts a reduction with."""
    return {block: Counter([rank]) for block in range(count)}


def power_below(nprocs: int) -> int:
    """The largest power of two that is not above."""
    return 1 << (nprocs.bit_length() - 1)


# ---- from one to all, and back


def broadcast_linear(count: int) -> Program:
    def program(rank: int, nprocs: int) -> Process:
        if rank:
            (got,) = yield receive(0)
            return got
        have = own(0, count)
        for other in range(1, nprocs):
            yield send(other, have)
        return have

    return program


def broadcast_binomial(count: int) -> Program:
    def program(rank: int, nprocs: int) -> Process:
        return (yield from from_root(rank, nprocs, own(0, count)))

    return program


def from_root(rank: int, nprocs: int, have: Blocks) -> Process:
    mask = 1
    while mask < nprocs and not rank & mask:
        mask *= 2
    if rank:
        (have,) = yield receive(rank - mask)
    mask //= 2
    while mask:
        if rank + mask < nprocs:
            yield send(rank + mask, have)
        mask //= 2
    return have


def scattered(rank: int, nprocs: int, have: Blocks) -> Process:
    """Block r of rank 0 to rank r, whole subtrees at once."""
    mask = 1
    while mask < nprocs and not rank & mask:
        mask *= 2
    if rank:
        (have,) = yield receive(rank - mask)
    mask //= 2
    while mask:
        if rank + mask < nprocs:
            yield send(rank + mask, part(have, range(rank + mask, min(rank + 2 * mask, nprocs))))
        mask //= 2
    return part(have, [rank])


def scatter_linear(rank: int, nprocs: int) -> Process:
    if rank:
        (got,) = yield receive(0)
        return got
    for other in range(1, nprocs):
        yield send(other, {other: Counter([0])})
    return {0: Counter([0])}


def scatter_binomial(rank: int, nprocs: int) -> Process:
    return (yield from scattered(rank, nprocs, own(0, nprocs)))


def gather_linear(rank: int, nprocs: int) -> Process:
    have = {rank: Counter([rank])}
    if rank:
        yield send(0, have)
        return have
    for other in range(1, nprocs):
        (got,) = yield receive(other)
        have = have | got
    return have


def gathered(rank: int, nprocs: int, have: Blocks) -> Process:
    mask = 1
    while mask < nprocs:
        if rank & mask:
            yield send(rank - mask, have)
            return have
        if rank + mask < nprocs:
            (got,) = yield receive(rank + mask)
            have = have | got
        mask *= 2
    return have


def gather_binomial(rank: int, nprocs: int) -> Process:
    return (yield from gathered(rank, nprocs, {rank: Counter([rank])}))


def broadcast_scatter_ring(rank: int, nprocs: int) -> Process:
    have = yield from scattered(rank, nprocs, own(0, nprocs))
    return (yield from around(rank, nprocs, have))


def broadcast_scatter_doubling(rank: int, nprocs: int) -> Process:
    have = yield from scattered(rank, nprocs, own(0, nprocs))
    return (yield from doubled(rank, nprocs, have))


# ---- from all to all


def around(rank: int, nprocs: int, have: Blocks) -> Process:
    for step in range(nprocs - 1):
        block = (rank - step) % nprocs
        (got,) = yield shift((rank + 1) % nprocs, part(have, [block]), (rank - 1) % nprocs)
        have = have | got
    return have


def doubled(rank: int, nprocs: int, have: Blocks) -> Process:
    inner = power_below(nprocs)
    if rank >= inner:
        yield send(rank - inner, have)
        (got,) = yield receive(rank - inner)
        return have | got
    beyond = rank + inner < nprocs
    mine = have
    if beyond:
        (mine,) = yield receive(rank + inner)
        have = have | mine
    mask = 1
    while mask < inner:
        (got,) = yield swap(rank ^ mask, have)
        have = have | got
        mask *= 2
    if beyond:
        yield send(rank + inner, {key: who for key, who in have.items() if key not in mine})
    return have


def allgather_ring(rank: int, nprocs: int) -> Process:
    return (yield from around(rank, nprocs, {rank: Counter([rank])}))


def allgather_doubling(rank: int, nprocs: int) -> Process:
    return (yield from doubled(rank, nprocs, {rank: Counter([rank])}))


def allgather_bruck(rank: int, nprocs: int) -> Process:
    have = {rank: Counter([rank])}
    mask = 1
    while mask < nprocs:
        passed = [(rank + step) % nprocs for step in range(min(mask, nprocs - mask))]
        (got,) = yield shift((rank - mask) % nprocs, part(have, passed), (rank + mask) % nprocs)
        have = have | got
        mask *= 2
    return have


def allgather_gather_broadcast(rank: int, nprocs: int) -> Process:
    have = yield from gathered(rank, nprocs, {rank: Counter([rank])})
    return (yield from from_root(rank, nprocs, have))


def pair(source: int, target: int, nprocs: int) -> int:
    """The number of the block that one rank has for another."""
    return source * nprocs + target


def alltoall_pairwise(rank: int, nprocs: int) -> Process:
    have = {pair(rank, rank, nprocs): Counter([rank])}
    for step in range(1, nprocs):
        to, source = (rank + step) % nprocs, (rank - step) % nprocs
        (got,) = yield shift(to, {pair(rank, to, nprocs): Counter([rank])}, source)
        have = have | got
    return have


def alltoall_bruck(rank: int, nprocs: int) -> Process:
    # slots by how far a block still has to go in all
    slots = [{pair(rank, (rank + i) % nprocs, nprocs): Counter([rank])} for i in range(nprocs)]
    mask = 1
    while mask < nprocs:
        moving = [i for i in range(nprocs) if i & mask]
        blocks = {key: who for i in moving for key, who in slots[i].items()}
        (got,) = yield shift((rank + mask) % nprocs, blocks, (rank - mask) % nprocs)
        arrived = list(got.items())
        for i, (key, who) in zip(moving, arrived, strict=True):
            slots[i] = {key: who}
        mask *= 2
    return {key: who for slot in slots for key, who in slot.items()}
