"""Mean and variance of a polynomial in independent random numbers, and where the variance comes from.

The polynomial is split into parts that depend on one number each, on two at once, and so on, which are
uncorrelated (analysis of variance: Efron and Stein, Annals of Statistics 9 (1981) 586-596; Sobol,
Mathematics and Computers in Simulation 55 (2001) 271-280). All of it is arithmetic on moments.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.evaluation.uncertainty.random_polynomials import RandomPolynomial
    from sad.profiles.distributions import Distribution, Real

_Powers = tuple[tuple[str, int], ...]
"""A monomial: symbols with their powers, sorted."""


@record
class Variance:
    """Mean and variance, and the variance of each part by the symbols it depends on."""

    mean: Real
    parts: Mapping[frozenset[str], Real]

    @property
    def total(self) -> Real:
        """The whole variance."""
        return sum(self.parts.values(), Fraction(0))

    def first_order(self, symbol: str) -> float:
        """Return ``Var(E[C|x]) / Var(C)``: what knowing the symbol would take away."""
        return _share(self.parts.get(frozenset((symbol,)), Fraction(0)), self.total)

    def total_effect(self, symbol: str) -> float:
        """Return the share of the parts in which the symbol is: what would be left without others."""
        mine = sum((part for names, part in self.parts.items() if symbol in names), Fraction(0))
        return _share(mine, self.total)


def _share(part: Real, whole: Real) -> float:
    return float(part / whole) if whole else 0.0


def variance_of(
    polynomial: RandomPolynomial, distributions: Mapping[str, Distribution]
) -> Variance:
    """Return mean and variance of a polynomial; fractions where all moments are.

    In terms of differences from the means, so that floating-point moments do not cancel.
    """
    moments = {name: _Moments(item) for name, item in distributions.items()}
    mean: Real = Fraction(0)
    components: dict[frozenset[str], dict[_Powers, Real]] = {}
    for powers, value in _centered(polynomial, moments).items():
        product = value
        for name, power in powers:
            product *= moments[name](power)
        mean += product
        for inside, factor in _parts(powers, moments):
            if inside and factor:
                key = frozenset(name for name, _ in inside)
                found = components.setdefault(key, {})
                found[inside] = found.get(inside, Fraction(0)) + value * factor
    parts = {key: _part_variance(found, moments) for key, found in components.items()}
    return Variance(mean, parts)


class _Moments:
    """Central moments of a distribution, each computed once."""

    def __init__(self, distribution: Distribution) -> None:
        self.mean = distribution.mean
        self._distribution = distribution
        self._known: dict[int, Real] = {0: Fraction(1), 1: Fraction(0)}

    def __call__(self, order: int) -> Real:
        known = self._known.get(order)
        if known is None:
            known = self._known[order] = self._distribution.central(order)
        return known

    def covariance(self, first: int, second: int) -> Real:
        """The covariance of two powers of the difference from the mean."""
        return self(first + second) - self(first) * self(second)


def _centered(polynomial: RandomPolynomial, moments: Mapping[str, _Moments]) -> dict[_Powers, Real]:
    """The polynomial in the differences of all symbols from their means."""
    result: dict[_Powers, Real] = {}
    for monomial, value in polynomial.items():
        products: list[tuple[_Powers, Real]] = [((), value)]
        for name in dict.fromkeys(monomial):
            power, mean = monomial.count(name), moments[name].mean
            factors = [
                (((name, k),) if k else (), comb(power, k) * mean ** (power - k))
                for k in range(power + 1)
            ]
            products = [
                (powers + more, product * factor)
                for powers, product in products
                for more, factor in factors
                if factor
            ]
        for powers, product in products:
            result[powers] = result.get(powers, Fraction(0)) + product
    return result


def _parts(powers: _Powers, moments: Mapping[str, _Moments]) -> list[tuple[_Powers, Real]]:
    """A product of powers by which of them are left as they are; the others become their means."""
    found: list[tuple[_Powers, Real]] = [((), Fraction(1))]
    for name, power in powers:
        mean = moments[name](power)
        kept = [((*inside, (name, power)), factor) for inside, factor in found]
        found = kept + [(inside, factor * mean) for inside, factor in found if mean]
    return found


def _part_variance(part: Mapping[_Powers, Real], moments: Mapping[str, _Moments]) -> Real:
    """The variance of a sum of products, in each of which all symbols are without their means."""
    items = list(part.items())
    variance: Real = Fraction(0)
    for place, (left, a) in enumerate(items):
        for other, (right, b) in enumerate(items[: place + 1]):
            product = a * b if other == place else 2 * a * b
            for (name, first), (_, second) in zip(left, right, strict=True):
                product *= moments[name].covariance(first, second)
            variance += product
    return variance
