"""Maxima over the ranks of a program.

Most ranks do the same. Where what differs between ranks depends on the number of processes and their
grid only, ranks with equal values of it play one *role*, and one of each role is looked at: an exact
maximum, as the other factors are the same for all. Else the formulas may tell at which ranks they are
greatest (``extremes``). Else all ranks are looked at.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.poly import ONE, Poly
from sad.parallel import GRID
from sad.records import record
from sad.spmd.extremes import Extremes
from sad.spmd.rows import Formulas, all_ranks
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sad.algebra.poly import Monomial
    from sad.spmd.rows import Floats, Integers, Rows

PLACES = frozenset((NPROCS, *GRID))
_MOST_ROLES = 64
_MOST_ROWS = 1 << 24
_AT_ONCE = 1 << 20


def split(monomial: Monomial) -> tuple[Poly, Poly]:
    """Return the factor of a monomial that depends on the rank, and the other."""
    core, rest = ONE, ONE
    for symbol in monomial:
        factor = Poly.symbol(symbol)
        if atoms.depends_on(factor, RANK):
            core = core * factor
        else:
            rest = rest * factor
    return core, rest


def cores_of(polys: Iterable[Poly]) -> list[Poly]:
    """Return the factors of monomials that depend on the rank, each once."""
    found = dict.fromkeys(split(monomial)[0] for poly in polys for monomial in poly.terms)
    return [core for core in found if core != ONE]


class Grids:
    """The different numbers of processes and grids at points, and which of them each point has."""

    def __init__(self, points: Rows, length: int) -> None:
        self.names = [name for name in (NPROCS, *GRID) if name in points]
        key = np.zeros(length)
        for name in self.names:  # exact: numbers of processes are far below 2**53
            key = key * (points[name].max(initial=0.0) + 1.0) + points[name]
        _, first, self.inverse = np.unique(key, return_index=True, return_inverse=True)
        self.rows: Rows = {name: points[name][first] for name in self.names}
        self.length = first.size
        self.known: dict[object, Floats | None] = {}
        self.of_role: dict[object, list[Floats]] = {}
        self.here: dict[object, Floats] = {}

    def part(self, part: slice) -> Grids:
        """Return the same for some of the points."""
        found = copy(self)
        found.inverse, found.here = self.inverse[part], {}
        return found

    def of(self, parent: Integers) -> Integers:
        """Return the grids of rows that come from points."""
        is_same = parent.size == self.inverse.size and bool((np.diff(parent) == 1).all())
        return self.inverse if is_same else self.inverse[parent]


@record
class Look:
    """A rank for each row to look at; of a role also the one for each grid."""

    ranks: Floats
    role: Floats | None = None
    grids: Grids | None = None
    grid: Integers | None = None

    def values(self, formulas: Formulas, rows: Rows, length: int) -> list[Floats]:
        """Return the formulas' values for the ranks; once for each grid if they need no more."""
        if self.role is None or self.grids is None or not formulas.symbols <= PLACES | {RANK}:
            return formulas({**rows, RANK: self.ranks}, length)
        key = (id(formulas), self.role.tobytes())
        found = self.grids.of_role.get(key)
        if found is None:
            here = {**self.grids.rows, RANK: self.role}
            found = self.grids.of_role[key] = formulas(here, self.grids.length)
        return [values[self.grid] for values in found]


class Roles:
    """The ranks to look at for formulas that depend on the rank."""

    def __init__(
        self, polys: Iterable[Poly], sizes: Iterable[Poly] = (), inner: frozenset[str] = frozenset()
    ) -> None:
        """``sizes`` are formulas on which times depend in any way, not in proportion.

        ``inner`` are names that have no value yet when ranks are chosen.
        """
        polys, sizes = list(polys), list(sizes)
        cores = cores_of([*polys, *sizes])
        self._key = tuple(cores)
        self._cores = Formulas(cores)
        self._fit = self._cores.symbols <= PLACES | {RANK}
        self._extremes = Extremes(polys, sizes)
        if self._cores.symbols & inner:
            self._extremes.known = False

    def ranks(self, rows: Rows, grids: Grids, grid: Integers) -> list[Look] | None:
        """Return the ranks to look at, one for each row in turn; None: all.

        ``grid`` is the number of each row's grid.
        """
        if self._key not in grids.known:
            grids.known[self._key] = self._roles(grids)
        roles = grids.known[self._key]
        if roles is not None:
            return [Look(role[grid], role, grids, grid) for role in roles]
        if not self._extremes.known:
            return None
        if grid is not grids.inverse:  # not the points themselves
            return [Look(ranks) for ranks in self._extremes.ranks(rows, grid.size)]
        if self._extremes.key not in grids.here:
            grids.here[self._extremes.key] = self._extremes.ranks(rows, grid.size)
        return [Look(ranks) for ranks in grids.here[self._extremes.key]]

    def _roles(self, grids: Grids) -> Floats | None:
        """One rank of each role, a column for each grid; None where roles do not tell."""
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
    values: Callable[[Rows, int, Look], Floats], rows: Rows, length: int, looks: list[Look] | None
) -> Floats:
    """Return the maxima over ranks of ``values``, which have several lines and a column per row.

    ``looks`` are the ranks to look at; None: all.
    """
    if looks is not None:
        best: Floats | None = None
        for look in looks:
            found = values(rows, length, look)
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
        found = values(some, some[RANK].size, Look(some[RANK]))
        parts.append(np.maximum.reduceat(found, first, axis=1))
        start = stop
    return np.concatenate(parts, axis=1)
