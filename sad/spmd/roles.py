"""Maxima over the ranks of a program.

Most ranks do the same. Where what differs between ranks depends on the number of processes and their
grid only, ranks with equal values of it play one *role*, and one of each role is looked at: an exact
maximum, as the other factors are the same for all. Else all ranks are looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.counting import atoms
from sad.counting.poly import ONE, Poly
from sad.parallel import GRID
from sad.spmd.rows import Formulas, all_ranks
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from sad.spmd.rows import Floats, Integers, Rows

PLACES = frozenset((NPROCS, *GRID))
_MOST_ROLES = 64
_MOST_ROWS = 1 << 24
_AT_ONCE = 1 << 20


def cores_of(polys: Iterable[Poly]) -> list[Poly]:
    """Return the factors of monomials that depend on the rank, each once."""
    found: dict[Poly, None] = {}
    for poly in polys:
        for monomial in poly.terms:
            core = ONE
            for symbol in monomial:
                if atoms.depends_on(Poly.symbol(symbol), RANK):
                    core = core * Poly.symbol(symbol)
            if core != ONE:
                found[core] = None
    return list(found)


class Grids:
    """The different numbers of processes and grids at points, and which of them each point has."""

    def __init__(self, points: Rows, length: int) -> None:
        self.names = [name for name in (NPROCS, *GRID) if name in points]
        columns = np.stack([points[name] for name in self.names])
        if len(self.names) == 1:
            unique, self.inverse = np.unique(columns[0], return_inverse=True)
            unique = unique[None, :]
        else:
            unique, self.inverse = np.unique(columns, axis=1, return_inverse=True)
            self.inverse = self.inverse.reshape(length)
        self.rows: Rows = dict(zip(self.names, unique, strict=True))
        self.length = unique.shape[1]


class Roles:
    """The ranks to look at for formulas that depend on the rank."""

    def __init__(self, polys: Iterable[Poly]) -> None:
        self._cores = Formulas(cores_of(polys))
        self._fit = self._cores.symbols <= PLACES | {RANK}

    def ranks(self, grids: Grids) -> NDArray[np.float64] | None:
        """Return ranks, one row for each role and one column for each grid, some more than once.

        None where roles do not tell, or are too many.
        """
        if not self._fit or grids.rows[NPROCS].sum() > _MOST_ROWS:
            return None
        rows, first = all_ranks(grids.rows)
        length = rows[RANK].size
        grid = np.zeros(length)
        grid[first[1:]] = 1.0
        grid = np.cumsum(grid)
        table = np.stack([grid, *self._cores(rows, length)])
        _, places = np.unique(table, axis=1, return_index=True)
        places = np.sort(places)
        of_grid = grid[places].astype(np.int64)
        number = np.bincount(of_grid, minlength=grids.length)
        if number.max() > _MOST_ROLES:
            return None
        start = np.cumsum(number) - number
        found = [
            rows[RANK][places[start + np.minimum(role, number - 1)]]
            for role in range(int(number.max()))
        ]
        return np.stack(found)


def greatest(
    values: Callable[[Rows, int], Floats], rows: Rows, ranks: Floats | None, grid: Integers
) -> Floats:
    """Return the maxima over ranks of ``values``, which have several lines and a column per row.

    ``ranks`` are those to look at for each grid, None for all; ``grid`` is the grid of each row.
    """
    length = grid.size
    if ranks is not None:
        best: Floats | None = None
        for role in ranks:
            found = values({**rows, RANK: role[grid]}, length)
            best = found if best is None else np.maximum(best, found)
        assert best is not None
        return best
    ends = np.cumsum(rows[NPROCS])
    parts: list[Floats] = []
    start = 0
    while start < length:
        before = ends[start - 1] if start else 0.0
        stop = max(start + 1, int(np.searchsorted(ends, before + _AT_ONCE, "right")))
        some, first = all_ranks({name: array[start:stop] for name, array in rows.items()})
        found = values(some, some[RANK].size)
        parts.append(np.maximum.reduceat(found, first, axis=1))
        start = stop
    return np.concatenate(parts, axis=1)
