"""A column whose times depend on the run, as a function of NumPy arrays of points."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from sad.algebra.vectorise import ArrayFormulas
from sad.evaluation.array_counts import checked, largest_of
from sad.mapping.bound import unknown_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.experiments.curve import Curves
    from sad.experiments.program import Shape

    Floats = NDArray[np.float64]

_AT_ONCE = 65_536  # points: the values of every step of a cost model are kept for so many


class InRun:
    """A column whose times depend on the run, as a function of arrays.

    ``symbols``, ``largest`` and ``at_once`` are those of ``_Weighted``.
    """

    at_once, takes_grids = 0, False

    def __init__(
        self,
        curves: Curves,
        place: int,
        shape: Shape,
        put_in: Callable[[Poly], Poly],
        limits: Sequence[Poly],
        varied: frozenset[str],
    ) -> None:
        quantity, target = curves.columns[place]
        assert target is not None
        self._quantity, self._model, self._varied = quantity, shape.model, varied
        self._binder = curves.binder(shape, target)
        expansion = shape.model.expansion
        counts = dict.fromkeys(block.count for block in expansion.blocks)
        counts |= dict.fromkeys(call.count for call in unknown_calls(expansion))
        self._counts = tuple(counts)
        found = tuple(put_in(poly) for poly in counts)
        self._formulas = ArrayFormulas(found, limits)
        self._numbers = tuple(poly.as_constant for poly in found)
        calls = (call.symbol for call in unknown_calls(expansion))
        self.symbols = frozenset(self._formulas.symbols).union(calls)
        self.largest = 0.0

    def __call__(self, values: Mapping[str, Number | Floats], shape: tuple[int, ...]) -> Floats:
        """Return the times at so many points, one after the other."""
        import numpy as np  # noqa: PLC0415 - heavy

        arrays = {name: np.asarray(values[name], np.float64) for name in self.symbols}
        arrays |= {name: np.asarray(values[name], np.float64) for name in self._varied}
        # Points that are alike come together, so that few parts have points apart.
        sizes = [array for array in arrays.values() if array.size > 1]
        order = np.argsort(sum(np.log2(np.abs(array) + 1.0) for array in sizes)) if sizes else None
        (size,) = shape
        result = np.empty(size)
        for low in range(0, size, _AT_ONCE):
            here = slice(low, low + _AT_ONCE) if order is None else order[low : low + _AT_ONCE]
            some = {n: array[here] if array.size > 1 else array for n, array in arrays.items()}
            result[here] = self._part(values, some, min(_AT_ONCE, size - low))
        return result

    def _part(
        self, values: Mapping[str, Number | Floats], arrays: Mapping[str, Floats], size: int
    ) -> Floats:
        """The times at some of the points, where the symbols have these values in ``arrays``."""
        import numpy as np  # noqa: PLC0415 - heavy

        from sad.algebra.point_arrays import piecewise  # noqa: PLC0415 - needs NumPy

        found = checked(self._formulas, arrays)
        self.largest = max(self.largest, *map(largest_of, found))
        varied: dict[str | Poly, Floats] = {
            name: np.broadcast_to(arrays[name], (size,)) for name in self._varied
        }
        fixed: dict[Poly, float] = {}
        for poly, number, count in zip(self._counts, self._numbers, found, strict=True):
            if number is None:
                varied[poly] = np.broadcast_to(count, (size,))
            else:
                fixed[poly] = float(number)
        kept = {name: value for name, value in values.items() if name not in self._varied}
        return piecewise(partial(self._seconds, kept, fixed), varied, size)

    def _seconds(
        self, kept: Mapping[str, Any], fixed: Mapping[Poly, Any], varied: Mapping[Any, Any]
    ) -> Any:
        """The time of one run, by the numbers that vary: values of symbols, and counts."""
        values = {**kept, **{name: varied[name] for name in self._varied}}
        counts = {poly: varied.get(poly, fixed.get(poly)) for poly in self._counts}
        blocks = {block.id: counts[block.count] for block in self._model.expansion.blocks}
        bound = self._binder.at(blocks, values)
        return sum(
            counts[poly] * (values[each] if isinstance(each, str) else each)
            for poly, each in self._quantity.parts(self._model, bound)
        )
