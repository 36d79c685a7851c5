"""JSON in pieces is what the standard library makes of it whole, wherever the pieces end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sad.diagnostics import Diagnostic, SadError
from sad.profiles.readers import json_stream
from sad.profiles.readers.json_stream import JsonStream
from sad.profiles.readers.source import Source

if TYPE_CHECKING:
    from pathlib import Path

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=15
)
# How long it takes to draw a value depends on what else the computer does.
ONE_FILE = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=150,
)


class Pieces(Source):
    """A source that gives its text in pieces of one size, whatever is asked for."""

    def __init__(self, text: str, size: int) -> None:
        self.path = "pieces"
        self.left = [text[i : i + size] for i in range(0, len(text), size)]

    def read(self, size: int = 0) -> str:  # noqa: ARG002 - the size is that of the pieces
        return self.left.pop(0) if self.left else ""


def walked(stream: JsonStream, depth: int) -> object:
    """Read a value by walking into it down to ``depth``."""
    if depth and stream.kind() == "{":
        return {key: walked(stream, depth - 1) for key in stream.members()}
    if depth and stream.kind() == "[":
        return [walked(stream, depth - 1) for _ in stream.elements()]
    return stream.value()


def documents(text: str, size: int, depth: int) -> list[object]:
    stream = JsonStream(Pieces(text, size))
    return [walked(stream, depth) for _ in stream.documents()]


def refused(text: str, size: int, depth: int) -> Diagnostic:
    with pytest.raises(SadError) as error:
        documents(text, size, depth)
    return error.value.diagnostic


def written(value: object, layout: int) -> str:
    return json.dumps(value, indent=layout or None, ensure_ascii=layout % 2 == 0)


@settings(suppress_health_check=[HealthCheck.too_slow])  # a loaded computer is no error
@given(VALUES, st.integers(1, 40), st.integers(0, 3), st.integers(0, 3))
def test_a_value_walked_into_is_the_value(value: object, size: int, depth: int, layout: int):
    stream = JsonStream(Pieces(written(value, layout), size))
    assert [walked(stream, depth) for _ in stream.documents()] == [value]


@given(st.lists(VALUES), st.integers(1, 40), st.integers(0, 3))
def test_the_elements_of_an_array_are_its_values(values: list[object], size: int, layout: int):
    stream = JsonStream(Pieces(written(values, layout), size))
    assert [[*stream.values()] for _ in stream.documents()] == [values]


@given(VALUES, VALUES, st.integers(1, 40), st.integers(0, 3))
def test_what_is_not_read_is_passed_over(skipped: object, value: object, size: int, layout: int):
    text = written({"a": skipped, "b": value, "c": skipped}, layout) + written([skipped, 7], layout)
    stream = JsonStream(Pieces(text, size))
    found: list[object] = []
    for _ in stream.documents():
        if stream.kind() == "{":
            found += [stream.value() for key in stream.members() if key == "b"]
        else:
            stream.skip()
    assert found == [value]


@given(VALUES, st.integers(1, 40), st.data())
def test_a_text_that_is_cut_ends_in_the_middle(value: object, size: int, data: st.DataObject):
    text = json.dumps([value])
    cut = data.draw(st.integers(1, len(text) - 1))
    assert refused(text[:cut], size, 2).code == "SAD703"


@pytest.mark.parametrize("number", ["1.5", "-1e+16", "2.5E-7", "-Infinity", "NaN"])
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_number_that_is_cut_ends_in_the_middle(number: str, depth: int):
    text = json.dumps([{"a": [0]}]).replace("0", number)
    for size in (1, 100):
        for cut in range(1, len(text)):
            assert refused(text[:cut], size, depth).code == "SAD703", text[:cut]


@pytest.mark.parametrize("number", ["1..", "1.5.", "1e5e", "01.", "1.e", "1e+-", "x1.", "+1."])
def test_what_no_digits_make_a_number_is_malformed(number: str):
    for text in (number, f"[{number}", f'{{"a": {number}'):
        for size in (1, 100):
            assert refused(text, size, 0).code == "SAD704", text


@ONE_FILE
@given(st.text(alphabet='{}[]",:0 1e.-+tn\\', max_size=20), st.integers(1, 8))
def test_no_text_is_more_than_an_error(text: str, size: int):
    try:
        expected = json.loads(text)
    except ValueError:
        expected = None
    try:
        found = documents(text, size, 3)
    except SadError as error:
        assert error.diagnostic.code in ("SAD703", "SAD704", "SAD706")  # noqa: PT017
        if error.diagnostic.code != "SAD706":
            assert expected is None
        return
    if expected is not None:
        assert found == [expected]


@pytest.mark.parametrize("number", ["1.5e10", "-0.25", "1E-7", "12345678901", "-1e+3"])
def test_a_number_may_go_on_in_the_next_piece(number: str):
    for size in range(1, len(number) + 2):
        for text in (number, f"[{number}, {number}]"):
            assert documents(text, size, 0) == [json.loads(text)]


def test_places_are_lines_and_columns():
    text = '{"a": [1,\n  2], "b":\n\n   oops}'
    for size in (1, 3, 7, 100):
        for depth in (0, 1, 2):
            assert str(refused(text, size, depth).span) == "pieces:4:4"


def test_a_value_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(json_stream, "LARGEST", 1000)
    found = refused('{"a": "' + "x" * 5000 + '"}', 100, 1)
    assert "more than 1000 characters" in found.message


def test_errors_far_before_the_end_are_told_at_once():
    source = Pieces('{"a": nonsense, ' + " " * 10000, 100)
    stream = JsonStream(source)
    with pytest.raises(SadError, match="SAD704"):
        [walked(stream, 1) for _ in stream.documents()]
    assert len(source.left) > 90


def test_a_file_is_read_as_a_whole(tmp_path: Path):
    value = [{"line": number, "text": "ä" * (number % 7)} for number in range(30000)]
    (tmp_path / "a.json").write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    with Source(str(tmp_path / "a.json")) as source:
        stream = JsonStream(source)
        assert [[*stream.values()] for _ in stream.documents()] == [value]
