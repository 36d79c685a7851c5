"""Reductions, scans and barriers as MPI libraries do them, rank by rank.

Written apart from ``sad.communication.algorithms``, whose costs they check.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.communication.programs import from_root, own, power_below, scattered
from tests.communication.simulator import combine, part, receive, send, shift, swap

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.communication.simulator import Blocks, Process, Program


def reduce_linear(count: int) -> Program:
    def program(rank: int, nprocs: int) -> Process:
        have = own(rank, count)
        if rank:
            yield send(0, have)
            return have
        for other in range(1, nprocs):
            (got,) = yield receive(other)
            have = combine(have, got)
        return have

    return program


def to_root(rank: int, nprocs: int, have: Blocks) -> Process:
    mask = 1
    while mask < nprocs:
        if rank & mask:
            yield send(rank - mask, have)
            return have
        if rank + mask < nprocs:
            (got,) = yield receive(rank + mask)
            have = combine(have, got)
        mask *= 2
    return have


def reduce_binomial(count: int) -> Program:
    def program(rank: int, nprocs: int) -> Process:
        return (yield from to_root(rank, nprocs, own(rank, count)))

    return program


def reduce_broadcast(count: int) -> Program:
    def program(rank: int, nprocs: int) -> Process:
        have = yield from to_root(rank, nprocs, own(rank, count))
        return (yield from from_root(rank, nprocs, have))

    return program


def folded(
    nprocs: int, inside: Callable[[int, int, Blocks], Process], *, back: bool, count: int
) -> Program:
    """Odd ranks of the first ones hand their vectors to the even ones, which go on with the others."""
    inner = power_below(nprocs)
    beyond = nprocs - inner

    def program(rank: int, nprocs: int) -> Process:
        have = own(rank, count)
        if rank < 2 * beyond and rank % 2:
            yield send(rank - 1, have)
            if not back:
                return {}
            (got,) = yield receive(rank - 1)
            return got
        place = rank - beyond
        if rank < 2 * beyond:
            (got,) = yield receive(rank + 1)
            have, place = combine(have, got), rank // 2
        have = yield from inside(place, inner, have)
        if rank < 2 * beyond and back:
            yield send(rank + 1, have)
        return have

    return program


def real(place: int, beyond: int) -> int:
    """The rank of a place among the power of two."""
    return 2 * place if place < beyond else place + beyond


def allreduce_doubling(nprocs: int) -> Program:
    beyond = nprocs - power_below(nprocs)

    def inside(place: int, inner: int, have: Blocks) -> Process:
        mask = 1
        while mask < inner:
            (got,) = yield swap(real(place ^ mask, beyond), have)
            have = combine(have, got)
            mask *= 2
        return have

    return folded(nprocs, inside, back=True, count=1)


def halved(
    place: int, inner: int, have: Blocks, beyond: int, width: Callable[[int], list[int]]
) -> Process:
    """Recursive halving: place i ends with the blocks ``width(i)`` reduced over all."""
    low, high = 0, inner
    mask = inner // 2
    while mask:
        middle = low + mask
        upper = place >= middle
        kept = range(middle, high) if upper else range(low, middle)
        given = range(low, middle) if upper else range(middle, high)
        out = part(have, [block for i in given for block in width(i)])
        (got,) = yield swap(real(place ^ mask, beyond), out)
        have = combine(part(have, [block for i in kept for block in width(i)]), got)
        low, high = kept.start, kept.stop
        mask //= 2
    return have


def reduce_rabenseifner(nprocs: int) -> Program:
    inner, beyond = power_below(nprocs), nprocs - power_below(nprocs)

    def inside(place: int, inner: int, have: Blocks) -> Process:
        have = yield from halved(place, inner, have, beyond, lambda i: [i])
        mask = 1
        while mask < inner:
            if place & mask:
                yield send(real(place - mask, beyond), have)
                return have
            (got,) = yield receive(real(place + mask, beyond))
            have = have | got
            mask *= 2
        return have

    return folded(nprocs, inside, back=False, count=inner)


def allreduce_rabenseifner(nprocs: int) -> Program:
    inner, beyond = power_below(nprocs), nprocs - power_below(nprocs)

    def inside(place: int, inner: int, have: Blocks) -> Process:
        have = yield from halved(place, inner, have, beyond, lambda i: [i])
        mask = 1
        while mask < inner:
            (got,) = yield swap(real(place ^ mask, beyond), have)
            have = have | got
            mask *= 2
        return have

    return folded(nprocs, inside, back=True, count=inner)


def reduce_scatter_halving(nprocs: int) -> Program:
    inner = power_below(nprocs)
    beyond = nprocs - inner

    def width(place: int) -> list[int]:
        rank = real(place, beyond)
        return [rank, rank + 1] if place < beyond else [rank]

    def program(rank: int, nprocs: int) -> Process:
        have = own(rank, nprocs)
        if rank < 2 * beyond and rank % 2:
            yield send(rank - 1, have)
            (got,) = yield receive(rank - 1)
            return got
        place = rank - beyond
        if rank < 2 * beyond:
            (got,) = yield receive(rank + 1)
            have, place = combine(have, got), rank // 2
        have = yield from halved(place, inner, have, beyond, width)
        if rank < 2 * beyond:
            yield send(rank + 1, part(have, [rank + 1]))
        return part(have, [rank])

    return program


def reduce_scatter_pairwise(rank: int, nprocs: int) -> Process:
    have = {rank: Counter([rank])}
    for step in range(1, nprocs):
        to, source = (rank + step) % nprocs, (rank - step) % nprocs
        (got,) = yield shift(to, {to: Counter([rank])}, source)
        have = combine(have, got)
    return have


def reduce_then_scatter(rank: int, nprocs: int) -> Process:
    have = yield from to_root(rank, nprocs, own(rank, nprocs))
    return (yield from scattered(rank, nprocs, have))


def allreduce_ring(rank: int, nprocs: int) -> Process:
    have = own(rank, nprocs)
    right, left = (rank + 1) % nprocs, (rank - 1) % nprocs
    for step in range(nprocs - 1):
        block = (rank - step) % nprocs
        (got,) = yield shift(right, part(have, [block]), left)
        have = have | combine(part(have, list(got)), got)
    for step in range(nprocs - 1):
        block = (rank + 1 - step) % nprocs
        (got,) = yield shift(right, part(have, [block]), left)
        have = have | got
    return have


def scan_linear(rank: int, nprocs: int) -> Process:
    have = own(rank, 1)
    if rank:
        (got,) = yield receive(rank - 1)
        have = combine(have, got)
    if rank < nprocs - 1:
        yield send(rank + 1, have)
    return have


def scan_doubling(rank: int, nprocs: int) -> Process:
    have = total = own(rank, 1)
    mask = 1
    while mask < nprocs:
        other = rank ^ mask
        if other < nprocs:
            (got,) = yield swap(other, total)
            total = combine(total, got)
            if other < rank:
                have = combine(have, got)
        mask *= 2
    return have


# ---- barriers: contributions tell who is known to have arrived


def barrier_dissemination(rank: int, nprocs: int) -> Process:
    have = own(rank, 1)
    mask = 1
    while mask < nprocs:
        (got,) = yield shift((rank + mask) % nprocs, have, (rank - mask) % nprocs)
        have = combine(have, got)
        mask *= 2
    return have


def barrier_linear(rank: int, nprocs: int) -> Process:
    have = own(rank, 1)
    if rank:
        yield send(0, have)
        (got,) = yield receive(0)
        return got
    for other in range(1, nprocs):
        (got,) = yield receive(other)
        have = combine(have, got)
    for other in range(1, nprocs):
        yield send(other, have)
    return have
