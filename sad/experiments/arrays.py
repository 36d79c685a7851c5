"""A curve as a function of NumPy arrays: float64, where points one by one are exact.

Counts are added up in arrays where the time of a block is the same at all points. Where it depends on
the run, the code for one run gets arrays for numbers (``sad.algebra.point_arrays``). Where values are
calculated from a varied one, or object code is matched, it is one point after the other.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import isfinite, lcm, prod
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from sad.algebra.known import with_known
from sad.algebra.poly import Poly
from sad.algebra.sign import Domain, Prover
from sad.algebra.simplify import Simplifier, at_least_one
from sad.algebra.vectorise import ArrayFormulas
from sad.diagnostics import SadError
from sad.evaluation.array_counts import checked, largest_of, values_error
from sad.evaluation.given import wrong_value
from sad.evaluation.model import is_decisive, kind_of
from sad.experiments.axes import axis_of
from sad.experiments.curve import need_values, placed
from sad.experiments.number_points import limits_of, values_are_apart
from sad.experiments.run_arrays import InRun
from sad.late import numpy as np
from sad.model.parameters import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from sad.algebra.evaluate import Number
    from sad.experiments.curve import Curves
    from sad.experiments.program import Point, Shape
    from sad.model.parameters import Parameter

    Floats = NDArray[np.float64]
    Numbers = NDArray[Any]

_AT_ONCE = 65_536  # points: the values of every count are kept for so many
_MOST_TERMS = 5_000  # counts that are longer together are not made one formula


class ArrayCurve:
    """One column of curves, as a function of arrays for the axes of its program, in their order.

    ``in_arrays`` is whether arrays are worked on as a whole, not point by point; ``largest`` the
    greatest count so far. Arrays that broadcast are a grid, whose values may differ in the last digit
    from those of points one after the other. Counts above 2**53 are rounded, and what is rounded down
    in them with it.
    """

    def __init__(self, curves: Curves, place: int) -> None:
        self._curves = curves
        self._place = place
        self._program = curves.program
        names = self._program.names
        self.axes = self._program.axes
        self._symbols = [names.find(axis.name) or "" for axis in self.axes]
        self._formulas: WeakKeyDictionary[Shape, _Weighted | InRun] = WeakKeyDictionary()
        self.largest = 0.0
        summed = curves.columns[place][0].is_sum and not curves.is_compiled(place)
        self.in_arrays = summed and values_are_apart(self._program)

    def __call__(self, *arrays: ArrayLike) -> Floats:
        """Return the values, in the common shape of the arrays.

        Raises ``SadError`` SAD503 for values that cannot be, SAD850 for parameters without a value, and
        ``ValueError`` if the arrays do not broadcast.
        """
        if not arrays:
            return np.array(float(self._curves.at({})[self._place]))
        if not self.in_arrays:
            given = np.broadcast_arrays(*arrays)
            result = np.empty(given[0].shape)
            for place, values in enumerate(zip(*(array.flat for array in given), strict=True)):
                result.flat[place] = self._curves.at(self._point(values))[self._place]
            return result
        found = [_numbers(array) for array in arrays]
        shape = np.broadcast_shapes(*(array.shape for array in found))
        if 0 in shape:
            return np.empty(shape)
        parts: list[NDArray[np.int8]] = []
        for axis, symbol, array in zip(self.axes, self._symbols, found, strict=True):
            least = _checked_least(axis.name, self._program.names.parameters.get(symbol), array)
            parts.append(self._part(symbol, array, least))
        if not any(part.any() for part in parts):
            return self._evaluate(found, shape)
        groups = self._groups(parts, shape)
        flat = [np.broadcast_to(array, shape).reshape(-1) for array in found]
        result = np.empty(groups.size)
        for group in np.flatnonzero(np.bincount(groups)):
            here = np.flatnonzero(groups == group)
            result[here] = self._evaluate([array[here] for array in flat], here.shape)
        return result.reshape(shape)

    def _point(self, values: Sequence[object]) -> Point:
        axes = self.axes
        return {
            axis.name: axis_of(axis.name, [value]).values[0]
            for axis, value in zip(axes, values, strict=True)
        }

    def _part(self, symbol: str, array: Numbers, least: float) -> NDArray[np.int8]:
        """0 where a value decides nothing of what runs, else a number for each that does.

        Sizes below 1 are told apart too: formulas for the others are shorter.
        """
        kind = kind_of(self._program.names, symbol)
        if kind is Kind.SIZE:
            return np.array(array < 1 if least < 1 else False, dtype=np.int8)
        found = np.zeros(array.shape, dtype=np.int8)
        for value in (0, 1):
            if is_decisive(kind, value):
                found[array == value] = value + 1
        return found

    def _groups(
        self, parts: Sequence[NDArray[np.int8]], shape: tuple[int, ...]
    ) -> NDArray[np.int64]:
        """A number for each point: equal where the same parts of the program run."""
        groups = np.zeros(shape, dtype=np.int64)
        for part in parts:
            _, number = np.unique(groups * 3 + part, return_inverse=True)  # small, if many axes
            groups = number.reshape(shape)
        return groups.reshape(-1)

    def _evaluate(self, arrays: Sequence[Numbers], asked: tuple[int, ...]) -> Floats:
        """The values at points at which the same parts of the program run, in their common shape."""
        shape, model = self._program.at(self._point([array.flat[0] for array in arrays]))
        formulas = self._formulas.get(shape)
        if formulas is None:
            formulas = self._formulas[shape] = self._weighted(shape)
        need_values(model, formulas.symbols)

        def found(some: Sequence[Numbers], extent: tuple[int, ...]) -> Floats:
            values = {**model.values, **dict(zip(self._symbols, some, strict=True))}
            result = formulas(values, extent)
            self.largest = max(self.largest, formulas.largest)
            return result

        whole, size = asked, prod(asked)
        is_grid = formulas.takes_grids and any(1 < array.size < size for array in arrays)
        if is_grid:
            arrays = [
                array.reshape((1,) * (len(whole) - array.ndim) + array.shape) for array in arrays
            ]
            each = size // whole[0]
        else:
            arrays = [
                array.reshape(-1) if array.size == 1 else np.broadcast_to(array, whole).reshape(-1)
                for array in arrays
            ]
            whole, each = (size,), 1
        step = max(1, (formulas.at_once or size) // each)
        try:
            if step >= whole[0]:
                return found(arrays, whole).reshape(asked)
            result = np.empty(whole)
            for low in range(0, whole[0], step):
                some = [array[low : low + step] if len(array) > 1 else array for array in arrays]
                part = result[low : low + step]
                part[...] = found(some, part.shape)
            return result.reshape(asked)
        except SadError as error:
            flat = [np.broadcast_to(array, whole).reshape(-1) for array in arrays]
            low, high = 0, size
            while high - low > 1:  # the first point that fails
                middle = (low + high) // 2
                try:
                    found([array[low:middle] for array in flat], (middle - low,))
                    low = middle
                except SadError:
                    high = middle
            raise placed(error, self._point([array[low] for array in flat])) from None

    def _weighted(self, shape: Shape) -> _Weighted | InRun:
        """The column as a function of arrays at points of a shape."""
        model = shape.model
        varied = frozenset(self._symbols)
        put_in = with_known(
            {
                name: value
                for name, value in model.values.items()
                if name not in varied and name not in model.random
            }
        )
        limits = [
            put_in(limit - Poly.symbol(symbol))
            for symbol, limit in limits_of(self._program.names, model.values, model.random)
        ]
        if not self._curves.is_fixed(self._place):
            return InRun(self._curves, self._place, shape, put_in, limits, varied)
        weights: dict[Poly, float] = {}
        prepared = self._curves.prepared(shape)
        polys = [*prepared.place_of]
        for poly, each in (
            (polys[count], each) for count, each in prepared.parts[self._place] or ()
        ):
            count = put_in(poly * Poly.symbol(each) if isinstance(each, str) else poly)
            weight = 1.0 if isinstance(each, str) else float(each)
            if weight:
                weights[count] = weights.get(count, 0.0) + weight
        parameters = self._program.names.parameters
        chances = frozenset(s for s, p in parameters.items() if p.kind is Kind.PROBABILITY)
        trips = {s: p.least for s, p in parameters.items() if p.kind is Kind.TRIP_COUNT}
        domain = Domain({**dict.fromkeys(chances, 0), **trips}, chances)
        sizes = [s for s in self._symbols if s in parameters and parameters[s].kind is Kind.SIZE]
        return _Weighted(weights, limits, Prover(domain), sizes)


class _Weighted:
    """A weighted sum of counts as a function of arrays.

    Counts that are proved not to be negative are added up into one formula. Where all are, ``at_once``
    is 0; else what each of the others comes to is looked at, at so many points. ``largest`` is what no
    count so far was above. Of the ``sizes`` each is 1 or more at all points of a call, or below 1:
    where all are 1 or more, formulas are used that say so, which are shorter.
    """

    takes_grids = True

    def __init__(
        self,
        weights: dict[Poly, float],
        limits: Sequence[Poly],
        prover: Prover,
        sizes: Sequence[str],
    ) -> None:
        size = sum(len(poly.terms) for poly in weights)
        proved = {
            poly: weight
            for poly, weight in weights.items()
            if weight > 0 and size <= _MOST_TERMS and prover.is_never_negative(poly)
        }
        others = {poly: weight for poly, weight in weights.items() if poly not in proved}
        self.at_once = _AT_ONCE if others else 0
        self._least_weight = min(proved.values(), default=1.0)
        self._weights = tuple(others.values())
        self._polys = (_added_up(proved), *others)
        self._limits, self._sizes = limits, sizes
        self._formulas = ArrayFormulas(self._polys, limits)
        self.symbols = frozenset(self._formulas.symbols)
        self.largest = 0.0

    def __call__(self, values: Mapping[str, Number | Numbers], shape: tuple[int, ...]) -> Floats:
        """Return the sum at points that the values make a grid of this shape of."""
        arrays = {name: np.asarray(values[name]) for name in self.symbols}
        from_one = all(arrays[name].flat[0] >= 1 for name in self._sizes if name in arrays)
        total, *counts = checked(self._from_one if from_one else self._formulas, arrays)
        self.largest = max(self.largest, float(total.max()) / self._least_weight)
        if total.shape != shape:
            total = np.broadcast_to(total, shape).copy()
        for count, weight in zip(counts, self._weights, strict=True):
            self.largest = max(self.largest, largest_of(count))
            total += count * weight
        return total

    @cached_property
    def _from_one(self) -> ArrayFormulas:
        simplifier = Simplifier(at_least_one(self._sizes, ()))
        return ArrayFormulas([simplifier.poly(poly) for poly in self._polys], self._limits)


def _added_up(weights: Mapping[Poly, float]) -> Poly:
    """The sum of ``poly * weight``, exactly."""
    exact = {poly: Fraction(weight) for poly, weight in weights.items()}
    common = lcm(*(weight.denominator for weight in exact.values()))
    return Poly.weighted_sum((poly, int(weight * common)) for poly, weight in exact.items()).over(
        common
    )


def _numbers(values: ArrayLike) -> Numbers:
    """An array of numbers; whole ones stay as they are until they are worked on, piece by piece."""
    found = np.asarray(values)
    return found if found.dtype.kind in "iu" else np.asarray(values, dtype=np.float64)


def _checked_least(name: str, parameter: Parameter | None, array: Numbers) -> float:
    """The least of some values; fails for values that a parameter cannot have (SAD503)."""
    least, most = float(array.min()), float(array.max())
    if not (isfinite(least) and isfinite(most)):  # NaN is the least and the most of all
        raise values_error(f"{name}: not all values are numbers", "give finite numbers")
    broken = array[np.floor(array) != array][:1] if array.dtype.kind == "f" else ()
    for number in (least, most, *map(float, broken)):
        wrong = wrong_value(int(number) if number.is_integer() else number, parameter)
        if wrong is not None:
            raise values_error(f"{name}={number:g}: {wrong[0]}", wrong[1])
    return least
