"""Shares of the variance from samples, against functions whose indices are known."""

from __future__ import annotations

from fractions import Fraction
from math import pi

import numpy as np
import pytest

from sad.evaluation.uncertainty.random_polynomials import variance_of
from sad.evaluation.uncertainty.sensitivity import ranking, sampled_shares
from sad.profiles.distributions import Beta, Distribution, Empirical, Lognormal, Uniform

SAMPLES = 32_768


def test_the_indices_of_the_ishigami_function():
    """sin x + 7 sin(y)**2 + z**4 sin(x)/10 on (-pi, pi) (Ishigami and Homma 1990)."""
    a, b = 7.0, 0.1
    side = Uniform(Fraction(-pi), Fraction(pi))
    found = sampled_shares(
        lambda at: np.sin(at["x"]) + a * np.sin(at["y"]) ** 2 + b * at["z"] ** 4 * np.sin(at["x"]),
        {"x": side, "y": side, "z": side},
        SAMPLES,
        3,
    )
    first = (1 + b * pi**4 / 5) ** 2 / 2
    second, both = a**2 / 8, b**2 * pi**8 * (1 / 18 - 1 / 50)
    whole = first + second + both
    expected = {
        "x": (first / whole, (first + both) / whole),
        "y": (second / whole, second / whole),
        "z": (0.0, both / whole),
    }
    for name, pair in expected.items():
        assert found[name] == pytest.approx(pair, abs=0.03)


@pytest.mark.parametrize("shift", [0, 10**6])
def test_estimates_agree_with_exact_indices(shift: int):
    """Also where the mean is much greater than the standard deviation."""
    distributions: dict[str, Distribution] = {
        "p": Beta(Fraction(2), Fraction(3)),
        "x": Lognormal.of_value(Fraction(3), Fraction(1)),
        "y": Empirical.of({Fraction(0): Fraction(1), Fraction(4): Fraction(2)}),
    }
    polynomial = {
        ("p", "x"): Fraction(5),
        ("p", "y"): Fraction(3),
        ("x",): Fraction(1),
        (): Fraction(shift),
    }
    exact = variance_of(polynomial, distributions)
    found = sampled_shares(
        lambda at: 5 * at["p"] * at["x"] + 3 * at["p"] * at["y"] + at["x"] + shift,
        distributions,
        SAMPLES,
        1,
    )
    for name in distributions:
        expected = exact.first_order(name), exact.total_effect(name)
        assert found[name] == pytest.approx(expected, abs=0.03)


def test_a_constant_has_no_causes():
    side = Uniform(Fraction(0), Fraction(1))
    found = sampled_shares(lambda at: np.full(len(at["x"]), 3.0), {"x": side}, 100, 1)
    assert found == {"x": (0.0, 0.0)}


def test_the_ranking_goes_by_variance_then_by_elasticity():
    elasticity = {"n": 2.0, "m": -3.0, "x": 1.0, "p": 0.1, "t": None}
    found = ranking(elasticity, {"p": (0.7, 0.8), "x": (0.2, 0.3)})
    assert [item.symbol for item in found] == ["p", "x", "m", "n", "t"]
    assert (found[0].first_order, found[0].total_effect) == (0.7, 0.8)
    assert found[2].total_effect is None
