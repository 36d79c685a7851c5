"""Operations of all as messages: both ends of each, and that what they promise is done."""

from __future__ import annotations

import random
from collections import Counter, deque

import pytest

from sad.simulation.collectives import parts_of

NAMES = ("barrier", "broadcast", "reduce", "gather", "scatter", "allreduce", "scan", "allgather")
ALL = (*NAMES, "alltoall", "reduce_scatter")
ROOTED = ("broadcast", "reduce", "gather", "scatter")


@pytest.mark.parametrize("name", ALL)
def test_every_message_has_two_ends_of_one_length(name: str):
    for seed in range(60):
        draw = random.Random(seed)
        count = draw.randrange(1, 14)
        root = draw.randrange(count) if name in ROOTED else -1
        own = name in ("gather", "scatter", "allgather")
        sizes = [float(draw.randrange(1, 50)) if own else 24.0 for _ in range(count)]
        sent: Counter[tuple[int, int, float]] = Counter()
        came: Counter[tuple[int, int, float]] = Counter()
        for rank in range(count):
            for to, out, of, into in parts_of(name, rank, root, sizes):
                if to is not None:
                    sent[rank, to, out] += 1
                if of is not None:
                    came[of, rank, into] += 1
        assert sent == came


def knowledge(name: str, count: int, root: int) -> list[set[int]]:
    """Whose part each rank has in the end, if messages take along all that is known."""
    known = [{rank} for rank in range(count)]
    programs = [deque(parts_of(name, rank, root, [8.0] * count)) for rank in range(count)]
    mail: dict[tuple[int, int], deque[set[int]]] = {}
    is_sent = [False] * count
    moved = True
    while moved:
        moved = False
        for rank, program in enumerate(programs):
            while program:
                to, _, of, _ = program[0]
                if to is not None and not is_sent[rank]:
                    mail.setdefault((rank, to), deque()).append(set(known[rank]))
                    is_sent[rank] = moved = True
                if of is not None:
                    if not mail.get((of, rank)):
                        break
                    known[rank] |= mail[of, rank].popleft()
                program.popleft()
                is_sent[rank], moved = False, True
    assert not any(programs)
    return known


@pytest.mark.parametrize("count", range(1, 18))
def test_what_an_operation_promises_is_done(count: int):
    everybody = set(range(count))
    for name in ("barrier", "allreduce", "allgather", "alltoall", "reduce_scatter"):
        assert knowledge(name, count, -1) == [everybody] * count, name
    for root in range(count):
        assert all(root in known for known in knowledge("broadcast", count, root))
        assert all(root in known for known in knowledge("scatter", count, root))
        assert knowledge("reduce", count, root)[root] == everybody
        assert knowledge("gather", count, root)[root] == everybody
    scanned = knowledge("scan", count, -1)
    assert scanned == [set(range(rank + 1)) for rank in range(count)]


def test_a_gather_brings_every_part_once():
    for count in range(1, 14):
        for root in range(count):
            sizes = [float(1 << rank) for rank in range(count)]
            parts = list(parts_of("gather", root, root, sizes))
            assert sum(into for *_, into in parts) == sum(sizes) - sizes[root]
