"""A curve as a function of NumPy arrays: float64, where points one by one are exact.

Counts are added up in arrays where the time of a block is the same at all points. Where it depends on
the run, or values are calculated from a varied one, it is one point after the other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.poly import Poly
from sad.algebra.vectorise import ArrayFormulas, BrokenAssumption
from sad.diagnostics import SadError, argument_error
from sad.evaluation.model import is_decisive
from sad.evaluation.open_values import names_in
from sad.experiments.axes import axis_of
from sad.experiments.curve import need_values
from sad.experiments.program import shown_point
from sad.model.parameters import Kind
from sad.profiles.distribution_text import distribution_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from sad.algebra.evaluate import Number
    from sad.experiments.curve import Curves
    from sad.experiments.program import Point, Shape
    from sad.model.parameters import Parameter

    Floats = NDArray[np.float64]

_AT_ONCE = 65_536  # points: the values of every count are kept for so many
_ROUNDING = 1e-6


class ArrayCurve:
    """One column of curves, as a function of arrays for the axes of its program, in their order.

    ``in_arrays`` is whether arrays are worked on as a whole, not point by point; ``largest`` the
    greatest count so far. Counts above 2**53 are rounded, and what is rounded down in them with it.
    """

    def __init__(self, curves: Curves, place: int) -> None:
        self._curves = curves
        self._place = place
        self._program = curves.program
        names = self._program.names
        self.axes = self._program.axes
        self._symbols = [names.find(axis.name) or "" for axis in self.axes]
        self._formulas: WeakKeyDictionary[Shape, _Weighted] = WeakKeyDictionary()
        self.largest = 0.0
        summed = curves.columns[place][0].is_sum and curves.is_fixed(place)
        self.in_arrays = summed and self._values_are_apart()

    def __call__(self, *arrays: ArrayLike) -> Floats:
        """Return the values, in the common shape of the arrays.

        Raises ``SadError`` SAD503 for values that cannot be, SAD850 for parameters without a value, and
        ``ValueError`` if the arrays do not broadcast.
        """
        import numpy as np  # noqa: PLC0415 - heavy

        given = np.broadcast_arrays(*arrays)
        shape = given[0].shape
        result = np.empty(given[0].size)
        flat = [array.reshape(-1) for array in given]
        if not self.in_arrays:
            for place in range(result.size):
                point = self._point([array[place] for array in flat])
                result[place] = self._curves.at(point)[self._place]
            return result.reshape(shape)
        floats = [np.asarray(array, dtype=np.float64) for array in flat]
        for axis, symbol, array in zip(self.axes, self._symbols, floats, strict=True):
            _check(axis.name, self._parameter(symbol), array)
        groups = self._groups(floats)
        for group in np.unique(groups):
            found = np.flatnonzero(groups == group)
            for start in range(0, found.size, _AT_ONCE):
                here = found[start : start + _AT_ONCE]
                result[here] = self._evaluate([array[here] for array in floats])
        return result.reshape(shape)

    def _values_are_apart(self) -> bool:
        """Whether no value that stays is calculated from one that varies."""
        names = self._program.names
        symbols = set(self._symbols)
        if self._program.is_counted_anew or "" in symbols:
            return False
        if any(names.coding_of(axis.name) is not Coding.INTEGER for axis in self.axes):
            return False
        for setting in self._program.settings({}).items.values():
            if symbols & {names.find(name) for name in names_in(setting, names)}:
                return False
            own = self._parameter(names.find(setting.name) or "")
            random = setting.spread or distribution_name(setting.text)
            if own is None or own.limit is None or not random:
                continue
            if symbols & atoms.free_symbols(own.limit):
                return False  # what is possible, and so the mean, differs from point to point
        return True

    def _parameter(self, symbol: str) -> Parameter | None:
        return self._program.names.parameters.get(symbol)

    def _point(self, values: Sequence[object]) -> Point:
        axes = self.axes
        return {
            axis.name: axis_of(axis.name, [value]).values[0]
            for axis, value in zip(axes, values, strict=True)
        }

    def _groups(self, arrays: Sequence[Floats]) -> NDArray[np.int64]:
        """A number for each point: equal where the same parts of the program run."""
        import numpy as np  # noqa: PLC0415 - heavy

        groups = np.zeros(arrays[0].size if arrays else 1, dtype=np.int64)
        for symbol, array in zip(self._symbols, arrays, strict=True):
            parameter = self._parameter(symbol)
            kind = None if parameter is None else parameter.kind
            groups *= 3
            for value in (0, 1):
                if is_decisive(kind, value):
                    groups[array == value] += value + 1
        return groups

    def _evaluate(self, arrays: Sequence[Floats]) -> Floats:
        """The values at points at which the same parts of the program run."""
        shape, model = self._program.at(self._point([array[0] for array in arrays]))
        formulas = self._formulas.get(shape)
        if formulas is None:
            formulas = _Weighted(*self._collected(shape))
            self._formulas[shape] = formulas
        need_values(model, formulas.symbols)

        def found(low: int, high: int) -> Floats:
            inside = [array[low:high] for array in arrays]
            values = {**model.values, **dict(zip(self._symbols, inside, strict=True))}
            result = formulas(values, high - low)
            self.largest = max(self.largest, formulas.largest)
            return result

        low, high = 0, arrays[0].size
        try:
            return found(low, high)
        except SadError as error:
            while high - low > 1:  # the first point that fails
                middle = (low + high) // 2
                try:
                    found(low, middle)
                    low = middle
                except SadError:
                    high = middle
            place = shown_point(self._point([array[low] for array in arrays]))
            diagnostic = replace(
                error.diagnostic, message=f"{error.diagnostic.message} (at {place})"
            )
            raise SadError(diagnostic, error.exit_code) from None

    def _collected(self, shape: Shape) -> tuple[dict[Poly, float], list[Poly]]:
        """Counts with their weights, and what must be 0 or more for the values to fit each other."""
        model = shape.model
        weights: dict[Poly, float] = {}
        for poly, each in self._curves.fixed_parts(shape, self._place):
            if isinstance(each, str):
                count, weight = poly * Poly.symbol(each), 1.0
            else:
                count, weight = poly, float(each)
            if weight:
                weights[count] = weights.get(count, 0.0) + weight
        limits = [
            parameter.limit - Poly.symbol(symbol)
            for symbol in model.values
            if (parameter := self._parameter(symbol)) is not None
            and parameter.limit is not None
            and atoms.free_symbols(parameter.limit) <= model.values.keys()
            and symbol not in model.random
        ]
        return weights, limits


class _Weighted:
    """A weighted sum of counts as a function of arrays."""

    def __init__(self, weights: dict[Poly, float], limits: Sequence[Poly]) -> None:
        self._weights = tuple(weights.values())
        self._formulas = ArrayFormulas(tuple(weights), limits)
        self.symbols = self._formulas.symbols
        self.largest = 0.0

    def __call__(self, values: Mapping[str, Number | Floats], size: int) -> Floats:
        import numpy as np  # noqa: PLC0415 - heavy

        try:
            counts = self._formulas(
                {name: np.asarray(values[name], np.float64) for name in self.symbols}
            )
        except BrokenAssumption:
            message = "a loop would run more often than its bounds allow"
            raise _error(message, "give smaller values") from None
        except ZeroDivisionError:
            message = "with the values given, a count divides by zero"
            raise _error(message, "a divisor or a loop's step is zero") from None
        result = np.zeros(size)
        for count, weight in zip(counts, self._weights, strict=True):
            largest = float(count.max())
            self.largest = max(self.largest, largest)
            if count.min() < -_ROUNDING * max(1.0, largest):
                message = (
                    "the values given contradict each other: something would run below 0 times"
                )
                raise _error(message, "check probabilities and trip counts of one loop")
            result += count * weight
        return result


def _check(name: str, parameter: Parameter | None, array: Floats) -> None:
    """Fail for values that a parameter cannot have (SAD503)."""
    import numpy as np  # noqa: PLC0415 - heavy

    if not np.isfinite(array).all():
        raise _error(f"{name}: not all values are numbers", "give finite numbers")
    if parameter is None:
        return
    if parameter.kind is Kind.SIZE:
        wrong, what = np.floor(array) != array, "a whole number is expected"
    elif parameter.kind is Kind.PROBABILITY:
        wrong, what = (array < 0) | (array > 1), "a probability is between 0 and 1"
    elif parameter.kind is Kind.TRIP_COUNT:
        wrong = array < parameter.least
        what = f"this loop cannot run less than {parameter.least} times"
    else:
        return
    if wrong.any():
        raise _error(f"{name}={array[wrong][0]:g}: {what}", "give other values")


def _error(message: str, hint: str) -> SadError:
    return argument_error("SAD503", message, hint)
