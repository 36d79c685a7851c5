"""Names of files that a command writes without being told one."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from sad.cli.outputs import named_after
from tests.cli.one_error import BAD_INPUT, PROGRAM, USAGE, check_one_error
from tests.cli.test_examples import FILES
from tests.support.command import ROOT, sad
from tests.support.compiler import needs_gfortran

BUILD = ("--build", "gfortran {coverage} solve.f -o solve")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("solve.f", "solve.in", "runs.csv"):
        Path(name).write_text(FILES[name])
    Path("good.f").write_text(PROGRAM)


def on_terminal(*words: str) -> tuple[int, str]:
    """Run a command whose standard output and error are a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sad", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}  # no progress
    run = subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    found = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        found += part
    os.close(ours)
    return run.wait(), found.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("solve.f", "solve.html"),
        ("src/solve.f", "src/solve.html"),
        ("src", "src/src.html"),
        ("solve.sad.json", "solve.html"),
        ("-", "stdin.html"),
        ("mm2", "mm2.html"),
    ],
)
def test_a_file_is_named_after_the_source_beside_it(source: str, name: str):
    Path("src").mkdir()
    assert named_after([source], ".html") == name


@needs_gfortran
def test_profile_writes_beside_the_source():
    run = ("--run", "./solve < solve.in")
    assert sad("profile", "solve.f", *BUILD, *run, "--quiet").code == 0
    assert "SOLVE.trips@do50" in Path("solve.params.yaml").read_text()


@needs_gfortran
def test_profile_without_a_source_names_the_file_after_what_runs():
    build = ("--build", "gfortran {coverage} solve.f -o program")
    result = sad("profile", *build, "--run", "./program", "--stdin", "solve.in", "--quiet")
    assert result.code == 0, result.err
    assert result.out.splitlines()[2].startswith("program.params.yaml: ")


@needs_gfortran
def test_profile_takes_file_and_input_from_the_settings():
    settings = 'sources = ["solve.f"]\nparams = "values.yaml"\nstdin = "solve.in"\n'
    Path("sad.toml").write_text(settings)
    result = sad("profile", *BUILD, "--run", "./solve", "--quiet")
    assert result.code == 0, result.err
    assert Path("values.yaml").is_file()
    Path("sad.toml").write_text(settings.replace("solve.in", "no.in"))
    gone = sad("profile", *BUILD, "--run", "./solve", "--quiet")
    check_one_error(gone, "SAD101", BAD_INPUT, "check --stdin")


@needs_gfortran
def test_a_file_of_that_name_that_holds_something_else_is_not_overwritten():
    Path("solve.params.yaml").write_text("# mine\n")
    result = sad("profile", "solve.f", *BUILD, "--run", "./solve < solve.in", "--quiet")
    check_one_error(result, "SAD720", BAD_INPUT, "not overwritten")
    assert Path("solve.params.yaml").read_text() == "# mine\n"


def test_import_names_the_file_after_the_source():
    assert sad("params", "import", "runs.csv", "--source", "solve.f").code == 0
    assert Path("solve.params.yaml").is_file()
    result = sad("params", "import", "runs.csv")
    check_one_error(result, "SAD714", USAGE, "-o solve.params.yaml")


@pytest.mark.parametrize(
    ("command", "name"), [("analyze", "good.html"), ("annotate", "good.annotated.html")]
)
def test_a_page_is_a_file_on_a_terminal_and_text_in_a_pipe(command: str, name: str):
    piped = sad(command, "good.f", "--format", "html")
    assert piped.out.startswith("<!DOCTYPE html>")
    assert not Path(name).exists()
    assert on_terminal(command, "good.f", "--format", "html") == (0, f"wrote {name}\n")
    assert Path(name).read_text().startswith("<!DOCTYPE html>")
    assert on_terminal(command, "good.f", "--format", "html")[0] == 0
    Path(name).write_text("mine")
    code, text = on_terminal(command, "good.f", "--format", "html")
    assert code == BAD_INPUT
    assert "not overwritten" in text
    assert Path(name).read_text() == "mine"
