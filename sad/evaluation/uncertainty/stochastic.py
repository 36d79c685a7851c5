"""How sure a prediction is: mean, standard deviation and quantiles over random values."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE
from sad.diagnostics import argument_error
from sad.evaluation.linear import Weighted, total_of, totals_of_units
from sad.evaluation.uncertainty.random_polynomials import (
    RandomPolynomial,
    Variance,
    random_polynomials,
    variance_of,
)
from sad.evaluation.uncertainty.sampling import SampledCounts, possible, random_points
from sad.evaluation.uncertainty.sensitivity import (
    Influence,
    elasticities,
    exact_shares,
    ranking,
    sampled_shares,
)
from sad.late import numpy as np
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.predict import Prediction
    from sad.evaluation.uncertainty.sampling import Points

    Floats = NDArray[np.float64]

SAMPLES, SEED = 100_000, 1
"""So many samples give 5 % quantiles to about 1 % of a standard deviation."""
QUANTILES = (0.05, 0.5, 0.95)
_MOST_LEFT_OUT = 0.5
_UNITS_AT_ONCE = 16  # so many arrays as long as the samples are kept


@record
class Spread:
    """A random quantity: seconds, or operations where there is no machine.

    ``exact`` is whether mean and standard deviation are; they are estimates from samples otherwise, as
    the quantiles (5, 50 and 95 %) always are.
    """

    mean: float
    sd: float
    quantiles: tuple[float, float, float]
    exact: bool


@record
class Uncertainty:
    """The spread of the total, that of each unit's own blocks, and what makes it.

    ``left_out`` is the share of the samples whose values cannot come together, because something would
    run less than 0 times. Where there are some, moments come from the others, and no share of the
    variance belongs to one value.

    ``total`` is None while values are missing, and for units each by themselves; ``units`` are those
    whose values are known. ``of_time`` is whether these are seconds, not operations.
    """

    of_time: bool
    total: Spread | None
    units: Mapping[str, Spread]
    influences: tuple[Influence, ...]
    exact_shares: bool
    samples: int
    seed: int
    left_out: float = 0.0
    variance: Variance | None = None
    """Exact mean and variance of the total, where they are."""


def uncertainty_of(
    prediction: Prediction, samples: int = SAMPLES, seed: int = SEED
) -> Uncertainty | None:
    """Return how sure a prediction is; None if no value of its model is random.

    Values are independent of each other. Functions that were fitted to runs and cannot come together
    more often than not give counts of 0 where these would be below. Raises ``SadError``: SAD513 (other
    values that cannot come together more often than not), SAD503 (no value, or one that is too large).
    """
    if not prediction.model.random:
        return None
    try:
        return _Study(prediction, samples, seed).result()
    except ZeroDivisionError:
        message = "with the values given, a count divides by zero"
        raise argument_error("SAD503", message, "a divisor or a loop's step is zero") from None
    except OverflowError:
        message = "with the values given, a count is too large"
        raise argument_error("SAD503", message, "give smaller values") from None


class _Study:
    def __init__(self, prediction: Prediction, samples: int, seed: int) -> None:
        self._model, self._bound = prediction.model, prediction.bound
        self._samples, self._seed = samples, seed
        total = total_of(self._model, self._bound)
        self._total = total if total is not None and self._is_known(total) else None
        units = totals_of_units(self._model, self._bound)
        self._units = {name: parts for name, parts in units.items() if self._is_known(parts)}
        counts = [*(self._total or ()), *(poly for unit in self._units.values() for poly in unit)]
        self._random = self._model.random
        self._polynomials = self._reduced(list(dict.fromkeys(counts)), prediction)
        self._kept: NDArray[np.bool_] | None = None
        self._mask: NDArray[np.bool_] | None = None
        self._is_cut = False  # what is below 0 is taken as 0

    def _is_known(self, parts: Weighted) -> bool:
        return all(atoms.free_symbols(poly) <= self._model.values.keys() for poly in parts)

    def _reduced(
        self, counts: Sequence[Poly], prediction: Prediction
    ) -> dict[Poly, RandomPolynomial | None]:
        """All counts as polynomials in the random symbols; whole numbers need no second look."""
        found: dict[Poly, RandomPolynomial | None] = {}
        for block in self._model.expansion.blocks:
            value = prediction.counts.get(block.id)
            if isinstance(value, int) and not self._is_random(block.count):
                found[block.count] = {(): Fraction(value)} if value else {}
        left = [poly for poly in counts if poly not in found]
        ranges = {name: item.support for name, item in self._random.items()}
        found.update(zip(left, random_polynomials(left, self._model.values, ranges), strict=True))
        return found

    def _is_random(self, poly: Poly) -> bool:
        return not self._random.keys().isdisjoint(atoms.free_symbols(poly))

    def result(self) -> Uncertainty:
        total, units = self._spreads()
        left_out = 0.0
        if self._kept is not None:
            left_out = 1 - float(self._kept.mean())
            if left_out > _MOST_LEFT_OUT and self._model.fitted:
                left_out, self._is_cut = 0.0, True
                self._kept = np.ones(self._samples, dtype=bool)
            if left_out > _MOST_LEFT_OUT:
                message = (
                    f"random values contradict each other in {100 * left_out:.0f} % of the samples: "
                    "something would run less than 0 times"
                )
                hint = "choose distributions whose values can come together"
                raise argument_error("SAD513", message, hint)
            self._mask = self._kept
            total, units = self._spreads()
        variance = None if self._total is None else self._variance(self._total)
        influences: tuple[Influence, ...] = ()
        if self._total is not None:
            shares: dict[str, tuple[float, float]] = {}
            if self._kept is None:
                shares = dict.fromkeys(self._random, (0.0, 0.0))
                shares.update(
                    self._sampled_shares(self._total)
                    if variance is None
                    else exact_shares(variance, self._random)
                )
            influences = ranking(elasticities(self._model, self._bound), shares)
        return Uncertainty(
            self._bound is not None,
            total,
            units,
            influences,
            variance is not None,
            self._samples,
            self._seed,
            left_out,
            variance,
        )

    def _merged(self, parts: Weighted) -> tuple[RandomPolynomial, list[Poly]]:
        """A weighted sum as one polynomial, and the counts that are none."""
        merged: RandomPolynomial = {}
        others: list[Poly] = []
        for poly, weight in parts.items():
            polynomial = self._polynomials[poly]
            if polynomial is None:
                others.append(poly)
                continue
            each = Fraction(weight)
            for monomial, value in polynomial.items():
                merged[monomial] = merged.get(monomial, Fraction(0)) + each * value
        return merged, others

    def _variance(self, parts: Weighted) -> Variance | None:
        """Exact mean and variance of a weighted sum; None if a count is no polynomial."""
        merged, others = self._merged(parts)
        return None if others or self._kept is not None else variance_of(merged, self._random)

    # --- samples ---------------------------------------------------------------------------------

    def _spreads(self) -> tuple[Spread | None, dict[str, Spread]]:
        """Sample all units, some at a time, and the total along with them.

        Notices samples whose values cannot come together: a second call leaves them out.
        """
        sums = np.zeros(self._samples)
        names = list(self._units)
        spreads: dict[str, Spread] = {}
        for start in range(0, len(names), _UNITS_AT_ONCE):
            some = {name: self._units[name] for name in names[start : start + _UNITS_AT_ONCE]}
            for name, array in zip(some, self._sampled(list(some.values())), strict=True):
                spreads[name] = self._spread(array, some[name])
                sums += array
        if self._total is None:
            return None, spreads
        for array in self._sampled([self._outside()]):
            sums += array
        return self._spread(sums, self._total), spreads

    def _spread(self, array: Floats, parts: Weighted) -> Spread:
        """What samples say, with exact mean and standard deviation where these are known."""
        if self._mask is not None and len(array) == len(self._mask):
            array = array[self._mask]
        low, middle, high = (float(item) for item in np.quantile(array, QUANTILES))
        known = all(not self._is_random(poly) for poly in parts)
        variance = self._variance(parts)
        if known:
            mean, sd = float(array[0]), 0.0
        elif variance is None:
            mean, sd = float(array.mean()), float(array.std(ddof=1))
        else:
            mean, sd = float(variance.mean), sqrt(variance.total)
        return Spread(mean, sd, (low, middle, high), known or variance is not None)

    def _outside(self) -> Weighted:
        """What of the total lies in no unit: unknown calls."""
        inside = {poly for parts in self._units.values() for poly in parts}
        total = self._total or {}
        return {poly: weight for poly, weight in total.items() if poly not in inside}

    def _sampled(self, sums: Sequence[Weighted]) -> list[Floats]:
        """Weighted sums of counts at all samples, those that are not random as a single number."""
        results: list[Floats] = []
        polys: dict[Poly, None] = {}
        for parts in sums:
            known = [poly for poly in parts if not self._is_random(poly)]
            size = 1 if len(known) == len(parts) else self._samples
            constant = sum((parts[poly] * self._constant(poly) for poly in known), 0.0)
            results.append(np.full(size, constant))
            polys.update(dict.fromkeys(poly for poly in parts if self._is_random(poly)))
        if not polys:
            return results
        counts, start = self._counts(list(polys)), 0
        for points in random_points(self._random, self._samples, self._seed):
            values = counts(points)
            if self._is_cut:
                values = [np.maximum(value, 0) for value in values]
            by_poly = dict(zip(polys, values, strict=True))
            end = start + len(values[0])
            fine = possible(values)
            if not fine.all():
                if self._kept is None:
                    self._kept = np.ones(self._samples, dtype=bool)
                self._kept[start:end] &= fine
            for result, parts in zip(results, sums, strict=True):
                for poly, weight in parts.items():
                    if poly in by_poly:
                        result[start:end] += weight * by_poly[poly]
            start = end
        return results

    def _constant(self, poly: Poly) -> float:
        """The value of a count that is not random."""
        return float((self._polynomials[poly] or {}).get((), 0))

    def _counts(self, polys: Sequence[Poly]) -> SampledCounts:
        return SampledCounts(polys, [self._polynomials[poly] for poly in polys], self._fixed())

    def _sampled_shares(self, parts: Weighted) -> dict[str, tuple[float, float]]:
        used = frozenset[str]().union(*map(atoms.free_symbols, parts))
        drawn = {name: item for name, item in self._random.items() if name in used}
        merged, others = self._merged(parts)
        weights = np.array([1.0, *(parts[poly] for poly in others)])
        sums = SampledCounts([ONE, *others], [merged, *(None for _ in others)], self._fixed())

        def total(points: Points) -> Floats:
            return weights @ np.array(sums(points))

        return sampled_shares(total, drawn, self._samples, self._seed)

    def _fixed(self) -> dict[str, Number]:
        return {
            name: value for name, value in self._model.values.items() if name not in self._random
        }
