"""Distributions of values that differ from run to run: moments, possible values, samples.

Moments are closed forms, and fractions wherever a distribution's arguments are rational numbers. The
formulas are those of Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions, 2nd ed.,
vol. 1 (1994) and 2 (1995).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from math import comb, exp, expm1, inf, log, log1p, sqrt
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Real = Fraction | float
_SHOWN = 6


class DistributionError(Exception):
    """The arguments describe no distribution, or none that is possible. The message says why."""


class Distribution(ABC):
    """A random number. All moments exist; none is constant."""

    @property
    @abstractmethod
    def support(self) -> tuple[Real, Real]:
        """The least and the greatest value, infinite where there is none."""

    @abstractmethod
    def moment(self, order: int) -> Real:
        """Return ``E[x**order]``."""

    @abstractmethod
    def sample(self, generator: np.random.Generator, size: int) -> Floats:
        """Return independent values."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The distribution as users write it, its arguments rounded."""

    @property
    def mean(self) -> Real:
        """The expected value."""
        return self.moment(1)

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.central(2))

    def central(self, order: int) -> Real:
        """Return ``E[(x - mean)**order]``."""
        mean = self.mean
        return sum(
            (comb(order, k) * (-mean) ** (order - k) * self.moment(k) for k in range(order + 1)),
            Fraction(0),
        )


@record
class Normal(Distribution):
    """A normal distribution by its mean and standard deviation."""

    center: Fraction
    spread: Fraction

    def __post_init__(self) -> None:
        _positive("the standard deviation", self.spread)

    @property
    def support(self) -> tuple[Real, Real]:
        """All numbers."""
        return -inf, inf

    @property
    def text(self) -> str:
        """The distribution as users write it."""
        return _text("normal", self.center, self.spread)

    def moment(self, order: int) -> Real:
        """Return ``E[x**order]``."""
        return sum(
            (
                comb(order, k) * self.center ** (order - k) * self.central(k)
                for k in range(order + 1)
            ),
            Fraction(0),
        )

    def central(self, order: int) -> Real:
        """Return ``(order - 1)!! * sd**order`` for even orders, else 0."""
        if order % 2:
            return Fraction(0)
        factor = 1
        for odd in range(1, order, 2):
            factor *= odd
        return factor * self.spread**order

    def sample(self, generator: np.random.Generator, size: int) -> Floats:
        """Return independent values."""
        return generator.normal(float(self.center), float(self.spread), size)


@record
class Lognormal(Distribution):
    """A lognormal distribution by its mean and ``growth``, which is ``1 + (sd/mean)**2``."""

    center: Fraction
    growth: Fraction

    @staticmethod
    def of_value(mean: Fraction, sd: Fraction) -> Lognormal:
        """Return the distribution with a mean and a standard deviation of the value itself."""
        _positive("the mean of a lognormal value", mean)
        _positive("the standard deviation", sd)
        return Lognormal(mean, 1 + (sd / mean) ** 2)

    @staticmethod
    def of_logarithm(mu: Fraction, sigma: Fraction) -> Lognormal:
        """Return the distribution whose logarithm has mean ``mu`` and standard deviation ``sigma``."""
        _positive("sigma", sigma)
        try:
            more, center = expm1(sigma**2), exp(mu + sigma**2 / 2)
        except OverflowError:
            raise DistributionError("mu or sigma is too large") from None
        if more == 0 or center == 0:
            raise DistributionError("mu or sigma is too small")
        return Lognormal(Fraction(center), 1 + Fraction(more))

    @property
    def sigma(self) -> float:
        """The standard deviation of the logarithm."""
        return sqrt(log1p(self.growth - 1))

    @property
    def mu(self) -> float:
        """The mean of the logarithm."""
        return log(self.center) - log1p(self.growth - 1) / 2

    @property
    def support(self) -> tuple[Real, Real]:
        """All positive numbers."""
        return Fraction(0), inf

    @property
    def text(self) -> str:
        """The distribution as users write it."""
        return _text("lognormal", self.center, self.center * Fraction(sqrt(self.growth - 1)))

    def moment(self, order: int) -> Real:
        """Return ``mean**k * growth**(k*(k - 1)/2)``."""
        return self.center**order * self.growth ** (order * (order - 1) // 2)

    def sample(self, generator: np.random.Generator, size: int) -> Floats:
        """Return independent values."""
        return generator.lognormal(self.mu, self.sigma, size)


@record
class Uniform(Distribution):
    """All values between two are equally likely."""

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        _ascending(self.low, self.high)

    @property
    def support(self) -> tuple[Real, Real]:
        """The interval."""
        return self.low, self.high

    @property
    def text(self) -> str:
        """The distribution as users write it."""
        return _text("uniform", self.low, self.high)

    def moment(self, order: int) -> Real:
        """Return ``(high**(k + 1) - low**(k + 1)) / ((k + 1)*(high - low))``."""
        power = order + 1
        return (self.high**power - self.low**power) / (power * (self.high - self.low))

    def sample(self, generator: np.random.Generator, size: int) -> Floats:
        """Return independent values."""
        return generator.uniform(float(self.low), float(self.high), size)


@record
class Beta(Distribution):
    """A beta distribution with shapes ``a`` and ``b``, stretched from ``low`` to ``high``."""

    a: Fraction
    b: Fraction
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        _positive("a", self.a)
        _positive("b", self.b)
        _ascending(self.low, self.high)

    @property
    def support(self) -> tuple[Real, Real]:
        """The interval."""
        return self.low, self.high

    @property
    def text(self) -> str:
        """The distribution as users write it."""
        ends = self.low, self.high
        return _text("beta", self.a, self.b, *(() if ends == (0, 1) else ends))

    def moment(self, order: int) -> Real:
        """Return ``E[x**order]`` from ``E[t**k] = product((a + i)/(a + b + i), i < k)`` on 0..1."""
        width, unit, result = self.high - self.low, Fraction(1), Fraction(0)
        for k in range(order + 1):
            result += comb(order, k) * self.low ** (order - k) * width**k * unit
            unit *= (self.a + k) / (self.a + self.b + k)
        return result

    def sample(self, generator: np.random.Generator, size: int) -> Floats:
        """Return independent values."""
        inside = generator.beta(float(self.a), float(self.b), size)
        return float(self.low) + float(self.high - self.low) * inside


@record
class Empirical(Distribution):
    """Values that were seen, each as likely as its weight says."""

    values: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]
    """They add up to 1."""

    @staticmethod
    def of(pairs: dict[Fraction, Fraction]) -> Empirical:
        """Return the distribution of values with weights."""
        for weight in pairs.values():
            _positive("a weight", weight)
        if len(pairs) < 2:
            raise DistributionError("two different values or more are needed")
        whole = sum(pairs.values())
        found = sorted(pairs.items())
        return Empirical(
            tuple(value for value, _ in found), tuple(weight / whole for _, weight in found)
        )

    @property
    def support(self) -> tuple[Real, Real]:
        """The least and the greatest value."""
        return self.values[0], self.values[-1]

    @property
    def text(self) -> str:
        """The distribution as users write it, a long one by its ends."""
        if len(self.values) > _SHOWN:
            return f"empirical({len(self.values)} values {_range(self.values[0], self.values[-1])})"
        if len(set(self.weights)) == 1:
            return _text("empirical", *self.values)
        pairs = zip(self.values, self.weights, strict=True)
        return f"empirical({', '.join(f'{float(v):g}: {float(w):g}' for v, w in pairs)})"

    def moment(self, order: int) -> Real:
        """Return ``E[x**order]``."""
        pairs = zip(self.values, self.weights, strict=True)
        return sum((weight * value**order for value, weight in pairs), Fraction(0))

    def sample(self, generator: np.random.Generator, size: int) -> Floats:
        """Return independent values."""
        weights = [float(weight) for weight in self.weights]
        places = generator.choice(len(weights), size, p=[item / sum(weights) for item in weights])
        import numpy as np  # noqa: PLC0415 - heavy

        return np.array([float(value) for value in self.values])[places]


def _text(name: str, *arguments: Fraction) -> str:
    return f"{name}({', '.join(f'{float(item):g}' for item in arguments)})"


def _range(low: Real, high: Real) -> str:
    return f"from {float(low):g} to {float(high):g}"


def _positive(what: str, value: Fraction) -> None:
    if value <= 0:
        raise DistributionError(f"{what} must be above 0, not {float(value):g}")


def _ascending(low: Fraction, high: Fraction) -> None:
    if low >= high:
        raise DistributionError(f"{float(low):g} is not below {float(high):g}")
