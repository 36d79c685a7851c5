"""Values put into formulas, as far as the result is not too long."""

from __future__ import annotations

from sad.algebra.bind import bind, bind_within
from sad.algebra.poly import Poly, total

P, X = Poly.symbol("p"), Poly.symbol("x")
LONG = total(Poly.symbol(f"v{number}") for number in range(60))


def test_what_is_short_enough_is_as_without_a_limit():
    for poly in (P * X + 3, P * P * X, Poly.constant(7)):
        for values in ({}, {"x": LONG}, {"p": X + 1, "x": P - 1}):
            assert bind_within(poly, values, 500) == bind(poly, values)


def test_what_is_too_long_is_nothing():
    assert bind_within(P * X, {"p": LONG, "x": LONG}, 1_829) is None
    assert bind_within(P * X, {"p": LONG, "x": LONG}, 1_830) == LONG * LONG
    assert bind_within(P**12, {"p": LONG}, 200) is None


def test_terms_that_cancel_do_not_count():
    assert bind_within(P - X, {"p": LONG, "x": LONG}, 3) == Poly.constant(0)
