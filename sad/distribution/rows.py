"""Points, and iterations of loops at points, as rows of arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.vectorise import ArrayFormulas
from sad.distribution.spread import too_many
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

MOST_ROWS = 30_000_000


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
