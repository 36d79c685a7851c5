"""Weighted least squares for a few points, with leave-one-out errors from one fit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence


_DEPENDENT = 1e-9  # what is left of a column that is a sum of the others, relative to it
_MOST = 1e100  # of an exponential: its square is a number as well


@record
class Regression:
    """Coefficients, with ``residuals`` and ``leverages`` at the points. ``upper`` is R of QR."""

    coefficients: tuple[float, ...]
    residuals: tuple[float, ...]
    leverages: tuple[float, ...]
    upper: tuple[tuple[float, ...], ...]

    def variance(self, row: Sequence[float]) -> float:
        """Return the variance of the fitted value where the columns have the values ``row``."""
        solved: list[float] = []
        for index, value in enumerate(row):
            known = sum(self.upper[k][index] * solved[k] for k in range(index))
            solved.append((value - known) / self.upper[index][index])
        return math.fsum(value * value for value in solved)

    def left_out(self, index: int) -> float | None:
        """Return the error at a point that was left out; None if nothing else fixes the function."""
        free = 1 - self.leverages[index]
        return self.residuals[index] / free if free > _DEPENDENT else None


def regress(
    columns: Sequence[Sequence[float]], values: Sequence[float], variances: Sequence[float]
) -> Regression | None:
    """Fit ``values`` by a sum of ``columns``; None if the columns do not tell the coefficients."""
    weights = [1 / math.sqrt(variance) for variance in variances]
    basis: list[list[float]] = []
    upper: list[list[float]] = [[0.0] * len(columns) for _ in columns]
    for number, given in enumerate(columns):
        rest = [value * weight for value, weight in zip(given, weights, strict=True)]
        whole = math.hypot(*rest)
        for _ in range(2):  # once more, for what rounding left of the earlier ones
            for index, unit in enumerate(basis):
                part = math.fsum(a * b for a, b in zip(unit, rest, strict=True))
                upper[index][number] += part
                rest = [a - part * b for a, b in zip(rest, unit, strict=True)]
        length = math.hypot(*rest)
        if not math.isfinite(length) or length <= _DEPENDENT * whole:
            return None
        upper[number][number] = length
        basis.append([value / length for value in rest])
    weighted = [value * weight for value, weight in zip(values, weights, strict=True)]
    parts: list[float] = []
    rest = weighted
    for unit in basis:
        part = math.fsum(a * b for a, b in zip(unit, rest, strict=True))
        rest = [a - part * b for a, b in zip(rest, unit, strict=True)]
        parts.append(part)
    coefficients = _back(upper, parts)
    residuals = tuple(value / weight for value, weight in zip(rest, weights, strict=True))
    leverages = tuple(
        min(1.0, math.fsum(unit[index] ** 2 for unit in basis)) for index in range(len(values))
    )
    return Regression(coefficients, residuals, leverages, tuple(tuple(row) for row in upper))


def _back(upper: list[list[float]], parts: list[float]) -> tuple[float, ...]:
    solved = [0.0] * len(parts)
    for index in reversed(range(len(parts))):
        known = sum(upper[index][k] * solved[k] for k in range(index + 1, len(parts)))
        solved[index] = (parts[index] - known) / upper[index][index]
    return tuple(solved)


def saturate(
    column: Sequence[float],
    over: Sequence[float],
    values: Sequence[float],
    variances: Sequence[float],
) -> tuple[tuple[float, float], Regression] | None:
    """Fit ``values`` by c*column/(over + d) with d > 0; return (c, d), and the fit linearised there.

    For a given d it is linear in c, so d is searched: on a coarse scale, then by halving the step.
    """
    if min(over) <= 0:
        return None

    def error(shift: float) -> tuple[float, float]:
        shape = [value / (size + shift) for value, size in zip(column, over, strict=True)]
        fitted = regress([shape], values, variances)
        if fitted is None:
            return math.inf, 0.0
        squares = (e * e / v for e, v in zip(fitted.residuals, variances, strict=True))
        return math.fsum(squares), fitted.coefficients[0]

    middle = math.exp(math.fsum(map(math.log, over)) / len(over))
    power = min(range(-8, 9), key=lambda exponent: error(middle * 2.0**exponent)[0])
    if power in (-8, 8):
        return None  # a constant, or without a bend
    place, step = float(power), 0.5
    for _ in range(40):
        here = (place - step, place, place + step)
        place = min(here, key=lambda exponent: error(middle * 2.0**exponent)[0])
        step *= 0.7
    shift = middle * 2.0**place
    factor = error(shift)[1]
    shape = [value / (size + shift) for value, size in zip(column, over, strict=True)]
    slope = [-factor * value / (size + shift) for value, size in zip(shape, over, strict=True)]
    return _linearised((factor, shift), shape, slope, values, variances)


def raise_base(
    exponents: Sequence[float], values: Sequence[float], variances: Sequence[float]
) -> tuple[tuple[float, float], Regression] | None:
    """Fit ``values`` by c*d**exponent; return (c, d), and the fit linearised there.

    The logarithms are linear in the exponents; what a value weighs there is its relative variance.
    """
    if min(values) <= 0:
        return None
    logs = [math.log(value) for value in values]
    relative = [variance / value**2 for variance, value in zip(variances, values, strict=True)]
    fitted = regress([[1.0] * len(values), exponents], logs, relative)
    if fitted is None:
        return None
    try:
        factor, base = map(math.exp, fitted.coefficients)
        rows = [raised_row(exponent, factor, base) for exponent in exponents]
    except OverflowError:
        return None
    shape = [row[0] for row in rows if row]
    slope = [row[1] for row in rows if row]
    if not factor or len(shape) < len(values):
        return None
    return _linearised((factor, base), shape, slope, values, variances)


def _linearised(
    coefficients: tuple[float, float],
    shape: Sequence[float],
    slope: Sequence[float],
    values: Sequence[float],
    variances: Sequence[float],
) -> tuple[tuple[float, float], Regression] | None:
    """Return the first of two coefficients times ``shape``, with the derivative by the second."""
    linear = regress([shape, slope], values, variances)
    if linear is None:
        return None
    rest = tuple(value - coefficients[0] * part for value, part in zip(values, shape, strict=True))
    return coefficients, Regression(coefficients, rest, linear.leverages, linear.upper)


def raised_row(exponent: float, factor: float, base: float) -> list[float] | None:
    """Return the derivatives of factor*base**exponent by factor and base; None if it is too large."""
    try:
        value = base**exponent
    except OverflowError:
        return None
    return [value, factor * exponent * value / base] if value < _MOST else None
