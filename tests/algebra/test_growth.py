"""How fast products of powers and logarithms grow."""

from __future__ import annotations

from fractions import Fraction

from sad.algebra import atoms
from sad.algebra.growth import (
    CONSTANT,
    Bounds,
    below,
    bound_logarithm,
    bound_of,
    bound_power,
    bound_product,
    bound_sum,
    growth_of,
)
from sad.algebra.poly import Poly

N, M = Poly.symbol("n"), Poly.symbol("m")
TWO = Poly.constant(2)


def powers(poly: Poly):
    (found,) = growth_of(poly, lambda _: True).terms
    return found


def test_a_logarithm_grows_less_than_what_it_is_taken_of():
    log = powers(atoms.log_of(TWO, N))
    assert below(log, powers(N))
    assert not below(powers(N), log)
    assert below(powers(atoms.log_of(TWO, atoms.log_of(TWO, N))), log)


def test_a_root_grows_less_than_what_it_is_taken_of():
    bounds = Bounds(lambda _: False, lambda _: True)
    (alternatives,) = bounds.of_terms(atoms.root_of(N * N * N)).values()
    assert alternatives == [bound_power(bound_of("n"), Fraction(3, 2))]


def test_a_logarithm_of_a_sum_may_grow_faster_than_one_summand():
    log = powers(atoms.log_of(TWO, N + M))
    assert not below(log, powers(N))
    assert below(log, powers(N * M))


def test_bounds_keep_logarithms_apart_from_powers():
    n, log = bound_of("n"), bound_logarithm(bound_of("n"))
    assert bound_sum(n, log) == n
    assert bound_sum(bound_product(n, log), n) == bound_product(n, log)
    assert bound_logarithm(bound_product(n, n)) == log
    assert bound_logarithm(log) not in (CONSTANT, log)
    assert bound_logarithm(CONSTANT) == CONSTANT


def test_a_rounded_quotient_and_a_sum_have_the_same_bound_as_their_closed_forms():
    bounds = Bounds(lambda _: False, lambda _: True)
    poly = N * atoms.floor_of(N + 1, 2)
    (alternatives,) = bounds.of_terms(poly).values()
    assert alternatives == [frozenset(((("n", 2),),))]
    assert growth_of(poly, lambda _: True).terms == {
        (("n", 2),): Poly.constant(Fraction(1, 2)),
        (("n", 1),): Poly.constant(Fraction(1, 2)),
    }
