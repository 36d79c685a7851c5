"""The product of matrices of ExtraP's authors in nine distributions, made by hand.

A and the transpose of B are distributed alike. For each row of B's transpose: it is spread over all
rows of T, T is A times T element by element, and each row of T is summed from right to left, column
by column. The sums are a column of the product. All threads meet between these steps.
"""

from __future__ import annotations

from itertools import product
from math import isqrt
from typing import TYPE_CHECKING

from sad.machine.database import get_machine
from sad.simulation.service import BARRIER, READ, WORK, Barrier, Service, serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.simulation.service import Act

WORDS = ("block", "cyclic", "whole")
SIZE, FLOP_S = 24, 1 / 2.7645e6
SIDE = 8
BYTES, PRODUCT_S, SUM_S = 8 * SIDE**2, 2 * SIDE**3 * FLOP_S, SIDE**2 * FLOP_S
"""An element is a block of so many rows and columns."""
COUNTS = (1, 2, 4, 8, 16, 32)
_ABOUT = f"""\
A product of matrices of {SIZE} by {SIZE} blocks of {SIDE} by {SIDE} numbers, by products block by
block and sums of rows from right to left, with each dimension in blocks, cyclic, or whole on one
thread; interrupts and the linear barrier of `cm5`, 2.7645 Mflop/s, messages of 10 us and 0.118 us
a byte. Where both dimensions are distributed only the largest square of threads has work: 1 of 2,
4 of 8, 25 of 32. The best distribution of each column is marked."""


def sides(threads: int, rows: str, columns: str) -> tuple[int, int]:
    """Return how many parts rows and columns have: a square of threads if both are distributed."""
    if "whole" not in (rows, columns):
        return isqrt(threads), isqrt(threads)
    return 1 if rows == "whole" else threads, 1 if columns == "whole" else threads


def owners(size: int, parts: int, word: str) -> list[int]:
    """Return the part of each index."""
    if word == "cyclic":
        return [place % parts for place in range(size)]
    width = -(-size // parts)
    return [place // width for place in range(size)]


def matmul(threads: int, rows: str, columns: str, size: int = SIZE) -> list[list[Act]]:
    """Return what each thread does."""
    high, wide = sides(threads, rows, columns)
    of_row, of_column = owners(size, high, rows), owners(size, wide, columns)
    found: list[list[Act]] = []
    meet: Act = (BARRIER, 0.0, 0, 0)
    for thread in range(threads):
        own: list[Act] = []
        row, column = divmod(thread, wide)
        is_active = thread < high * wide
        height = of_row.count(row) if is_active else 0
        width = of_column.count(column) if is_active else 0
        for turn in range(size):
            source = of_row[turn] * wide + column
            if height and width and source != thread:
                own.append((READ, 0.0, source, BYTES * width))
            if height and width:
                own.append((WORK, height * width * PRODUCT_S, 0, 0))
            own.append(meet)
            for place in range(size - 2, -1, -1):
                if height and of_column[place] == column:
                    if of_column[place + 1] != column:
                        right = row * wide + of_column[place + 1]
                        own.append((READ, 0.0, right, BYTES * height))
                    own.append((WORK, height * SUM_S, 0, 0))
                own.append(meet)
        found.append(own)
    return found


def distributions() -> Iterator[str]:
    """Yield the section of the page."""
    yield "## Nine distributions"
    yield ""
    yield _ABOUT
    yield ""
    barrier = get_machine("cm5").programming_models["extrap"].barrier or Barrier()
    service = Service("interrupt", 10e-6, 0.118e-6)
    names = [f"({rows}, {columns})" for rows, columns in product(WORDS, WORDS)]
    times = [
        [serve(matmul(count, *words), service, barrier).seconds * 1e3 for count in COUNTS]
        for words in product(WORDS, WORDS)
    ]
    best = [min(column) for column in zip(*times, strict=True)]
    yield f"| distribution [ms] | {' | '.join(map(str, COUNTS))} |"
    yield f"| --- |{' --: |' * len(COUNTS)}"
    for name, row in zip(names, times, strict=True):
        cells = [
            f"**{time:.2f}**" if time == least else f"{time:.2f}"
            for time, least in zip(row, best, strict=True)
        ]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""
