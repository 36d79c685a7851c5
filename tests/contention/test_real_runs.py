"""The programs behind docs/contention-proof.md run, and are never faster than the bound."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.contention.real_runs import PROGRAMS, measured, predicted
from tests.support.mpi import MPICC, needs_mpi

if TYPE_CHECKING:
    from pathlib import Path


@needs_mpi
@pytest.mark.parametrize("program", ["farmer", "counter"])
def test_real_processes_are_not_faster_than_the_bound(program: str, tmp_path: Path):
    source = PROGRAMS / f"{program}.c"
    command = [MPICC or "", "-O1", "-w", "-o", str(tmp_path / program), str(source)]
    subprocess.run(command, check=True)
    seconds, work, service = measured(program, 3, tmp_path)
    assert work > 0.009
    assert service > 0.003
    assert seconds >= 0.95 * predicted(3, 0.009, 0.003)["lower"]
