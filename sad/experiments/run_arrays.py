"""A column whose times depend on the run, as a function of NumPy arrays of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra.vectorise import ArrayFormulas
from sad.evaluation.array_counts import checked, largest_of
from sad.late import numpy as np
from sad.mapping.bound import unknown_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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
        self._curves, self._place, self._shape, self._varied = curves, place, shape, varied
        counts = [put_in(poly) for poly in curves.prepared(shape).place_of]
        self._formulas = ArrayFormulas(counts, limits)
        self._fixed = {
            n: float(number)
            for n, poly in enumerate(counts)
            if (number := poly.as_constant) is not None
        }
        calls = (call.symbol for call in unknown_calls(shape.model.expansion))
        self.symbols = frozenset(self._formulas.symbols).union(calls)
        self.largest = 0.0

    def __call__(self, values: Mapping[str, Number | Floats], shape: tuple[int, ...]) -> Floats:
        """Return the times at so many points, one after the other."""
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
        from sad.algebra.point_arrays import pieces  # noqa: PLC0415 - needs NumPy

        found = checked(self._formulas, arrays)
        self.largest = max(self.largest, *map(largest_of, found))
        varied: dict[Any, Floats] = {name: arrays[name] for name in self._varied}
        varied |= {n: count for n, count in enumerate(found) if n not in self._fixed}
        varied = {key: np.broadcast_to(array, (size,)) for key, array in varied.items()}
        known = {**values, **self._fixed}
        return pieces(lambda some: [self._seconds({**known, **some})], varied, size)[0]

    def _seconds(self, known: Mapping[Any, Any]) -> Any:
        """The time of one run, by the values of symbols, and counts by place."""
        (parts,) = self._curves.in_run(self._shape, [self._place], known)
        return sum(
            known[place] * (known[each] if isinstance(each, str) else each) for place, each in parts
        )
