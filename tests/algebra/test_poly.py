"""The polynomial ring: laws on random polynomials, and the language's divisions."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.evaluate import MissingValue, evaluate
from sad.algebra.json_form import PolyReader, Writer
from sad.algebra.nested import nested
from sad.algebra.poly import ONE, ZERO, Poly, divide_exactly

_NAMES = ("x", "y", "z")
_terms = st.lists(
    st.tuples(st.integers(-9, 9), st.lists(st.sampled_from(_NAMES), max_size=3)), max_size=4
)
_values = st.fixed_dictionaries({name: st.integers(-6, 6) for name in _NAMES})


def build(terms: list[tuple[int, list[str]]]) -> Poly:
    result = ZERO
    for value, names in terms:
        term = Poly.constant(value)
        for name in names:
            term = term * Poly.symbol(name)
        result = result + term
    return result


polys = _terms.map(build)


@given(polys, polys, polys)
def test_ring_laws(a: Poly, b: Poly, c: Poly):
    assert a + b == b + a
    assert a * (b + c) == a * b + a * c
    assert (a * b) * c == a * (b * c)
    assert a - a == ZERO
    assert a * ONE == a


@given(polys, polys, _values)
def test_evaluation_is_a_homomorphism(a: Poly, b: Poly, values: dict[str, int]):
    assert evaluate(a * b + a, values) == evaluate(a, values) * (evaluate(b, values) + 1)


@given(polys, polys)
def test_exact_division_gives_quotient_and_rest(a: Poly, b: Poly):
    if b:
        quotient, rest = divide_exactly(a, b)
        assert quotient * b + rest == a


@given(polys, polys, _values)
def test_substitution_equals_evaluation_of_the_value(a: Poly, value: Poly, values: dict[str, int]):
    replaced = a.substitute("x", value)
    assert evaluate(replaced, values) == evaluate(a, {**values, "x": evaluate(value, values)})


@given(polys, _values)
def test_binding_equals_substitution(a: Poly, values: dict[str, int]):
    bound = bind(a, {name: Poly.constant(value) for name, value in values.items()})
    assert bound.as_constant == evaluate(a, values)


@given(st.integers(-40, 40), st.sampled_from([-5, -3, -2, -1, 1, 2, 3, 7]))
def test_divisions_follow_their_languages(dividend: int, divisor: int):
    x, y = Poly.symbol("x"), Poly.symbol("y")
    values = {"x": dividend, "y": divisor}
    truncated = abs(dividend) // abs(divisor) * (1 if (dividend < 0) == (divisor < 0) else -1)
    assert evaluate(atoms.trunc_quotient(x, y), values) == truncated
    assert evaluate(atoms.floor_quotient(x, y), values) == dividend // divisor
    assert evaluate(atoms.mod_of(x, y), values) == dividend - divisor * truncated
    assert evaluate(atoms.trunc_quotient(x, Poly.constant(divisor)), values) == truncated


@given(polys, polys)
def test_json_form_reads_back(a: Poly, b: Poly):
    poly = atoms.max_of([a, b]) * a + atoms.floor_quotient(b, Poly.constant(3))
    writer = Writer()
    value = writer.poly(poly)
    assert PolyReader(writer.table).poly(value) == poly


def test_weighted_sum_equals_the_sum_of_products():
    x, y = Poly.symbol("x"), Poly.symbol("y").over(2)
    parts = [(x, 3), (y, 2), (x * y, -1), (x, -3)]
    assert Poly.weighted_sum(parts) == x * 3 + y * 2 - x * y - x * 3


def test_halves_stay_exact():
    half = Poly.symbol("x").over(2)
    assert evaluate(half, {"x": 3}) == Fraction(3, 2)
    assert evaluate(half + half, {"x": 3}) == 3


def test_a_missing_value_is_named_and_never_zero():
    with pytest.raises(MissingValue) as caught:
        evaluate(Poly.symbol("n") * Poly.symbol("m"), {"n": 0})
    assert caught.value.names == ("m",)


@pytest.mark.parametrize(
    ("base", "value", "expected"),
    [(2, 1, 0), (2, 7, 2), (2, 8, 3), (10, 999, 2), (3, 0, -1), (2, -5, -1)],
)
def test_logarithms_are_rounded_down(base: int, value: int, expected: int):
    shown = atoms.log_of(Poly.constant(base), Poly.symbol("n"))
    assert evaluate(shown, {"n": value}) == expected
    assert bind(shown, {"n": Poly.constant(value)}) == Poly.constant(expected)


def test_a_division_by_zero_is_an_error_only_where_it_is_evaluated():
    quotient = atoms.floor_quotient(Poly.symbol("n"), ZERO)
    with pytest.raises(ZeroDivisionError):
        evaluate(quotient, {"n": 3})


def test_what_is_taken_out_does_not_depend_on_the_order_of_terms():
    """A polynomial from the cache may have its terms in another order; its source text is the same."""
    terms = {(): -1, ("a",): 1, ("b", "c"): 4, ("a", "b"): 2, ("d",): 1}
    usual = nested(terms)
    assert all(nested(dict(order)) == usual for order in permutations(terms.items()))
