"""Ranges: what is a value, exactly, and what is none."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from sad.diagnostics import SadError
from sad.experiments import axes
from sad.experiments.axes import axis_of, parse_axes, parse_axis
from sad.experiments.grid import Grid


def texts(argument: str) -> list[str]:
    return [value.text for value in parse_axis(argument).values]


@pytest.mark.parametrize(
    ("argument", "values"),
    [
        ("n=1:4", ["1", "2", "3", "4"]),
        ("n=7:7", ["7"]),
        ("n=0:1:0.25", ["0", "0.25", "0.5", "0.75", "1"]),
        ("n=0:1:1/3", ["0", "1/3", "2/3", "1"]),
        ("n=0:10:4", ["0", "4", "8"]),
        ("n=-2:2:2", ["-2", "0", "2"]),
        ("n=8,4,4.5,2**5", ["8", "4", "4.5", "32"]),
        ("n=1e3:3e3:1000", ["1000", "2000", "3000"]),
        ("n = 1 : 3", ["1", "2", "3"]),
        ("n=1:1000:log4", ["1", "10", "100", "1000"]),
        ("n=1:4:log20", ["1", "2", "3", "4"]),
        ("t=N,T", ["N", "T"]),
        ("p=1:256:x2", ["1", "2", "4", "8", "16", "32", "64", "128", "256"]),
        ("p=3:100:X3", ["3", "9", "27", "81"]),
        ("p=8:30:x1.5", ["8", "12", "18", "27"]),
        ("p=5:5:x2", ["5"]),
    ],
)
def test_ranges_have_exactly_these_values(argument, values):
    assert texts(argument) == values


def test_long_fractions_in_factors_stay_short():
    values = parse_axis("n=1:2:x1.0001").values
    assert len(values) == 6932  # ln 2 / ln 1.0001 = 6931.8
    assert max(len(value.text) for value in values) < 20
    assert float(values[-1].number or 0) == pytest.approx(1.0001**6931, rel=1e-9)


def test_steps_of_a_tenth_are_exact():
    numbers = parse_axis("p=0:1:0.1").numbers
    assert numbers == [Fraction(k, 10) for k in range(11)]


def test_logarithmic_ranges_keep_their_ends_and_grow():
    numbers = parse_axis("n=3:12345:log50").numbers
    assert numbers is not None
    assert (numbers[0], numbers[-1]) == (3, 12345)
    assert numbers == sorted(set(numbers))
    assert all(isinstance(number, int) for number in numbers)
    ratios = [b / a for a, b in pairwise(numbers[30:])]
    assert max(ratios) / min(ratios) < 1.02


@pytest.mark.parametrize(
    "argument",
    [
        "n", "n=", "=1:2", "n=1:", "n=:2", "n=1:2:3:4", "n=5:1", "n=1:5:0", "n=1:5:-1",
        "n=1:5:log1", "n=0:5:log3", "n=-1:5:log3", "n=1.5:3", "n=1,,2", "n=1:m", "n=1:2:log",
        "n=1:2:log-3", "n=0:100000000", "n=1:2:1e-9", "n=1:1e99999999", "n=1:9**9999**9",
        "n=nan:2", "n=1:inf", "n=1:9:x", "n=1:9:x1", "n=1:9:x0.5", "n=0:9:x2", "n=1:9:xx2", "n=1:9:x-2",
        "n=1:1e9:x1.000001", "n=1:9**9999:x2", "n=1:9**9999:log3", "n=1:2:x1.00000000000000001",
    ],
)  # fmt: skip
def test_what_is_no_range_is_told(argument):
    with pytest.raises(SadError) as caught:
        parse_axes([argument])
    assert caught.value.diagnostic.code == "SAD851"
    assert caught.value.diagnostic.hint


def test_a_grid_has_each_name_once_and_not_too_many_points():
    assert len(parse_axes(["n=1:10", "m=1:10"])) == 2
    for wrong in (["n=1:2", "n=5"], ["n=1:2000", "m=1:2000"]):
        with pytest.raises(SadError, match="SAD851"):
            parse_axes(wrong)


def test_python_values_become_values():
    axis = axis_of("n", [3, 0.1, np.int64(7), np.float64(0.3), Fraction(1, 3), "2*k", True])
    assert [v.text for v in axis.values] == ["3", "0.1", "7", "0.3", "1/3", "2*k", "1"]
    for wrong in ([], [None], [float("nan")], [float("inf")], [[1]], [1j]):
        with pytest.raises(SadError, match="SAD851"):
            axis_of("n", wrong)


@pytest.mark.parametrize("text", ["N=-3:20", "N=1:9:2", "N=0:2:1/3", "N=1:1:0.5", "N=0.5:3:0.25"])
def test_evenly_spaced_values_one_after_the_other_are_those_at_their_places(text):
    values = parse_axis(text).values
    assert list(values) == [values[place] for place in range(len(values))]


def test_a_million_whole_numbers_take_no_arithmetic_of_fractions(monkeypatch):
    monkeypatch.setattr(axes, "value_of", None)
    values = parse_axis("N=1:1000000").values
    assert sum(value.number for value in values) == 500_000_500_000


@pytest.mark.parametrize(("text", "kind"), [("N=1:1:0.5", "i"), ("N=1:2:0.5", "f"), ("N=2:9", "i")])
def test_coordinates_are_whole_where_all_values_are(text, kind):
    assert Grid((parse_axis(text),)).kinds[0].kind == kind
