"""The real Extra-P reads what is written for it, and its models are read back.

Needs an interpreter with the package extrap (4.2 or newer; no window system): the current one, or the
one named by the environment variable EXTRAP_PYTHON. Without, the tests are skipped.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sad.profiles.fitting.extrap_json import extrap_json
from sad.profiles.fitting.extrap_read import is_extrap, read_extrap
from tests.profiles.fitting.measured import at, sample

if TYPE_CHECKING:
    from pathlib import Path

PYTHON = os.environ.get("EXTRAP_PYTHON", sys.executable)
_SECONDS = 300


def extrap(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [PYTHON, "-m", "extrap.extrap.extrapcmd", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)


@pytest.fixture(scope="module", autouse=True)
def _needs_extrap() -> None:
    try:
        said = extrap("--version")
    except OSError as error:
        pytest.skip(f"{PYTHON} cannot be run: {error}")
    if said.returncode:
        pytest.skip("Extra-P is not installed (EXTRAP_PYTHON names an interpreter that has it)")


def test_extra_p_models_what_is_exported(tmp_path: Path) -> None:
    sizes = (16, 32, 64, 128, 256, 512)
    samples = {
        "MD1.trips@do20": [sample(3 * n * n + 5 * n, n, N=n) for n in sizes],
        "MD1.prob@if1": [sample(n, 4 * n, N=n) for n in sizes],
        "SORT.trips@do3": [sample(n * (n.bit_length() - 1), 1, N=n) for n in sizes],
    }
    path, saved = tmp_path / "run.json", tmp_path / "run.extra-p"
    path.write_text(extrap_json(samples), encoding="utf-8")
    said = extrap("--json", str(path), "--save-experiment", str(saved), "--print", "callpaths")
    assert said.returncode == 0, said.stderr
    assert said.stdout.split() == list(samples)
    assert is_extrap(str(saved))
    found = read_extrap(str(saved))
    assert found.sizes == ("N",)
    assert at(found.models["MD1.trips@do20"], N=2000) == pytest.approx(6005, rel=1e-6)
    assert at(found.models["MD1.prob@if1"], N=2000) == pytest.approx(0.25)
    assert at(found.models["SORT.trips@do3"], N=4096) == pytest.approx(4096 * 12, rel=1e-6)


def test_models_of_two_sizes(tmp_path: Path) -> None:
    samples = {
        "F.trips@do1": [
            sample(n * n * m + 7, 1, N=n, M=m)
            for n in (4, 8, 16, 32, 64)
            for m in (10, 20, 30, 40, 50)
        ]
    }
    path, saved = tmp_path / "run.json", tmp_path / "run.extra-p"
    path.write_text(extrap_json(samples), encoding="utf-8")
    said = extrap("--json", str(path), "--save-experiment", str(saved), "--print", "functions")
    assert said.returncode == 0, said.stderr
    model = read_extrap(str(saved)).models["F.trips@do1"]
    assert at(model, N=100, M=80) == pytest.approx(800_007, rel=1e-6)
