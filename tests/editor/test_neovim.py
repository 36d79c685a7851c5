"""A real editor: Neovim without a screen, which starts the server as docs/editor.md says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.solve_program import SOLVE
from tests.support.command import ROOT

pytest.importorskip("pygls", reason="needs the extra f2sad[lsp]")
NEOVIM = shutil.which("nvim")
SCRIPT = Path(__file__).with_name("neovim.lua")


@pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed")
def test_neovim_shows_what_the_server_tells(tmp_path: Path):
    file = tmp_path / "solve.f"
    file.write_text(SOLVE)
    page = (ROOT / "docs" / "editor.md").read_text(encoding="utf-8")
    (commands,) = re.findall(r"^```lua\n(.*?SadSet.*?)^```$", page, re.MULTILINE | re.DOTALL)
    commands = commands.rpartition("```lua\n")[2]
    (tmp_path / "commands.lua").write_text(commands)
    run = subprocess.run(
        [str(NEOVIM), "--headless", "--clean", "-c", f"luafile {SCRIPT}", "-c", "qa!"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={
            **os.environ,
            "SAD_FILE": str(file),
            "SAD_COMMANDS": str(tmp_path / "commands.lua"),
            "SAD_PYTHON": sys.executable,
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CACHE_HOME": str(tmp_path),
        },
    )
    said = json.loads(run.stderr.strip().splitlines()[-1])
    information = 3
    assert [3, "SOLVE.trips@goto10", information] in said["diagnostics"]
    lenses = dict(said["lenses"])
    assert lenses[1].startswith("SOLVE: on sparc2; seconds: ")
    assert lenses[5] == "N*X1 times"  # below the line that was put in
    assert "DO 30 I = 1, N\n  count     X1\n" in said["hover"]
    assert "DO 30 I = 1, N\n  count     X1 = 7\n" in said["hover_after"]
