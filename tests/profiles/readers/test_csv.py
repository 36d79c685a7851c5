"""Counts and values in tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.profiles.counts import Condition, LineCount, Measured, Profile
from sad.profiles.readers.detect import read_profiles
from tests.profiles.readers.refusals import refused

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

COUNTS = "file,line,count\na.f,1,2\na.f,4,6\nb.f,1,0\n"
VALUES = "name,value,n\nS.trips@do1,13.5,500\nS.trips@do1,13.75,1000\nP,0.25,500\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.csv"


def profiles(path: Path, text: str, at: Mapping[str, str] | None = None) -> list[Profile]:
    path.write_text(text)
    found = read_profiles(str(path), at or {})
    return [each for each in found if isinstance(each, Profile)]


def measured(path: Path, text: str, at: Mapping[str, str] | None = None) -> list[Measured]:
    path.write_text(text)
    found = read_profiles(str(path), at or {})
    return [each for each in found if isinstance(each, Measured)]


def test_counts(path: Path):
    (profile,) = profiles(path, COUNTS, {"n": "5"})
    assert (profile.tool, profile.at, [*profile.files]) == ("csv", {"n": "5"}, ["a.f", "b.f"])
    assert profile.files["a.f"].lines == {1: LineCount(2), 4: LineCount(6)}


def test_the_order_of_columns_and_the_layout_do_not_matter(path: Path):
    expected = profiles(path, COUNTS)
    assert profiles(path, "count,file,line\n2,a.f,1\n6,a.f,4\n0,b.f,1") == expected
    assert profiles(path, COUNTS.replace(",", " , ").replace("\n", "\r\n\r\n")) == expected
    assert profiles(path, COUNTS.replace("a.f", '"a.f"')) == expected


def test_conditions(path: Path):
    (profile,) = profiles(path, "file,line,true,false,count\na.f,4,5,1,6\n")
    assert profile.files["a.f"].lines[4] == LineCount(6, (), (Condition(0, 4, 0, 5, 1),))


def test_every_other_column_is_a_size(path: Path):
    text = "n,file,line,count,m\n5,a.f,1,2,1\n5,a.f,2,3,1\n10,a.f,1,4,1\n5.0,a.f,3,7,1\n"
    first, second = profiles(path, text, {"k": "3", "m": "1.0"})
    assert (first.at, second.at) == (
        {"n": "5", "m": "1", "k": "3"},
        {"n": "10", "m": "1", "k": "3"},
    )
    assert {line: count.count for line, count in first.files["a.f"].lines.items()} == {
        1: 2, 2: 3, 3: 7,
    }  # fmt: skip


def test_values(path: Path):
    trips, probability = measured(path, VALUES, {"m": "2"})
    assert (trips.name, probability.name) == ("S.trips@do1", "P")
    assert [(sample.at, sample.value) for sample in trips.samples] == [
        ({"n": 500.0, "m": 2.0}, 13.5),
        ({"n": 1000.0, "m": 2.0}, 13.75),
    ]
    assert trips.samples[0].run == f"{path}:2"


def test_ratios(path: Path):
    text = "name,taken,reached\nX,27,2\nY,0,0\n"
    (only,) = measured(path, text)  # what was never reached says nothing of Y
    assert [(each.taken, each.reached, each.value) for each in only.samples] == [(27, 2, 13.5)]
    both = "name,value,taken,reached\nX,0.333,1,3\n"
    assert measured(path, both)[0].samples[0].value == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("file,line,count\na.f,1,-2\n", 2),
        ("file,line,count\na.f,1,nan\n", 2),
        ("file,line,count\na.f,1,2\n\na.f,2,1.5\n", 4),
        (f"file,line,count\na.f,1,{2**63}\n", 2),
        ("file,line,count,n\na.f,1,2,NaN\n", 2),
        ("file,line,count,n\na.f,1,2,inf\n", 2),
        ("file,line,count,n\na.f,1,2,1_000\n", 2),
        ("file,line,count,n\na.f,1,2,large\n", 2),
        ("name,value\nX,nan\n", 2),
        ("name,value\nX,-1\n", 2),
        ("name,value\nX,1e999\n", 2),
        ("name,taken,reached\nX,1,0\n", 2),
        ("name,value,taken,reached\nX,0.5,1,3\n", 2),
    ],
)
def test_impossible_numbers(path: Path, text: str, line: int):
    path.write_text(text)
    assert refused(path) == ("SAD705", line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("file,line\na.f,1\n", 1),
        ("file;line;count\na.f;1;2\n", 1),
        ("file,line,count,\na.f,1,2,\n", 1),
        ("file,line,count\na.f,1\n", 2),
        ("file,line,count\na.f,1,2,3\n", 2),
        ("file,line,count\na.f,,2\n", 2),
        ("file,line,count\na.f,0,2\n", 2),
        ("file,line,count\na.f,1.5,2\n", 2),
        ("file,line,count,true\na.f,1,2,2\n", 2),
        ('file,line,count\n"a.f,1,2\n', 2),
        ('file,line,count\n"a"f,1,2\n', 2),
        ("name,value,taken\nX,1,1\n", 2),
        ("name,unit\nX,s\n", 1),
    ],
)
def test_malformed(path: Path, text: str, line: int):
    path.write_text(text)
    assert refused(path) == ("SAD704", line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("file,line,count,line\na.f,1,2,1\n", 1),
        ("file,line,count\na.f,1,2\na.f,1,2\n", 3),
        ("file,line,count,n\na.f,1,2,5\na.f,1,2,5.0\n", 3),
        ("name,value,n\nX,1,5\nX,1,5\n", 3),
        ("file,line,count,m\na.f,1,2,7\n", 2),
        ("name,value,m\nX,1,7\n", 2),
    ],
)
def test_given_twice(path: Path, text: str, line: int):
    path.write_text(text)
    assert refused(path, {"m": "8"}) == ("SAD706", line)
