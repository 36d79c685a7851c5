"""Bytes per message: distinct elements that a rank needs and does not have.

While a message is valid, a reference covers a range in each dimension: one position, all positions
that an index takes, or those of them whose iterations a rank carries out. What the rank has of each
range, it does not need. Ranges whose ends depend on a loop inside are taken from end to end: then
the bytes are an upper bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra import atoms
from sad.algebra.poly import ZERO
from sad.diagnostics import input_error
from sad.distribution.layout import reach
from sad.distribution.rows import owned, owned_shifted, owned_twice
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly
    from sad.distribution.counts import Grid
    from sad.distribution.layout import Extent, Layout, Side
    from sad.distribution.messages import Need
    from sad.distribution.owners import Condition
    from sad.distribution.rows import Rows

    Floats = NDArray[np.float64]


@record
class Reach:
    """What a reference covers of one dimension.

    Positions ``low`` to ``high``, of which every rank needs all; or, where ``deciding`` is the
    condition on the index it runs over, those ``shift`` beyond the positions ``low`` to ``high`` that
    the rank has of the condition's side.
    """

    low: Poly
    high: Poly
    side: Side | None
    deciding: Condition | None = None
    shift: Poly = ZERO


def reaches(need: Need, layout: Layout) -> tuple[Reach, ...]:
    """Return what a need covers in each dimension: all of it where it cannot be told how much."""
    inner = [loop.index for loop in need.inner]
    found: list[Reach] = []
    for number, (subscript, side) in enumerate(
        zip(need.ref.subscripts, layout.of(need.ref), strict=True)
    ):
        extent = layout.extents[need.ref.array][number]
        if subscript is None:
            found.append(Reach(*_ends(extent, need), side))
            continue
        condition = _deciding(subscript, need, inner)
        ends = reach(subscript if condition is None else condition.place, inner)
        if ends is None:
            ends = _ends(extent if condition is None else condition.side.extent, need)
        shift = ZERO if condition is None else subscript - condition.place
        found.append(Reach(*ends, side, condition, shift))
    return tuple(found)


def _ends(extent: Extent, need: Need) -> tuple[Poly, Poly]:
    """The first and the last position of a dimension; SAD906 if nothing tells."""
    if not extent.last:
        message = f"how far {need.ref.text} reaches is not known, and all of it is read"
        hint = "declare its size in terms of the program's inputs, or leave it replicated"
        raise input_error("SAD906", message, need.ref.span, hint)
    return atoms.min_of(extent.first), atoms.max_of(extent.last)


def _deciding(subscript: Poly, need: Need, inner: Sequence[Index]) -> Condition | None:
    """The condition that divides the index a subscript runs over, at a fixed distance from it."""
    names = [index.name for index in inner]
    for item in need.conditions:
        distance = subscript - item.place
        moves = any(atoms.depends_on(subscript, name) for name in names)
        if moves and not any(atoms.depends_on(distance, name) for name in names):
            return item
    return None


def polys_of(need: Need, layout: Layout) -> Iterator[Poly]:
    """Yield every formula a need's bytes depend on, outside of its own loops."""
    for item in reaches(need, layout):
        yield from (item.low, item.high, item.shift)
    inner = [loop.index for loop in need.inner]
    for condition in need.conditions:
        yield from reach(condition.place, inner) or ()
    for index in inner:
        yield from reach(index.last - index.first, inner) or ()


@record
class Volume:
    """Elements per row and rank, of shape (rows, ranks of each axis): needed by it, and of these its
    own.
    """

    needed: Floats
    own: Floats

    @property
    def remote(self) -> Floats:
        """Elements that others have."""
        return self.needed - self.own


def volume(needs: Sequence[Need], layout: Layout, rows: Rows, grid: Grid) -> Volume:
    """Return what the ranks need for a message that serves needs of one array.

    What several needs cover is joined: from the least position to the greatest.
    """
    covered = [reaches(item, layout) for item in needs]
    shape = (rows.size, *grid.ranks)
    needed = own = _present(needs[0], covered[0], rows, grid)
    for dimension in range(len(covered[0])):
        items = [item[dimension] for item in covered]
        every, mine = _decided(items, rows, grid) if items[0].deciding else _all(items, rows, grid)
        needed, own = needed * every, own * mine
    return Volume(np.broadcast_to(needed, shape), np.broadcast_to(own, shape))


def _present(need: Need, covered: Sequence[Reach], rows: Rows, grid: Grid) -> Floats:
    """1 for ranks that carry out any of the iterations a message is for."""
    inner = [loop.index for loop in need.inner]
    ones = (1,) * len(grid.ranks)
    found = np.ones((rows.size, *ones))
    for index in inner:
        ends = reach(index.last - index.first, inner)
        if ends is not None:
            found = found * (rows.value(ends[1]) >= 0).reshape((-1, *ones))
    taken = [item.deciding for item in covered]
    for condition in need.conditions:
        ends = reach(condition.place, inner)
        if condition in taken or ends is None:
            continue
        has = _part_of(condition.side, rows.value(ends[0]), rows.value(ends[1]), rows, grid) > 0
        found = found * has
    return found


def _part_of(side: Side, low: Floats, high: Floats, rows: Rows, grid: Grid) -> Floats:
    """How many of some positions of a side each rank has."""
    start, run = grid.starts[side][rows.point][:, None], grid.runs[side][rows.point][:, None]
    ranks, numbers = grid.ranks[side.axis], grid.numbers(side.axis)
    found = owned(low[:, None] - start, high[:, None] - start, run, ranks, numbers)
    return grid.along(found, side.axis)


def _all(items: Sequence[Reach], rows: Rows, grid: Grid) -> tuple[Floats, Floats]:
    """Positions of one dimension that every rank needs, and those of them each owns."""
    low = np.minimum.reduce([rows.value(item.low) for item in items])
    high = np.maximum.reduce([rows.value(item.high) for item in items])
    needed = np.maximum(high - low + 1, 0.0).reshape((-1, *(1,) * len(grid.ranks)))
    side = items[0].side
    return needed, needed if side is None else _part_of(side, low, high, rows, grid)


def _decided(items: Sequence[Reach], rows: Rows, grid: Grid) -> tuple[Floats, Floats]:
    """The same where a rank needs positions that go with the iterations it carries out."""
    condition, side = items[0].deciding, items[0].side
    assert condition is not None
    axis = condition.side.axis
    start, run = grid.starts[condition.side][rows.point], grid.runs[condition.side][rows.point]
    low, high = rows.value(items[0].low) - start, rows.value(items[0].high) - start
    shifts = [rows.value(item.shift) for item in items]
    least: Floats = np.minimum.reduce(shifts)
    most: Floats = np.maximum.reduce(shifts)
    ranks, numbers = grid.ranks[axis], grid.numbers(axis)
    count = owned(low[:, None], high[:, None], run[:, None], ranks, numbers)
    needed = grid.along(np.where(count > 0, count + (most - least)[:, None], 0.0), axis)
    if side is None:
        return needed, needed
    if side == condition.side:
        mine = owned_shifted(
            low[:, None], high[:, None], least[:, None], run[:, None], ranks, numbers
        )
        if len(items) > 1:  # blocks: what lies between the shifts is further within
            mine = _between(low, high, (least, most), run, grid, axis)
        return needed, grid.along(mine, axis)
    pairs = owned_twice(
        low,
        high,
        (np.zeros_like(low), run, ranks),
        (
            least + start - grid.starts[side][rows.point],
            grid.runs[side][rows.point],
            grid.ranks[side.axis],
        ),
    )
    if side.axis == axis:
        return needed, grid.along(np.diagonal(pairs, axis1=1, axis2=2), axis)
    shape = [rows.size, *(1,) * len(grid.ranks)]
    shape[axis + 1], shape[side.axis + 1] = grid.ranks[axis], grid.ranks[side.axis]
    ordered = pairs if axis < side.axis else np.swapaxes(pairs, 1, 2)
    return needed, ordered.reshape(shape)


def _between(
    low: Floats, high: Floats, shifts: tuple[Floats, Floats], run: Floats, grid: Grid, axis: int
) -> Floats:
    """Of the positions from one shift to another beyond a rank's block, how many are in the block."""
    numbers = grid.numbers(axis)
    first = np.maximum(low[:, None], numbers * run[:, None])
    last = np.minimum(high[:, None], (numbers + 1) * run[:, None] - 1)
    inside = np.minimum(last + shifts[1][:, None], (numbers + 1) * run[:, None] - 1) - np.maximum(
        first + shifts[0][:, None], numbers * run[:, None]
    )
    return np.where(last >= first, np.maximum(inside + 1, 0.0), 0.0)
