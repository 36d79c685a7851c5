"""A sequential program as it would run with distributed arrays: times for many points at once."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra.poly import ONE, Poly, product
from sad.diagnostics import argument_error
from sad.distribution.counts import Grid, executions
from sad.distribution.phases import Computation, PhasePart, Sending
from sad.distribution.plan import Plan, combined_ends
from sad.distribution.program import Loop, When
from sad.distribution.rows import Rows, by_point, needed_loops
from sad.distribution.syntax import BLOCK
from sad.distribution.times import message_seconds
from sad.distribution.volumes import volume
from sad.parallel import GRID, Phase, Times

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.distribution.distributable import Distributable
    from sad.distribution.layout import Layout, Side
    from sad.distribution.messages import Message
    from sad.distribution.owners import Owners, Reduction
    from sad.distribution.phases import Around
    from sad.distribution.program import Leaf, Place
    from sad.distribution.syntax import Distribution

    Floats = NDArray[np.float64]
    Seconds = Callable[[Place], Floats]


class Distributed(Plan):
    """A plan on a machine: a ``sad.parallel.Scalable``.

    Computation is the sum over the phases of the time of the slowest rank, communication that of all
    messages.
    """

    def __init__(self, program: Distributable, distributions: Sequence[Distribution]) -> None:
        """Raises as ``lay_out``."""
        super().__init__(program, distributions)
        self.program = program

    # --- times -----------------------------------------------------------------------------------

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at the points [s], NaN where a block is too small for its array.

        Raises SAD503 for values that contradict each other, SAD907 for sizes at which too much has to
        be counted one by one, and as the machine's messages.
        """
        arrays = {name: np.atleast_1d(np.asarray(v, np.float64)) for name, v in points.items()}
        size = max((array.size for array in arrays.values()), default=1)
        arrays = {name: np.broadcast_to(array, (size,)) for name, array in arrays.items()}
        sides = ("nprocs",) if self.dimensions == 1 else GRID[: self.dimensions]
        shapes = np.stack([arrays[name] for name in sides], axis=1)
        seconds = np.zeros((len(self.parts), size))
        impossible = np.zeros(size, np.bool_)
        grids, which = np.unique(shapes, axis=0, return_inverse=True)
        for number, shape in enumerate(grids):
            places = np.flatnonzero(which.reshape(-1) == number)
            ranks = tuple(int(item) for item in shape)
            inside = {name: array[places] for name, array in arrays.items()}
            found, bad = self._on_grid(inside, ranks)
            seconds[:, places], impossible[places] = found, bad
        if (seconds < 0).any():
            message = (
                "the values given contradict each other: something would run less than 0 times"
            )
            hint = "check probabilities and trip counts of one loop"
            raise argument_error("SAD503", message, hint)
        seconds[:, impossible] = np.nan
        phases = tuple(
            Phase(part.name, isinstance(part, Sending), row)
            for part, row in zip(self.parts, seconds, strict=True)
        )
        zero = np.where(impossible, np.nan, 0.0)
        return Times(
            sum((item.seconds for item in phases if not item.communicates), zero),
            sum((item.seconds for item in phases if item.communicates), zero),
            phases,
            impossible,
            "the blocks given are too small for the array",
        )

    def _on_grid(
        self, arrays: Mapping[str, Floats], ranks: tuple[int, ...]
    ) -> tuple[Floats, NDArray[np.bool_]]:
        size = next(iter(arrays.values())).size
        points, grid, bad = self.placed(arrays, ranks)
        named = {name: arrays[name] for name in self.symbols.values()}
        costs = self.program.costs.at(named, size)

        def seconds(place: Place) -> Floats:
            if place[0].startswith("call "):
                return points.values[f"{place[0].removeprefix('call ')}.seconds"]
            return costs(place)

        return np.stack([self._seconds(p, points, grid, seconds, arrays) for p in self.parts]), bad

    def placed(
        self, arrays: Mapping[str, Floats], ranks: tuple[int, ...]
    ) -> tuple[Rows, Grid, NDArray[np.bool_]]:
        """Return points with values by symbol, where elements are on a grid, and where they cannot be.

        ``arrays`` are the parameters by name.
        """
        values = {symbol: arrays[name] for symbol, name in self.symbols.items()}
        points = Rows(values, np.arange(next(iter(arrays.values())).size))
        return points, *self._grid(points, ranks)

    def _seconds(
        self,
        part: PhasePart,
        points: Rows,
        grid: Grid,
        seconds: Callable[[Place], Floats],
        arrays: Mapping[str, Floats],
    ) -> Floats:
        if isinstance(part, Computation):
            return compute_seconds(part, self.owners, points, grid, seconds)
        rows, times, nbytes = self.sent(part, points, grid, arrays)
        cost = message_seconds(part.message, nbytes, rows, grid, self.program.messages)
        return by_point(rows, cost * times, points.size)

    def sent(
        self, part: Sending, points: Rows, grid: Grid, arrays: Mapping[str, Floats]
    ) -> tuple[Rows, Floats, Floats]:
        """Return the runs of a message that differ, how often each is repeated, and its bytes."""
        message = part.message
        rows, times = outer_rows(points, part.around, self.polys[message])
        if message.unknown is not None:
            return rows, times, arrays[message.unknown][rows.point]
        return rows, times, message_bytes(message, self.layout, rows, grid)

    def _grid(self, points: Rows, ranks: tuple[int, ...]) -> tuple[Grid, NDArray[np.bool_]]:
        starts: dict[Side, Floats] = {}
        runs: dict[Side, Floats] = {}
        bad = np.zeros(points.size, np.bool_)
        for side in self.sides():
            first = np.minimum.reduce([points.value(item) for item in side.extent.first])
            last = np.maximum.reduce([points.value(item) for item in side.extent.last])
            length = np.maximum(last - first + 1, 1.0)
            here = ranks[side.axis]
            run = np.full(points.size, float(side.format.size or 1))
            if side.format.kind == BLOCK and side.format.size is None:
                run = np.ceil(length / here)
            elif side.format.kind == BLOCK:
                bad |= run * here < length
            starts[side], runs[side] = first, run
        return Grid(ranks, starts, runs), bad


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
    polys = [poly for leaf, _ in costs for poly in owners.polys(leaf, depth)]
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


def message_bytes(message: Message, layout: Layout, rows: Rows, grid: Grid) -> Floats:
    """Return the bytes of a message per row, as the primitive counts them; 0 where none is sent.

    Of a gather or allgather what one process gives, of an all-to-all what goes from one to another,
    of everything else the message: the most of all ranks.
    """
    if message.reduction is not None:
        return _combined_bytes(message.reduction, rows)
    size = layout.bytes[message.needs[0].ref.array]
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


def _combined_bytes(reduction: Reduction, rows: Rows) -> Floats:
    size = np.full(rows.size, float(reduction.leaf.do.combined_bytes))
    ends = combined_ends(reduction)
    for low, high in zip(ends[::2], ends[1::2], strict=True):
        size = size * np.maximum(rows.value(high) - rows.value(low) + 1, 0.0)
    return size
