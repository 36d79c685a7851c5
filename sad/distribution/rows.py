"""Points, and iterations of loops at points, as rows of arrays; how many of a range one rank has.

Runs of ``run`` positions are dealt out to ``ranks`` ranks in turn. A block distribution is the case in
which the turn never comes twice, a cyclic one that of runs of 1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.vectorise import ArrayFormulas
from sad.diagnostics import SadError, argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

MOST_ROWS = 30_000_000
MOST_PAIRS = 50_000_000
"""Positions looked at one by one, where no formula is known."""


@lru_cache(maxsize=4096)
def _formula(poly: Poly) -> ArrayFormulas:
    return ArrayFormulas([poly])


@record
class Rows:
    """Values by symbol, one per row; ``point`` is the number of the point each row belongs to."""

    values: Mapping[str, Floats]
    point: Integers

    @property
    def size(self) -> int:
        """How many rows there are."""
        return self.point.size

    def value(self, poly: Poly) -> Floats:
        """Return a formula's value in every row."""
        constant = poly.as_constant
        if constant is not None:
            return np.full(self.size, float(constant))
        formula = _formula(poly)
        found = formula({name: self.values[name] for name in formula.symbols})[0]
        return np.broadcast_to(found, (self.size,))

    def bounds(self, index: Index) -> tuple[Floats, Floats]:
        """Return the first and last value of a loop's index in every row."""
        return self.value(index.first), self.value(index.last)

    def trips(self, index: Index) -> Floats:
        """Return how often a loop runs in every row."""
        return np.maximum(self.value(index.trips), 0.0)

    def inside(self, index: Index) -> tuple[Rows, Integers]:
        """Return a row for every iteration of a loop, and the rows they come from.

        Raises SAD907 if there are too many.
        """
        first, last = self.bounds(index)
        count = np.maximum(np.floor(last) - np.ceil(first) + 1, 0.0)
        if count.sum() > MOST_ROWS:
            raise too_many(float(count.sum()))
        whole = count.astype(np.int64)
        parent = np.repeat(np.arange(self.size), whole)
        starts = np.cumsum(whole) - whole
        step = np.arange(parent.size) - starts[parent]
        values = {name: array[parent] for name, array in self.values.items()}
        values[index.name] = np.ceil(first)[parent] + step.astype(np.float64)
        return Rows(values, self.point[parent]), parent

    def part(self, places: slice) -> Rows:
        """Return some of the rows."""
        return Rows({name: item[places] for name, item in self.values.items()}, self.point[places])


def needed_loops(indices: Sequence[Index], polys: Sequence[Poly]) -> set[str]:
    """Return the names of the loops, outermost first, whose iterations differ in what is asked.

    Others only repeat it: they count by their trips.
    """
    wanted = set(polys)
    found: set[str] = set()
    for index in reversed(indices):
        if any(atoms.depends_on(poly, index.name) for poly in wanted):
            found.add(index.name)
        wanted |= {index.first, index.last, index.trips}
    return found


def summed(values: Floats, parent: Integers, size: int) -> Floats:
    """Return sums of rows over those that come from one row; ``parent`` never falls."""
    result = np.zeros((size, *values.shape[1:]))
    if values.shape[0]:
        starts = np.flatnonzero(np.r_[True, parent[1:] != parent[:-1]])
        result[parent[starts]] = np.add.reduceat(values, starts, axis=0)
    return result


def by_point(rows: Rows, values: Floats, size: int) -> Floats:
    """Return the sums of values over the rows of each point."""
    result = np.zeros(size)
    np.add.at(result, rows.point, values)
    return result


def too_many(count: float) -> SadError:
    """Return the error that says that too much has to be counted one by one."""
    message = f"{count:.3g} iterations or elements have to be looked at one by one"
    return argument_error("SAD907", message, "give smaller sizes, or block distributions")


def owner(place: Floats, run: Floats, ranks: int) -> Floats:
    """Return the rank that has each position."""
    return np.floor(place / run) % ranks


def owned(low: Floats, high: Floats, run: Floats, ranks: int, rank: Floats) -> Floats:
    """Return how many of the positions ``low`` to ``high`` a rank has."""
    start, cycle = rank * run, run * ranks
    found = _up_to(high, start, start + run, cycle) - _up_to(low - 1, start, start + run, cycle)
    return np.where(high >= low, found, 0.0)


def owned_shifted(
    low: Floats, high: Floats, shift: Floats, run: Floats, ranks: int, rank: Floats
) -> Floats:
    """Return how many of the positions ``low`` to ``high`` a rank has together with that ``shift``
    further on.
    """
    if ranks == 1:
        return np.where(high >= low, high - low + 1, 0.0) + 0.0 * rank
    cycle = run * ranks
    start, end = rank * run, rank * run + run
    ahead = shift % cycle
    total = np.zeros(np.broadcast_shapes(np.shape(low), np.shape(rank), np.shape(run)))
    parts = (
        (start, np.maximum(end - ahead, start)),
        (np.maximum(start + cycle - ahead, start), end),
    )
    for first, last in parts:
        last_here = np.maximum(last, first)
        total = total + np.where(
            high >= low,
            _up_to(high, first, last_here, cycle) - _up_to(low - 1, first, last_here, cycle),
            0.0,
        )
    return total


def _up_to(place: Floats, start: Floats, end: Floats, cycle: Floats) -> Floats:
    """Positions from 0 to ``place`` that are from ``start`` to before ``end`` in their cycle."""
    count = place + 1
    full = np.floor(count / cycle)
    rest = count - full * cycle
    return full * (end - start) + np.clip(rest - start, 0.0, end - start)


def owned_twice(
    low: Floats,
    high: Floats,
    first: tuple[Floats, Floats, int],
    second: tuple[Floats, Floats, int],
) -> Floats:
    """Return, per row, how many of ``x`` from ``low`` to ``high`` each pair of ranks has.

    ``first`` and ``second`` are (shift, run, ranks): the first rank has ``x + shift`` on its side, the
    second on another. The result is of shape (rows, ranks, ranks). Raises SAD907 where too many
    positions would have to be looked at.
    """
    (shift1, run1, ranks1), (shift2, run2, ranks2) = first, second
    if np.all(high + shift1 < run1 * ranks1) and np.all(high + shift2 < run2 * ranks2):
        left = np.arange(ranks1, dtype=np.float64)[None, :, None]
        right = np.arange(ranks2, dtype=np.float64)[None, None, :]
        a, b, c, d = (item[:, None, None] for item in (run1, shift1, run2, shift2))
        start = np.maximum(np.maximum(left * a - b, right * c - d), low[:, None, None])
        end = np.minimum(np.minimum(left * a - b + a, right * c - d + c) - 1, high[:, None, None])
        return np.maximum(end - start + 1, 0.0)
    length = np.maximum(high - low + 1, 0.0)
    if length.sum() > MOST_PAIRS:
        raise too_many(float(length.sum()))
    found = np.zeros((low.size, ranks1, ranks2))
    for row in range(low.size):
        x = low[row] + np.arange(length[row], dtype=np.float64)
        mine = owner(x + shift1[row], run1[row], ranks1)
        theirs = owner(x + shift2[row], run2[row], ranks2)
        pairs = np.bincount((mine * ranks2 + theirs).astype(np.int64), minlength=ranks1 * ranks2)
        found[row] = pairs.reshape(ranks1, ranks2)
    return found
