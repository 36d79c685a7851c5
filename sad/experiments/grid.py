"""A grid of points in blocks that follow each other, its coordinates made where they are needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from sad.experiments.axes import Steps
from sad.late import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from sad.experiments.axes import Axis
    from sad.experiments.program import Point

BLOCK = 1 << 20
"""Points of a block: 8 MB for each column."""
_INT64 = 2**63

Place = tuple[tuple[int, int], ...]
"""A block: where it begins and ends on each axis."""


@dataclass(frozen=True)
class Grid:
    """The points of some axes, the last changing fastest, in blocks of ``block`` points or fewer.

    A block is whole on its last axes, a part of one axis, and a single value on those before, so that
    the blocks one after the other have the points in their order.
    """

    axes: tuple[Axis, ...]
    block: int = BLOCK

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """How many values each axis has."""
        return tuple(len(axis.values) for axis in self.axes)

    @property
    def size(self) -> int:
        """How many points there are."""
        return prod(self.shape)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """How long a block is on each axis, but for the last ones."""
        found: list[int] = []
        left = self.block
        for length in reversed(self.shape):
            found.append(max(1, min(length, left)))
            left = left // length if left >= length else 1
        return tuple(reversed(found))

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return prod(-(-n // step) for n, step in zip(self.shape, self.steps, strict=True))

    def places(self) -> Iterator[Place]:
        """Yield the blocks in the order of their points."""
        return product(
            *(
                [(start, min(start + step, length)) for start in range(0, length, step)]
                for length, step in zip(self.shape, self.steps, strict=True)
            )
        )

    @property
    def chunks(self) -> tuple[tuple[int, ...], ...]:
        """The lengths of the blocks along each axis, as Dask has them."""
        return tuple(
            tuple(min(step, length - start) for start in range(0, length, step))
            for length, step in zip(self.shape, self.steps, strict=True)
        )

    def coordinates(self, axis: int, low: int = 0, high: int | None = None) -> NDArray[Any]:
        """Return values of an axis: int64, float64 where some are fractions or larger, or texts."""
        values = self.axes[axis].values
        if isinstance(values, Steps):
            return values[low:high].array().astype(self.kinds[axis])
        whole = self._listed.get(axis)
        if whole is None:
            numbers = [v.text if self.kinds[axis].kind == "U" else v.number for v in values]
            if self.kinds[axis].kind == "f":
                numbers = [float(number) for number in numbers if number is not None]
            whole = self._listed[axis] = np.array(numbers, self.kinds[axis])
        return whole[low:high]

    @cached_property
    def kinds(self) -> tuple[np.dtype[Any], ...]:
        """The type of each axis's coordinates."""
        return tuple(_kind(axis) for axis in self.axes)

    def points(self, place: Place) -> Iterator[Point]:
        """Yield the points of a block in order."""
        names = [axis.name for axis in self.axes]
        parts: list[Sequence[Any]] = [
            axis.values[low:high] for axis, (low, high) in zip(self.axes, place, strict=True)
        ]
        for values in product(*parts):
            yield dict(zip(names, values, strict=True))

    @cached_property
    def _listed(self) -> dict[int, NDArray[Any]]:
        """The coordinates of axes whose values are lists."""
        return {}


def _kind(axis: Axis) -> np.dtype[Any]:
    if axis.texts:
        return np.dtype(f"U{max(len(value.text) for value in axis.values)}")
    values = axis.values
    if isinstance(values, Steps):
        ends = [value.number for value in (values[0], *values[1:2], values[-1])]
    else:
        ends = [value.number for value in values]
    whole = all(isinstance(number, int) for number in ends)
    small = all(abs(number) < _INT64 for number in ends if number is not None)
    return np.dtype(np.int64 if whole and small else np.float64)
