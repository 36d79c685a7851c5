"""The section ``asm`` of a machine file, and choosing the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.diagnostics import SadError
from sad.machine.database import get_machine
from sad.mapping.bind import cost_model_for

if TYPE_CHECKING:
    from pathlib import Path

    from sad.machine.schema import Machine

TEXT = """\
schema: 1
name: toy
processor:
  clock_hz: 1.0e+9
  toolchains:
    here:
      compiler: gcc
      flags: -O2
      asm: {view: asm, norm: 4, bounds_s: {load: {load: 2.0e-10}}, latencies_s: {add: 1.0e-9}}
"""


def machine(path: Path, text: str) -> Machine:
    file = path / "toy.yaml"
    file.write_text(text, encoding="utf-8")
    return get_machine(str(file))


def test_the_section_has_the_form_of_the_throughput_model(tmp_path: Path) -> None:
    asm = machine(tmp_path, TEXT).default_toolchain.asm
    assert asm is not None
    assert (asm.view, asm.norm) == ("asm", 4.0)
    assert asm.bounds["load"]["load"].value == pytest.approx(2e-10)


def test_its_view_is_asm(tmp_path: Path) -> None:
    with pytest.raises(SadError, match="SAD4"):
        machine(tmp_path, TEXT.replace("view: asm", "view: optimised"))


def test_the_model_needs_the_section(tmp_path: Path) -> None:
    toolchain = machine(tmp_path, TEXT).default_toolchain
    assert cost_model_for(toolchain, "asm").name == "asm"
    without = machine(tmp_path, TEXT[: TEXT.index("      asm:")]).default_toolchain
    with pytest.raises(SadError, match="SAD450"):
        cost_model_for(without, "asm")
