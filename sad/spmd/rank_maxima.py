"""Maxima over the ranks of a program.

Most ranks do the same. Where what differs between ranks depends on the number of processes and their
grid only, ranks with equal values of it play one *role*, and one of each role is looked at: an exact
maximum, as the other factors are the same for all. Else the formulas may tell at which ranks they are
greatest (``Extremes``). Else all ranks are looked at.

Between the ranks at which a condition, a maximum or a quotient changes, most formulas are affine in the
rank, and greatest at an end. Those ranks are found where a form that has one sign before and another
behind is zero; forms inside others come first, so that these are affine between what is known already.
Where remainders of constants occur, as of ``rank/2``, the ranks of each class count by themselves.
"""

from __future__ import annotations

from copy import copy
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.kinds import Alias, Floor, Group, Guard, Max, Min, Mod, Not, Pieces, Trunc
from sad.algebra.poly import ONE, Poly
from sad.parallel import GRID
from sad.records import record
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
_MOST_PERIOD = 8
_MOST_FORMS = 24


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


class _Unknown(Exception):
    """A formula is not affine between ranks that can be found."""


class Extremes:
    """The ranks to look at for sums of ``polys`` with weights; ``sizes`` may only go in steps.

    ``known`` is whether there are such ranks: else all have to be looked at.
    """

    def __init__(self, polys: Iterable[Poly], sizes: Iterable[Poly] = ()) -> None:
        self._forms: dict[Poly, None] = {}
        self._period = 1
        self._degrees: dict[str, int] = {}
        self.known = True
        try:
            for poly in polys:
                self._degree(poly)
            for poly in sizes:
                if self._degree(poly):
                    raise _Unknown
            if len(self._forms) > _MOST_FORMS:
                raise _Unknown
        except _Unknown:
            self.known = False
            self._forms = {}
        self.key = (tuple(self._forms), self._period)
        self._compiled = [(form, Formulas([form])) for form in self._forms]

    def ranks(self, rows: Rows, length: int) -> Floats:
        """Return ranks, a line of a rank for each row; some more than once."""
        last = rows[NPROCS] - 1.0
        found = np.stack([np.zeros(length), last])
        for form, formula in self._compiled:
            nested = any(
                atoms.depends_on(Poly.symbol(symbol), RANK) and symbol != RANK
                for symbol in form.symbols()
            )
            ends = found if nested else np.stack([np.zeros(length), last])
            values = np.stack([formula({**rows, RANK: rank}, length)[0] for rank in ends])
            found = _without_doubles(np.concatenate([found, _zeros(ends, values)]), last)
        if self._period > 1:
            steps = np.arange(1 - self._period, self._period)
            found = (found[None, :, :] + steps[:, None, None]).reshape(-1, length)
            found = _without_doubles(np.clip(found, 0.0, last), last)
        return found

    def _degree(self, poly: Poly) -> int:
        """The degree in the rank between the zeros of the forms: 0 or 1."""
        found = 0
        for monomial in poly.terms:
            found = max(found, sum(self._degree_of(symbol) for symbol in monomial))
        if found > 1:
            raise _Unknown
        return found

    def _degree_of(self, symbol: str) -> int:
        if symbol == RANK:
            return 1
        if not atoms.depends_on(Poly.symbol(symbol), RANK):
            return 0
        if symbol not in self._degrees:
            self._degrees[symbol] = self._degree_inside(symbol)
        return self._degrees[symbol]

    def _degree_inside(self, symbol: str) -> int:
        match atoms.definition(symbol):
            case Guard(meaning=inner) | Alias(meaning=inner) | Not(inner) | Group(inner):
                return self._degree(inner)
            case Max(arguments) | Min(arguments):
                degree = max(map(self._degree, arguments))
                for place, one in enumerate(arguments):
                    for other in arguments[:place]:
                        self._change(one - other)
                return degree
            case Pieces(pieces):
                for guards, _ in pieces:
                    for guard in guards:
                        self._change(guard)
                return max(self._degree(value) for _, value in pieces)
            case Floor(top, bottom) | Trunc(top, bottom):
                return self._quotient(top, bottom, whole=True)
            case Mod(top, bottom):
                return self._quotient(top, bottom, whole=False)
            case _:
                raise _Unknown

    def _change(self, form: Poly) -> None:
        """Something changes where the form is zero."""
        degree = self._degree(form)
        if degree and self._has_classes(form):
            raise _Unknown
        if degree:
            self._forms[form] = None

    def _quotient(self, top: Poly, bottom: Poly, *, whole: bool) -> int:
        """A quotient rounded, or its remainder."""
        degree = self._degree(top)
        if atoms.depends_on(bottom, RANK):
            raise _Unknown
        if not degree:
            return 0
        slope = top.coefficients(RANK)
        if len(slope) != 2 or atoms.depends_on(slope[0], RANK) or slope[1].as_integer is None:
            raise _Unknown
        self._change(top)  # rounding changes there
        period = bottom.as_integer
        if period is not None and 0 < period <= _MOST_PERIOD:
            self._period = lcm(self._period, period)
            return 1 if whole else 0
        if bottom.as_symbol == NPROCS and abs(slope[1].as_integer or 0) == 1:
            quotient = atoms.floor_quotient(slope[0], bottom)
            for more in (-1, 0, 1):
                self._change(top - bottom * (quotient + more))
            return 0 if whole else 1
        raise _Unknown

    def _has_classes(self, form: Poly) -> bool:
        """Whether a form has remainders of constants in it."""
        pending = [form]
        while pending:
            poly = pending.pop()
            for symbol in poly.symbols():
                if not atoms.depends_on(Poly.symbol(symbol), RANK):
                    continue
                match atoms.definition(symbol):
                    case Mod(_, bottom) | Floor(_, bottom) | Trunc(_, bottom):
                        if bottom.as_integer is not None:
                            return True
                    case Guard(meaning=inner) | Alias(meaning=inner) | Not(inner) | Group(inner):
                        pending.append(inner)
                    case Max(arguments) | Min(arguments):
                        pending.extend(arguments)
                    case Pieces(pieces):
                        pending.extend(
                            item for guards, value in pieces for item in (*guards, value)
                        )
                    case _:
                        pass
        return False


def _zeros(ends: Floats, values: Floats) -> Floats:
    """The ranks on both sides of where a form that is affine between the ends changes its sign."""
    low, high = ends[:-1], ends[1:]
    before, behind = values[:-1], values[1:]
    changes = (before >= 0.0) != (behind >= 0.0)
    slope = np.where(changes, behind - before, 1.0)
    zero = np.where(changes, low - before * (high - low) / slope, low)
    sides = np.concatenate([np.ceil(zero) - 1.0, np.floor(zero), np.floor(zero) + 1.0])
    return np.clip(sides, 0.0, ends[-1])


def _without_doubles(ranks: Floats, last: Floats) -> Floats:
    """Sorted ranks, each once, as far as the longest row needs lines; the rest are the last rank."""
    found = np.sort(ranks, axis=0)
    double = np.zeros(found.shape, np.bool_)
    double[1:] = found[1:] == found[:-1]
    found[double] = np.inf
    found = np.sort(found, axis=0)
    lines = int((~double).sum(axis=0).max(initial=1))
    found = found[:lines]
    return np.where(np.isfinite(found), found, last)
