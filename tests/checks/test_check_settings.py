"""sad.toml: found, strictly read, every problem with its line."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from sad.checks.contracts.clauses import Measure, Relation
from sad.checks.settings.project import Limits, find_project
from sad.diagnostics import SadError
from tests.support.schemas import validator

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = """\
# what is checked
sources = [
  "src",   # a comment with ] and "quotes"
  "more.f",
]
include = "inc"
define = ["DEBUG", "N=3"]
machines = ["sparc2", "mine.yaml"]
sizes = {n = 1000, m = "2*n"}
assume = ["no-zeros"]
units = ["DG*"]
loops = ["DGEMM.do*"]

[check]
forbid = "leading"
max_increase = "5%"
min_coverage = 90

[check.unit."D*"]
max_increase = "20.5 %"
[check.unit.DGEMM]
forbid = "none"

[contract.DGEMM]
flops = {leading = "2*m*n*k", max = "9*m*n*k"}
order = "n**3"
operations."div.*" = 0
seconds = [{machine = "sparc2", at = {n = 1000}, max = 2.5}]
"""


def write(folder: Path, text: str, name: str = "sad.toml") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def problem(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said about a file that is not right."""
    write(folder, text)
    monkeypatch.chdir(folder)
    with pytest.raises(SadError) as caught:
        find_project()
    return str(caught.value.diagnostic)


def test_everything_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path, WHOLE)
    write(tmp_path, "name: mine\n", "mine.yaml")
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    project = find_project()
    assert project.file == "../sad.toml"
    assert project.sources == ("../src", "../more.f")
    assert project.include == ("../inc",)
    assert project.machines == ("sparc2", "../mine.yaml")
    assert project.snapshot == "../sad.snapshot"
    sizes = project.sizes.items
    assert {name: sizes[name].text for name in sizes} == {"n": "1000", "m": "2*n"}
    assert project.has_unit("dgemv")
    assert not project.has_unit("SGEMM")
    assert project.has_loop("DGEMM", "do10.do20")
    assert not project.has_loop("DGEMM", "goto10")
    (contract,) = project.contracts
    assert [(c.measure, c.relation, c.formula, c.span.line) for c in contract.clauses] == [
        (Measure.FLOPS, Relation.LEADING, "2*m*n*k", 25),
        (Measure.FLOPS, Relation.MAX, "9*m*n*k", 25),
        (Measure.ORDER, Relation.MAX, "n**3", 26),
        (Measure.OPERATIONS, Relation.EXACT, "0", 27),
    ]
    assert contract.seconds[0].most == 2.5
    assert contract.seconds[0].at == {"n": "1000"}


def test_the_own_name_goes_before_patterns_and_these_before_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    write(tmp_path, WHOLE)
    monkeypatch.chdir(tmp_path)
    check = find_project().check
    assert check.of_unit("SAXPY") == Limits("leading", 0.05)
    assert check.of_unit("DDOT") == Limits("leading", 0.205)
    assert check.of_unit("DGEMM") == Limits("none", 0.205)
    assert check.min_coverage == 90


def test_pyproject_has_a_table_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path, '[project]\nname = "x"\n[tool.sad]\nsources = "s"\n', "pyproject.toml")
    write(tmp_path / "inner", "[tool.other]\nx = 1\n", "pyproject.toml")
    monkeypatch.chdir(tmp_path / "inner")
    assert find_project().sources == ("../s",)
    write(tmp_path, "[tool.sad]\n\n[tool.sad.check]\nforbit = 1\n", "pyproject.toml")
    with pytest.raises(SadError, match=r"pyproject.toml:4: .*SAD831.*: check.forbit: unknown key"):
        find_project()


def test_the_search_ends_at_the_root_of_a_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    write(tmp_path, WHOLE)
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "repository")
    assert find_project().file == ""


WRONG = [
    ("sources = [1\n", "sad.toml:1: error[SAD830]: no valid TOML: Unclosed array"),
    ("a = 1\nb = \n", "sad.toml:2: error[SAD830]: no valid TOML: Invalid value"),
    ("\nsource = 1\n", "sad.toml:2: error[SAD831]: source: unknown key\n  hint: did you mean"),
    ("[check]\nforbid = 1", "sad.toml:2: error[SAD832]: check.forbid: text is expected, not 1"),
    (
        "[check]\nforbid = 'ordre'",
        "'ordre' is not one of order, leading, any, none\n  hint: did you mean 'order'?",
    ),
    ("[check]\nmax_increase = 5", "check.max_increase: 5 is no percentage"),
    ("[check]\nmax_increase = '5'", "check.max_increase: '5' is no percentage"),
    ("[check]\nmin_coverage = 101", "101 is not from 0 to 100"),
    ("[check]\nmin_coverage = true", "a number is expected, not true"),
    ("sources = ['a', '']", "sources: the text is empty"),
    ("check = 3", "check: a table is expected, not 3"),
    ("machine = 'a'\nmachines = 'b'", "machine: machine and machines"),
    ("[sizes]\nn = []", "sizes.n: a number or an expression is expected"),
    ("assume = ['no-zero']", "did you mean 'no-zeros'?"),
    ("[contract.F]\n", "contract.F: the contract says nothing"),
    ("[contract.F]\nflops = {least = 'n'}", "contract.F.flops.least: unknown key"),
    ("[contract.F]\nseconds = {max = 1}", "contract.F.seconds: machine is missing"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_not_right_is_said_with_its_line(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    assert said in problem(tmp_path, text, monkeypatch)


def test_bytes_that_are_no_text_are_no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "sad.toml").write_bytes(b"\xff\xfe")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SadError, match="SAD830"):
        find_project()


def test_the_schema_for_editors_says_the_same():
    editors = validator("sad-toml-1")
    assert list(editors.iter_errors(tomllib.loads(WHOLE))) == []
    both = "machine and machines"  # told by the reader alone
    for text, said in WRONG:
        if "SAD830" not in said and both not in said:
            assert list(editors.iter_errors(tomllib.loads(text))), text
