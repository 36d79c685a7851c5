"""A check of what was checked before is answered at once, and never with what is no longer so."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.checks import checked as checking
from tests.incremental.made import made
from tests.support.command import sad

if TYPE_CHECKING:
    from tests.incremental.edits import Program


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A program with a snapshot, in the current folder, checked once."""
    found = made("fortran", tmp_path / "program")
    monkeypatch.chdir(tmp_path / "program")
    monkeypatch.setenv("SAD_CACHE_DIR", str(tmp_path / "cache"))
    assert sad("snapshot").code == 0
    assert "identical; 0 errors" in sad("check").out
    return found


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by an item whenever a check is made and not answered by what is kept."""
    made_checks: list[str] = []
    whole = checking.checked

    def counted(*arguments: object) -> object:
        made_checks.append("check")
        return whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(checking, "checked", counted)
    return made_checks


def test_the_same_is_said_without_a_check(program: Program, checks: list[str]) -> None:
    del program
    first = sad("check", "--no-cache")
    assert checks == ["check"]
    again = sad("check")
    assert (again.out, again.err, again.code) == (first.out, first.err, first.code)
    assert checks == ["check"]


def test_every_output_is_written_again(program: Program, checks: list[str]) -> None:
    options = ("--output", "json:out.json", "--output", "sarif:out.sarif")
    first = sad("check", *options)
    texts = {path.name: path.read_text() for path in program.folder.glob("out.*")}
    assert len(texts) == 2
    for name in texts:
        Path(name).unlink()
    again = sad("check", *options)
    assert checks == ["check"]
    assert (again.out, again.code) == (first.out, first.code)
    assert {path.name: path.read_text() for path in program.folder.glob("out.*")} == texts


def _append(name: str, text: str) -> None:
    path = Path(name)
    path.write_text(path.read_text() + text)


@pytest.mark.parametrize(
    "change",
    [
        lambda: _append("norms.f", "!     note\n"),
        lambda: _append("size.inc", "!     note\n"),
        lambda: Path("more.f").write_text("      SUBROUTINE MORE\n      END\n"),
        lambda: Path("norms.f").unlink(),
        lambda: Path("sad.toml").write_text('[check]\nforbid = "any"\n'),
        lambda: _append("sad.snapshot", "\n"),
    ],
)
def test_what_matters_is_looked_at_again(
    program: Program,
    checks: list[str],
    change: object,
) -> None:
    assert callable(change)
    change()
    found = sad("check")
    assert checks == ["check"]
    scratch = sad("check", "--no-cache")
    assert (found.out, found.err, found.code) == (scratch.out, scratch.err, scratch.code)
    del program


def test_an_option_is_another_question(program: Program, checks: list[str]) -> None:
    del program
    for options in (("--strict",), ("--forbid", "any"), ("-D", "TWICE=1"), ("--format", "json")):
        before = len(checks)
        sad("check", *options)
        assert len(checks) == before + 1


def test_a_file_found_first_in_another_folder_is_noticed(
    program: Program, checks: list[str], tmp_path: Path
) -> None:
    text = Path("size.inc").read_text()
    Path("size.inc").unlink()
    for folder, size in (("near", 12), ("far", 20)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "size.inc").write_text(text.replace("12", str(size)))
    options = ("-I", str(tmp_path / "near"), "-I", str(tmp_path / "far"))
    sad("check", *options)
    sad("check", *options)
    assert checks == ["check"]
    (tmp_path / "near" / "size.inc").unlink()
    found, scratch = sad("check", *options), sad("check", *options, "--no-cache")
    assert checks == ["check"] * 3
    assert found.out == scratch.out
    del program
