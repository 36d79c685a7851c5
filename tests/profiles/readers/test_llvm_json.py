"""llvm-cov's export: lines from segments, conditions of files and functions, malformed ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.profiles.readers.measured_programs import one
from tests.profiles.readers.refusals import refused

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sad.profiles.counts import FileCounts

SEGMENTS = [
    [1, 12, 2, True, True, False],
    [2, 7, 5, True, True, False],
    [2, 9, 2, True, False, False],
    [2, 10, 9, True, True, True],  # a gap: no code
    [4, 1, 0, False, True, False],  # left out by the preprocessor
    [5, 1, 2, True, False, False],
    [6, 2, 0, False, False, False],
]
NOTHING: list[int] = []
LINES = {1: 2, 2: 5, 3: 9, 6: 2}


def region(line: int, file: int = 0, inner: int = 0, kind: int = 0) -> list[int]:
    return [line, 3, line, 9, 7, file, inner, kind]


def branch(line: int, true: int, false: int, file: int = 0) -> list[int]:
    return [line, 7, line, 9, true, false, file, 0, 4]


def function(*branches: object, **more: object) -> dict[str, object]:
    regions = [region(1), region(2, 0, 1, 1), region(20, 1, 2, 1)]
    names = ["a.c", "a.c", "b.h"]
    base = {"name": "f", "count": 2, "filenames": names, "regions": regions, "branches": branches}
    return base | more


def export(file: Mapping[str, object], *functions: object, **more: object) -> str:
    data = [{"files": [{"filename": "a.c", "segments": SEGMENTS, **file}], "functions": functions}]
    return json.dumps(
        {"data": data, "type": "llvm.coverage.json.export", "version": "2.0.1"} | more
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "all.json"


def counts(path: Path, text: str) -> FileCounts:
    path.write_text(text)
    return one(path).files["a.c"]


def conditions(file: FileCounts) -> dict[int, list[tuple[int, int, int]]]:
    return {
        line: [(each.column, each.true, each.false) for each in count.conditions]
        for line, count in file.lines.items()
        if count.conditions
    }


def test_a_line_has_the_greatest_count_of_what_begins_on_it_and_what_it_begins_in(path: Path):
    file = counts(path, export({}))
    assert {line: count.count for line, count in file.lines.items()} == LINES
    assert file.segments[4] == (4, 1, None)
    assert len(file.segments) == len(SEGMENTS)


def test_segments_of_five_columns_have_no_gaps(path: Path):
    short = [row[:5] for row in SEGMENTS]
    file = counts(path, export({"segments": short}))
    assert {line: count.count for line, count in file.lines.items()} == LINES | {2: 9}


def test_a_count_below_0_is_not_known(path: Path):
    below = [[1, 1, 3, True, True, False], [1, 9, 2**63 - 1, True, True, False]]
    file = counts(path, export({"segments": [*below, [1, 12, 3, True, False, False]]}))
    assert [segment.times for segment in file.segments] == [3, None, 3]
    assert file.lines[1].count == 3


def test_conditions_of_the_file_add_up_over_its_functions(path: Path):
    text = export({"branches": [branch(2, 3, 0), branch(2, 5, 2)]}, function(branch(2, 3, 0)))
    assert conditions(counts(path, text)) == {2: [(7, 8, 2)]}


def test_without_branches_of_the_file_those_of_its_functions_are_taken(path: Path):
    assert conditions(counts(path, export({}, function(branch(2, 3, 1))))) == {2: [(7, 3, 1)]}


def test_conditions_of_a_macro_stand_where_it_is_used(path: Path):
    inner = function(
        branch(30, 4, 1, 1), branch(40, 2, 2, 2)
    )  # file 2 is used in line 20 of file 1, before line 30; that in line 2
    assert conditions(counts(path, export({"branches": []}, inner))) == {2: [(3, 2, 2), (3, 4, 1)]}


def test_what_the_compiler_decides_is_no_condition(path: Path):
    decided = {"branches": [branch(2, 0, 0)]}
    assert conditions(counts(path, export(decided))) == {}
    never = [[1, 1, 0, True, True, False], [9, 1, 0, False, False, False]]
    assert conditions(counts(path, export(decided | {"segments": never}))) == {2: [(7, 0, 0)]}


def test_functions_have_the_line_of_their_first_region(path: Path):
    file = counts(path, export({}, function(), function(count=3), function(name="g", regions=[])))
    assert [(each.name, each.line, each.count) for each in file.functions] == [("f", 1, 5)]


@pytest.mark.parametrize("count", [-1, 2**63, 2**64 - 2, 1.5, None, "7"])
def test_impossible_counts(path: Path, count: object):
    for text in (
        export({"segments": [[1, 1, count, True, True, False]]}),
        export({"branches": [[2, 7, 2, 9, count, 0, 0, 0, 4]]}),
        export({}, function(count=count)),
    ):
        path.write_text(text)
        assert refused(path) == ("SAD705", 1)


@pytest.mark.parametrize(
    "text",
    [
        export({"segments": [[1, 1, 2, True]]}),
        export({"segments": [[1, 1, 2, 1, True, False]]}),
        export({"segments": [[2, 1, 2, True, True, False], [1, 1, 2, True, True, False]]}),
        export({"segments": ["1:1"]}),
        export({"segments": {}}),
        export({"branches": [[1, 2, 3]]}),
        export({"filename": None}),
        export({}, 7),
        export({}, function(branch(2, 1, 1, 9))),
        export({}, function(branch(2, 1, 1, 1), regions=[region(1), region(1, 1, 1, 1)])),
        export({}, function(regions=[NOTHING])),
        export({}, function(filenames=[7])),
        export({}, type=7),
        export({}) + export({}),
    ],
)
def test_malformed(path: Path, text: str):
    path.write_text(text)
    assert refused(path) == ("SAD704", 1)


def test_a_file_that_is_given_twice(path: Path):
    path.write_text(export({}).replace('"files": [{', '"files": [{"filename": "a.c", "segments": '
                                       '[[1, 1, 2, true, true, false]]}, {'))  # fmt: skip
    assert refused(path) == ("SAD706", 1)
