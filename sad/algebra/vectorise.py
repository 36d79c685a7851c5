"""Values of formulas at many points, with NumPy: float64, where ``evaluate`` is exact.

Points come as arrays that broadcast against each other. Give each axis of a grid a dimension of its own
(``grid`` does): then what depends on one axis is computed once per value on that axis, and only few
operations have the size of the grid. Scattered points, all of one shape, go through in chunks that
stay in the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sad.algebra import atoms
from sad.algebra.canonical_text import plain_text
from sad.algebra.emit import Emitter
from sad.algebra.evaluate import MissingValue
from sad.algebra.nested import no_rank
from sad.algebra.poly import Poly
from sad.algebra.targets import NUMPY
from sad.late import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[Any]
    Shape = tuple[int, ...]
    Function = Callable[[Sequence[Floats]], list[Floats]]


CHUNK = 16_384
"""Scattered points at once: temporaries of this length stay in the cache."""


class BrokenAssumption(ValueError):
    """A point at which something assumed does not hold. The message names both."""


def grid(values: Mapping[str, ArrayLike]) -> dict[str, Floats]:
    """Return arrays that span a grid: each symbol with several values has a dimension of its own.

    Dimensions come in the order of ``values``; numbers have none.
    """
    arrays = {name: np.asarray(value, dtype=np.float64) for name, value in values.items()}
    axes = [name for name, array in arrays.items() if array.ndim > 0]
    for place, name in enumerate(axes):
        arrays[name] = arrays[name].reshape((-1, *[1] * (len(axes) - 1 - place)))
    return arrays


class ArrayFormulas:
    """Polynomials as functions of arrays, to be called as often as one likes.

    ``symbols`` are all they need, sorted. ``assumptions`` are polynomials that must be at least zero at
    every point.
    """

    def __init__(self, polys: Sequence[Poly], assumptions: Sequence[Poly] = ()) -> None:
        self._polys = (*polys, *assumptions)
        self._results = len(polys)
        found = {name for poly in self._polys for name in atoms.free_symbols(poly)}
        self.symbols = tuple(sorted(found))
        self._plain: Function | None = None
        self._grids: dict[tuple[frozenset[int], ...], tuple[list[Split | None], Function]] = {}
        self._may_fail = False

    def __call__(self, values: Mapping[str, ArrayLike]) -> list[Floats]:
        """Return the values of all polynomials, each in the common shape of the arrays for ``symbols``.

        Raises ``MissingValue`` for symbols without values, ``BrokenAssumption``, ``ZeroDivisionError``
        where a divisor or a logarithm's base leaves a point without a value, and ``ValueError`` if the
        arrays do not broadcast.
        """
        missing = [name for name in self.symbols if name not in values]
        if missing:
            raise MissingValue(missing)
        arrays = [np.asarray(values[name]) for name in self.symbols]
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
        size = int(np.prod(shape))
        if all(array.size in (1, size) for array in arrays):
            found = self._scattered(arrays, shape, size)
        else:
            found = self._on_grid(arrays, shape)
        self._check(found, arrays)
        return [item if item.flags.writeable else item.copy() for item in found[: self._results]]

    # --- evaluation ------------------------------------------------------------------------------

    def _scattered(self, arrays: Sequence[Numbers], shape: Shape, size: int) -> list[Floats]:
        if self._plain is None:
            self._plain = self._compile(self._polys, no_rank)
        results = [np.empty(size) for _ in self._polys]
        flat = [array.reshape(-1) for array in arrays]
        for start in range(0, size, CHUNK):
            part = slice(start, start + CHUNK)
            inside = [
                np.asarray(array[part] if array.size == size else array, np.float64)
                for array in flat
            ]
            for result, item in zip(results, self._plain(inside), strict=True):
                result[part] = item
        return [result.reshape(shape) for result in results]

    def _on_grid(self, arrays: Sequence[Numbers], shape: Shape) -> list[Floats]:
        axes = tuple(axes_of(array) for array in arrays)
        plan = self._grids.get(axes)
        if plan is None:
            plan = self._grids[axes] = self._plan(Axes(dict(zip(self.symbols, axes, strict=True))))
        splits, function = plan
        items = iter(function([np.asarray(array, np.float64) for array in arrays]))
        found: list[Floats] = []
        for split in splits:
            if split is None:
                found.append(np.broadcast_to(next(items), shape))
                continue
            along = [next(items) for _ in split.along]
            across = [next(items) for _ in split.across]
            found.append(matrix_product(split.axis, along, across, shape))
        return found

    def _plan(self, axes: Axes) -> tuple[list[Split | None], Function]:
        splits = [axes.split(poly) for poly in self._polys]
        needed: list[Poly] = []
        for poly, split in zip(self._polys, splits, strict=True):
            needed.extend((poly,) if split is None else (*split.along, *split.across))
        return splits, self._compile(needed, Ranks(needed, axes))

    def _compile(self, polys: Sequence[Poly], rank: Callable[[str], int]) -> Function:
        from sad.algebra import array_runtime  # noqa: PLC0415 - needs NumPy

        arguments = {name: f"a{index}" for index, name in enumerate(self.symbols)}
        emitter = Emitter(NUMPY, arguments, rank=rank)
        results = [emitter.poly(poly) for poly in polys]
        self._may_fail = any(emitter.may_fail(poly) for poly in polys)
        lines = ["def function(v):"]
        lines.extend(f"    {local} = v[{index}]" for index, local in enumerate(arguments.values()))
        lines.extend([*emitter.lines, "    r = []"])
        lines.extend(f"    r.append({text})" for text in results)
        lines.append("    return r")
        scope: dict[str, object] = {
            name: getattr(array_runtime, name) for name in ("np", *emitter.called)
        }
        exec(compile("\n".join(lines), "<formula>", "exec"), scope)
        return scope["function"]  # type: ignore[return-value]

    # --- checks ----------------------------------------------------------------------------------

    def _check(self, found: Sequence[Floats], arrays: Sequence[Numbers]) -> None:
        for number, (poly, value) in enumerate(zip(self._polys, found, strict=True)):
            if self._may_fail and np.isnan(value).any():
                place = self._point(arrays, np.isnan(value))
                message = f"a divisor is zero, or a logarithm has no base, at {place}"
                raise ZeroDivisionError(message)
            if number < self._results:
                continue
            broken = ~(value >= 0.0)
            if broken.any():
                message = (
                    f"{plain_text(poly)} >= 0 is assumed; it fails at {self._point(arrays, broken)}"
                )
                raise BrokenAssumption(message)

    def _point(self, arrays: Sequence[Numbers], where: NDArray[np.bool_]) -> str:
        """The first of the points marked, as text."""
        first = int(np.argmax(where))
        shown = [
            f"{name} = {np.broadcast_to(array, where.shape).flat[first]:g}"
            for name, array in zip(self.symbols, arrays, strict=True)
        ]
        return ", ".join(shown)


# How formulas are best computed on a grid: which axis to treat apart, and what to compute first.
#
# A polynomial is a sum of products ``M_k * Q_k``, where the ``M_k`` vary along one axis only and the
# ``Q_k`` along the others. Both are short; the values on the grid are their matrix product.

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


def axes_of(array: Numbers) -> frozenset[int]:
    """Return the dimensions in which an array varies, counted from the last."""
    return frozenset(place - array.ndim for place, size in enumerate(array.shape) if size > 1)


def matrix_product(
    axis: int, along: Sequence[Floats], across: Sequence[Floats], shape: tuple[int, ...]
) -> Floats:
    """Return the sum of ``along[k] * across[k]`` in the shape of the grid."""
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
