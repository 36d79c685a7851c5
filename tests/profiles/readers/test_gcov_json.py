"""gcov's JSON: how its parts add up, and what is wrong with a malformed one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sad.profiles.readers.json_stream import JsonStream
from tests.profiles.readers.measured_programs import one
from tests.profiles.readers.refusals import refusal, refused

if TYPE_CHECKING:
    from pathlib import Path

BIG = 2**62


def line(number: int, count: object, *ways: object) -> dict[str, object]:
    branches = [{"count": way, "fallthrough": i == 0, "throw": False} for i, way in enumerate(ways)]
    return {"line_number": number, "count": count, "branches": branches, "function_name": "f"}


def document(*lines: object, file: object = "a.c", folder: object = "/w", **more: object) -> str:
    functions = [{"name": "f", "start_line": 1, "execution_count": 2}]
    root = {
        "files": [{"lines": lines, "functions": functions, "file": file}],
        "format_version": "1",
        "current_working_directory": folder,
        "data_file": "a.gcda",
    }
    return json.dumps(root | more)


def counts(path: Path, text: str, file: str = "a.c") -> dict[int, tuple[int, list[int]]]:
    path.write_text(text)
    lines = one(path).files[file].lines
    return {
        number: (each.count, [way.times for way in each.ways]) for number, each in lines.items()
    }


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "all.gcov.json"


def test_the_instances_of_a_line_add_up(path: Path):
    assert counts(path, document(line(4, 3, 3, 0), line(4, 7, 5, 2))) == {4: (10, [8, 2])}


def test_ways_of_different_number_are_not_added(path: Path):
    assert counts(path, document(line(4, 3, 3, 0), line(4, 7))) == {4: (10, [])}


def test_documents_one_after_the_other_add_up(path: Path):
    text = document(line(1, 2), line(9, BIG)) + "\n" + document(line(1, 3), line(9, BIG))
    assert counts(path, text) == {1: (5, []), 9: (2 * BIG, [])}
    (function,) = one(path).files["a.c"].functions
    assert function.count == 4
    assert counts(path, text.replace("\n", "")) == {1: (5, []), 9: (2 * BIG, [])}


def test_equal_names_in_different_folders_are_different_files(path: Path):
    text = (
        document(line(1, 2))
        + document(line(1, 3), folder="/v")
        + document(line(1, 4), file="/v/a.c")
    )
    path.write_text(text)
    profile = one(path)
    assert profile.folder is None
    assert {name: file.lines[1].count for name, file in profile.files.items()} == {
        "/w/a.c": 2,
        "/v/a.c": 7,
    }


def test_layout_and_order_of_keys_do_not_matter(path: Path):
    plain = document(line(4, 3, 3, 0))
    parsed = json.loads(plain)
    expected = counts(path, plain)
    assert counts(path, json.dumps(parsed, indent=4)) == expected
    assert counts(path, json.dumps(parsed, sort_keys=True, separators=(",", ":"))) == expected
    assert counts(path, json.dumps(dict(reversed(parsed.items())))) == expected


def test_a_second_version_has_more_in_it(path: Path):
    more = line(4, 3, 3, 0) | {"calls": [], "conditions": [{"count": 4}], "block_ids": [2]}
    assert counts(path, document(more, format_version="2")) == {4: (3, [3, 0])}


@pytest.mark.parametrize("count", [-1, 2**63, 10**30, 1.5, 3.0, True, None, "7"])
@pytest.mark.parametrize("where", ["line", "way", "function"])
def test_impossible_counts(path: Path, count: object, where: str):
    text = document(line(4, count)) if where == "line" else document(line(4, 1, 1, count))
    if where == "function":
        text = document().replace('"execution_count": 2', f'"execution_count": {json.dumps(count)}')
    path.write_text(text)
    assert refused(path) == ("SAD705", 1)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_what_json_does_not_have(path: Path, number: str):
    path.write_text(document(line(4, 1)).replace('"count": 1', f'"count": {number}'))
    assert refused(path) == ("SAD705", 1)


@pytest.mark.parametrize(
    "text",
    [
        document(7),
        document([1]),
        document({"line_number": 4, "count": 2}),
        document({"count": 2, "branches": []}),
        document(line(-4, 2)),
        document(line(4, 2) | {"branches": {"count": 2}}),
        document(line(4, 2) | {"branches": [7]}),
        document(line(4, 2) | {"branches": [{"count": 2}]}),
        document(line(4, 2) | {"branches": [{"count": 2, "fallthrough": 1}]}),
        document(line(4, 2), file=7),
        document(line(4, 2), folder=7),
        document(line(4, 2), format_version=1),
        document(line(4, 2)).replace('"file": "a.c"', '"title": "a.c"'),
        document(line(4, 2)).replace('"functions": [{', '"functions": ["f", {'),
        document(line(4, 2)).replace('"lines": [', '"lines": 7, "rows": ['),
        document(line(4, 2)) + "}",
        document(line(4, 2)).replace('"count": 2', '"count": 02'),
        document(line(4, 2)).replace('"count": 2', '"count": ' + "9" * 5000),
        document(line(4, 2)).replace('"count": 2', '"count" 2'),
        document(line(4, 2)).replace('"count": 2', '"count": ' + "[" * 10**5),
        document(line(4, 2)).replace('"files": ', '"files" = '),
        document(line(4, 2)).replace('"a.gcda"', "[{]}"),
    ],
)
def test_malformed(path: Path, text: str):
    path.write_text(text)
    assert refused(path) == ("SAD704", 1)


def test_the_place_of_an_error_is_its_line_and_column(path: Path):
    text = json.dumps(json.loads(document(line(4, 1), line(5, -1))), indent=1)
    path.write_text(text)
    found = refusal(path)
    before = text[: text.index("-1")].count("\n") + 1
    assert found.span.line - before in range(5)  # the object ends some lines below
    assert "count of a line is -1: negative" in found.message


def test_a_key_that_is_given_twice(path: Path):
    path.write_text(document(line(4, 1)).replace('"data_file"', '"files"'))
    assert refused(path) == ("SAD706", 1)


def test_documents_of_two_tools(path: Path):
    export = '{"data": [], "type": "llvm.coverage.json.export", "version": "2.0.1"}'
    path.write_text(document(line(4, 1)) + "\n" + export)
    assert refused(path) == ("SAD704", 2)


@pytest.mark.parametrize("wrong", [-1, "7", 1.5, None, True, [1]])
@pytest.mark.parametrize("at", [0, 1, 40, 99])
def test_errors_name_the_same_place_however_lines_are_read(
    wrong: object, at: int, path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Lines that are read at once, and those of an array too long for that."""
    lines = [line(number + 1, number, number, 1) for number in range(100)]
    lines[at] = line(at + 1, wrong, 3, 4) if at % 2 else line(at + 1, 5, wrong, 4)
    path.write_text(document(*lines).replace('{"line_number": 41', '\n {"line_number": 41'))
    quick = refusal(path)
    monkeypatch.setattr(JsonStream, "_whole_array", lambda _: None)
    slow = refusal(path)
    assert quick.code == slow.code
    assert (quick.span, quick.message) == (slow.span, slow.message)
