"""Settings an editor sends: what is taken, and what is refused with a word why."""

from __future__ import annotations

from pathlib import Path

import pytest

from sad.diagnostics import SadError
from sad.editor.options import checked, options_of


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["machine"], "the settings are no object"),
        ({"machin": "x"}, "unknown setting 'machin'"),
        ({"machine": 3}, "machine: text expected"),
        ({"sources": "a.f"}, "sources: a list of texts expected"),
        ({"include": [1]}, "include: a list of texts expected"),
        ({"sizes": ["N=1"]}, "sizes: an object of names and values expected"),
        ({"model": "best"}, "model: additive or throughput or asm expected"),
        (
            {"assume": ["no-bugs"]},
            "assume: a list of no-error-exits or no-zeros or near-indices expected",
        ),
    ],
)
def test_what_cannot_be_set_is_said(value: object, message: str):
    with pytest.raises(SadError) as raised:
        checked({"sad": value}, "<settings>")
    assert (raised.value.diagnostic.code, raised.value.diagnostic.message) == ("SAD870", message)


def test_settings_of_the_editor_go_above_those_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("sad.toml").write_text(
        'sources = ["src"]\ninclude = ["inc"]\nmachine = "sparc2"\ntoolchain = "f77-O"\n'
        "[sizes]\nN = 3\nM = 4\n"
    )
    below = options_of({}, tmp_path)
    assert below.program == (str(tmp_path / "src"),)
    assert (below.choice.machine, below.choice.toolchain) == ("sparc2", "f77-O")
    above = options_of(checked({"machine": "ipsc860", "sizes": {"N": 5}}, "<settings>"), tmp_path)
    assert (above.choice.machine, above.choice.toolchain) == ("ipsc860", None)
    assert {name: item.text for name, item in above.choice.settings.items.items()} == {
        "N": "5",
        "M": "4",
    }
    assert above.reading.include == ("inc",)


def test_entry_and_values_of_the_project_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("sad.toml").write_text('entry = "SOLVE"\nparams = "v.yaml"\nsizes = {N = 3}\n')
    assert options_of({}, tmp_path).choice.settings.items.keys() == {"N"}  # not measured yet
    Path("v.yaml").write_text("schema: 1\nsizes: {N: 1, M: 2}\n")
    choice = options_of({}, tmp_path).choice
    assert choice.entry == "SOLVE"
    assert {name: item.text for name, item in choice.settings.items.items()} == {"M": "2", "N": "3"}
