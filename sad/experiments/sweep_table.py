"""The result of a sweep: axes, and a column of values for each curve."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from sad.experiments.curve import Curves, Target
from sad.experiments.grid import Grid
from sad.experiments.remote import Blocks, rows_on
from sad.loading.describe import load_description
from sad.loading.machines import times_alone
from sad.loading.means import ALONE
from sad.loading.prediction import needs_work
from sad.mapping.bind import cost_model_for
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sad.algebra.evaluate import Number
    from sad.cluster.connection import Cluster
    from sad.experiments.axes import Axis
    from sad.experiments.crossings import Comparison
    from sad.experiments.program import Point, Program
    from sad.experiments.quantity import Quantity
    from sad.loading.means import Means
    from sad.reading.loaded import Loaded
    from sad.reading.options import Reading

    Tick = Callable[[int, int], None]  # with the number of points done and that of all


MANY = 100_000
"""From so many points on times are worked out in arrays: their last digit may be another then."""


@record
class Column:
    """One curve: what it is of, and its values in the order of the points.

    ``machine``, ``toolchain`` and ``model`` are empty for counts. ``unit`` is ``s`` or ``1``; ``title``
    tells the column from the others of its table. ``intervals`` are the ends between which the values
    are in nine cases of ten; empty where nothing is known of it, or nobody asked.
    """

    title: str
    program: str
    entry: str
    machine: str
    toolchain: str
    model: str
    quantity: str
    unit: str
    values: tuple[Number, ...]
    intervals: tuple[tuple[float, float], ...] = ()


@record
class SweepTable:
    """Columns over a grid of points; the last axis changes fastest.

    ``given`` are the values that stay the same. ``comparisons`` tell how pairs of columns lie to each
    other; there are none unless they were asked for.
    """

    axes: tuple[Axis, ...]
    columns: tuple[Column, ...]
    given: tuple[tuple[str, str], ...]
    comparisons: tuple[Comparison, ...] = ()

    def points(self) -> Iterator[Point]:
        """Yield the points in order."""
        return points_of(self.axes)

    def ratios(self, column: int) -> list[float | None]:
        """Return the values of a column over those of the first one; None where that is 0."""
        first = self.columns[0].values
        values = self.columns[column].values
        return [float(a / b) if b else None for a, b in zip(values, first, strict=True)]


def points_of(axes: Sequence[Axis]) -> Iterator[Point]:
    """Yield the points of a grid, the last axis changing fastest."""
    names = [axis.name for axis in axes]
    for values in product(*(axis.values for axis in axes)):
        yield dict(zip(names, values, strict=True))


# Names and notes of the columns of stored sweeps.


def names_of(table: SweepTable) -> list[str]:
    """Return a name for each column: its title, without slashes, and none twice."""
    found = [axis.name for axis in table.axes]
    for column in table.columns:
        name = plain = column.title.replace("/", "|")
        number = 2
        while name in found:
            name = f"{plain} ({number})"
            number += 1
        found.append(name)
    return found[len(table.axes) :]


def notes_of(column: Column) -> dict[str, Any]:
    """Return what a column is of; machine, toolchain and model are empty for counts."""
    return {
        "units": column.unit,
        "quantity": column.quantity,
        "title": column.title,
        "program": column.entry,
        "source": column.program,
        "machine": column.machine,
        "toolchain": column.toolchain,
        "model": column.model,
    }


# From programs, machines and ranges to a table, the steps one by one.


def load_for(
    reading: Reading,
    targets: Sequence[Target],
    means: Means = ALONE,
    *,
    with_guesses: bool = True,
) -> Loaded:
    """Return a description with all that the targets' models need, as ``load_description`` does."""
    work = any(
        needs_work((target.machine, toolchain), target.cost_model)
        for target in targets
        for toolchain in (
            [target.toolchain] if target.toolchain else target.machine.toolchains.values()
        )
    )
    return load_description(reading, with_work=work, with_guesses=with_guesses, means=means)


def told_apart(programs: Sequence[Program]) -> list[Program]:
    """Return programs without the names that only others of them have.

    A name that none has stays, for the message that it is unknown.
    """
    foreign = [program.foreign_names() for program in programs]
    nowhere = set[str].intersection(*foreign)
    return [
        program.without(names - nowhere) for program, names in zip(programs, foreign, strict=True)
    ]


@record
class Side:
    """One column to be: its place in the curves of its program."""

    curves: Curves
    place: int


def sides_of(
    programs: Sequence[Program], quantities: Sequence[Quantity], targets: Sequence[Target]
) -> list[Side]:
    """Return a side for each program, quantity and machine; counts have no machine."""
    sides: list[Side] = []
    for program in programs:
        columns = [
            (quantity, target)
            for quantity in quantities
            for target in (_timed(program, targets) if quantity.is_timed else (None,))
        ]
        curves = Curves(program, columns)
        sides.extend(Side(curves, place) for place in range(len(columns)))
    return sides


def _timed(program: Program, targets: Sequence[Target]) -> Sequence[Target | None]:
    """The machines for times of a program; one that says all times itself needs none."""
    if targets or not program.loaded.description.has_times:
        return targets or (None,)
    return (Target(*times_alone()),)


def table_of(
    sides: Sequence[Side],
    axes: Sequence[Axis],
    tick: Tick | None = None,
    cluster: Cluster | None = None,
) -> SweepTable:
    """Evaluate everything at every point, here or on a cluster.

    Raises as ``Curves.at`` and ``run_all``.
    """
    curves = list(dict.fromkeys(side.curves for side in sides))
    if cluster is None:
        values = _values(curves, axes, tick)
    else:
        points = list(points_of(axes))
        rows = {item: rows_on(cluster, item, points, tick) for item in curves}
        values = {item: list(zip(*rows[item], strict=True)) for item in curves}
    empty = empty_table(sides, axes)
    columns = [
        replace(column, values=tuple(values[side.curves][side.place]))
        for side, column in zip(sides, empty.columns, strict=True)
    ]
    return replace(empty, columns=tuple(columns))


def _values(
    curves: Sequence[Curves], axes: Sequence[Axis], tick: Tick | None
) -> dict[Curves, list[Sequence[Number]]]:
    """The values of all columns of all curves, in the order of the points."""
    found: dict[Curves, list[list[Number]]] = {item: [[] for _ in item.columns] for item in curves}
    size = prod(len(axis.values) for axis in axes)
    if size >= MANY:
        grid = Grid(tuple(axes), MANY)
        blocks = [Blocks(grid, item) for item in curves]
        if all(item.are_times_in_arrays for item in blocks):
            return {item.curves: [*item.columns(tick)] for item in blocks}
    for number, point in enumerate(points_of(axes)):
        for item, columns in found.items():
            for column, value in zip(columns, item.at(point), strict=True):
                column.append(value)
        if tick is not None:
            tick(number + 1, size)
    return {item: [*columns] for item, columns in found.items()}


def with_intervals(table: SweepTable, sides: Sequence[Side]) -> SweepTable:
    """Return a table with the intervals of the columns for which one is known at every point."""
    found: dict[Curves, list[list[tuple[float, float] | None]]] = {}
    for curves in dict.fromkeys(side.curves for side in sides):
        found[curves] = [curves.intervals_at(point) for point in table.points()]
    columns: list[Column] = []
    for side, column in zip(sides, table.columns, strict=True):
        rows = [row[side.place] for row in found[side.curves]]
        known = tuple(row for row in rows if row is not None)
        columns.append(replace(column, intervals=known if len(known) == len(rows) else ()))
    return replace(table, columns=tuple(columns))


def empty_table(sides: Sequence[Side], axes: Sequence[Axis]) -> SweepTable:
    """Return the table of some curves with no values in its columns."""
    columns = [_column(side, title) for side, title in zip(sides, _titles(sides), strict=True)]
    curves = dict.fromkeys(side.curves for side in sides)
    given = dict.fromkeys(pair for item in curves for pair in item.program.given())
    return SweepTable(tuple(axes), tuple(columns), tuple(given))


def _column(side: Side, title: str) -> Column:
    program = side.curves.program
    quantity, target = side.curves.columns[side.place]
    machine = toolchain = model = ""
    if target is not None:
        chosen = target.toolchain_for(program.model)
        machine, toolchain = target.machine.name, chosen.name
        model = cost_model_for(chosen, target.cost_model).name
    return Column(
        *(title, program.source, program.entry, machine, toolchain, model),
        *(quantity.text, quantity.unit, ()),
    )


def _titles(sides: Sequence[Side]) -> list[str]:
    """What tells each column from the others: program, quantity, machine, toolchain as needed."""
    parts: list[tuple[str, ...]] = []
    for side in sides:
        program = side.curves.program
        quantity, target = side.curves.columns[side.place]
        machine = toolchain = ""
        if target is not None:
            machine, toolchain = target.machine.name, target.toolchain_for(program.model).name
        parts.append((program.label, quantity.text, machine, toolchain))
    shown = [place for place in range(3) if len({part[place] for part in parts if part[place]}) > 1]
    titles = [" ".join(part[place] for place in shown if part[place]) for part in parts]
    if len(set(titles)) < len(titles):
        titles = [
            " ".join(item for item in (title, part[3]) if item)
            for title, part in zip(titles, parts, strict=True)
        ]
    return [title or part[2] or part[1] for title, part in zip(titles, parts, strict=True)]
