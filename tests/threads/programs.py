"""Programs with OpenMP for tests, and a machine on which each addition of reals takes one second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.loading.describe import load_description
from sad.machine.database import get_machine
from sad.profiles.settings import settings_from_arguments
from sad.reading.options import Choice, Reading
from sad.threads.program import RunTime, ThreadedProgram

if TYPE_CHECKING:
    from pathlib import Path

COUNTING = """\
schema: 1
name: counting
processor:
  clock_hz: 1.0e+9
  cores: 8
  toolchains:
    plain:
      compiler: none
      flags: ""
      model: additive
      operations_s:
        add.double: 1.0
        {zeros}
{more}
"""
_ZERO = (
    "add sub mul div neg assign load store loop goto branch compare logical convert call argument "
    "return address intrinsic io"
)


def counting_machine(folder: Path, more: str = "") -> str:
    """Write the machine; ``more`` are further sections. Returns its path."""
    zeros = "\n        ".join(f"{key}: 0.0" for key in _ZERO.split())
    path = folder / "counting.yaml"
    path.write_text(COUNTING.format(zeros=zeros, more=more), encoding="utf-8")
    return str(path)


def threaded(
    source: Path, machine: str, entry: str | None = None, **options: str
) -> ThreadedProgram:
    """Return a program on a machine."""
    chosen = get_machine(machine)
    reading = Reading(sources=(str(source),))
    loaded = load_description(reading, with_work=bool(chosen.memory))
    toolchain = chosen.toolchain_for({unit.language for unit in loaded.description.units})
    choice = Choice(settings=settings_from_arguments([]), entry=entry)
    return ThreadedProgram(loaded, choice, chosen, toolchain, **options)


def run_of(program: ThreadedProgram, threads: int, **values: float) -> RunTime:
    """Return a run with so many threads and values by the names that users see."""
    by_label = {label.lower(): symbol for label, symbol in program.symbols.items()}
    return program.at(threads, {by_label[name.lower()]: value for name, value in values.items()})
