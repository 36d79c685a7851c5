"""How formulas are best computed on a grid: which axis to treat apart, and what to compute first.

A polynomial is a sum of products ``M_k * Q_k``, where the ``M_k`` vary along one axis only and the
``Q_k`` along the others. Both are short; the values on the grid are their matrix product.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


_AT_ONCE = 1 << 17
"""Multiplications at once: the result stays in the cache, and BLAS does not start threads for it."""


class Split(NamedTuple):
    """A polynomial as the sum of ``along[k] * across[k]``; only the former vary along ``axis``.

    Axes are dimensions counted from the last: -1, -2, ...
    """

    axis: int
    along: tuple[Poly, ...]
    across: tuple[Poly, ...]


class Axes:
    """Along which axes symbols and atoms vary, given that of the parameters."""

    def __init__(self, parameters: Mapping[str, frozenset[int]]) -> None:
        self._known = dict(parameters)

    def of(self, symbol: str) -> frozenset[int]:
        """Return the axes of a symbol; none for a number."""
        known = self._known.get(symbol)
        if known is None:
            free = atoms.free_symbols(Poly.symbol(symbol))
            known = frozenset[int]().union(*(self._known.get(name, frozenset()) for name in free))
            self._known[symbol] = known
        return known

    def split(self, poly: Poly) -> Split | None:
        """Return the split along the axis that needs the fewest products.

        None if every axis has an atom that varies along another one, too, or there is one axis only.
        """
        spread = {name: self.of(name) for name in poly.symbols()}
        axes = sorted({axis for found in spread.values() for axis in found})
        best: dict[tuple[str, ...], dict[tuple[str, ...], int]] | None = None
        chosen = 0
        for axis in axes if len(axes) > 1 else ():
            if any(axis in found and len(found) > 1 for found in spread.values()):
                continue
            parts: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}
            for monomial, value in poly.terms.items():
                along = tuple(name for name in monomial if axis in spread[name])
                across = tuple(name for name in monomial if axis not in spread[name])
                parts.setdefault(along, {})[across] = value
            if best is None or len(parts) < len(best):
                best, chosen = parts, axis
        if best is None:
            return None
        along = tuple(Poly({monomial: 1}) for monomial in best)
        return Split(chosen, along, tuple(Poly(terms, poly.den) for terms in best.values()))


class Ranks:
    """How far out a symbol belongs in a nested sum: the axis with the fewest monomials outermost."""

    def __init__(self, polys: Sequence[Poly], axes: Axes) -> None:
        self._axes = axes
        monomials: dict[int, set[tuple[str, ...]]] = {}
        for poly in polys:
            for monomial in poly.terms:
                spread = [(name, axes.of(name)) for name in monomial]
                for axis in {axis for _, found in spread for axis in found}:
                    kept = tuple(name for name, found in spread if axis in found)
                    monomials.setdefault(axis, set()).add(kept)
        order = sorted(monomials, key=lambda axis: (-len(monomials[axis]), axis))
        self._level = {axis: level for level, axis in enumerate(order, start=1)}

    def __call__(self, symbol: str) -> int:
        """Return 0 for a number, else the level of the symbol's outermost axis."""
        return max((self._level.get(axis, 0) for axis in self._axes.of(symbol)), default=0)


def axes_of(array: Floats) -> frozenset[int]:
    """Return the dimensions in which an array varies, counted from the last."""
    return frozenset(place - array.ndim for place, size in enumerate(array.shape) if size > 1)


def matrix_product(
    axis: int, along: Sequence[Floats], across: Sequence[Floats], shape: tuple[int, ...]
) -> Floats:
    """Return the sum of ``along[k] * across[k]`` in the shape of the grid."""
    import numpy as np  # noqa: PLC0415 - heavy

    place = len(shape) + axis
    before, size, after = shape[:place], shape[place], shape[place + 1 :]
    left = np.array([np.broadcast_to(np.ravel(item), (size,)) for item in along])
    rest = (*before, 1, *after)
    right = np.array([np.broadcast_to(item, rest).reshape(-1) for item in across])
    if not after:
        rows, factor = np.ascontiguousarray(right.T), np.ascontiguousarray(left)
        result = np.empty((len(rows), size))
        for part in _pieces(len(rows), size * len(along)):
            np.matmul(rows[part], factor, out=result[part])
        return result.reshape(shape)
    outer, inner = int(np.prod(before)), int(np.prod(after))
    middle = right.reshape(len(along), outer, inner).transpose(1, 0, 2)
    result = np.empty((outer, size, inner))
    for part in _pieces(inner, size * len(along)):
        np.matmul(left.T, middle[:, :, part], out=result[:, :, part])
    return result.reshape(shape)


def _pieces(length: int, cost: int) -> Iterator[slice]:
    """Cut ``length`` items of so many multiplications each into pieces."""
    step = max(1, _AT_ONCE // cost)
    for start in range(0, length, step):
        yield slice(start, start + step)
