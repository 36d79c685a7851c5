"""Arrays of points that stand for one number: code written for a number runs on all points at once.

A comparison that comes out alike at all points is as good as that of two numbers. Where it does not,
the points are split and the code runs on either part anew (``by_pieces``): a function that is smooth in
pieces is evaluated piece by piece, and what tells them apart is nowhere but in the code for one number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.piecewise import Apart
from sad.algebra.vectorise import ArrayFormulas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.poly import Poly

    Floats = NDArray[np.float64]


class Points(np.ndarray[Any, Any]):
    """A number at many points. Its truth is that at all of them; ``Apart`` is raised if it differs."""

    def __bool__(self) -> bool:
        truth = np.asarray(self, dtype=np.bool_)
        if truth.all():
            return True
        if truth.any():
            raise Apart(truth)
        return False

    def __round__(self, _digits: int = 0) -> Points:
        return np.rint(self).view(Points)


for _name in ("add", "sub", "mul", "truediv"):  # never changed: two names may be of one number
    setattr(Points, f"__i{_name}__", getattr(Points, f"__{_name}__"))


def joined(yes: float | Points, no: float | Points, where: NDArray[np.bool_]) -> Points:
    """Return the number that is ``yes`` where that is so, and ``no`` elsewhere."""
    found = np.empty(len(where)).view(Points)
    found[where], found[~where] = yes, no
    return found


def pieces(
    function: Callable[[dict[Any, Any]], Sequence[Any]], arrays: Mapping[Any, Floats], size: int
) -> list[Floats]:
    """Return the numbers that a function of numbers by key makes, at ``size`` points.

    Each array has a number for each of them.
    """
    results: list[Floats] = []
    left: list[NDArray[np.int64]] = [np.arange(size)] if size else []
    while left:
        here = left.pop()
        whole = len(here) == size
        numbers = {
            key: (array if whole else array[here]).view(Points) for key, array in arrays.items()
        }
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                found = function(numbers)
        except Apart as apart:
            left += [here[apart.where], here[~apart.where]]
            continue
        results = results or [np.empty(size) for _ in found]
        for result, values in zip(results, found, strict=True):
            result[here] = values
    return results


class PointFormulas:
    """Polynomials as functions of numbers some of which are ``Points``."""

    def __init__(self, polys: Sequence[Poly], varied: frozenset[str]) -> None:
        self._polys = polys
        self._moving = [poly for poly in polys if atoms.free_symbols(poly) & varied]
        self._fixed = [poly for poly in polys if not atoms.free_symbols(poly) & varied]
        self._of_points = ArrayFormulas(self._moving)
        self._of_numbers = compile_polys(self._fixed)

    def __call__(self, values: Mapping[str, Any]) -> list[Any]:
        """Return the values in order; raises as ``ArrayFormulas`` and ``Formulas``."""
        found: dict[Poly, Any] = {}
        if self._moving:
            arrays = self._of_points(values)
            found.update(
                (poly, array.view(Points)) for poly, array in zip(self._moving, arrays, strict=True)
            )
        found.update(zip(self._fixed, self._of_numbers(values), strict=True))
        return [found[poly] for poly in self._polys]
