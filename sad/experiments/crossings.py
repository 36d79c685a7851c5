"""Where two curves cross along one varied parameter, and which is above where."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sad.algebra.crossing import crossing_between, sign_changes
from sad.diagnostics import SadError
from sad.experiments.arrays import ArrayCurve
from sad.experiments.axes import Value
from sad.late import numpy as np
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from sad.algebra.crossing import Crossing
    from sad.experiments.axes import Axis
    from sad.experiments.sweep_table import Side

    Floats = NDArray[np.float64]

MOST_WHOLE = 1_000_000
"""So many whole numbers are all evaluated, in arrays; of longer ranges only the values asked for."""
MOST_EXACT = 2_000
"""The same one by one, where arrays cannot be used."""
_UNSURE = 1e-9  # relative: float64 does not tell which of two is greater
_MOST_UNSURE = 20_000
_WHOLE = 2.0**53  # below, float64 has every whole number


@record
class Comparison:
    """Two columns along an axis, from ``low`` to ``high``.

    ``above`` is 1 if the first is above the second where the axis begins, -1 if it is below, and 0 if
    both are equal everywhere. ``every`` is whether every whole number was looked at; else it is the
    axis's values, and two crossings between neighbours would not be seen.
    """

    first: int
    second: int
    axis: str
    low: int | float
    high: int | float
    above: int
    crossings: tuple[Crossing, ...]
    every: bool


class _Pair:
    """The difference of two sides as a function of one parameter."""

    def __init__(self, sides: tuple[Side, Side], axis: Axis) -> None:
        self.sides = sides
        self._axis = axis
        self._signs: dict[int | Fraction, int] = {}
        self.is_whole = all(
            side.curves.program.is_whole(axis) for side in sides if self._depends(side)
        )

    @property
    def is_cheap(self) -> bool:
        """Whether a point costs little: nothing is bound to a machine anew."""
        return all(
            side.curves.is_fixed(side.place) and not side.curves.program.is_counted_anew
            for side in self.sides
        )

    def sign(self, number: int | Fraction) -> int:
        """Return 1 if the first is greater at a value, -1 if it is smaller, 0 if they are equal."""
        known = self._signs.get(number)
        if known is None:
            point = {self._axis.name: _value(number)}
            first, second = (side.curves.exact_at(point)[side.place] for side in self.sides)
            known = self._signs[number] = (first > second) - (first < second)
        return known

    def signs(self, low: int, high: int) -> NDArray[np.int8] | None:
        """Return the sign at every whole number; None if they cannot be had in arrays."""
        try:
            curves = [ArrayCurve(side.curves, side.place) for side in self.sides]
        except SadError:  # there is no NumPy
            return None
        if not all(curve.in_arrays for curve in curves if curve.axes):
            return None
        at = np.arange(low, high + 1, dtype=np.float64)
        try:
            first, second = (
                self._array(curve, side, at) for curve, side in zip(curves, self.sides, strict=True)
            )
        except SadError:  # some numbers between those asked for are no values
            return None
        if any(curve.largest > _WHOLE for curve in curves):
            return None
        found = np.sign(first - second).astype(np.int8)
        scale = np.maximum(np.abs(first), np.abs(second))
        unsure = np.flatnonzero(np.abs(first - second) <= _UNSURE * scale)
        if unsure.size > _MOST_UNSURE:
            return None
        for place in unsure:
            found[place] = self.sign(low + int(place))
        return found

    def _array(self, curve: ArrayCurve, side: Side, at: Floats) -> Floats:
        if curve.axes:
            return curve(at)
        return np.full(at.shape, float(side.curves.exact_at({})[side.place]))

    def _depends(self, side: Side) -> bool:
        return any(axis.name == self._axis.name for axis in side.curves.program.axes)


def comparison_of(sides: Sequence[Side], first: int, second: int, axis: Axis) -> Comparison:
    """Return how two sides lie to each other along an axis of numbers; raises as ``Curves.at``."""
    pair = _Pair((sides[first], sides[second]), axis)
    numbers = sorted({value.number for value in axis.values if value.number is not None})
    low, high = numbers[0], numbers[-1]
    found: list[Crossing] | None = None
    start = next((sign for number in numbers if (sign := pair.sign(number))), 0)
    if pair.is_whole and isinstance(low, int) and isinstance(high, int):
        every = len(numbers) == high - low + 1
        if not every and high - low < MOST_WHOLE:
            signs = pair.signs(low, high)
            if signs is not None:
                found, start = sign_changes(signs, low), _first_sign(signs)
                every = True
        if not every and high - low < MOST_EXACT and pair.is_cheap:
            numbers, every = list(range(low, high + 1)), True
            start = next((sign for number in numbers if (sign := pair.sign(number))), 0)
    else:
        every = False
    if found is None:
        known = [(number, sign) for number in numbers if (sign := pair.sign(number))]
        found = [
            crossing_between(pair.sign, a[0], b[0], is_whole=pair.is_whole)
            for a, b in pairwise(known)
            if a[1] != b[1]
        ]
    return Comparison(
        *(first, second, axis.name, _plain(low), _plain(high), start, tuple(found), every)
    )


def comparisons_of(sides: Sequence[Side], axes: Sequence[Axis]) -> tuple[Comparison, ...]:
    """Return a comparison of every pair of sides of one quantity; none unless one number is varied."""
    if len(axes) != 1 or axes[0].numbers is None or len(axes[0].values) < 2:
        return ()
    kinds = [side.curves.columns[side.place][0].unit for side in sides]
    return tuple(
        comparison_of(sides, first, second, axes[0])
        for first in range(len(sides))
        for second in range(first + 1, len(sides))
        if kinds[first] == kinds[second]
    )


def _first_sign(signs: NDArray[np.int8]) -> int:
    return next((int(sign) for sign in signs if sign), 0)


def _value(number: int | Fraction) -> Value:
    if isinstance(number, int):
        return Value(str(number), number)
    return Value(f"{number.numerator}/{number.denominator}", number)


def _plain(number: int | Fraction) -> int | float:
    return number if isinstance(number, int) else float(number)
