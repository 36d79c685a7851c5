"""A run that was made before is answered at once, and never with what is no longer so."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sad.checks import checked as checking
from sad.loading import library
from sad.machine import database
from tests.incremental.made import made
from tests.support.command import ROOT, sad

if TYPE_CHECKING:
    from tests.incremental.edits import Program


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Program:
    """A program with a snapshot, in the current folder, checked once."""
    found = made("fortran", tmp_path / "program")
    os.utime(found.folder / "size.inc", (1e9, 1e9))  # no answer is kept if it was written just now
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


ONE = """\
      PROGRAM ONE
      READ *, N
      DO 10 I = 1, N
      IF (S .LT. 2.5) S = S*1.5 + I
   10 CONTINUE
      PRINT *, S
      END
"""


def test_the_report_on_one_program_is_written_again(program: Program, reports: list[str]) -> None:
    Path("one.f").write_text(ONE)
    os.utime("one.f", (1e9, 1e9))
    command = "analyze", "one.f", "--machine", "sparc2"
    first, again = sad(*command), sad(*command)
    assert (again.out, again.err, again.code) == (first.out, first.err, first.code)
    assert reports == ["report"]
    Path("one.in").write_text("3\n")  # the next step names it
    found = sad(*command)
    assert "one.in" in found.out
    assert found.out == sad(*command, "--no-cache").out
    assert reports == ["report"] * 3
    del program


def test_a_report_for_which_the_program_was_run_is_computed(
    program: Program, reports: list[str]
) -> None:
    Path("one.f").write_text(ONE.replace("I = 1, N", "I = 1, N/I0"))
    os.utime("one.f", (1e9, 1e9))
    Path("in.txt").write_text("3\n")
    for _ in range(2):
        assert "3 " in sad("analyze", "one.f", "--stdin", "in.txt").out
    assert reports == ["report"] * 2
    del program


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
        header = tmp_path / folder / "size.inc"
        header.write_text(text.replace("12", str(size)))
        os.utime(header, (1e9, 1e9))
    options = ("-I", str(tmp_path / "near"), "-I", str(tmp_path / "far"))
    sad("check", *options)
    sad("check", *options)
    assert checks == ["check"]
    (tmp_path / "near" / "size.inc").unlink()
    found, scratch = sad("check", *options), sad("check", *options, "--no-cache")
    assert checks == ["check"] * 3
    assert found.out == scratch.out
    del program


# --- the report on a library ----------------------------------------------------------------------


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by an item whenever a report is computed and not answered by what is kept."""
    computed: list[str] = []
    whole = library.load_short

    def counted(*arguments: object) -> object:
        computed.append("report")
        return whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(library, "load_short", counted)
    return computed


@pytest.fixture
def sources(program: Program, reports: list[str]) -> tuple[str, ...]:
    """Sources without a main program, whose report was written once: it has a warning."""
    Path("main.F").unlink()
    _append("steps.f", "      SUBROUTINE WARN (A)\n      USE AWAY\n      REAL A(9)\n      END\n")
    paths = tuple(sorted(path.name for path in program.folder.glob("*.f")))
    first = sad("analyze", *paths)
    assert (first.code, reports) == (0, ["report"])
    assert "warning" in first.err
    reports.clear()
    return paths


def test_the_report_on_a_library_is_written_again(
    sources: tuple[str, ...], reports: list[str]
) -> None:
    again, output = sad("analyze", *sources), sad("analyze", *sources, "-o", "report.txt")
    assert reports == ["report"]  # of another command line
    plain = sad("analyze", *sources, "--no-cache")
    assert (again.out, again.err, again.code) == (plain.out, plain.err, plain.code)
    assert output.out == ""
    Path("report.txt").unlink()
    reports.clear()
    assert sad("analyze", *sources, "-o", "report.txt").err == output.err
    assert reports == []
    assert Path("report.txt").read_text() == plain.out.replace(
        " ".join(sources), " ".join((*sources, "-o", "report.txt"))
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda: _append("norms.f", "!     note\n"),
        lambda: Path("size.inc").write_text(Path("size.inc").read_text().replace("12", "13")),
        lambda: Path("sad.toml").write_text('assume = ["no-error-exits"]\n'),
    ],
)
def test_a_report_whose_files_changed_is_computed(
    sources: tuple[str, ...], reports: list[str], change: object
) -> None:
    assert callable(change)
    change()
    found = sad("analyze", *sources)
    assert reports == ["report"]
    plain = sad("analyze", *sources, "--no-cache")
    assert (found.out, found.err, found.code) == (plain.out, plain.err, plain.code)


@pytest.mark.parametrize(
    "options",
    [("--machine", "sparc2"), ("--all",), ("--strict",), ("-D", "TWICE=1"), ("--width", "80")],
)
def test_an_option_is_another_report(
    sources: tuple[str, ...], reports: list[str], options: tuple[str, ...]
) -> None:
    first, again = sad("analyze", *sources, *options), sad("analyze", *sources, *options)
    assert reports == ["report"]
    assert (again.out, again.err, again.code) == (first.out, first.err, first.code)


def test_a_machine_file_that_changed_is_another_report(
    sources: tuple[str, ...], reports: list[str]
) -> None:
    machine = (ROOT / "machine_db" / "sparc2.yaml").read_text()
    Path("mine.yaml").write_text(machine)
    sad("analyze", *sources, "--machine", "mine.yaml")
    Path("mine.yaml").write_text(machine.replace("\nname: ", "\nname: other "))
    found = sad("analyze", *sources, "--machine", "mine.yaml")
    assert reports == ["report", "report"]
    plain = sad("analyze", *sources, "--machine", "mine.yaml", "--no-cache")
    assert found.out == plain.out


@pytest.mark.parametrize(
    "options",
    [("--set", "N=5"), ("--format", "json"), ("--entry", "STEP"), ("--min-coverage", "1")],
)
def test_other_reports_are_computed_every_time(
    sources: tuple[str, ...], reports: list[str], options: tuple[str, ...], tmp_path: Path
) -> None:
    for _ in range(2):
        sad("analyze", *sources, *options)
    with sqlite3.connect(next((tmp_path / "cache").glob("*.db"))) as database:
        kept = database.execute("select count(*) from entries where kind = 'answer'").fetchone()[0]
    assert kept == 2  # the check of the fixture, and the first report
    del reports


MACHINE = """\
schema: 1
name: own
extends: {base}
"""


def test_a_machine_is_looked_at_by_its_files(sources: tuple[str, ...], reports: list[str]) -> None:
    Path("base.yaml").write_text(MACHINE.format(base="sparc2"))
    Path("own.yaml").write_text(MACHINE.format(base="base"))
    first = sad("analyze", *sources, "--machine", "own.yaml")
    again = sad("analyze", *sources, "--machine", "own.yaml")
    assert (again.out, again.code, reports) == (first.out, 0, ["report"])
    Path("base.yaml").write_text(MACHINE.format(base="t3e"))
    changed = sad("analyze", *sources, "--machine", "own.yaml")
    assert reports == ["report"] * 2
    assert changed.out == sad("analyze", *sources, "--machine", "own.yaml", "--no-cache").out
    assert changed.out != first.out


def test_a_kept_report_builds_no_machine(
    sources: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []
    whole = database.load_machine

    def counted(path: str, *others: object) -> object:
        built.append(path)
        return whole(path, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(database, "load_machine", counted)
    sad("analyze", *sources, "--machine", "sparc2")
    once = len(built)
    sad("analyze", *sources, "--machine", "sparc2")
    assert once == len(built) == 1
