"""Functions that were fitted one by one and contradict each other far from the runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import sad

SOURCE = """\
      SUBROUTINE S(N, X, Y)
      DOUBLE PRECISION X(N), Y
      I = 0
   10 CONTINUE
      I = I + 1
      IF (X(I) .GT. Y) THEN
         Y = 3.0D0
         GOTO 20
      END IF
      IF (Y .GT. 1.0D0) GOTO 10
      Y = 2.0D0
   20 CONTINUE
      END
"""
RUNS = """\
name,taken,reached,N
S.trips@goto10,10,1,100
S.trips@goto10,20,1,200
S.prob@goto10.if2,96,100,100
S.prob@goto10.if2,96,100,200
"""


def count(out: str, text: str) -> float:
    (line,) = (line for line in out.splitlines() if text in line)
    return float(line.split()[1])


@pytest.fixture(autouse=True)
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.f").write_text(SOURCE)
    Path("r.csv").write_text(RUNS)
    assert sad("params", "import", "r.csv", "--source", "s.f", "-o", "s.yaml").code == 0


def test_a_count_below_zero_is_taken_as_zero_and_the_others_stay() -> None:
    found = sad("annotate", "s.f", "--params", "s.yaml", "--set", "N=2000")
    assert found.code == 0, found.err
    assert count(found.out, "Y = 3.0D0") == 0
    assert count(found.out, "Y = 2.0D0") == pytest.approx(8)
    assert count(found.out, "GOTO 10") == 200


def test_the_report_says_so() -> None:
    given = ("--params", "s.yaml", "--machine", "x86_64-generic", "--set")
    said = "functions fitted to runs contradict each other here: 1 count of blocks below 0"
    assert said in " ".join(sad("analyze", "s.f", *given, "N=2000").out.split())
    assert said not in " ".join(sad("analyze", "s.f", *given, "N=150").out.split())


def test_values_that_a_user_gives_are_refused() -> None:
    given = ("--set", "S.trips@goto10=200", "--set", "S.prob@goto10.if2=0.96", "--set", "N=2000")
    assert "error[SAD503]" in sad("annotate", "s.f", *given).err
