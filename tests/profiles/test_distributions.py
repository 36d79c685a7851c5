"""Distributions: moments against numerical integration and samples, and how they are written."""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt
from typing import TYPE_CHECKING

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sad.expr.tree import ExpressionError
from sad.profiles.distribution_text import distribution_name, parse_distribution
from sad.profiles.distributions import (
    Beta,
    Distribution,
    DistributionError,
    Empirical,
    Lognormal,
    Normal,
    Uniform,
)
from sad.profiles.truncated import Truncated, within

if TYPE_CHECKING:
    from collections.abc import Callable

ORDERS = range(7)


def made(text: str, **names: int | float) -> Distribution:
    return parse_distribution(text, names.__getitem__)


def density(distribution: Normal | Lognormal | Beta) -> Callable[[mpmath.mpf], mpmath.mpf]:
    """The textbook density, from the arguments alone."""
    match distribution:
        case Normal(center, spread):
            return lambda x: mpmath.npdf(x, mpmath.mpf(float(center)), mpmath.mpf(float(spread)))
        case Lognormal(center, growth):
            sigma2 = mpmath.log(mpmath.mpf(growth.numerator) / growth.denominator)
            mu = mpmath.log(mpmath.mpf(center.numerator) / center.denominator) - sigma2 / 2
            return lambda x: mpmath.npdf(mpmath.log(x), mu, mpmath.sqrt(sigma2)) / x if x else 0
        case _:
            a, b = mpmath.mpf(float(distribution.a)), mpmath.mpf(float(distribution.b))
            low, width = float(distribution.low), float(distribution.high - distribution.low)

            def beta(x: mpmath.mpf) -> mpmath.mpf:
                t = (x - low) / width
                return t ** (a - 1) * (1 - t) ** (b - 1) / mpmath.beta(a, b) / width

            return beta


def integral(
    whole: Normal | Lognormal | Beta, low: float, high: float, order: int, about: float = 0
) -> mpmath.mpf:
    """The moment about a point of what lies between two values, by quadrature."""
    shape = density(whole)
    low, high = max(low, float(whole.support[0])), min(high, float(whole.support[1]))
    mean, spread = float(whole.mean), whole.sd
    inner = [mean + k * spread for k in (-9, -4, -2, -1, 0, 1, 2, 4, 9, 40)]
    points = [low, *(x for x in inner if low < x < high), high]
    mass = mpmath.quad(shape, points)
    return mpmath.quad(lambda x: (x - about) ** order * shape(x), points) / mass


WHOLE = [
    Normal(Fraction(10), Fraction(2)),
    Normal(Fraction(-1, 3), Fraction(5, 7)),
    Lognormal.of_value(Fraction(11, 10), Fraction(1, 5)),
    Lognormal.of_logarithm(Fraction(1, 2), Fraction(3, 10)),
    Beta(Fraction(2), Fraction(5)),
    Beta(Fraction(5, 2), Fraction(3, 2), Fraction(-1), Fraction(4)),
]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("distribution", WHOLE, ids=lambda item: item.text)
def test_moments_are_integrals(distribution: Normal | Lognormal | Beta, order: int):
    expected = float(integral(distribution, -inf, inf, order))
    assert float(distribution.moment(order)) == pytest.approx(expected, rel=1e-9, abs=1e-12)


CUT: list[tuple[Normal | Lognormal, float, float]] = [
    (Normal(Fraction(1, 10), Fraction(1, 10)), 0, 1),
    (Normal(Fraction(1, 2), Fraction(1, 4)), 0, 1),
    (Normal(Fraction(1), Fraction(1, 2)), 1, inf),
    (Normal(Fraction(100), Fraction(1)), 99, 103),
    (Lognormal.of_value(Fraction(1, 2), Fraction(1, 3)), 0, 1),
    (Lognormal.of_value(Fraction(3), Fraction(4)), 1, inf),
    (Lognormal.of_value(Fraction(3), Fraction(1)), 2, 9),
]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("case", CUT, ids=lambda case: f"{case[0].text}-{case[1]}-{case[2]}")
def test_moments_of_cut_distributions_are_integrals(
    case: tuple[Normal | Lognormal, float, float], order: int
):
    whole, low, high = case
    cut = within(whole, low, high)
    assert isinstance(cut, Truncated)
    assert cut.support == (low, high)
    expected = float(integral(whole, low, high, order))
    assert float(cut.moment(order)) == pytest.approx(expected, rel=1e-9)
    central = float(integral(whole, low, high, order, float(cut.mean)))
    scale = max(cut.sd**order, abs(central))
    assert float(cut.central(order)) == pytest.approx(central, abs=1e-9 * scale)


ALL = [
    *WHOLE,
    *(within(*case) for case in CUT),
    Uniform(Fraction(-1), Fraction(4)),
    Empirical.of({Fraction(1): Fraction(1), Fraction(5): Fraction(3)}),
]


@pytest.mark.parametrize("distribution", ALL, ids=lambda item: item.text)
def test_samples_have_the_moments(distribution: Distribution):
    count = 200_000
    sample = distribution.sample(np.random.default_rng(7), count)
    assert sample.shape == (count,)
    low, high = distribution.support
    assert low <= sample.min() <= sample.max() <= high
    for order in (1, 2, 3):
        values = sample**order
        error = 5 * values.std() / sqrt(count)
        assert values.mean() == pytest.approx(float(distribution.moment(order)), abs=error)


@pytest.mark.parametrize("distribution", ALL, ids=lambda item: item.text)
def test_central_moments_are_those_about_the_mean(distribution: Distribution):
    assert float(distribution.central(1)) == pytest.approx(0, abs=1e-12)
    assert float(distribution.central(0)) == 1
    second = float(distribution.moment(2) - distribution.mean**2)
    assert float(distribution.central(2)) == pytest.approx(second, rel=1e-9)
    assert distribution.sd == pytest.approx(sqrt(second), rel=1e-9)


def test_moments_of_rational_arguments_are_fractions():
    assert made("normal(0.1, 0.2)").moment(2) == Fraction(5, 100)
    assert made("lognormal(2, 1)").moment(2) == 5
    assert made("uniform(0, 0.3)").moment(2) == Fraction(3, 100)
    assert made("beta(1, 2)").moment(2) == Fraction(1, 6)
    assert made("empirical(0.1, 0.2, 0.2)").mean == Fraction(1, 6)


small = st.fractions(-20, 20, max_denominator=9)


@given(st.dictionaries(small, st.integers(1, 9), min_size=2, max_size=6), st.integers(0, 5))
def test_empirical_moments_are_sums(values: dict[Fraction, int], order: int):
    text = ", ".join(f"({value}): {weight}" for value, weight in values.items())
    found = made(f"empirical({text})")
    whole = sum(values.values())
    assert found.moment(order) == sum(v**order * Fraction(w, whole) for v, w in values.items())


@given(small, small, st.integers(0, 5))
def test_a_uniform_distribution_is_a_stretched_beta(low: Fraction, width: Fraction, order: int):
    if width > 0:
        ends = low, low + width
        assert Uniform(*ends).moment(order) == Beta(Fraction(1), Fraction(1), *ends).moment(order)


@given(st.fractions(1, 5, max_denominator=9), st.fractions(1, 3, max_denominator=9))
def test_a_cut_that_takes_nothing_changes_nothing(mean: Fraction, sd: Fraction):
    normal = Normal(mean, sd)
    assert within(normal, -inf, inf) is normal
    wide = Truncated(normal, float(mean - 40 * sd), float(mean + 40 * sd))
    for order in range(5):
        assert float(wide.central(order)) == pytest.approx(
            float(normal.central(order)), rel=1e-9, abs=1e-9
        )


def test_a_cut_distribution_may_be_cut_again():
    normal = Normal(Fraction(5), Fraction(3))
    assert within(within(normal, 1, inf), -1, 9) == within(normal, 1, 9)


def test_lognormal_arguments_are_of_the_value_or_of_its_logarithm():
    value = made("lognormal(1.1, 0.2)")
    assert isinstance(value, Lognormal)
    assert (value.mean, value.sd) == (Fraction(11, 10), pytest.approx(0.2))
    same = made(f"lognormal(mu={value.mu!r}, sigma={value.sigma!r})")
    assert float(same.mean) == pytest.approx(1.1)
    assert same.sd == pytest.approx(0.2)
    assert made("lognormal(sd=0.2, mean=1.1)") == value


def test_arguments_are_expressions():
    assert made("normal(n/2, 0.01*n)", n=100) == Normal(Fraction(50), Fraction(1))
    assert made("uniform(min(n, 3), table(n, 0: 0, 200: 20))", n=100) == Uniform(
        Fraction(3), Fraction(10)
    )
    assert made("BETA(2, 3, low=-1, high=n)", n=4).support == (-1, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("normal(1)", r"normal\(mean, sd\) is expected"),
        ("normal(1, 2, 3)", r"normal\(mean, sd\) is expected"),
        ("normal(1, mean=2)", r"normal\(mean, sd\) is expected"),
        ("normal(sd=1, 2)", r"normal\(mean, sd\) is expected"),
        ("normal(1, width=2)", r"normal\(mean, sd\) is expected"),
        ("lognormal(mu=1, sd=2)", r"or lognormal\(mu, sigma\) is expected"),
        ("normal(1, 0)", "standard deviation must be above 0, not 0"),
        ("lognormal(-1, 2)", "mean of a lognormal value must be above 0"),
        ("lognormal(mu=1, sigma=1000)", "too large"),
        ("uniform(2, 2)", "2 is not below 2"),
        ("beta(0, 1)", "a must be above 0"),
        ("beta(2, 3, 4)", "is expected"),
        ("empirical(3)", "two different values"),
        ("empirical(3, 3)", "two different values"),
        ("empirical(1: 2, 3)", r"empirical\(v1: w1, ...\) is expected"),
        ("empirical(1: 2, 3: -1)", "a weight must be above 0"),
        ("normal(1, 2) + 3", "one distribution"),
        ("normal(1, 2)*(3)", "one distribution"),
    ],
)
def test_what_is_no_distribution_is_an_error(text: str, message: str):
    with pytest.raises(DistributionError, match=message):
        made(text)


@pytest.mark.parametrize(
    "text", ["normal(, 1)", "normal(1, 2", "normal(1e400, 2)", "normal(1, 1/0)"]
)
def test_arguments_that_are_no_expressions_are_errors(text: str):
    with pytest.raises(ExpressionError):
        made(text)


def test_the_name_of_a_distribution_is_not_that_of_a_variable():
    assert distribution_name(" Normal (1, 2)") == "normal"
    assert distribution_name("normal + 1") is None
    assert distribution_name("2*normal(1, 2)") is None


@pytest.mark.parametrize(
    ("text", "low", "high", "message"),
    [
        ("uniform(-0.1, 0.5)", 0, 1, "-0.1 cannot be: values are 0 to 1"),
        ("uniform(0.5, 1.5)", 0, 1, "1.5 cannot be"),
        ("empirical(0, 2)", 1, inf, "0 cannot be: values are 1 or more"),
        ("beta(2, 2, 0, 3)", 0, 1, "3 cannot be"),
        ("normal(-0.1, 0.2)", 0, 1, "only 30.9 % of it can be: values are 0 to 1"),
        ("lognormal(0.1, 1)", 1, inf, "only .* of it can be"),
    ],
)
def test_impossible_values_are_an_error(text: str, low: float, high: float, message: str):
    with pytest.raises(DistributionError, match=message):
        within(made(text), low, high)


@pytest.mark.parametrize("distribution", ALL, ids=lambda item: item.text)
def test_a_text_says_what_it_is(distribution: Distribution):
    text = distribution.text.split(" from ")[0]
    again = made(text)
    whole = distribution.whole if isinstance(distribution, Truncated) else distribution
    assert float(again.mean) == pytest.approx(float(whole.mean), rel=1e-4)
    assert again.sd == pytest.approx(whole.sd, rel=1e-4)
