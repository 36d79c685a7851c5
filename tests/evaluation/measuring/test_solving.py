"""The value that gives a measured count: found where there is one, never one of several."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sad.evaluation.measuring.solving import solve_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.evaluate import Number

    Case = tuple[Callable[[Number], Number], Number]


def _positive(n: Number) -> Number:
    return max(n, 0)


_ONE: list[Case] = [
    (lambda n: 3 * _positive(n) + 2, 7),
    (lambda n: _positive(n) * (_positive(n) + 1) // 2, 12),
    (lambda n: _positive(n - 2) ** 3 if n > 2 else 0, 40),
    (lambda n: 5 * n, Fraction(7, 2)),
    (lambda n: max(n, 10), 11),
]
_SEVERAL: list[Case] = [
    (lambda n: n % 7, 3),  # 10, 17 and so on as well
    (lambda n: n // 3, 9),  # 10 and 11 as well
    (lambda n: 1 if n > 0 else 0, 5),
    (lambda n: max(n, 10), 8),
    (lambda n: min(_positive(n), 10), 12),
    (lambda n: abs(n - 5), 9),  # 1 as well
    (lambda n: n + 8 * (n % 2), 5),
]


@pytest.mark.parametrize(("count", "value"), _ONE)
def test_the_only_value_is_found(count: Callable[[Number], Number], value: Number):
    assert solve_count(count, count(value)) == value


def test_a_smooth_count_is_solved_nearly():
    found = solve_count(lambda n: float(n) * math.log(float(n) + 1) if n > 0 else 0.0, 100.0)
    assert found is not None
    assert float(found) * math.log(float(found) + 1) == pytest.approx(100.0)


@pytest.mark.parametrize(("count", "value"), _SEVERAL)
def test_of_several_values_none_is_taken(count: Callable[[Number], Number], value: Number):
    assert solve_count(count, count(value)) is None


def test_a_probability_is_at_most_1():
    assert solve_count(lambda p: 10 * p + 2, 7, most=1) == Fraction(1, 2)
    assert solve_count(lambda p: 10 * p + 2, 13, most=1) is None
    assert solve_count(lambda p: 10 * p * p, 5, most=1) is None


def test_a_count_that_takes_long_at_large_values_is_given_up():
    """Some counts are walks of as many steps as the value is large: none is made of 2**40."""
    asked: list[float] = []

    def walked(value: float) -> int:
        asked.append(value)
        return sum(step * step % 7 != 0 for step in range(min(int(value), 10**8)))

    assert solve_count(walked, walked(30)) in (None, 30)
    assert max(asked) < 10**8
