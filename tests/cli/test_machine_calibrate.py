"""``sad machine calibrate`` on the command line: what cannot be is one error, and nothing is left."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from sad.communication.times import MessageTimes
from sad.machine.check import check_machine
from sad.machine.database import get_machine
from tests.cli.one_error import BAD_INPUT, USAGE, check_one_error
from tests.support.command import sad
from tests.support.compiler import needs, needs_gcc

if TYPE_CHECKING:
    from pathlib import Path

HERE = ("-o", "here.yaml")
TRUE = ("--compiler", "true", "--language", "c")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (TRUE, "SAD439", "nothing to write"),
        (HERE, "SAD439", "--compiler or --measured"),
        ((*TRUE, *HERE, "--measured", "m.json"), "SAD439", "--compiler or --measured"),
        ((*HERE, "--measured", "m.json", "--mpi", "mpirun"), "SAD439", "measures nothing"),
        ((*TRUE, "--measure-only", "m.json", "--mpi", "mpirun"), "SAD439", "--mpi"),
        ((*TRUE, *HERE, "--patience", "0"), "SAD439", "--patience 0"),
        ((*TRUE, *HERE, "--patience", "nan"), "SAD439", "--patience nan"),
        ((*TRUE, "--compiler", "/bin/true", *HERE), "SAD439", "would be called true-O2"),
        ((*TRUE, *HERE, "--cpu", "-1"), "SAD435", "CPU -1"),
        (("--compiler", "no-such-compiler", *HERE), "SAD430", "no-such-compiler"),
        (("--compiler", "true", *HERE), "SAD432", "'true'"),
        ((*TRUE, *HERE, "--mpi", "no-such-mpirun"), "SAD437", "no-such-mpirun"),
        ((*HERE, "--extends", "zen3"), "SAD439", "either --mpi or --threads"),
        ((*HERE, "--extends", "zen3", "--threads", "1,0"), "SAD439", "--threads 1,0"),
        ((*HERE, "--extends", "zen3", "--threads", "2"), "SAD439", "--threads 2"),
        ((*HERE, "--threads", "1,2"), "SAD439", "measures no processor"),
        (
            (*HERE, "--extends", "zen3", "--threads", "1,2", "--threads-compiler", "no-such-cc"),
            *("SAD440", "no-such-cc"),
        ),
        ((*TRUE, *HERE, "--extends", "zen3", "--mpi", "mpirun"), "SAD439", "as it is"),
        ((*HERE, "--extends", "zen", "--mpi", "mpirun -n 2"), "SAD401", "no machine 'zen'"),
        ((*HERE, "--extends", "zen3", "--mpi", "no-such-mpirun"), "SAD437", "no-such-mpirun"),
    ],
)
def test_a_command_line_that_cannot_be_is_one_error(
    arguments: tuple[str, ...], code: str, part: str, folder: Path
):
    result = sad("machine", "calibrate", *arguments)
    check_one_error(result, code, USAGE, part)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        ((*TRUE, "-o", "no/here.yaml"), "SAD111", "no such folder"),
        ((*HERE, "--measured", "none.json"), "SAD101", "no such file"),
        ((*HERE, "--measured", "."), "SAD106", "cannot be read"),
    ],
)
def test_files_that_cannot_be_are_one_error(
    arguments: tuple[str, ...], code: str, part: str, folder: Path
):
    result = sad("machine", "calibrate", *arguments)
    check_one_error(result, code, BAD_INPUT, part)
    assert list(folder.iterdir()) == []


def test_a_file_that_holds_something_else_is_no_measurement(folder: Path):
    (folder / "notes.txt").write_text("not for computers")
    result = sad("machine", "calibrate", "--measured", "notes.txt", *HERE)
    check_one_error(result, "SAD438", BAD_INPUT, "no measurements")
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_a_compiler_that_makes_nothing_leaves_nothing(folder: Path):
    result = sad("machine", "calibrate", "--compiler", "false", "--language", "c", *HERE)
    check_one_error(result, "SAD431", USAGE, "false -O2")
    assert list(folder.iterdir()) == []


@pytest.mark.proof
@pytest.mark.compiler
@needs(shutil.which("mpicc") and shutil.which("mpirun"), "Open MPI")
def test_messages_alone_inherit_the_rest(folder: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("OMPI_MCA_rmaps_base_oversubscribe", "1")
    monkeypatch.setenv("OMPI_MCA_mpi_yield_when_idle", "1")
    few = ("--mpi-compiler", "mpicc -DSLICES=2 -DMOST=5")
    run = ("--mpi", "mpirun -n 2", *few, "--extends", "zen3", *HERE)
    result = sad("machine", "calibrate", *run)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("here: 44 lengths, 2 processes on 1 computer; launches differ by")
    assert [path.name for path in folder.iterdir()] == ["here.yaml"]
    machine = get_machine("here.yaml")
    assert machine.toolchains.keys() == get_machine("zen3").toolchains.keys()
    codes = {finding.code for finding in check_machine(machine) if "mpi" in finding.message}
    assert codes <= {"SAD416", "SAD419"}  # so few repetitions differ a lot where others compute
    times = MessageTimes(machine, "mpi")
    sizes = np.array([8.0, 1e6])
    for name in ("communicate", "exchange", "send", "receive", "allreduce", "gather"):
        assert (times.seconds(name, sizes, 4.0) > 0.0).all()
    # Where others disturb the measurement, a rate may come out as none: then both are equal.
    assert times.seconds("communicate", 1e9) >= times.seconds("communicate", 8.0)


@pytest.mark.compiler
@needs_gcc
def test_nothing_stands_at_the_output_after_a_kill(folder: Path):
    command = [sys.executable, "-m", "sad", "machine", "calibrate", "--compiler", "gcc", *HERE]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 50.0
    while not list(folder.glob("here.yaml.work/*/*.o")) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert [path.name for path in folder.iterdir()] == ["here.yaml.work"]
