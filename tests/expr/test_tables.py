"""Arithmetic that users write: tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError


def value(text: str, **names: int | float | Fraction) -> object:
    return evaluate_expression(text, names.__getitem__)


def test_a_table_is_linear_between_its_points():
    text = "table(n, 500: 1, 1000: 3, 2000: 4)"
    assert [value(text, n=n) for n in (500, 750, 1000, 1250, 2000)] == [1, 2, 3, Fraction(13, 4), 4]


def test_a_table_is_part_of_an_expression_and_has_expressions():
    assert value("2*table(2*n, n: m, 4*n: 4*m) + 1", n=10, m=3) == 13
    assert value("TABLE(n,1:2.5,2:3)", n=1) == 2.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("table(n, 500: 1, 1000: 3)", "goes from 500 to 1000 and has no value at 1001"),
        ("table(n, 500: 1)", "two points or more"),
        ("table(n)", "two points or more"),
        ("table(n, 1000: 3, 500: 1)", "sorted"),
        ("table(n, 500: 3, 500: 1)", "sorted"),
        ("table(n, 500)", "':' is missing"),
        ("table(n, 500: 1, 2000: 3", "is missing"),
        ("1: 2", "unexpected ':'"),
        ("2*normal(1, 2)", "whole value"),
        ("tables(1)", "known: .*table"),
    ],
)
def test_what_is_no_table_is_an_error(text: str, message: str):
    with pytest.raises(ExpressionError, match=message):
        value(text, n=1001)


@given(
    st.dictionaries(st.integers(-50, 50), st.integers(-9, 9), min_size=2, max_size=6),
    st.fractions(0, 1),
)
def test_a_table_goes_through_its_points_and_stays_between(points: dict[int, int], share: Fraction):
    pairs = sorted(points.items())
    text = f"table(n, {', '.join(f'{x}: {y}' for x, y in pairs)})"
    assert [value(text, n=x) for x, _ in pairs] == [y for _, y in pairs]
    for (left, low), (right, high) in pairwise(pairs):
        assert value(text, n=left + share * (right - left)) == low + share * (high - low)
