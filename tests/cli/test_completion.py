"""Completion in a real shell, and the man page that comes with the wheel."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from sad.cli.parser import COMMANDS
from sad.machine.database import database_names
from tests.support.command import ROOT, sad

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("shtab", reason="shtab is not installed here")
BASH = shutil.which("bash")
_ASK = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
function="$(complete -p sad)"; function="${function#*-F }"; "${function% sad}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script for bash, in a folder with a few files."""
    folder = tmp_path_factory.mktemp("completion")
    result = sad("completion", "bash")
    assert result.code == 0, result.err
    (folder / "sad.bash").write_text(result.out)
    for name in ("solve.f", "here.yaml", "notes.txt"):
        (folder / name).touch()
    return folder / "sad.bash"


def offered(script: Path, line: str) -> list[str]:
    """What bash offers for the last word of a line."""
    command = ["bash", "-c", _ASK, "bash", str(script), *line.split(" ")]
    run = subprocess.run(command, cwd=script.parent, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    return sorted(run.stdout.split())


@pytest.mark.skipif(BASH is None, reason="no bash on this machine")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("sad an", ["analyze", "annotate"]),
        ("sad analyze --mach", ["--machine"]),
        ("sad analyze --format j", ["json"]),
        ("sad analyze sol", ["solve.f"]),
        ("sad analyze solve.f --machine spa", ["sparc10", "sparc2"]),
        ("sad analyze solve.f --machine he", ["here.yaml"]),
        ("sad analyze --stub la", ["lapack"]),
        ("sad machine sh", ["show"]),
        ("sad machine show t3", ["t3d", "t3e"]),
        ("sad machine calibrate --fl", ["--flags"]),
        ("sad completion z", ["zsh"]),
    ],
)
def test_bash_completes(script: Path, line: str, words: list[str]):
    assert offered(script, line) == words


@pytest.mark.skipif(BASH is None, reason="no bash on this machine")
def test_bash_knows_all_commands_and_machines(script: Path):
    assert set(offered(script, "sad ")) >= set(COMMANDS)
    assert set(offered(script, "sad analyze solve.f --machine ")) >= set(database_names())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_can_read(shell: str, tmp_path: Path):
    result = sad("completion", shell)
    assert result.code == 0, result.err
    assert "sparc2" in result.out
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} on this machine")
    path = tmp_path / f"sad.{shell}"
    path.write_text(result.out)
    run = subprocess.run([program, "-n", str(path)], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


# --- the man page ----------------------------------------------------------------------------


def test_the_man_page_is_in_the_wheel():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"][
        "targets"
    ]
    (source,) = wheel["wheel"]["shared-data"]
    assert wheel["wheel"]["shared-data"][source] == "share/man/man1/sad.1"
    text = (ROOT / source).read_text()
    assert text.startswith(".TH SAD ")
    for name in COMMANDS:
        assert f"sad\\fR \\fI\\,{name}\\/\\fR" in text


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="other versions of Python word their help otherwise"
)
def test_the_man_page_is_current(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "100")
    pytest.importorskip("argparse_manpage", reason="argparse-manpage is not installed here")
    place = ROOT / "docs" / "man" / "make.py"
    spec = importlib.util.spec_from_file_location("make_man", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    hint = "write it anew: python docs/man/make.py"
    assert module.PAGE.read_text() == module.man_page(), hint
