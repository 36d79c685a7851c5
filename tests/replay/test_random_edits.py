"""Random edits of everything an answer depends on: what is said is what is computed from nothing."""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.support.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.replay.client import Runs

_EDITS = 14
_ARGUMENTS = ("src", "-I", "one", "-I", "two", "--machine", "mine.yaml", "--params", "values.yaml")
_COMMANDS = (("analyze", *_ARGUMENTS), ("annotate", "src", "-I", "one", "-I", "two"))
_UNIT = """\
      SUBROUTINE {name} (N)
      INCLUDE 'size.inc'
      DO 10 I = 1, N*M + {bound}
   10 X = X + 1.0
      CALL {other} (N)
      END
"""


@pytest.mark.proof
def test_random_edits(runs: Runs) -> None:
    chance = random.Random(11)
    folder = runs.folder
    begin(runs)
    machine = (ROOT / "machine_db" / "sparc2.yaml").read_text()
    clock = next(line for line in machine.splitlines() if "clock_hz" in line).partition(":")[0]
    known = 0
    for _ in range(_EDITS):
        edit(folder, chance, machine, clock)
        for command in _COMMANDS:
            said = runs.run(*command)
            assert said.said == runs.run(*command, "--no-cache", replay=False).said
            known += not said.computed
    assert known > _EDITS // 5


def begin(runs: Runs) -> None:
    for place in ("src", "src/more", "one", "two"):
        (runs.folder / place).mkdir()
    runs.write("src/a.f", _UNIT.format(name="A", bound=1, other="B"))
    runs.write("src/b.f", _UNIT.format(name="B", bound=2, other="C"))
    runs.write("two/size.inc", "      PARAMETER (M = 2)\n")
    runs.write("values.yaml", "schema: 1\nsizes:\n  N: 50\n")
    shutil.copy(ROOT / "machine_db" / "sparc2.yaml", runs.folder / "mine.yaml")


def edit(folder: Path, chance: random.Random, machine: str, clock: str) -> None:
    """Change one thing, or nothing."""
    match chance.randrange(8):
        case 0 | 1:
            name = chance.choice("abcd")
            place = folder / chance.choice(("src", "src/more")) / f"{name}.f"
            bound, other = chance.randrange(3), chance.choice("ABCD")
            place.write_text(_UNIT.format(name=name.upper(), bound=bound, other=other))
        case 2:
            sources = sorted((folder / "src").rglob("*.f"))
            if len(sources) > 1:
                chance.choice(sources).unlink()
        case 3:
            place = folder / chance.choice(("src", "src/more", "one", "two")) / "size.inc"
            place.write_text(f"      PARAMETER (M = {chance.randrange(1, 4)})\n")
        case 4:
            (folder / chance.choice(("src", "src/more", "one")) / "size.inc").unlink(
                missing_ok=True
            )
        case 5:
            text = machine.splitlines(keepends=True)
            hertz = chance.choice(("1.0e+6", "2.0e+6"))
            lines = [f"{clock}: {hertz}\n" if clock in line else line for line in text]
            (folder / "mine.yaml").write_text("".join(lines))
        case 6:
            size = chance.randrange(40, 43)
            (folder / "values.yaml").write_text(f"schema: 1\nsizes:\n  N: {size}\n")
        case _:
            pass
