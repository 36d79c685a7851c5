"""Sums of powers: ``1**k + 2**k + ... + x**k`` as polynomials (Faulhaber's formula)."""

from __future__ import annotations

from math import gcd, lcm

from sad.algebra.poly import Monomial, Poly, horner

_POWER_SUMS: list[tuple[tuple[int, ...], int]] = [((0, 1), 1)]
"""The table of power sums as far as it was needed."""


def power_sum(power: int) -> tuple[tuple[int, ...], int]:
    """Return integer coefficients (from x**0 upwards) and the denominator of the sum of i**power.

    From ``S_k' = k*S_(k-1) + constant`` and ``S_k(1) = 1``: integrate, and let the linear term make
    the sum of all coefficients 1.
    """
    while len(_POWER_SUMS) <= power:
        k = len(_POWER_SUMS)
        before, den = _POWER_SUMS[-1]
        scale = lcm(*range(1, k + 2))
        values = [0, *(k * value * scale // (j + 1) for j, value in enumerate(before))]
        den *= scale
        values[1] += den - sum(values)
        common = gcd(den, *values)
        _POWER_SUMS.append((tuple(value // common for value in values), den // common))
    return _POWER_SUMS[power]


def sum_over(poly: Poly, name: str, first: Poly, last: Poly) -> Poly:
    """Return the sum of ``poly`` for ``name`` from ``first`` to ``last``.

    Exact for ``last >= first - 1`` (the empty sum included). The bounds must not mention ``name``.
    """
    before = first - 1
    if not poly.mentions(name):
        return poly * (last - before)
    antiderivative = _antiderivative(poly, name)
    result = horner(antiderivative, last)
    return result - horner(antiderivative, before) if before else result


def _antiderivative(poly: Poly, name: str) -> list[Poly]:
    """Return ``[c0, c1, ...]``: the sum of ``poly`` from 1 to x is ``sum(c_k * x**k)``."""
    split: list[tuple[int, Monomial, int]] = []
    highest = 0
    for monomial, value in poly.terms.items():
        power = monomial.count(name)
        highest = max(highest, power)
        rest = tuple(item for item in monomial if item != name) if power else monomial
        split.append((power, rest, value))
    sums = [power_sum(power) for power in range(highest + 1)]
    den = lcm(*(item[1] for item in sums))
    by_degree: list[dict[Monomial, int]] = [{} for _ in range(highest + 2)]
    for power, rest, value in split:
        coefficients, own = sums[power]
        factor = value * (den // own)
        for degree, coefficient in enumerate(coefficients):
            if coefficient:
                terms = by_degree[degree]
                terms[rest] = terms.get(rest, 0) + coefficient * factor
    return [Poly({m: c for m, c in terms.items() if c}, poly.den * den) for terms in by_degree]
