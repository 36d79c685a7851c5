"""Measuring for real, with few kernels: what comes out is whole, and survives being killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from sad.calibration.kernels.generate import Caches, kernels
from sad.calibration.measure import measurements_text, read_measurements
from sad.calibration.running.compiler import find_compiler
from sad.calibration.running.flag_set import Job
from sad.calibration.running.folder import work_folder
from sad.calibration.running.rounds import DEFAULT_PROTOCOL, Journal
from sad.diagnostics import SadError
from tests.support.command import ROOT
from tests.support.compiler import needs_gcc, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

# tests run beside each other: every moment counts as quiet
PROTOCOL = replace(DEFAULT_PROTOCOL, above=100.0, below=1.0, rounds=2, each=2, slow_rounds=1)
ENDLESS = """
import sys
from dataclasses import replace
from pathlib import Path
from sad.calibration.kernels.generate import Caches, kernels
from sad.calibration.running.compiler import find_compiler
from sad.calibration.running.flag_set import Job
from sad.calibration.running.rounds import DEFAULT_PROTOCOL
protocol = replace(DEFAULT_PROTOCOL, above=100.0, below=1.0, rounds=100000, each=1)
chosen = kernels("c", Caches())[:3]
folder = Path(sys.argv[1])
Job(find_compiler("gcc", None), "-O1", folder, None, lambda *_: None, protocol, chosen).measure()
"""


def quiet(_what: str, _share: float) -> None:
    """Show nothing."""


def job(folder: Path, command: str = "gcc", flags: str = "-O1", count: int = 3) -> Job:
    compiler = find_compiler(command, None)
    every = kernels(compiler.language, Caches())
    fresh = next(kernel for kernel in every if kernel.fresh)
    chosen = [*every[:count], fresh]
    return Job(compiler, flags, folder, None, quiet, PROTOCOL, chosen)


@pytest.mark.compiler
@pytest.mark.parametrize(
    "command",
    [
        pytest.param("gcc", marks=needs_gcc),
        pytest.param("gfortran", marks=needs_gfortran),
    ],
)
def test_a_flag_set_is_measured_and_kept_as_it_is(command: str, tmp_path: Path):
    found = job(tmp_path, command).measure()
    assert [item.kernel.name for item in found.measured][:2] == ["operation/copy", "operation/fill"]
    assert all(item.seconds > 0.0 and item.spread >= 0.0 for item in found.measured)
    assert found.canary.chain_s > 0.0
    assert found.provenance.flags == "-O1"
    assert found.provenance.compiler_version == find_compiler(command, None).version
    text = measurements_text([found])
    assert read_measurements(text, "x.json") == [found]


@pytest.mark.compiler
@needs_gcc
def test_what_was_measured_is_not_measured_again(tmp_path: Path):
    first = job(tmp_path).measure()
    (driver,) = tmp_path.glob("*/journal.jsonl")
    lines = driver.read_text()
    second = job(tmp_path).measure()
    assert driver.read_text() == lines
    assert second.measured == first.measured


@pytest.mark.compiler
@needs_gcc
def test_a_killed_calibration_goes_on_where_it_was(tmp_path: Path):
    command = [sys.executable, "-c", ENDLESS, str(tmp_path)]
    process = subprocess.Popen(command, cwd=ROOT)
    deadline = time.monotonic() + 50.0
    while time.monotonic() < deadline:
        journals = list(tmp_path.glob("*/journal.jsonl"))
        if journals and journals[0].read_text().count("\n") > 1:
            break
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    (journal,) = tmp_path.glob("*/journal.jsonl")
    before = len(Journal(journal).rounds)
    assert before > 1
    chosen = kernels("c", Caches())[:3]
    again = replace(job(tmp_path), chosen=chosen, protocol=replace(PROTOCOL, rounds=before + 1))
    found = again.measure()
    assert len(found.measured) == len(chosen)
    assert found.provenance.rounds >= before


def test_a_work_folder_goes_when_all_went_well(tmp_path: Path):
    with work_folder(tmp_path / "w", remove=True) as folder:
        (folder / "a").mkdir()
    assert not (tmp_path / "w").exists()


def test_a_folder_of_the_users_keeps_programs_but_no_times(tmp_path: Path):
    with work_folder(tmp_path / "w", remove=False) as folder:
        (folder / "a").mkdir()
        (folder / "a" / "driver").touch()
        (folder / "a" / "journal.jsonl").touch()
    assert [path.name for path in (tmp_path / "w" / "a").iterdir()] == ["driver"]


@pytest.mark.parametrize("measured", [True, False])
def test_a_work_folder_with_times_stays_after_an_error(measured: bool, tmp_path: Path):
    (tmp_path / "w" / "a").mkdir(parents=True)
    (tmp_path / "w" / "sad-calibration").touch()
    if measured:
        (tmp_path / "w" / "a" / "journal.jsonl").touch()
    with pytest.raises(RuntimeError), work_folder(tmp_path / "w", remove=True):
        raise RuntimeError
    assert (tmp_path / "w").exists() == measured


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(SadError, match="SAD436"), work_folder(tmp_path, remove=True):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_two_calibrations_do_not_share_a_folder(tmp_path: Path):
    with (
        work_folder(tmp_path / "w", remove=True),
        pytest.raises(SadError, match="another calibration works here"),
        work_folder(tmp_path / "w", remove=True),
    ):
        pass


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "sad-measurements", "schema": 9}'])
def test_other_files_are_no_measurements(text: str):
    with pytest.raises(SadError, match=r"other.json:1: error\[SAD438\]"):
        read_measurements(text, "other.json")
