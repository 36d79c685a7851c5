"""How often each rank carries out an action: iterations counted over ranges, exactly.

A loop whose index decides who carries something out contributes the part of its range that a rank
has; a loop that decides nothing contributes its trips. Only loops that ranges, weights or several
conditions depend on are gone through iteration by iteration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.poly import ONE, Poly
from sad.distribution.rows import Rows, owned, owner, summed
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.domains import Index
    from sad.distribution.layout import Side
    from sad.distribution.owners import Condition, Conditions

    Floats = NDArray[np.float64]

_MOST_CELLS = 4_000_000  # rows times ranks at once


@record
class Grid:
    """The ranks along each side of the grid, and where sides start and how long their runs are.

    ``starts`` and ``runs`` are by side of an array, one value per point.
    """

    ranks: tuple[int, ...]
    starts: Mapping[Side, Floats]
    runs: Mapping[Side, Floats]

    def along(self, values: Floats, axis: int) -> Floats:
        """Return values of shape (rows, ranks of the axis) as (rows, ranks of all axes) broadcasts."""
        shape = [1] * len(self.ranks)
        shape[axis] = values.shape[1]
        return values.reshape((values.shape[0], *shape))

    def numbers(self, axis: int) -> Floats:
        """Return the ranks of an axis, as a row."""
        return np.arange(self.ranks[axis], dtype=np.float64)[None, :]


@record
class Divided:
    """A position ``sign*x + rest`` of a side that an index ``x`` decides."""

    sign: int
    rest: Poly


def divided_by(place: Poly, name: str) -> Divided | None:
    """Return a position as that of an index with factor 1 or -1; None if it is no such one."""
    parts = place.coefficients(name)
    if len(parts) != 2 or any(atoms.depends_on(part, name) for part in parts):
        return None
    sign = parts[1].as_integer
    return None if sign not in (1, -1) else Divided(sign, parts[0])


def executions(
    rows: Rows, inner: Sequence[Index], weight: Poly, conditions: Conditions, grid: Grid
) -> Floats:
    """Return how often ranks carry out an action per row: shape (rows, 1 or ranks of each axis)."""
    closed, claimed = _closed(inner, weight, conditions)
    current, parents = rows, np.arange(rows.size)
    for index in inner:
        if index.name not in closed:
            current, parent = current.inside(index)
            parents = parents[parent]
    shape = [1] * len(grid.ranks)
    for item in conditions:
        shape[item.side.axis] = grid.ranks[item.side.axis]
    step = max(1, _MOST_CELLS // int(np.prod(shape)))
    result = np.zeros((rows.size, *shape))
    for start in range(0, current.size, step):
        part = slice(start, start + step)
        found = _part(current.part(part), inner, weight, conditions, grid, closed, claimed)
        result += summed(np.broadcast_to(found, (found.shape[0], *shape)), parents[part], rows.size)
    return result


def _closed(
    inner: Sequence[Index], weight: Poly, conditions: Conditions
) -> tuple[set[str], dict[Condition, str]]:
    """The loops that count by formula, and the conditions that one of them decides alone."""
    closed: set[str] = set()
    claimed: dict[Condition, str] = {}
    stepped: set[str] = set()
    for place in range(len(inner) - 1, -1, -1):
        index = inner[place]
        name = index.name
        ranges = [
            part for other in inner[place + 1 :] for part in (other.first, other.last, other.trips)
        ]
        if name in stepped or any(atoms.depends_on(part, name) for part in (weight, *ranges)):
            continue
        deciding = [item for item in conditions if atoms.depends_on(item.place, name)]
        if len(deciding) > 1 or (deciding and deciding[0] in claimed):
            continue
        if deciding:
            found = divided_by(deciding[0].place, name)
            if found is None:
                continue
            others = {
                other.name
                for other in inner
                if other is not index and atoms.depends_on(found.rest, other.name)
            }
            if others & closed:
                continue
            stepped |= others
            claimed[deciding[0]] = name
        closed.add(name)
    return closed, claimed


def _part(
    rows: Rows,
    inner: Sequence[Index],
    weight: Poly,
    conditions: Conditions,
    grid: Grid,
    closed: set[str],
    claimed: Mapping[Condition, str],
) -> Floats:
    ones = (1,) * len(grid.ranks)
    factor = np.ones(rows.size) if weight == ONE else rows.value(weight)
    by_name = {index.name: index for index in inner}
    deciding = set(claimed.values())
    for name in closed - deciding:
        factor = factor * rows.trips(by_name[name])
    found = factor.reshape((-1, *ones))
    for item in conditions:
        side, axis = item.side, item.side.axis
        start, run = grid.starts[side][rows.point], grid.runs[side][rows.point]
        name = claimed.get(item)
        if name is None:
            has = owner(rows.value(item.place) - start, run, grid.ranks[axis])
            found = found * grid.along((has[:, None] == grid.numbers(axis)) * 1.0, axis)
            continue
        low, high = place_range(rows, item.place, by_name[name])
        counts = owned(
            (low - start)[:, None],
            (high - start)[:, None],
            run[:, None],
            grid.ranks[axis],
            grid.numbers(axis),
        )
        found = found * grid.along(counts, axis)
    return found


def place_range(rows: Rows, place: Poly, index: Index) -> tuple[Floats, Floats]:
    """Return the least and greatest position that an index decides (``divided_by``), per row."""
    found = divided_by(place, index.name)
    assert found is not None
    rest = rows.value(found.rest)
    first, last = rows.bounds(index)
    return (rest + first, rest + last) if found.sign > 0 else (rest - last, rest - first)
