"""Short and long names of parameters mean the same in every command that takes values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.support.command import CORPUS, sad

if TYPE_CHECKING:
    from pathlib import Path

JACOBI = """\
      SUBROUTINE JAC(N, A, B, TOL)
      DOUBLE PRECISION A(N,N), B(N,N), TOL, D
   10 D = 0.0
      DO 20 J = 2, N-1
      DO 20 I = 2, N-1
      B(I,J) = 0.25*(A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1))
   20 CONTINUE
      DO 30 J = 2, N-1
      DO 30 I = 2, N-1
      D = MAX(D, ABS(B(I,J) - A(I,J)))
      A(I,J) = B(I,J)
   30 CONTINUE
      IF (D .GT. TOL) GOTO 10
      END
"""
NAMES = ("X1", "x1", "JAC.trips@goto10", "jac.trips@goto10")
MACHINE = ("--machine", "t3d")
DISTRIBUTED = ("--distribute", "A(block,*)", "--distribute", "B(block,*)", "--procs", "1,2,4")
COMMANDS = {
    "analyze": ("analyze", "jac.f", *MACHINE),
    "annotate": ("annotate", "jac.f", *MACHINE),
    "explain": ("explain", "jac.f:6", "jac.f", *MACHINE),
    "sweep": ("sweep", "jac.f", *MACHINE, "--format", "csv", "--vary", "N=100:300:100"),
    "compare": ("compare", "jac.f", *MACHINE, "--machine", "sparc2", "--vary", "N=100:300:100"),
    "export": ("export", "jac.f", "--to", "python"),
    "scale": ("scale", "jac.f", *MACHINE, *DISTRIBUTED),
    "diff": ("diff", "jac.f", "other.f", *MACHINE),
    "check": ("check", "jac.f", *MACHINE, "--baseline", "sad.snapshot"),
    "params export": ("params", "export", "jac.f"),
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "jac.f").write_text(JACOBI)
    (tmp_path / "other.f").write_text(JACOBI.replace("DO 20 I = 2", "DO 20 I = 1"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plain(text: str) -> str:
    """A text without the name the value was given under."""
    return re.sub(r"X1|JAC\.trips@goto10", "*", text, flags=re.IGNORECASE)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("here")
def test_every_name_of_a_parameter_means_the_same(command: str):
    given = (*COMMANDS[command], "--set", "N=200")
    if command == "check":
        made = sad("snapshot", "jac.f", *MACHINE, "--set", "N=200", "-o", "sad.snapshot")
        assert made.code == 0, made.err
    if "--vary" in given:
        given = given[:-2]
    results = [sad(*given, "--set", f"{name}=7") for name in NAMES]
    assert results[0].code == 0, results[0].err
    assert len({plain(result.out) for result in results}) == 1
    other = sad(*given, "--set", "X1=11")
    assert command in ("check", "explain", "params export") or other.out != results[0].out
    wrong = sad(*given, "--set", "X7=7")
    assert wrong.code == 2
    assert "X7" in wrong.err or command == "scale"  # X1 has no value: that is told first


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "command",
    [
        ("sweep", "jac.f", *MACHINE, "--format", "csv"),
        ("compare", "jac.f", *MACHINE, "--machine", "sparc2", "--format", "csv"),
        ("scale", "jac.f", *MACHINE, *DISTRIBUTED, "--format", "csv"),
    ],
    ids=lambda command: command[0],
)
@pytest.mark.usefixtures("here")
def test_every_name_of_a_parameter_can_be_varied(command: tuple[str, ...], name: str):
    found = sad(*command, "--set", "N=200", "--vary", f"{name}=5,10")
    known = sad(*command, "--set", "N=200", "--vary", "JAC.trips@goto10=5,10")
    assert found.code == 0, found.err
    assert plain(found.out) == plain(known.out)


@pytest.mark.usefixtures("here")
def test_a_table_is_a_value_in_scale():
    command = ("scale", "jac.f", *MACHINE, *DISTRIBUTED, "--format", "csv", "--set", "N=100*nprocs")
    in_table = sad(*command, "--set", "X1=table(N, 100: 2, 200: 4, 400: 10)")
    assert in_table.code == 0, in_table.err
    rows = in_table.out.splitlines()[1:]
    for nprocs, trips, row in zip((1, 2, 4), (2, 4, 10), rows, strict=True):
        alone = sad(*command, "--set", f"X1={trips}").out.splitlines()[1:]
        assert row.split(",")[:5] == alone[(1, 2, 4).index(nprocs)].split(",")[:5]
    outside = sad(*command, "--set", "X1=table(N, 100: 2, 200: 4)")
    assert outside.code == 2
    assert "has no value at 4 processes" in outside.err
    unsorted = sad(*command, "--set", "X1=table(N, 200: 2, 100: 4)")
    assert "sorted" in unsorted.err


def test_short_names_of_a_program_that_passes_messages_are_those_of_its_report():
    source = str(CORPUS / "mpi" / "farm" / "source.c")
    others = (
        *("hand.prob@if1=0.1", "worker.trips@while1=5", "ntasks=10"),
        *("master.value@loop2.status.MPI_SOURCE_3=1", "work.prob@while1.if1=0.5"),
    )
    command = ["scale", source, *MACHINE, "--procs", "2,4", "--format", "csv"]
    for item in others:
        command += ["--set", item]
    short, long = (sad(*command, "--set", f"{n}=9") for n in ("X1", "work.trips@while1"))
    assert short.err == long.err
    assert short.code == long.code
    assert "SAD892" not in short.err
