"""``sad params export`` onto a file that is there already: brought up to date, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sad.profiles.params_document import ParamsDocument
from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.cli.solve_program import ENDS, EXIT, LOOP, PROB, SOLVE
from tests.support.command import sad


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("solve.f")
    path.write_text(SOLVE)
    return path


def test_what_people_wrote_survives_and_descriptions_are_renewed(source: Path):
    target = Path("p.yaml")
    assert sad("params", "export", source, "-o", target).code == 0
    text = target.read_text()
    text = text.replace("# Comments and", "# my own words\n# Comments and")
    text = text.replace(f"  {PROB}:\n", f"  # seldom\n  {PROB}:   # the branch\n")
    start = text.index("value:", text.index(PROB))
    text = f"{text[:start]}value: 2.50e-1   # by eye\n{text[start + 7 :]}"
    target.write_text(text)
    source.write_text(f"* one\n* two\n{SOLVE}")
    again = sad("params", "export", source, "-o", target)
    assert (again.code, again.err) == (0, "")
    expected = text
    for line in (13, 12, 8, 3, 1):
        expected = expected.replace(f"solve.f:{line}\n", f"solve.f:{line + 2}\n")
    old = str(ParamsDocument(text, "x").header["sources"])
    new = str(ParamsDocument.read("p.yaml").header["sources"])
    assert old != new
    changed = {
        (before, after)
        for before, after in zip(
            expected.splitlines(), target.read_text().splitlines(), strict=True
        )
        if before != after
    }
    assert len(changed) == 1  # the checksum
    assert all("sha256" in after for _, after in changed)


def test_new_parameters_come_where_they_stand_and_old_ones_are_reported(source: Path):
    target = Path("p.yaml")
    assert sad("params", "export", source, "-o", target).code == 0
    document = ParamsDocument.read("p.yaml")
    document.set_entry(PROB, {"value": "0.25"})
    document.set_entry(LOOP, {"value": "40"})
    target.write_text(document.text().replace(f"  {PROB}:", f"  # seldom\n  {PROB}:"))
    source.write_text(
        SOLVE.replace("30", "35").replace("   10 CH", "      IF (TOL .GT. 1) TOL = 1\n   10 CH")
    )
    again = sad("params", "export", source, "-o", target)
    assert again.code == 0
    document = ParamsDocument.read("p.yaml")
    renamed = "SOLVE.prob@goto10.do35.if1"
    assert document.names() == ["SOLVE.prob@if1", LOOP, renamed, ENDS, EXIT]
    assert document.names("vanished") == [PROB]
    assert document.entry(PROB)["value"] == "0.25"
    assert document.entry(renamed)["value"] is None
    assert document.entry(LOOP)["value"] == "40"
    text = target.read_text()
    line = text[: text.index(f"  {PROB}:")].count("\n") + 1
    assert text.splitlines()[line - 2] == "  # seldom"
    message, hint = again.err.splitlines()
    assert message.startswith(
        f"p.yaml:{line}: warning[SAD722]: the program has no parameter {PROB}"
    )
    assert renamed in hint
    source.write_text(SOLVE)  # and back
    back = sad("params", "export", source, "-o", target)
    assert back.err.count("SAD722") == 2
    document = ParamsDocument.read("p.yaml")
    assert document.names() == [LOOP, PROB, ENDS, EXIT]
    assert document.entry(PROB)["value"] == "0.25"
    assert sad("params", "export", source, "-o", target, "--strict").err == ""


def test_files_by_hand_get_long_names_and_keep_names_of_their_own(source: Path):
    target = Path("p.yaml")
    target.write_text("parameters:\n  x1: 2*sweeps  # mine\n  n: 10\n  sweeps: 20\n  TOL: 1\n")
    result = sad("params", "export", source, "-o", target)
    assert (result.code, result.err) == (0, "")
    document = ParamsDocument.read("p.yaml")
    assert document.entry(LOOP)["value"] == "2*sweeps"
    assert set(document.names()) >= {LOOP, "SOLVE.N", "sweeps", "TOL", PROB}
    assert "# mine" in target.read_text()
    counted = sad("annotate", source, "--params", target)
    assert (counted.code, counted.err) == (0, "")
    assert "                        ~ 40     3:    10 CHANGE" in counted.out


def test_a_second_export_changes_nothing(source: Path):
    arguments = ("params", "export", source, "--set", "N=100", "--defaults", "heuristics", "-o")
    for name in ("p.yaml", "p.json", "p.csv", "p.tau"):
        more = ("--format", "tau") if name == "p.tau" else ()
        assert sad(*arguments, name, *more).code == 0
        first = Path(name).read_bytes()
        again = sad(*arguments, name, *more)
        assert (again.code, again.err) == (0, "")
        assert Path(name).read_bytes() == first


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("notes.txt", "Do not lose this.\n", "yaml"),
        ("solve.f", SOLVE, "yaml"),
        ("machine.yaml", "schema: 1\nname: mine\n", "yaml"),
        ("list.yaml", "- a\n", "yaml"),
        ("binary", "\0\x01", "yaml"),
        ("p.yaml", "parameters:\n  SOLVE.N: 3  # mine\n", "json"),
        ("p.yaml", "parameters:\n  SOLVE.N: 3  # mine\n", "csv"),
        ("p.yaml", "parameters:\n  SOLVE.N: 3  # mine\n", "tau"),
        ("solve.f", SOLVE, "gcov-lines"),
        ("data.csv", "name,value\r\na,1\r\n", "csv"),
        ("data.json", '{"name": 1}', "json"),
        ("data.json", '{"parameters": 1}', "extrap"),
    ],
)
def test_other_files_are_not_overwritten(source: Path, name: str, text: str, form: str):
    Path(name).write_text(text, newline="")
    Path("given.yaml").write_text("parameters: {}\n")
    words = ("--params", "given.yaml", "--format", form, "-o", name)
    result = sad("params", "export", source, *words)
    check_one_error(result, "SAD720", BAD_INPUT, name)
    assert Path(name).read_bytes() == text.encode()


def test_a_broken_file_is_an_error_and_stays(source: Path):
    target = Path("p.yaml")
    for text, code in (
        ("parameters:\n  SOLVE.N: [3\n", "SAD402"),
        ("parameters:\n  SOLVE.N: {valu: 3}\n", "SAD403"),
        ("parameters:\n  SOLVE.N: 2*\n", "SAD502"),
        ("parameters:\n  SOLVE.N: 7/2\n", "SAD503"),
    ):
        target.write_text(text)
        check_one_error(sad("params", "export", source, "-o", target), code, BAD_INPUT, "p.yaml:")
        assert target.read_text() == text
    check_one_error(sad("params", "export", source, "--set", "Q=1"), "SAD501", USAGE)
    missing = sad("params", "export", source, "-o", Path("no", "p.yaml"))
    check_one_error(missing, "SAD111", BAD_INPUT)


def test_a_value_under_the_name_of_another_branch_is_a_warning(source: Path):
    second = "         IF (X(I) .GT. 9.0D0) X(I) = 9.0D0\n         X(I) = -S\n"
    source.write_text(SOLVE.replace("         X(I) = -S\n", second))
    target = Path("p.yaml")
    assert sad("params", "export", source, "-o", target).code == 0
    document = ParamsDocument.read("p.yaml")
    document.set_entry(PROB, {"value": "0.25"})
    target.write_text(document.text())
    values = ("--params", target, "--set", "N=5")
    assert sad("annotate", source, *values).err == ""
    source.write_text(source.read_text().replace("         IF (X(I) .LT. 0.0D0) GOTO 30\n", ""))
    used = sad("annotate", source, *values)
    assert (used.code, "p.yaml:1: warning[SAD723]: written for another" in used.err) == (0, True)
    assert "sad params export solve.f -o p.yaml brings it up to date" in used.err
    assert sad("annotate", source, *values, "--strict").code == BAD_INPUT
    again = sad("params", "export", source, "-o", target)
    assert "warning[SAD724]" in again.err
    assert f"the line of {PROB} was 'IF (X(I) .LT. 0.0D0) GOTO 30' and is 'IF (X" in again.err
    assert sad("annotate", source, *values).err == ""
    assert "SAD724" not in sad("params", "export", source, "-o", target).err


def test_one_odd_line_of_a_profile_loses_that_line_only(source: Path):
    counts = "file,line,count\n" + "".join(
        f"solve.f,{line},{count}\n"
        for line, count in ((3, 1), (4, 1), (5, 9), (8, 9), (9, 7), (11, 1))
    )
    Path("run.csv").write_text(counts)
    whole = sad("params", "import", "run.csv", "--source", source, "-o", "whole.yaml")
    assert (whole.code, whole.err) == (0, "")
    Path("run.csv").write_text(counts.replace("8,9", "8,4"))
    again = ("params", "import", "run.csv", "--source", source, "-o", "odd.yaml")
    odd = sad(*again)
    assert odd.code == 0
    assert odd.err.count("warning[SAD712]") == 1
    assert sad(*again, "--strict").code == BAD_INPUT
