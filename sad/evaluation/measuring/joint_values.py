"""Values that no count tells alone: solved together from all counts that depend on them.

Two calls of one function with values ``a`` and ``b`` give ``a + b`` on its lines, and no more. The
solution nearest to equal values is taken, which gives back every count that was measured; where
counts tell the values after all, as ``a + b`` and ``2*a + b`` do, it is these. Steps are Gauss and
Newton's with the least change (the pseudo-inverse of the Jacobian), as counts are products of values.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra.atoms import free_symbols
from sad.algebra.evaluate import compile_polys
from sad.late import numpy as np
from sad.model.parameters import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.model.parameters import Parameter

    _Residuals = Callable[[Sequence[Number]], list[float]]

Equations = dict["Poly", float]
"""Measured counts by their formula."""

_CLOSE = 0.01
_EXACT = 1e-9
_STEPS = 12
_MOST_VALUES, _MOST_EQUATIONS = 40, 400
_MOST_ALONE = 4
_RANK, _FREE = 1e-10, 1e-6
_WHOLE = 1e-6  # a solution this close to a simple fraction is that fraction
_PARTS = 1000


class Joint(NamedTuple):
    """Values of symbols; of ``undetermined`` ones other values would give the same counts."""

    values: dict[str, Number]
    undetermined: frozenset[str] = frozenset()


def solve_jointly(
    equations: Equations,
    symbols: Mapping[Poly, frozenset[str]],
    values: Mapping[str, Number],
    parameters: Mapping[str, Parameter],
) -> Joint:
    """Return values of symbols that give counts in which several of them are unknown.

    ``values`` are the known ones. Only values are solved for, no sizes, probabilities and trip counts.
    What is returned gives back within 1 % all counts that unknowns connect; else, of those with the
    fewest unknowns, more executions than it gives wrongly, or the largest count alone. Empty if there
    is nothing more.
    """
    open_ones: dict[frozenset[str], Equations] = defaultdict(dict)
    for count, measured in equations.items():
        unknown = frozenset(symbols[count] - values.keys())
        kinds = (parameters.get(symbol) for symbol in unknown)
        if len(unknown) > 1 and all(item and item.kind is Kind.VALUE for item in kinds):
            open_ones[unknown][count] = measured
    connected = [(group, True) for group in _by_size(_connected(open_ones))]
    for group, is_whole in [*connected, *((group, False) for group in _by_size(open_ones))]:
        if len(group) > _MOST_VALUES:
            continue
        own = {
            count: measured
            for unknown, found in open_ones.items()
            if unknown <= group
            for count, measured in found.items()
        }
        if len(own) > _MOST_EQUATIONS:
            continue
        given, found = _solved(own, sorted(group), values)
        if given <= 0 and not is_whole:
            most = max(own, key=lambda count: own[count])
            given, found = _solved({most: own[most]}, sorted(group), values)
        if given >= sum(own.values()) or (given > 0 and not is_whole):
            return found
    return Joint({})


def _by_size(groups: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    return sorted(groups, key=lambda group: (len(group), sorted(group)))


def _connected(open_ones: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    joined: list[frozenset[str]] = []
    for unknown in open_ones:
        apart = [group for group in joined if not group & unknown]
        near = [group for group in joined if group & unknown]
        joined = [*apart, unknown.union(*near)]
    return joined


def _solved(
    equations: Equations, unknown: Sequence[str], values: Mapping[str, Number]
) -> tuple[float, Joint]:
    """Values for one group of equations, from the best of some starts, with what ``_given`` says."""
    count = compile_polys(list(equations))
    measured = list(equations.values())
    used = frozenset[str]().union(*map(free_symbols, equations)) - {*unknown}
    known = {symbol: float(values[symbol]) for symbol in used}  # fractions take ten times as long

    def residuals(point: Sequence[Number]) -> list[float]:
        with np.errstate(all="ignore"):  # a point with an infinite count is no step forward
            found = count({**known, **dict(zip(unknown, point, strict=True))})
        return [float(item) - number for item, number in zip(found, measured, strict=True)]

    best: tuple[float, list[Number]] = 0.0, []
    for start in _starts(len(unknown), max(measured)):
        try:
            point = _simple(_descend(residuals, start), residuals)
            given = _given(residuals(point), measured)
        except (ArithmeticError, ValueError):
            continue
        if given > best[0]:
            best = given, point
        if given >= sum(measured):
            break
    if not best[1]:
        return 0.0, Joint({})
    try:
        is_free = _undetermined(residuals, [float(item) for item in best[1]])
    except (ArithmeticError, ValueError):
        is_free = [True] * len(unknown)  # counts near the solution have no value
    free = frozenset(symbol for symbol, free in zip(unknown, is_free, strict=True) if free)
    return best[0], Joint(dict(zip(unknown, best[1], strict=True)), free)


def _starts(length: int, most: float) -> Iterator[list[float]]:
    """Equal values, then such as differences of two of them need."""
    for level in (1.0, most**0.5, most):
        yield [level] * length
    yield [float(k) for k in range(1, length + 1)]
    yield [float(length - k) for k in range(length)]
    for alone in range(min(length, _MOST_ALONE)):
        yield [float(k == alone) for k in range(length)]


def _given(off: Sequence[float], measured: Sequence[float]) -> float:
    """The executions that a solution gives, without those that it gives wrongly."""
    pairs = zip(off, measured, strict=True)
    return sum(count if abs(item) <= _CLOSE * count else -count for item, count in pairs)


def _descend(residuals: _Residuals, start: Sequence[float]) -> list[float]:
    """Newton's method with the least change in each step; no value becomes negative."""
    point = np.array(start)
    off = np.array(residuals(list(point)))
    for _ in range(_STEPS):
        size = float(np.abs(off).max())
        if size <= _EXACT:
            break
        change = _change(_slopes(residuals, list(point)), off, point)
        for share in (1.0, 0.5, 0.125):
            tried = np.maximum(point + share * change, 0.0)
            new = np.array(residuals(list(tried)))
            if float(np.abs(new).sum()) < float(np.abs(off).sum()):
                point, off = tried, new
                break
        else:
            break
    return [float(item) for item in point]


def _change(
    slopes: NDArray[np.float64], off: NDArray[np.float64], point: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The least change that makes up for what counts are off by; what is 0 does not fall."""
    free = np.full(len(point), fill_value=True)
    change = np.zeros(len(point))
    while free.any():
        change = np.zeros(len(point))
        change[free] = np.linalg.lstsq(slopes[:, free], -off, rcond=_RANK)[0]
        held = free & (point <= 0) & (change < 0)
        if not held.any():
            break
        free &= ~held
    return change


def _slopes(residuals: _Residuals, point: Sequence[float]) -> NDArray[np.float64]:
    """The Jacobian by differences: counts by values."""
    off = np.array(residuals(point))
    columns: list[NDArray[np.float64]] = []
    for k, value in enumerate(point):
        step = max(1.0, abs(value) / 4)
        moved = [*point[:k], value + step, *point[k + 1 :]]
        columns.append((np.array(residuals(moved)) - off) / step)
    return np.stack(columns, axis=1)


def _undetermined(residuals: _Residuals, point: Sequence[float]) -> list[bool]:
    """Which values can change, with others, while all counts stay what they are."""
    _, sizes, rows = np.linalg.svd(_slopes(residuals, point))
    rank = int((sizes > _RANK * max(sizes, default=0.0)).sum())
    return [bool(item) for item in np.abs(rows[rank:]).max(axis=0, initial=0.0) > _FREE]


def _simple(point: Sequence[float], residuals: _Residuals) -> list[Number]:
    """The point in whole numbers or simple fractions, if that gives counts as well."""
    near = [Fraction(item).limit_denominator(_PARTS) for item in point]
    if any(abs(float(a) - b) > _WHOLE * max(1.0, b) for a, b in zip(near, point, strict=True)):
        return list(point)
    plain: list[Number] = [int(item) if item.denominator == 1 else item for item in near]
    before, after = residuals(point), residuals(plain)
    worst = max(map(abs, before), default=0.0) + _WHOLE
    return plain if max(map(abs, after), default=0.0) <= worst else list(point)
