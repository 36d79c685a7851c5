"""Lines and columns: UTF-16, line ends of the protocol, and lines that move."""

from __future__ import annotations

import pytest

lsp = pytest.importorskip("lsprotocol.types", reason="needs the extra f2sad[lsp]")

from sad.editor.places import ProtocolPlaces, carried  # noqa: E402


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def test_columns_of_bytes_become_units_of_the_client():
    places = ProtocolPlaces('  s = "\u00e5\U0001f600"; t@\r\n\fx = 1', utf16)
    line = places.lines[0]
    column = len(line[: line.index("@")].encode()) + 1
    assert places.range(1, 1, column).start == lsp.Position(0, line.index("@") + 1)
    assert places.end(1) == lsp.Position(0, len(line) + 1)
    assert places.range(1, 2) == lsp.Range(lsp.Position(0, 2), lsp.Position(1, 6))
    assert places.lines[1] == "\fx = 1"  # a form feed ends no line


def test_places_outside_the_text_are_moved_into_it():
    places = ProtocolPlaces("a\nb", utf16)
    assert places.range(9, 12, 40) == lsp.Range(lsp.Position(1, 1), lsp.Position(1, 1))
    assert places.word(lsp.Position(7, 0)) == ""


def test_the_name_under_the_pointer():
    places = ProtocolPlaces("\U0001f600 abc+d1", utf16)
    found = [places.word(lsp.Position(0, column)) for column in range(9)]
    assert found == ["", "", "", "abc", "abc", "abc", "abc", "d1", "d1"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("abcd", "abcd", [1, 2, 3, 4]),
        ("abcd", "abXcd", [1, 2, 4, 5]),
        ("abcd", "acd", [1, None, 2, 3]),
        ("abcd", "abZd", [1, 2, None, 4]),
        ("aaaa", "aa", [1, 2, None, None]),
        ("abcd", "", [None] * 4),
        ("", "ab", []),
    ],
)
def test_lines_are_carried_to_the_text_after_an_edit(
    old: str, new: str, expected: list[int | None]
):
    place = carried(list(old), list(new))
    assert [place(line) for line in range(1, len(old) + 1)] == expected
