"""Sums of powers: ``1**k + 2**k + ... + x**k`` as polynomials (Faulhaber's formula)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, lcm

from sad.counting.poly import ZERO, Poly, horner


@lru_cache(maxsize=64)
def power_sum(power: int) -> tuple[tuple[int, ...], int]:
    """Return integer coefficients (from x**0 upwards) and the denominator of the sum of i**power."""
    bernoulli = [Fraction(1)]
    for m in range(1, power + 1):
        bernoulli.append(
            -sum((comb(m + 1, j) * bernoulli[j] for j in range(m)), Fraction(0)) / (m + 1)
        )
    if power >= 1:
        bernoulli[1] = Fraction(1, 2)
    values = [Fraction(0)] * (power + 2)
    for j in range(power + 1):
        values[power + 1 - j] += comb(power + 1, j) * bernoulli[j] / (power + 1)
    den = lcm(*(value.denominator for value in values))
    return tuple(int(value * den) for value in values), den


def sum_over(poly: Poly, name: str, first: Poly, last: Poly) -> Poly:
    """Return the sum of ``poly`` for ``name`` from ``first`` to ``last``.

    Exact for ``last >= first - 1`` (the empty sum included). The bounds must not mention ``name``.
    """
    coefficients = poly.coefficients(name)
    before = first - 1
    if len(coefficients) == 1:
        return coefficients[0] * (last - before)
    antiderivative = [ZERO] * (len(coefficients) + 1)
    for power, coefficient in enumerate(coefficients):
        if not coefficient:
            continue
        values, den = power_sum(power)
        for degree, value in enumerate(values):
            if value:
                antiderivative[degree] = antiderivative[degree] + (coefficient * value).over(den)
    result = horner(antiderivative, last)
    return result - horner(antiderivative, before) if before else result
