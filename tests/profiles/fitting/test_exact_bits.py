"""What coefficients cost to write down, however large they are."""

from __future__ import annotations

from fractions import Fraction

from sad.profiles.fitting.exact import coefficient_bits


def test_numbers_beyond_floats_cost_their_bits():
    most = 1e9
    small = coefficient_bits([Fraction(2)], most)
    assert small < coefficient_bits([Fraction(2) ** 5000], most)
    assert small < coefficient_bits([Fraction(1, 3**2000), Fraction(7) ** 900], most)
