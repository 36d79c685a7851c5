"""Traces for tests, from text."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from sad.traces.format import read_trace

if TYPE_CHECKING:
    from pathlib import Path

    from sad.traces.format import Trace

RING = """\
# clock cpu
0 0 begin
1 0 begin
0 10 isend 1 800 7
0 10 irecv 1 400 8
1 20 recv 0 800 7
1 25 send 0 400 8
0 30 wait
0 31 coll allreduce 8
1 26 coll allreduce 8
0 40 end
1 40 end
"""


def trace_of(text: str, folder: Path, name: str = "made.txt") -> Trace:
    """Return the trace of a text, read from a file."""
    path = folder / name
    path.write_text(text)
    return read_trace(str(path))


def random_text(seed: int) -> str:
    """A program that ends whatever the order of messages: each pair posts in the order of sends."""
    draw = random.Random(seed)
    ranks = draw.choice([2, 4, 6])
    times = [0] * ranks
    lines = ["# clock cpu", *(f"{rank} 0 begin" for rank in range(ranks))]

    def add(rank: int, words: str) -> None:
        times[rank] += draw.randrange(40_000)
        lines.append(f"{rank} {times[rank]} {words}")

    for _ in range(30):
        one, other = draw.sample(range(ranks), 2)
        size = f"{draw.randrange(1, 200_000)} {draw.randrange(3)}"
        add(one, f"{draw.choice(['send', 'isend'])} {other} {size}")
        add(other, f"{draw.choice(['recv', 'irecv'])} {one} {size}")
        if draw.random() < 0.3:
            add(draw.randrange(ranks), "wait")
    for rank in range(ranks):
        add(rank, "wait")
        add(rank, "end")
    return "\n".join([*lines, ""])
