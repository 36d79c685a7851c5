"""The result of a sweep: axes, and a column of values for each curve."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.algebra.evaluate import Number
    from sad.sweep.crossings import Comparison
    from sad.sweep.program import Point
    from sad.sweep.ranges import Axis


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
class Table:
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
