"""Seconds of the parts of a program at points with one process grid."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from sad.algebra.poly import ONE, Poly, product
from sad.distribution.counts import executions
from sad.distribution.extents import reach
from sad.distribution.program import Loop, When
from sad.distribution.rows import Rows, by_point, needed_loops
from sad.distribution.volumes import polys_of, volume

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from sad.distribution.counts import Grid
    from sad.distribution.layout import Layout
    from sad.distribution.messages import Message
    from sad.distribution.owners import Owners, Reduction
    from sad.distribution.phases import Around, Computation
    from sad.distribution.program import Leaf, Place

    Floats = NDArray[np.float64]
    Seconds = Callable[[Place], Floats]


def outer_rows(points: Rows, around: Around, polys: Iterable[Poly]) -> tuple[Rows, Floats]:
    """Return a row for every run of a part that differs from others, and how often each is repeated."""
    loops = [item.index for item in around if isinstance(item, Loop)]
    weights = [item.weight for item in around if isinstance(item, When)]
    needed = needed_loops(loops, [*polys, *weights])
    rows, times = points, np.ones(points.size)
    for item in around:
        if isinstance(item, When):
            times = times * rows.value(item.weight)
        elif item.index.name in needed:
            rows, parent = rows.inside(item.index)
            times = times[parent]
        else:
            times = times * rows.trips(item.index)
    return rows, times


def compute_seconds(
    part: Computation, owners: Owners, points: Rows, grid: Grid, seconds: Seconds
) -> Floats:
    """Return the time of a part per point [s]: that of the slowest rank, run by run."""
    groups: dict[tuple[object, ...], list[Leaf]] = defaultdict(list)
    depth = len(part.around)
    for leaf in part.leaves:
        if leaf.do.place is not None:
            inner = tuple(id(item) for item in leaf.around[depth:])
            groups[inner, owners.of(leaf)].append(leaf)
    costs = [
        (items[0], total)
        for items in groups.values()
        if (total := _total(items, seconds, points.size)).any()
    ]
    polys = [poly for leaf, _ in costs for poly in _polys(leaf, depth, owners)]
    rows, times = outer_rows(points, part.around, polys)
    whole = np.zeros((rows.size, *(1,) * len(grid.ranks)))
    for leaf, total in costs:
        inner = leaf.around[depth:]
        loops = [item.index for item in inner if isinstance(item, Loop)]
        weight = product([item.weight for item in inner if isinstance(item, When)] or [ONE])
        found = executions(rows, loops, weight, owners.of(leaf), grid)
        cost = total[rows.point].reshape((-1, *(1,) * len(grid.ranks)))
        whole = whole + found * cost
    slowest = whole.reshape((rows.size, -1)).max(axis=1) if rows.size else np.zeros(0)
    return by_point(rows, slowest * times, points.size)


def _total(items: Sequence[Leaf], seconds: Seconds, size: int) -> Floats:
    total = np.zeros(size)
    for leaf in items:
        assert leaf.do.place is not None
        total = total + seconds(leaf.do.place)
    return total


def _polys(leaf: Leaf, depth: int, owners: Owners) -> Iterable[Poly]:
    for item in leaf.around[depth:]:
        if isinstance(item, When):
            yield item.weight
        else:
            yield from (item.index.first, item.index.last, item.index.trips)
    for condition in owners.of(leaf):
        yield condition.place


def message_polys(message: Message, layout: Layout) -> list[Poly]:
    """Return the formulas that a message's bytes depend on."""
    if message.unknown is not None:
        return []
    found = [poly for need in message.needs for poly in polys_of(need, layout)]
    if message.reduction is not None:
        found.extend(_combined(message.reduction))
    return found


def message_bytes(message: Message, layout: Layout, rows: Rows, grid: Grid) -> Floats:
    """Return the bytes of a message per row, as the primitive counts them; 0 where none is sent.

    Of a gather or allgather what one process gives, of an all-to-all what goes from one to another,
    of everything else the message: the most of all ranks.
    """
    if message.reduction is not None:
        return _combined_bytes(message.reduction, rows)
    size = _element_bytes(message, layout)
    found = volume(message.needs, layout, rows, grid)
    ranks = int(np.prod([grid.ranks[axis] for axis in message.axes]))
    flat = found.remote.reshape((rows.size, -1))
    remote = flat.max(axis=1) if rows.size else np.zeros(0)
    match message.primitive:
        case "allgather":
            own = found.own.reshape((rows.size, -1)).max(axis=1)
            return np.where(remote > 0, own, 0.0) * size
        case "alltoall" | "gather":
            return np.ceil(remote / max(ranks - 1, 1)) * size
        case _:
            return remote * size


def _element_bytes(message: Message, layout: Layout) -> int:
    return layout.bytes[message.needs[0].ref.array]


def _combined(reduction: Reduction) -> list[Poly]:
    """The ends of the subscripts of an array that is combined."""
    target = reduction.leaf.do.target
    inner = [loop.index for loop in reduction.leaf.loops[reduction.level :]]
    found: list[Poly] = []
    if target is not None and not isinstance(target, str):
        for item in target.subscripts:
            ends = None if item is None else reach(item, inner)
            found.extend(ends or ())
    return found


def _combined_bytes(reduction: Reduction, rows: Rows) -> Floats:
    size = np.full(rows.size, float(reduction.leaf.do.combined_bytes))
    ends = _combined(reduction)
    for low, high in zip(ends[::2], ends[1::2], strict=True):
        size = size * np.maximum(rows.value(high) - rows.value(low) + 1, 0.0)
    return size
