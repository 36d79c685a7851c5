"""What the README promises beyond its consoles: its Python runs, its other commands are commands."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from sad.cli.parser import COMMANDS, build_parser
from tests.support.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TEXT = (ROOT / "README.md").read_text()
MOST_LINES = 160


def blocks(head: str) -> list[str]:
    return re.findall(rf"^```{head}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_readme_is_short() -> None:
    assert len(TEXT.splitlines()) <= MOST_LINES


def test_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "heat.f").write_text(blocks("fortran heat.f")[0])
    monkeypatch.chdir(tmp_path)
    (code,) = blocks("python")
    names: dict[str, object] = {}
    exec(code, names)
    (count,) = re.findall(r"line=10\) +# (\S.*)", code)
    assert str(eval("model.count('HEAT', line=10)", names)) == count
    assert eval("prediction.seconds", names)


def test_commands_that_are_not_run_are_commands() -> None:
    lines = [
        line.partition("  #")[0]
        for block in blocks("")
        for line in block.splitlines()
        if line.startswith("sad ")
    ]
    assert lines
    for line in lines:
        build_parser().parse_args(shlex.split(line)[1:])


def test_the_table_has_every_command() -> None:
    table = (ROOT / "docs" / "commands.md").read_text()
    assert [name for name in COMMANDS if f"`sad {name}" not in table] == []
