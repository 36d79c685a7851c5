"""The values of curves in blocks of a grid, here or in another process: the same, bit for bit."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.sweep.arrays import ArrayCurve
from sad.sweep.recipe import recipe_of
from sad.sweep.steps import Steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostic
    from sad.sweep.curve import Curves
    from sad.sweep.grid import Grid, Place
    from sad.sweep.program import Point
    from sad.sweep.ranges import Axis
    from sad.sweep.recipe import Recipe

    Floats = NDArray[np.float64]

_WHOLE = 2**53  # float64 has every whole number up to here


class Blocks:
    """Curves over a grid. In another process they are made anew of their recipe."""

    def __init__(self, grid: Grid, curves: Curves) -> None:
        self.grid = grid
        self.curves = curves

    def __reduce__(self) -> tuple[Any, tuple[Grid, Recipe]]:
        """Return what another process makes them of; raises as ``recipe_of``."""
        return _made, (self.grid, recipe_of(self.curves))

    @cached_property
    def _arrays(self) -> list[ArrayCurve | None]:
        """Each column as a function of arrays; None where it is one point after the other."""
        found = [ArrayCurve(self.curves, place) for place in range(len(self.curves.columns))]
        exact = all(map(_is_exact, self.grid.axes))
        return [curve if curve.in_arrays and exact else None for curve in found]

    def values(self, place: Place) -> Floats:
        """Return the values at the points of a block, with one more dimension in front: the columns.

        Raises as ``ArrayCurve`` and ``Curves.at``.
        """
        import numpy as np  # noqa: PLC0415 - heavy

        extent = [high - low for low, high in place]
        result = np.empty((len(self._arrays), *extent))
        if None in self._arrays:
            found = [self.curves.at(point) for point in self.grid.points(place)]
            try:
                result[...] = np.array(found, np.float64).T.reshape(result.shape)
            except OverflowError:
                message = "a count is above 1.8e308, the largest number that is stored"
                raise argument_error("SAD954", message, "give smaller values") from None
        arrays = [
            self.grid.coordinates(axis, *ends).reshape([-1, *[1] * (len(extent) - 1 - axis)])
            for axis, ends in enumerate(place)
        ]
        for column, curve in zip(result, self._arrays, strict=True):
            if curve is not None:
                column[...] = curve(*arrays)
        return result


def values_of(place: Place, blocks: Blocks) -> Floats:
    """Return the values of a block: what a cluster is asked for."""
    return blocks.values(place)


def rows_of(
    points: Sequence[Point], blocks: Blocks
) -> tuple[list[list[Number]], tuple[Diagnostic, ...]]:
    """Return exact values at points, and what is said about the program for the first time."""
    said = blocks.curves.program.diagnostics.items
    known = len(said)
    rows = [blocks.curves.at(point) for point in points]
    return rows, tuple(said[known:])


def _made(grid: Grid, recipe: Recipe) -> Blocks:
    return Blocks(grid, recipe.curves())


def _is_exact(axis: Axis) -> bool:
    """Whether float64 has the numbers of an axis: whole ones as they are, others to the nearest."""
    values = axis.values
    numbers = [values[0].number, values[-1].number] if isinstance(values, Steps) else axis.numbers
    return numbers is not None and all(
        number is not None and abs(number) <= _WHOLE for number in numbers
    )
