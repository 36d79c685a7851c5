"""Exact and fitted functions of one parameter's points, compared by description length.

The length of a candidate, in bits, is that of its name and its noise (``forms``, ``noise``), of its k
coefficients, and of the data. For m points the data cost (m-k)/m times the sum of

    -log2(q * N(e; 0, s**2 + q**2/12)),

where e is the error at a point that was left out of the fit, s its standard deviation and q the
difference of one count: what a cross-validated prediction leaves to be told. A coefficient costs what
one measured value does, or less if it is a simple fraction. 2**-length is a candidate's weight.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.model.parameters import Kind
from sad.profiles.fitting.exact import exact_fits
from sad.profiles.fitting.noise import COARSE, NOISES, Noise, point_variance, run_variance
from sad.profiles.fitting.points import column, typical_values, value_at
from sad.profiles.fitting.regression import (
    Regression,
    raise_base,
    raised_row,
    regress,
    saturate,
)
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from sad.profiles.fitting.forms import Form
    from sad.profiles.fitting.points import Point, PointTable, Sizes

_CLASS_BITS = 1.0  # exact and noisy functions are thought equally likely at first
_VALUE_BITS = 3.0  # for the magnitude of a value
_CORRECTION = 3.0  # bits that a correction is shorter than a value: it is about an eighth of it
_SHORTLIST = 10
_COMMON = 4.6  # bits of the forms that are held against an exact one
_LEAST = 1e-3  # of a value: the least part that a prediction is taken for
_BASES = 1.1, 50.0
_FEWEST = 3  # two points of one size
_NEGLIGIBLE = 14.0  # bits behind the best
_HALF_LOG_2PI = 0.5 * math.log2(2 * math.pi)


@record
class Candidate:
    """A function with its noise; None for one that holds exactly. ``loo`` are errors if left out."""

    form: Form
    coefficients: tuple[Fraction, ...] | tuple[float, ...]
    bits: float
    noise: Noise | None = None
    regression: Regression | None = None
    loo: tuple[float | None, ...] = ()

    def predict(self, names: tuple[str, ...], sizes: Sizes) -> tuple[float, float] | None:
        """Return the value at ``sizes`` and its variance; None if it has none there."""
        row = row_at(self.form, self.coefficients, names, sizes)
        if row is None:
            return None
        given = value_at(self.form.fixed, names, sizes) if self.form.fixed else 0
        if given is None:
            return None
        linear = self.coefficients[: len(self.form.terms)]
        value = float(given) + math.fsum(
            float(coefficient) * entry for coefficient, entry in zip(linear, row, strict=False)
        )
        variance = 0.0 if self.regression is None else self.regression.variance(row)
        return value, variance


def row_at(
    form: Form, coefficients: Sequence[Fraction | float], names: tuple[str, ...], sizes: Sizes
) -> list[float] | None:
    """Return the derivatives of the function by its coefficients; the terms, where it is linear."""
    row: list[float] = []
    for term in form.terms:
        value = value_at(term, names, sizes)
        if value is None:
            return None
        row.append(float(value))
    if form.raised:
        return raised_row(row[0], *map(float, coefficients))
    if not form.over:
        return row
    over = value_at(form.over, names, sizes)
    if over is None or (below := float(over) + float(coefficients[-1])) == 0:
        return None
    row = [value / below for value in row]
    whole = math.fsum(float(c) * v for c, v in zip(coefficients, row, strict=False))
    return [*row, -whole / below]


def _is_usual(base: float) -> bool:
    """Whether a search or a recursion has this base, or its inverse: what hardly grows is a power."""
    return _BASES[0] <= max(base, 1 / base) <= _BASES[1]


def candidates(table: PointTable, forms: Sequence[Form], kind: Kind) -> list[Candidate]:
    """Return all candidates that are not far behind the best, the best first."""
    fitter = _Fitter(table, kind)
    exact: list[Candidate] = []
    for item in exact_fits(table, forms, fitter.reference):
        length = _CLASS_BITS + item.form.bits + item.bits
        loo = (0.0 if len(table.points) > item.form.free else None,) * len(table.points)
        exact.append(Candidate(item.form, item.coefficients, length, loo=loo))
    common = [form for form in forms if form.bits <= _COMMON or form.raised] if exact else forms
    found = sorted([*exact, *_fitted(fitter, common)], key=_bits_of)
    if exact and found[0].noise is not None and len(table.points) + len(table.names) > _FEWEST:
        # of so many functions some are exact by chance, which is no reason to leave others out
        found = sorted([*exact, *_fitted(fitter, forms)], key=_bits_of)
    return [item for item in found if item.bits <= found[0].bits + _NEGLIGIBLE]


def _bits_of(candidate: Candidate) -> float:
    return candidate.bits


def _fitted(fitter: _Fitter, forms: Sequence[Form]) -> list[Candidate]:
    """Return the fits of the best of ``forms``, at all noises."""
    chosen = _shortlist(fitter, forms)
    found = [fitter.fitted(form, noise) for form in chosen for noise in NOISES]
    return [candidate for candidate in found if candidate is not None]


def doubted(found: list[Candidate]) -> list[Candidate]:
    """Return candidates with the exact ones hardly ahead: one size alone proves no function."""
    exact = min((item.bits for item in found if item.noise is None), default=math.inf)
    noisy = min((item.bits for item in found if item.noise is not None), default=math.inf)
    lag = noisy - _CLASS_BITS - exact
    if not (math.isfinite(lag) and lag > 0):
        return found
    return [replace(item, bits=item.bits + lag * (item.noise is None)) for item in found]


def _bits_of_a_value(table: PointTable, kind: Kind) -> float:
    """Return the bits to write one measured value of which only the magnitude is known."""
    bits: list[float] = []
    for point in table.points:
        size = abs(point.pooled.value)
        if kind is Kind.PROBABILITY and size <= 1:
            size = min(
                size, 1 - size
            )  # that it is almost always taken is as special as almost never
        bits.append(_VALUE_BITS + math.log2(max(1.0, size / point.quantum)))
    return math.fsum(bits) / len(bits)


def _shortlist(fitter: _Fitter, forms: Sequence[Form]) -> list[Form]:
    """Return the best forms at a few levels of noise."""
    points = len(fitter.table.points)
    usable = [
        form
        for form in forms
        if not form.rounded
        and form.free <= min(points, 3)
        and not (form.fixed and points == 1)
        and not (form.over and len(form.terms) > 1)
        and not ((form.over or form.is_power) and form.free >= points)
    ]
    chosen: dict[Form, None] = {}
    for noise in COARSE:
        tried = [(fitter.fitted(form, noise), form) for form in usable]
        ranked = sorted(
            (candidate.bits, index) for index, (candidate, _) in enumerate(tried) if candidate
        )
        for _, index in ranked[:_SHORTLIST]:
            chosen[tried[index][1]] = None
    return list(chosen)


class _Fitter:
    """Fits forms to one table; what does not depend on the form is computed once."""

    def __init__(self, table: PointTable, kind: Kind) -> None:
        self.table = table
        self._is_ratio = kind is Kind.PROBABILITY
        self.reference = _bits_of_a_value(table, kind)
        self._values = table.values
        self._quanta = [point.quantum for point in table.points]
        typical = typical_values(table.points, kind is Kind.PROBABILITY)
        self._variances = {
            noise: [
                point_variance(noise, kind, value, point) + quantum**2 / 12
                for value, point, quantum in zip(typical, table.points, self._quanta, strict=True)
            ]
            for noise in NOISES
        }
        self._scatter = {
            noise: math.fsum(_scatter(noise, kind, point) for point in table.points)
            for noise in NOISES
        }
        self._columns: dict[str, list[float] | None] = {}

    def _column(self, term: str) -> list[float] | None:
        if term not in self._columns:
            self._columns[term] = column(term, self.table.names, self.table.sizes)
        return self._columns[term]

    def _coefficient_bits(self, form: Form) -> float:
        """A correction of a function has the magnitude of a part of the value."""
        corrections = form.free - (not form.fixed)
        return self.reference * form.free - _CORRECTION * corrections

    def _counted(self, error: float, index: int) -> float:
        """Return the error at a point left out, as far as the logarithms are apart if that is more.

        A tenth of the value would else be hardly worse than half of it, and what grows faster than
        any power would be taken for a power that is far below it.
        """
        value = self._values[index]
        if self._is_ratio or error <= 0:
            return error
        return value * -math.log(max(_LEAST, 1 - error / value)) if value > 0 else error

    def fitted(self, form: Form, noise: Noise) -> Candidate | None:
        """Fit a form; None if its coefficients do not follow from the points."""
        variances = self._variances[noise]
        columns = [found for term in form.terms if (found := self._column(term)) is not None]
        if len(columns) < len(form.terms):
            return None
        wanted = self._values
        if form.fixed:
            given = self._column(form.fixed)
            if given is None:
                return None
            wanted = [value - part for value, part in zip(wanted, given, strict=True)]
        if form.over or form.raised:
            over = self._column(form.over) if form.over else None
            curve = raise_base(columns[0], wanted, variances) if form.raised else None
            if over is not None:
                curve = saturate(columns[0], over, wanted, variances)
            if curve is None or not (form.over or form.is_power or _is_usual(curve[0][1])):
                return None
            coefficients, regression = curve
        else:
            regression = regress(columns, wanted, variances)
            if regression is None:
                return None
            coefficients = regression.coefficients
        points = len(wanted)
        loo = tuple(regression.left_out(index) for index in range(points))
        told = [
            _bits(
                self._counted(error, index),
                variances[index] / (1 - regression.leverages[index]),
                self._quanta[index],
            )
            for index, error in enumerate(loo)
            if error is not None
        ]
        bits = _CLASS_BITS + form.bits + noise.bits + self._coefficient_bits(form)
        if told and points > form.free:
            bits += (points - form.free) / len(told) * math.fsum(told)
        bits += self._scatter[noise]
        return Candidate(form, coefficients, bits, noise, regression, loo)


def _scatter(noise: Noise, kind: Kind, point: Point) -> float:
    """Return the bits to tell the runs of one size apart, each after those before it."""
    bits = 0.0
    mean = point.pooled.value
    taken, reached = point.runs[0].taken, point.runs[0].reached
    for number, run in enumerate(point.runs[1:], start=1):
        variance = run_variance(noise, kind, mean, run) * (1 + 1 / number)
        quantum = 1 / run.reached if run.taken.is_integer() else point.quantum
        bits += _bits(run.value - taken / reached, variance + quantum**2 / 12, quantum)
        taken, reached = taken + run.taken, reached + run.reached
    return bits


def _bits(error: float, variance: float, quantum: float) -> float:
    """Return the bits to tell a value whose error is normal, to the resolution ``quantum``."""
    resolution = _HALF_LOG_2PI + 0.5 * math.log2(variance) - math.log2(quantum)
    return max(0.0, resolution + error * error / (2 * variance) * math.log2(math.e))
