"""Mean, variance and its parts of polynomials, against all outcomes of empirical distributions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import sqrt

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sad.evaluation.uncertainty.random_polynomials import variance_of
from sad.profiles.distributions import Beta, Distribution, Empirical, Lognormal, Normal, Uniform
from sad.profiles.truncated import Truncated, within

NAMES = ("p", "x", "y")
small = st.fractions(-5, 5, max_denominator=4)
polynomials = st.dictionaries(
    st.lists(st.sampled_from(NAMES), max_size=4).map(lambda item: tuple(sorted(item))),
    small.filter(bool),
    max_size=6,
)
empirical = st.dictionaries(small, st.integers(1, 5).map(Fraction), min_size=2, max_size=3).map(
    Empirical.of
)
Polynomial = dict[tuple[str, ...], Fraction]


def value(polynomial: Polynomial, at: dict[str, Fraction]) -> Fraction:
    total = Fraction(0)
    for monomial, coefficient in polynomial.items():
        term = coefficient
        for name in monomial:
            term *= at[name]
        total += term
    return total


def outcomes(
    distributions: dict[str, Empirical],
) -> list[tuple[dict[str, Fraction], Fraction]]:
    """All that can come, with its probability."""
    found: list[tuple[dict[str, Fraction], Fraction]] = []
    sides = [list(zip(item.values, item.weights, strict=True)) for item in distributions.values()]
    for combination in product(*sides):
        weight = Fraction(1)
        for _, share in combination:
            weight *= share
        found.append((dict(zip(distributions, (x for x, _ in combination), strict=True)), weight))
    return found


def moments(pairs: list[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    mean = sum((x * w for x, w in pairs), Fraction(0))
    return mean, sum((x * x * w for x, w in pairs), Fraction(0)) - mean * mean


def variance_of_mean_given(
    names: tuple[str, ...], polynomial: Polynomial, distributions: dict[str, Empirical]
) -> Fraction:
    """``Var(E[C | names])`` by going through all outcomes."""
    sums: dict[tuple[Fraction, ...], tuple[Fraction, Fraction]] = {}
    for at, weight in outcomes(distributions):
        key = tuple(at[name] for name in names)
        total, share = sums.get(key, (Fraction(0), Fraction(0)))
        sums[key] = total + weight * value(polynomial, at), share + weight
    return moments([(total / share, share) for total, share in sums.values()])[1]


@given(polynomials, st.tuples(empirical, empirical, empirical))
def test_moments_and_indices_are_those_of_all_outcomes(
    polynomial: Polynomial, three: tuple[Empirical, Empirical, Empirical]
):
    distributions = dict(zip(NAMES, three, strict=True))
    found = variance_of(polynomial, distributions)
    everything = [(value(polynomial, at), weight) for at, weight in outcomes(distributions)]
    assert (found.mean, found.total) == moments(everything)
    for name in NAMES:
        alone = variance_of_mean_given((name,), polynomial, distributions)
        others = tuple(item for item in NAMES if item != name)
        without = variance_of_mean_given(others, polynomial, distributions)
        if not found.total:
            assert found.first_order(name) == found.total_effect(name) == 0
        else:
            assert found.first_order(name) == float(alone / found.total)
            assert found.total_effect(name) == float(1 - without / found.total)


def test_variances_of_textbook_functions():
    normal = Normal(Fraction(3), Fraction(1, 2))
    square = variance_of({("x", "x"): Fraction(1)}, {"x": normal})
    assert square.total == 2 * Fraction(1, 2) ** 4 + 4 * 9 * Fraction(1, 4)
    uniform = Uniform(Fraction(0), Fraction(1))
    both = variance_of({("p", "x"): Fraction(1)}, {"p": uniform, "x": uniform})
    assert both.total == Fraction(1, 9) - Fraction(1, 16)
    assert both.first_order("p") == pytest.approx(3 / 7)
    assert both.total_effect("p") == pytest.approx(4 / 7)


def test_a_sum_has_no_interactions_and_shares_add_up():
    distributions: dict[str, Distribution] = {
        "p": Beta(Fraction(2), Fraction(3)),
        "x": Lognormal.of_value(Fraction(3), Fraction(1)),
        "y": Normal(Fraction(0), Fraction(2)),
    }
    weights = {("p",): Fraction(10), ("x",): Fraction(1), ("y",): Fraction(1, 2), (): Fraction(7)}
    found = variance_of(weights, distributions)
    assert found.total == 100 * distributions["p"].central(2) + 1 + 1
    assert sum(found.first_order(name) for name in NAMES) == pytest.approx(1)
    for name in NAMES:
        assert found.first_order(name) == found.total_effect(name)


def test_a_constant_has_no_variance():
    found = variance_of({(): Fraction(7)}, {"x": Uniform(Fraction(0), Fraction(1))})
    assert (found.mean, found.total, found.first_order("x")) == (7, 0, 0.0)


@pytest.mark.parametrize("spread", ["1/10", "1/1000", "1/1000000"])
def test_variances_of_cut_distributions_do_not_cancel(spread: str):
    """The mean is a million standard deviations away from 0: squares would leave four digits."""
    mean, sd = Fraction(1), Fraction(spread)
    cut = within(Normal(mean, sd), mean - sd, mean + 2 * sd)
    assert isinstance(cut, Truncated)
    found = variance_of({("x", "x"): Fraction(3), ("x",): Fraction(5)}, {"x": cut})
    mpmath.mp.dps = 40
    try:
        unit = mpmath.npdf
        mass = mpmath.quad(unit, [-1, 0, 2])
        scale = mpmath.mpf(sd.numerator) / sd.denominator

        def f(z: mpmath.mpf) -> mpmath.mpf:
            x = 1 + scale * z
            return 3 * x * x + 5 * x

        first = mpmath.quad(lambda z: f(z) * unit(z), [-1, 0, 2]) / mass
        second = mpmath.quad(lambda z: (f(z) - first) ** 2 * unit(z), [-1, 0, 2]) / mass
    finally:
        mpmath.mp.dps = 15
    assert float(found.mean) == pytest.approx(float(first), rel=1e-13)
    assert sqrt(found.total) == pytest.approx(float(mpmath.sqrt(second)), rel=1e-8)
