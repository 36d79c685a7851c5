"""Ranges of values, their combinations, and values of the model that follow."""

from __future__ import annotations

import pytest

from sad.profiles.running.vary import VaryError, parse_range, points


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("500", ["500"]),
        ("500,1000", ["500", "1000"]),
        ("1:4", ["1", "2", "3", "4"]),
        ("1:8:3", ["1", "4", "7"]),
        ("3:1:-1", ["3", "2", "1"]),
        ("0.1:0.5:0.1", ["0.1", "0.2", "0.3", "0.4", "0.5"]),
        ("-1:1", ["-1", "0", "1"]),
        ("1e3:3e3:1e3", ["1000", "2000", "3000"]),
        ("7:7", ["7"]),
        ("1:1000:log4", ["1", "10", "100", "1000"]),
        ("1:4:log9", ["1", "2", "3", "4"]),
        ("1000:1:log4", ["1000", "100", "10", "1"]),
        ("a b, c", ["a b", "c"]),
        ("a\\,b,c", ["a,b", "c"]),
        ("in:1,in:2", ["in:1", "in:2"]),
    ],
)
def test_ranges(text: str, values: list[str]):
    assert parse_range(text) == values


def test_logarithmic_steps_between_broken_numbers_have_equal_ratios():
    values = [float(text) for text in parse_range("0.5:8:log5")]
    assert values == pytest.approx([0.5, 1, 2, 4, 8])


@pytest.mark.parametrize(
    "text",
    [
        *("1,,2", ",", "1:2:0", "1:5:-1", "5:1", "a:b", "1:2:3:4", "1:", "nan:1", "1:inf"),
        *("0:9:log3", "1:9:log1", "1:9:logx", "1:100000", "1:1e30:1e-30", "1:9:log99999"),
    ],
)
def test_ranges_that_are_none(text: str):
    with pytest.raises(VaryError) as caught:
        parse_range(text)
    assert caught.value.hint


def test_all_combinations_in_order():
    found = points(["n=1,2", "m=a,b"], {})
    assert [point.title for point in found] == ["n=1, m=a", "n=1, m=b", "n=2, m=a", "n=2, m=b"]
    assert [point.number for point in found] == [1, 2, 3, 4]


def test_lists_side_by_side():
    found = points(["n=1,2", "m=a,b"], {}, zipped=True, repeat=2)
    assert [(p.title, p.repeat, p.number) for p in found] == [
        ("n=1, m=a", 1, 1),
        ("n=1, m=a", 2, 2),
        ("n=2, m=b", 1, 3),
        ("n=2, m=b", 2, 4),
    ]
    with pytest.raises(VaryError, match="differ in length: n 2, m 1"):
        points(["n=1,2", "m=a"], {}, zipped=True)


def test_a_title_is_one_line_of_plain_characters():
    (point,) = points(["f=a\nb\x1b\udcff\u00e9"], {})
    assert point.title == "f=a?b??\u00e9"


def test_no_values_are_one_run():
    (point,) = points([], {})
    assert (point.title, point.at, point.values) == ("no values", {}, {"repeat": "1"})


def test_values_of_the_model_follow_from_the_run():
    settings = {"NPART": "4*n**3", "HALF": "NPART/8", "TRANS": "N", "UPPER": ".true.", "T": "'a b'"}
    found = points(["n=5,6"], settings)
    assert found[0].at == {
        "n": "5",
        "NPART": "500",
        "HALF": "62.5",
        "TRANS": "N",
        "UPPER": ".true.",
        "T": "'a b'",
    }
    assert found[1].at["NPART"] == "864"
    assert found[0].values["NPART"] == "500"


@pytest.mark.parametrize(
    ("settings", "part"),
    [
        ({"A": "2*k"}, "k is not known (known: n, f, A)"),
        ({"A": "2*"}, "ends too early"),
        ({"A": "B+1", "B": "A+1"}, "depends on itself"),
        ({"A": "f+1"}, "f is 'x y', no number"),
        ({"n": "1"}, "n is given twice"),
    ],
)
def test_values_that_do_not_follow(settings: dict[str, str], part: str):
    with pytest.raises(VaryError) as caught:
        points(["n=5", "f=x y"], settings)
    assert part in str(caught.value)


@pytest.mark.parametrize("text", ["n", "n=", "=1", "1n=1", "n.x=1", "coverage=1", "repeat=1"])
def test_names_that_cannot_be_varied(text: str):
    with pytest.raises(VaryError):
        points([text], {})


def test_one_name_twice_and_too_many_runs():
    with pytest.raises(VaryError, match="n is given twice"):
        points(["n=1", "n=2"], {})
    with pytest.raises(VaryError, match="would be 1000000 runs"):
        points(["n=1:1000", "m=1:1000"], {})
    with pytest.raises(VaryError, match="at least 1"):
        points(["n=1"], {}, repeat=0)
