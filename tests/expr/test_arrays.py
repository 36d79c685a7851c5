"""Formulas over arrays give, point by point, what they give for one point."""

from __future__ import annotations

import numpy as np
import pytest

from sad.expr.arrays import values_of
from sad.expr.numbers import value_of
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError

X = np.array([0.25, 1.0, 2.0, 3.5, 7.0, 500.0])
Y = np.array([1.0, 3.0, 0.5, 8.0, 2.0, 64.0])
TEXTS = [
    "2*x**3 - y/x",
    "x**2 + x**4 - x**0.5 + x**-1",
    "-x**2",
    "2**x",
    "ceil(x/y) + floor(y/x)*log2(x) + sqrt(y)",
    "min(x, y, 3) - max(x, y, 2)",
    "steps(x, 1, 10, 3, y, 1000, 30)",
    "f(x)/2",
    "7",
    "sum(i, 0, log2(y), x*2**i)",
    "sum(i, ceil(x), y, i*y + sum(j, 1, i, j))",
]


def _one(text: str, x: float, y: float) -> float:
    return value_of(parse(text), {"x": x, "y": y}.__getitem__, lambda _, given: 3 * given[0])


@pytest.mark.parametrize("text", TEXTS)
def test_arrays_hold_the_values_of_single_points(text):
    found = values_of(
        parse(text),
        {"x": X, "y": Y}.__getitem__,
        lambda _, given: 3 * given[0],
    )
    expected = [_one(text, x, y) for x, y in zip(X, Y, strict=True)]
    assert np.broadcast_to(found, X.shape) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    "text", ["1/(x - 1)", "log2(x - 1)", "sqrt(0 - x)", "(0 - x)**0.5", "sum(i, 0, 1/(x - 1), 1)"]
)
def test_what_has_no_value_for_one_point_is_not_finite_in_arrays(text):
    with np.errstate(all="ignore"):
        found = values_of(parse(text), lambda _: X, lambda *_: X)
    assert not np.isfinite(np.broadcast_to(found, X.shape)[1])
    with pytest.raises(ExpressionError):
        _one(text, 1.0, 1.0)
