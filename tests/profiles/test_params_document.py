"""Parameter documents: what is written reads back, and what people wrote stays where it was."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from sad.diagnostics import SadError
from sad.profiles.params_document import PARAMETERS, SIZES, VANISHED, ParamsDocument
from sad.profiles.params_file import load_params, params_in
from sad.profiles.yaml_edit import plain

BY_HAND = """\
# head, by hand
schema: 1   # always
# why these
parameters:
  # about A
  A: {value: 3, # inside
      origin: user} # behind A
    # deeper: still A
  # about B

  B:   # beside B
    value:    # fill me in
    # between
    samples:
      # in the list
      - {at: {N: 5}, taken: 1, reached: 2}  # one
    # end of B
  C: 5   # behind C
  "D e":
    value: 1.50e-3
# end
"""


def document(text: str) -> ParamsDocument:
    params_in(text, "x.yaml")
    return ParamsDocument(text, "x.yaml")


def read(text: str, path: Path) -> ParamsDocument:
    path.write_bytes(text.encode())
    return ParamsDocument.read(str(path))


def test_what_is_not_changed_stays_to_the_character():
    assert document(BY_HAND).text() == BY_HAND


def test_a_value_is_replaced_in_its_place_and_comments_stay():
    changed = document(BY_HAND)
    changed.set_entry("B", {"value": "0.5*N"})
    changed.set_entry("D e", {"value": "7"})
    expected = BY_HAND.replace("value:    # fill me in", "value: 0.5*N # fill me in")
    assert changed.text() == expected.replace("1.50e-3", "7")


def test_a_value_that_is_the_same_is_not_written_again():
    changed = document(BY_HAND)
    changed.set_entry("D e", {"value": "1.50e-3"})
    changed.set_entry("A", {"value": "3"})
    assert changed.entry("A") == {"value": "3", "origin": "user"}
    assert "value: 1.50e-3\n" in changed.text()


def test_short_entries_become_long_ones_and_keep_every_comment():
    changed = document(BY_HAND)
    changed.set_entry("A", {"kind": "trip_count"})
    changed.set_entry("C", {"kind": "size"})
    text = changed.text()
    for comment in ("# inside", "# behind A", "# deeper: still A", "# behind C", "# about B"):
        assert text.count(comment) == 1
    assert changed.entry("A") == {"kind": "trip_count", "value": "3", "origin": "user"}
    assert changed.entry("C") == {"kind": "size", "value": "5"}
    again = document(text)
    assert again.entry("A") == changed.entry("A")
    assert text.index("# about A") < text.index("A: ") < text.index("# deeper") < text.index("B:")


def test_new_entries_do_not_part_others_from_their_comments():
    changed = document(BY_HAND)
    changed.set_entry("new", {"value": "1"}, at=1)
    lines = changed.text().splitlines()
    assert changed.names() == ["A", "new", "B", "C", "D e"]
    assert lines[lines.index("  B:   # beside B") - 2] == "  # about B"
    assert lines[lines.index("  new:") - 1] == "    # deeper: still A"


def test_moved_entries_take_their_comments_along_and_come_back():
    changed = document(BY_HAND)
    changed.move("B", VANISHED)
    text = changed.text()
    assert changed.names(VANISHED) == ["B"]
    assert text.index("vanished:") < text.index("# about B") < text.index("# end of B")
    assert list(params_in(text, "x").items) == ["A", "C", "D e"]
    back = document(text)
    back.set_entry("B", {"value": "4"}, at=1)
    assert back.names() == ["A", "B", "C", "D e"]
    assert back.entry("B")["value"] == "4"
    assert back.text().count("# beside B") == 1
    assert yaml.safe_load(back.text())["vanished"] == {}


def test_sections_may_be_indented_differently():
    changed = document("parameters:\n      A:\n         value: 1\n      B: 2\n")
    changed.move("A", SIZES)
    changed.set_entry("N", {"value": "3"}, SIZES)
    loaded = yaml.safe_load(changed.text())
    assert loaded == {"parameters": {"B": 2}, "sizes": {"A": {"value": 1}, "N": {"value": 3}}}


def test_names_change_in_place():
    changed = document(BY_HAND)
    changed.rename("D e", "UNIT.trips@do10")
    changed.rename("B", "X: y")
    assert changed.names() == ["A", "X: y", "C", "UNIT.trips@do10"]
    assert '"X: y":   # beside B' in changed.text()


def test_fields_go_and_their_comments_stay():
    changed = document(BY_HAND)
    changed.drop_fields("B", ["samples"])
    assert changed.entry("B") == {"value": None}
    assert "    # between\n" in changed.text()


def test_the_header_is_updated_field_by_field():
    changed = ParamsDocument.new({"tool": "sad 1", "arguments": ["a.f", "b: c.f"]})
    changed.set_entry("A", {"value": None})
    commented = changed.text().replace("  tool:", "  # which\n  tool:")
    again = document(commented)
    again.set_header({"tool": "sad 2", "at": {"N": "500"}})
    assert again.header == {"tool": "sad 2", "arguments": ["a.f", "b: c.f"], "at": {"N": "500"}}
    assert "  # which\n  tool: sad 2\n" in again.text()


def test_samples_are_kept(tmp_path: Path):
    samples = [{"at": {"N": 500, "m": 0.5}, "taken": 13, "reached": 4.0, "run": "run 1: a.json"}]
    changed = ParamsDocument.new({})
    fields = {"value": "1.3", "origin": "profile", "fit": "constant: 1 %"}
    changed.set_entry("A", {**fields, "samples": samples})
    again = read(changed.text(), tmp_path / "a.yaml")
    assert again.entry("A")["samples"] == plain(samples)
    assert "      - {at: {N: 500, m: 0.5}, taken: 13, reached: 4.0, run: " in again.text()
    (setting,) = load_params(str(tmp_path / "a.yaml")).items.values()
    assert (setting.text, setting.origin) == ("1.3", "profile")


@pytest.mark.parametrize(
    "text",
    [
        "parameters: {A: 1, B: {value: 2, origin: profile}}\n",
        '{"schema": 1, "parameters": {"A": 1, "B": {"value": 2, "origin": "profile"}}}',
        "---\nschema: 1\nparameters:\n  A: 1\n  B: {value: 2, origin: profile}",
        "\ufeffparameters:\r\n  A: 1\r\n  B:\r\n    value: 2\r\n    origin: profile\r\n",
    ],
    ids=["braces", "json", "no end of line", "DOS"],
)
def test_other_ways_to_write_the_same(text: str, tmp_path: Path):
    changed = read(text, tmp_path / "a.yaml")
    changed.set_entry("C", {"value": "3"})
    changed.set_entry("A", {"kind": "size"})
    changed.set_header({"entry": "MAIN"})
    again = read(changed.text(), tmp_path / "b.yaml")
    assert again.names() == ["A", "B", "C"]
    assert again.entry("B") == {"value": "2", "origin": "profile"}
    assert again.entry("A") == {"kind": "size", "value": "1"}


@pytest.mark.parametrize(
    "line", ["A: &x 1", "A: *x", "A: !!int 1", "A: {value: &x 3}"], ids=lambda line: line[3:]
)
def test_what_is_written_once_for_several_places_is_not_edited(line: str, tmp_path: Path):
    path = tmp_path / "a.yaml"
    path.write_text(f"parameters:\n  Z: &x 1\n  {line}\n")
    with pytest.raises(SadError) as caught:
        ParamsDocument.read(str(path))
    assert caught.value.diagnostic.code in ("SAD721", "SAD402")
    assert caught.value.diagnostic.span.line in (2, 3)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("parameters:\n  A: {valu: 1}\n", "SAD403", 2),
        ("parameters:\n  A: [1]\n", "SAD404", 2),
        ("parameters:\n  A:\n    value: [1]\n", "SAD404", 3),
        ("parameters:\n  A:\n    origin: me\n    value: 1\n", "SAD404", 3),
        ("parameters:\n  A: 1\n  A: 2\n", "SAD406", 3),
        ("sizes:\n  A: 1\nparameters:\n  A: 2\n", "SAD406", 4),
        ("schema: 2\n", "SAD407", 1),
        ("schema: sad-params/2\n", "SAD404", 1),
        ("parameters:\n  A: table(N, 1: 2)\n", "SAD402", 2),
    ],
)
def test_mistakes_have_their_line(text: str, code: str, line: int, tmp_path: Path):
    path = tmp_path / "a.yaml"
    path.write_text(text)
    for reader in (load_params, ParamsDocument.read):
        with pytest.raises(SadError) as caught:
            reader(str(path))
        assert caught.value.diagnostic.code == code
        assert caught.value.diagnostic.span.line == line
        assert caught.value.diagnostic.hint


# --- any text ------------------------------------------------------------------------------------

_ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
_LATIN = st.binary(max_size=30).map(lambda data: data.decode("latin-1"))
_TRICKY = st.sampled_from(
    (
        *("null", "~", "", " ", "1e-6", "0x1F", "yes", "No", "1:30", "a: b", "a #b", "- x", "'"),
        *(
            '"',
            "\t",
            "IF (C .EQ. 'a: b') THEN",
            'printf("%d\\n", x);',
            "é ü",
            "\x85",
            "\xa0x",
            "{a}",
        ),
        *(
            "[",
            "|",
            "%",
            "2001-01-01",
            "table(N, 1: 2, 3: 4)",
            "@x",
            "`x`",
            "=",
            "<<",
            "---",
            "...",
        ),
        *("? x", "x:", "-", "?", ":"),
    )
)
TEXT = _ANY | _LATIN | _TRICKY
FIELDS = st.fixed_dictionaries(
    {}, optional={"source": TEXT, "value": TEXT | st.none(), "fit": TEXT, "comment": TEXT}
)


@settings(max_examples=300)
@given(st.dictionaries(TEXT, FIELDS, max_size=4), st.dictionaries(TEXT, TEXT, max_size=3))
def test_any_text_that_is_written_is_read_back(
    entries: dict[str, dict[str, str | None]], at: dict[str, str]
):
    written = ParamsDocument.new({"at": at, "arguments": list(at.values())})
    for name, fields in entries.items():
        written.set_entry(name, fields)
    with tempfile.TemporaryDirectory() as folder:
        again = read(written.text(), Path(folder) / "a.yaml")
        found = load_params(again.file).items
    assert again.names() == list(entries)
    assert {name: again.entry(name) for name in entries} == {
        name: {key: plain(value) for key, value in fields.items()}
        for name, fields in entries.items()
    }
    assert again.header == {"at": at, "arguments": list(at.values())}
    assert {name: item.text for name, item in found.items()} == {
        name: value.strip()
        for name, fields in entries.items()
        if (value := fields.get("value")) is not None and value.strip() not in ("", "~", "null")
    }
    assert again.text() == written.text()


@settings(max_examples=200)
@given(st.lists(st.tuples(TEXT, TEXT), max_size=5), st.data())
def test_values_and_comments_survive_changes_elsewhere(
    values: list[tuple[str, str]], data: st.DataObject
):
    lines = ["parameters:"]
    for number, (value, comment) in enumerate(values):
        remark = " ".join(char for char in comment if char.isprintable())
        lines += [f"  # {remark}", f"  P{number}:", "    kind: value"]
        written = ParamsDocument.new({})
        written.set_entry("x", {"value": value})
        lines.append(
            f"    value:{written.text().partition('value:')[2].rstrip(chr(10))} # {remark}"
        )
    text = "\n".join(lines) + "\n"
    changed = document(text)
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(changed.names())))
        changed.set_entry(
            f"new {data.draw(TEXT)}", {"value": None, "source": data.draw(TEXT)}, at=at
        )
    for name in [f"P{number}" for number in range(len(values))]:
        changed.set_entry(name, {"kind": "size", "reason": data.draw(TEXT)})
    again = document(changed.text())
    for number, (value, _) in enumerate(values):
        assert again.entry(f"P{number}")["value"] == value
    assert [name for name in again.names() if name.startswith("P")] == [
        f"P{number}" for number in range(len(values))
    ]
    kept = [line for line in changed.text().split("\n") if "#" in line]
    for line in lines:
        if line.startswith("  # "):
            assert line in kept


def test_sections_keep_their_order():
    changed = document("vanished:\n  Z: 1\nparameters:\n  A: 1\n")
    changed.set_entry("N", {"value": "1"}, SIZES)
    assert list(yaml.safe_load(changed.text())) == ["vanished", "parameters", "sizes"]
    assert changed.names(PARAMETERS) == ["A"]
