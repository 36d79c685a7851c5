"""Which machine files fit this computer."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from sad.calibration import here
from sad.calibration.here import Fit, machines_here
from tests.support.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path

NOW = datetime(2026, 12, 2, tzinfo=UTC)
XEON = "Intel(R) Xeon(R) Processor"


@pytest.fixture
def this(monkeypatch: pytest.MonkeyPatch):
    def be(processor: str, architecture: str) -> None:
        monkeypatch.setattr(here, "cpu_model", lambda: processor)
        monkeypatch.setattr(here, "this_architecture", lambda: architecture)

    return be


def test_a_file_measured_here_is_the_best(tmp_path: Path, this):
    this("Zen 9", "x86-64")
    text = (ROOT / "machine_db" / "xeon-emerald-rapids.yaml").read_text()
    (tmp_path / "mine.yaml").write_text(text.replace(f'cpu: "{XEON}"', 'cpu: "Zen 9"'))
    (tmp_path / "other.yaml").write_text(text)
    (tmp_path / "broken.yaml").write_text("processor: [\n")
    (tmp_path / "solve.params.yaml").write_text("schema: 1\n")
    found = machines_here([tmp_path], NOW)
    assert (found[0].name, found[0].fit) == (str(tmp_path / "mine.yaml"), Fit.MEASURED)
    assert found[0].words == "calibrated on this processor, 9 days ago"
    assert found[0].is_recent
    assert all(item.fit is Fit.SAME_ARCHITECTURE for item in found[1:])
    (late,) = [item for item in machines_here([tmp_path], NOW.replace(year=2027)) if not item.fit]
    assert not late.is_recent


def test_a_processor_of_the_same_name_goes_before_others(this):
    this(XEON, "x86-64")
    first = machines_here([], NOW)[0]
    assert (first.name, first.fit) == ("xeon-emerald-rapids", Fit.SAME_PROCESSOR)


@pytest.mark.parametrize(
    ("processor", "architecture", "name"),
    [
        ("AMD EPYC", "x86-64", "zen3"),
        ("Neoverse-N1", "aarch64", "neoverse-n1"),
        ("Intel(R) Core(TM) i7-6700 CPU @ 3.40GHz", "x86-64", "x86_64-generic"),
        ("Unheard of", "x86-64", "x86_64-generic"),
    ],
)
def test_else_one_of_the_architecture_that_has_the_name(this, processor, architecture, name):
    this(processor, architecture)
    first = machines_here([], NOW)[0]
    assert (first.name, first.fit) == (name, Fit.SAME_ARCHITECTURE)
    assert "this architecture" in first.words


def test_no_machine_fits_an_unknown_architecture(this):
    this("RISC", "riscv64")
    assert machines_here([], NOW) == []
