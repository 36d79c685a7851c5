"""Settings of a project: read by every command that takes sources, below what the command line says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sad.cli.common import load_settings
from sad.cli.parser import build_parser
from sad.cli.project_values import fill_from_project, given_by
from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.support.command import sad

SOLVE = """\
      SUBROUTINE SOLVE (N, A, X)
      INTEGER N, I, J
      DOUBLE PRECISION A(N,N), X(N)
      DO 20 I = 1, N
         DO 10 J = 1, I
   10    X(I) = X(I) + A(I,J)
   20 CONTINUE
      END
"""
CLEAR = """\
      SUBROUTINE CLEAR (M, X)
      INTEGER M, I
      DOUBLE PRECISION X(M)
      DO 10 I = 1, M
   10 X(I) = 0
      END
"""
SETTINGS = """\
sources = ["src"]
machine = "sparc2"
toolchain = "f77-O"
sizes = {N = 500, M = 7}
entry = "SOLVE"
"""
COMMANDS = (
    ("analyze",),
    ("annotate",),
    ("export", "--to", "json"),
    ("sweep", "--vary", "N=10:30:10"),
    ("params", "export"),
    ("explain", "N"),
    ("dump", "--cfg"),
    ("check",),
    ("snapshot", "-o", "-"),
)


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "src" / "solve.f").write_text(SOLVE)
    (folder / "src" / "clear.f").write_text(CLEAR)
    (folder / "sad.toml").write_text(SETTINGS)
    monkeypatch.chdir(folder)


def report(*arguments: str) -> dict[str, object]:
    result = sad("analyze", "--format", "json", *arguments)
    assert result.code == 0, result.err
    return json.loads(result.out)


def value_of(found: dict[str, object], name: str) -> object:
    rows = found["parameters"]
    assert isinstance(rows, list)
    (value,) = [row["value"] for row in rows if row["name"] == name]
    return value


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_takes_its_sources_from_the_settings(words: tuple[str, ...]):
    result = sad(*words)
    if words == ("check",):  # there is nothing to compare with, which it says about the settings
        assert "nothing to check against" in result.err
        return
    assert result.code == 0, result.err
    assert "SOLVE" in result.out


def test_machine_sizes_and_entry_are_those_of_the_settings():
    found = report()
    assert found["entry"] == "SOLVE"
    assert found["machine"]["name"] == "sparc2"  # type: ignore[index]
    assert value_of(found, "N") == 500


def test_the_command_line_wins(tmp_path: Path):
    assert value_of(report("--set", "N=10"), "N") == 10
    assert report("--entry", "CLEAR")["entry"] == "CLEAR"
    assert report("--machine", "sparc10")["machine"]["name"] == "sparc10"  # type: ignore[index]
    Path("mine.yaml").write_text("schema: 1\nsizes: {N: 20}\n")
    assert value_of(report("--params", "mine.yaml"), "N") == 20
    assert value_of(report("--params", "mine.yaml", "--set", "N=30"), "N") == 30


def test_sizes_win_over_the_file_of_values_beside_them():
    Path("mine.yaml").write_text("schema: 1\nsizes: {N: 20, M: 9}\n")
    text = SETTINGS.replace("N = 500, M = 7", "N = 500") + 'params = "mine.yaml"\n'
    Path("sad.toml").write_text(text)
    assert value_of(report(), "N") == 500
    assert value_of(report("--entry", "CLEAR"), "M") == 9


def test_the_settings_beside_the_source_are_found_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    found = report("../project/src")
    assert found["entry"] == "SOLVE"
    assert value_of(found, "N") == 500


def test_a_part_of_the_program_needs_no_use_for_each_value():
    found = report("src/clear.f")
    assert found["machine"]["name"] == "sparc2"  # type: ignore[index]
    assert value_of(found, "M") == 7


def test_a_value_that_nothing_needs_is_an_error_where_all_is_read():
    Path("sad.toml").write_text(SETTINGS.replace("M = 7", "K = 7"))
    check_one_error(sad("analyze"), "SAD501", BAD_INPUT, "sad.toml:4: error")
    assert sad("analyze", "src/clear.f").code == 0


def test_another_source_gets_the_machine_but_no_values(tmp_path: Path):
    Path("other.f").write_text(SOLVE)
    found = report("other.f")
    assert found["machine"]["name"] == "sparc2"  # type: ignore[index]
    assert value_of(found, "N") is None


def test_settings_can_be_named_or_left_out():
    Path("two.toml").write_text('sources = ["src/clear.f"]\nsizes = {M = 3}\n')
    assert value_of(report("--config", "two.toml"), "M") == 3
    assert report("--no-config", "src/solve.f")["machine"] is None
    result = sad("analyze", "--no-config")
    assert result.code == 2
    assert result.err == ("sad analyze: no source given; for instance: sad analyze solve.f\n")


def test_pyproject_has_the_same_keys():
    Path("sad.toml").rename("old.toml")
    table = SETTINGS.replace("sizes = {N = 500, M = 7}", "sizes.N = 60\nsizes.M = 7")
    Path("pyproject.toml").write_text(f'[project]\nname = "x"\n[tool.sad]\n{table}')
    assert value_of(report(), "N") == 60


@pytest.mark.parametrize(
    ("before", "after", "code", "part"),
    [
        ("machine =", "machin =", "SAD831", "sad.toml:2: error[SAD831]: machin: unknown key"),
        ("sparc2", "sparc3", "SAD401", "sad.toml:2: error[SAD401]: no machine 'sparc3'"),
        ("f77-O", "f77-P", "SAD401", "sad.toml:3: error[SAD401]: no toolchain 'f77-P'"),
        ('"SOLVE"', '"SOLV"', "SAD505", "sad.toml:5: error[SAD505]: no unit 'SOLV'"),
        ('entry = "SOLVE"', "entry = 3", "SAD832", "sad.toml:5: error[SAD832]: entry: text"),
    ],
)
def test_what_is_wrong_stands_at_its_line(before: str, after: str, code: str, part: str):
    Path("sad.toml").write_text(SETTINGS.replace(before, after))
    check_one_error(sad("analyze"), code, BAD_INPUT, part)


def test_a_mistake_on_the_command_line_is_none_of_the_settings():
    check_one_error(sad("analyze", "--machine", "sparc3"), "SAD401", USAGE, "<arguments>")
    check_one_error(sad("analyze", "--entry", "SOLV"), "SAD505", USAGE, "<arguments>")


def test_explain_needs_no_source_for_a_line_or_in_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert "count     N*(N + 1)/2" in sad("explain", "src/solve.f:6").out
    assert "value     500" in sad("explain", "N").out
    monkeypatch.chdir(tmp_path)
    Path("alone.f").write_text(CLEAR)
    result = sad("explain", "alone.f:5")
    assert result.out.startswith("alone.f:5: "), result.err
    result = sad("explain", "M")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "for instance: sad explain solve.f:12" in result.err


def test_the_sources_of_a_project_are_one_program_to_compare():
    words = ("--vary", "N=10,20", "--machine", "sparc2", "--machine", "sparc10")
    result = sad("compare", *words, "--format", "json")
    assert result.code == 0, result.err
    programs = {side["program"] for side in json.loads(result.out)["columns"]}
    assert programs == {"src"}


def test_what_the_settings_gave_can_be_told():
    args = build_parser().parse_args(["analyze", "--set", "N=3", "--entry", "SOLVE"])
    fill_from_project(args)
    given = given_by(args)
    assert given is not None
    assert given.file == "sad.toml"
    assert given.keys == ("sources", "machines", "toolchain", "sizes")
    assert {name: item.text for name, item in load_settings(args).items.items()} == {
        "M": "7",
        "N": "3",
    }


def test_a_file_of_values_that_is_not_there_yet_is_a_warning():
    Path("sad.toml").write_text(f'{SETTINGS}params = "no.yaml"\n')
    result = sad("analyze")
    assert result.code == 0
    assert result.err == (
        "sad.toml:6: warning[SAD504]: params: no such file: no.yaml\n"
        "  hint: sad try and sad profile write it\n"
    )
