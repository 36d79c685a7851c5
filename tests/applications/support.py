"""Small applications, and a machine of round numbers for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.applications import Application, load
from sad.machine.database import get_machine

if TYPE_CHECKING:
    from pathlib import Path

    from sad.machine.schema import Machine

TOY = """\
schema: 1
name: toy
processor:
  clock_hz: 1.0e+9
  toolchains:
    cc:
      operations_s: {add.double: 1.0e-9, mul.double: 3.0e-9}
    slow:
      operations_s: {add.double: 1.0e-8}
network:
  name: wires
  topology: {kind: crossbar}
  parameters:
    link_bytes_per_s: 1.0e+6
programming_models:
  mpi:
    parameters:
      setup_s: 1.0e-3
    primitives:
      communicate: {formula: setup_s + bytes/link_bytes_per_s}
      broadcast: {formula: ceil(log2(nprocs))*communicate}
  bare:
    primitives:
      send: {formula: bytes/link_bytes_per_s}
"""

RING = """\
schema: 1
application: ring
parameters:
  psize: {default: 100, at_least: 1}
where:
  block: 8*psize/nprocs
phases:
  - name: work
    computation: psize/nprocs/lflop
  - name: round
    communication: (nprocs - 1)*communicate(block)
rates:
  toy:
    values: {lflop: 1.0e+6}
"""


def toy(folder: Path) -> Machine:
    path = folder / "toy.yaml"
    path.write_text(TOY)
    return get_machine(str(path))


def application(folder: Path, text: str) -> Application:
    path = folder / "app.yaml"
    path.write_text(text)
    return load(str(path))
