"""Code made of one run of a function gives what the function gives, to the last bit."""

from __future__ import annotations

import math
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sad.algebra import repeated
from sad.algebra.piecewise import added, applied, least, most, ratio
from sad.algebra.repeated import Recording, Repeated

NUMBERS = st.lists(
    st.one_of(
        st.sampled_from([0.0, -0.0, 1.0, 2.0, 0.5, -3.0, 1e308, 5e-324, math.inf]),
        st.integers(-3, 3),
        st.floats(allow_nan=False),
    ),
    min_size=4,
    max_size=4,
)


def arithmetic(v):
    a, b, c, d = (v[key] for key in "abcd")
    first = a + 2.0 * b - (c - 1) * d - 0.0
    powers = 2.0 ** least(abs(d), 9.0) + (-2.0) ** 3 * a
    return [first, powers, [-a, abs(b), round(least(most((c, -99.0)), 99.0)), 3.0 - d]]


def decided(v):
    a, b, c, d = (v[key] for key in "abcd")
    found = [size * 1.5 for size, _ in sorted([(a, 1), (b, 2), (c, 3)], reverse=True)]
    if a == b or not c:
        return (found[0], d + 1.0)
    while d > 1.0 and d < 64.0:
        d /= 2.0
    return (found[1], d if d >= 0.5 else -d)


def caught(v):
    try:
        return [v["a"] / v["b"] + v["a"] % v["c"]]
    except ZeroDivisionError:
        return [v["d"] * 2.0]


def helpers(v):
    a, b, c, d = (v[key] for key in "abcd")
    whole, rest = applied(lambda x, y: [x // 3.0, 0.0 if x < y else y], a, b)
    return [most((a, b, c)), least(b, d), added([a, 0.1, b, c, 0.2]), ratio(a, b), whole, rest]


def bits(value):
    if isinstance(value, list | tuple):
        return [bits(item) for item in value]
    return value.hex() if isinstance(value, float) else value


def answer(function, numbers):
    try:
        return bits(function(numbers))
    except (ArithmeticError, ValueError) as error:
        return type(error)


@pytest.mark.parametrize("function", [arithmetic, decided, caught, helpers])
@given(points=st.lists(NUMBERS, min_size=1, max_size=12))
def test_code_gives_what_the_function_gives(function, points):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(repeated, "_MISSES", 1)
        made = Repeated(function)
        for values in (*points, *points):
            numbers = dict(zip("abcd", values, strict=True))
            assert answer(made, numbers) == answer(function, numbers)


def test_the_function_is_asked_no_more_where_all_is_decided_as_before():
    asked = []

    def counted(v):
        asked.append(v)
        return decided(v)

    made = Repeated(counted)
    points = [{"a": 9.0 - n, "b": 3.5, "c": 0.1 * n, "d": 0.75} for n in range(1, 5)]
    for _ in range(100):
        assert [made(point) for point in points] == [decided(point) for point in points]
    assert 32 < len(asked) < 200  # 400 points


def test_a_few_points_are_not_recorded(monkeypatch):
    monkeypatch.setattr(Recording, "code", None)
    made = Repeated(helpers)
    for n in range(31):
        made(dict(zip("abcd", [1.0, 2.0, 3.0, float(n)], strict=True)))


def test_what_is_decided_anew_at_each_point_is_recorded_less_and_less(monkeypatch):
    recorded = []
    usual = Recording.code
    monkeypatch.setattr(
        Recording, "code", lambda *all_: recorded.append(1) or partial(usual, *all_)()
    )
    made = Repeated(lambda v: [1.0 if v["a"] == n else 0.0 for n in range(2000)])
    for n in range(2000):
        made({"a": n})
    assert len(recorded) < 32  # of 2000 / 32 = 62


def test_long_code_is_not_compiled(monkeypatch):
    monkeypatch.setattr(repeated, "_MOST_STEPS", 3)
    monkeypatch.setattr(repeated, "_MISSES", 1)
    made = Repeated(helpers)
    numbers = dict(zip("abcd", [1.0, 2.0, 3.0, 4.0], strict=True))
    assert made(numbers) == made(numbers) == helpers(numbers)
