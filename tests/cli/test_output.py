"""Where results go: no source is lost, open files are not replaced, modes stay."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.command import CORPUS, ROOT, sad

if TYPE_CHECKING:
    from pathlib import Path

_SOURCE = (CORPUS / "ludec" / "ludec.f").read_text()


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "ludec.f"
    path.write_text(_SOURCE)
    monkeypatch.chdir(tmp_path)
    return path


@pytest.mark.parametrize(
    "command",
    [
        ("analyze", "ludec.f", "-o", "./ludec.f"),
        ("analyze", ".", "-o", "ludec.f"),
        ("annotate", "linked.f", "-o", "ludec.f"),
        ("snapshot", "ludec.f", "-o", "linked.f"),
        ("diff", "other.f", "ludec.f", "-o", "ludec.f"),
        ("export", "ludec.f", "--to", "c", "-o", "ludec.f"),
    ],
    ids=" ".join,
)
def test_a_source_is_not_overwritten(command: tuple[str, ...], source: Path) -> None:
    (source.parent / "linked.f").symlink_to(source)
    (source.parent / "other.f").write_text(_SOURCE)
    result = sad(*command)
    assert result.code == 3
    assert "error[SAD111]: is read here; not overwritten" in result.err
    assert source.read_text() == _SOURCE


def test_a_formula_in_a_source_folder_can_be_made_anew(source: Path) -> None:
    target = source.parent / "cost.c"
    for _ in range(2):
        result = sad("export", "ludec.f", "--to", "c", "-o", "cost.c")
        assert result.code == 0, result.err
    assert "ludec" in target.read_text().lower()


def test_a_file_keeps_its_mode(source: Path) -> None:
    report = source.parent / "report.txt"
    report.touch(mode=0o600)
    assert sad("analyze", "ludec.f", "-o", "report.txt").code == 0
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert "LUDEC" in report.read_text()


def test_a_hyphen_is_standard_output(source: Path) -> None:
    plain = sad("analyze", "ludec.f")
    assert sad("analyze", "ludec.f", "-o", "-") == plain
    assert not (source.parent / "-").exists()


def test_standard_output_by_its_name(source: Path) -> None:
    expected = sad("analyze", "ludec.f").out
    command = [sys.executable, "-m", "sad", "analyze", "ludec.f", "-o", "/dev/stdout"]
    for _ in range(2):  # the second time the answer may be known
        piped = subprocess.run(command, capture_output=True, text=True, check=True)
        assert piped.stdout == expected
    log = source.parent / "log"
    log.write_text("earlier\n")
    for _ in range(2):
        with log.open("a") as file:
            subprocess.run(command, stdout=file, check=True)
    assert log.read_text() == "earlier\n" + expected * 2


@pytest.mark.parametrize("seconds", ["1e7", "1e308", "inf", "nan"])
def test_a_limit_no_clock_can_wait_for(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    result = sad("analyze", "ludec.f", "--unit-timeout", seconds)
    assert result.code == 2
    assert "at most 1000000, is expected" in result.err + capsys.readouterr().err


@pytest.mark.parametrize("days", ["-1", "36501", "9999999999999999999"])
def test_days_beyond_counting(days: str) -> None:
    result = sad("cache", "clear", "--older-than", days)
    assert result.code == 2
    assert result.err.startswith(f"<arguments>:1: error[SAD881]: --older-than {days}: no number")


def test_an_interrupt_before_a_command_is_at_work() -> None:
    program = """
import sad.cli.parser
def stop():
    raise KeyboardInterrupt
sad.cli.parser.build_parser = stop
from sad.cli.entry import console
console()
"""
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "interrupted\n")


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_revision_without_sources_is_named(source: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *arguments], cwd=source.parent, check=True)

    git("init", "--quiet")
    git("commit", "--quiet", "--allow-empty", "--message", "nothing yet")
    (source.parent / "notes.txt").touch()
    git("add", "notes.txt")
    git("commit", "--quiet", "--message", "notes")
    git("add", "ludec.f")
    git("commit", "--quiet", "--message", "a program")
    for revision in ("HEAD~1", "HEAD~2"):
        result = sad("diff", revision)
        assert result.code == 3
        expected = f".:1: error[SAD817]: no source files in revision {revision}\n"
        assert result.err.startswith(expected)
