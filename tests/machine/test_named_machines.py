"""A machine and a toolchain by one text."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from sad.loading.machines import read_machine
from tests.support.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_a_name_a_toolchain_and_a_file_with_a_comma(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "machine_db" / "t3d.yaml", "mine,old.yaml")
    assert read_machine("sparc2")[1] is None
    machine, toolchain = read_machine("sparc2, f77")
    assert (machine.name, toolchain and toolchain.name) == ("sparc2", "f77")
    assert read_machine("mine,old.yaml")[0].name == "t3d"
    for text in ("", "sparc2,", "nope,f77"):
        with pytest.raises(SadError) as caught:
            read_machine(text)
        assert caught.value.diagnostic.code == "SAD401"
