"""Every corpus program compiles, prints what it should, and is analysed without an error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.command import sad
from tests.support.compiler import needs_gfortran, run
from tests.support.corpus import PROGRAMS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.compiler
@needs_gfortran
@pytest.mark.parametrize("name", PROGRAMS)
def test_program_prints_the_expected_output(name: str, tmp_path: Path):
    program = PROGRAMS[name]
    built = program.build(tmp_path)
    assert built.returncode == 0, built.stderr
    assert run(["./program"], tmp_path, program.stdin).stdout == program.expected


@pytest.mark.compiler
@needs_gfortran
def test_md1_conserves_energy(tmp_path: Path):
    program = PROGRAMS["md1"]
    assert program.build(tmp_path).returncode == 0
    out = run(["./program"], tmp_path, program.stdin).stdout
    rows = re.findall(r"^ +(\d+) +(-\d\.\d+) +-\d\.\d+ +\d\.\d+", out, re.MULTILINE)
    energies = [float(energy) for step, energy in rows if int(step) >= 50]
    assert len(energies) == 10
    assert max(energies) - min(energies) < 3e-4 * abs(energies[0])
    drift = re.search(r"RELATIVE ENERGY DRIFT +(\S+)", out)
    assert drift is not None
    assert abs(float(drift.group(1))) < 1e-4


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", PROGRAMS)
def test_program_is_analysed_for_both_machines_without_an_error(name: str):
    defines = ["-I", PROGRAMS[name].source.parent]
    for machine in ("sparc2", "x86_64-generic"):
        result = sad("analyze", PROGRAMS[name].source, "--machine", machine, *defines)
        assert result.code == 0, result.err
        assert "formula, time [s]" in result.out
        assert "error" not in result.err
