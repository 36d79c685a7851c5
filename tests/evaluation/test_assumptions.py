"""What rests on an assumption is told apart: marks, JSON, coverage, evaluated counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.command import sad

if TYPE_CHECKING:
    from collections.abc import Sequence

AXPY = """\
      PROGRAM MAIN
      DOUBLE PRECISION X(100), T
      READ (*,*) X, T
      CALL AXPY(100, T, X)
      CALL AXPY(10, 0.0D0, X)
      END
      SUBROUTINE AXPY(N, DA, DX)
      DOUBLE PRECISION DX(N), DA
      IF (N .LE. 0) RETURN
      IF (DA .EQ. 0.0D0) RETURN
      DO 10 I = 1, N
   10 DX(I) = DX(I) + DA
      END
"""
TABLE = """\
      PROGRAM TABLE
      INTEGER KEY(50)
      READ (*,*) N
      READ (*,*) X, IB
      CALL FILL(N, X, KEY, IERR)
      IF (IERR .NE. 0) THEN
         WRITE (*,*) 'no good'
         STOP
      END IF
      DO 30 I = 1, N
         DO 20 J = 1, N
            IF (KEY(J) .EQ. I) GOTO 30
   20    CONTINUE
   30 CONTINUE
      END
      SUBROUTINE FILL(N, X, KEY, IERR)
      INTEGER KEY(N)
      READ (*,*) Y
      IERR = 0
      IF (X*Y .GT. 3.5) THEN
         IERR = 1
         RETURN
      END IF
      DO 10 I = 1, N
   10 KEY(I) = MOD(7*I, N)
      END
"""


@pytest.fixture(autouse=True)
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("axpy.f").write_text(AXPY)
    Path("table.f").write_text(TABLE)


def lines_of(source: str, *options: str) -> dict[str, dict[str, Any]]:
    report = json.loads(sad("annotate", source, "--format", "json", *options).out)
    return report["files"][source]


def coverage_of(source: str, *options: str) -> dict[str, Any]:
    return json.loads(sad("analyze", source, "--format", "json", *options).out)["coverage"]


def test_a_dummy_argument_is_not_zero_but_a_constant_that_is_handed_over_is():
    lines = lines_of("axpy.f", "--assume", "no-zeros")
    assert lines["12"]["count"]["value"] == 100
    assert (lines["12"]["exact"], lines["12"]["assumed"]) == (False, ["no-zeros"])
    assert (lines["10"]["exact"], lines["10"]["assumed"]) == (True, [])


def test_a_dummy_argument_of_the_entry_is_not_zero_unless_the_user_says_so():
    options = ("--entry", "AXPY", "--set", "N=7", "--assume", "no-zeros")
    assert lines_of("axpy.f", *options)["12"]["count"]["value"] == 7
    lines = lines_of("axpy.f", *options, "--set", "DA=0")
    assert (lines["12"]["count"]["value"], lines["12"]["assumed"]) == (0, [])
    assert lines["12"]["exact"]


def marks(source: str, numbers: Sequence[int], *options: str) -> str:
    text = sad("annotate", source, *options).out.splitlines()
    found = {line.split(":")[0].split()[-1]: line.split()[0] for line in text if ":" in line}
    return "".join(found[str(number)] for number in numbers)


def test_the_text_marks_what_is_exact_what_is_assumed_and_what_is_open():
    assert marks("axpy.f", (9, 10, 11)) == "==?"
    assert marks("axpy.f", (9, 10, 11), "--assume", "no-zeros") == "==~"
    assert marks("axpy.f", (9, 10, 11), "--set", "AXPY.prob@if2=0.5") == "==~"


def test_coverage_tells_what_is_assumed_from_what_is_exact():
    without = coverage_of("axpy.f")
    assumed = coverage_of("axpy.f", "--assume", "no-zeros")
    assert without["assumed"] == assumed["unresolved"] == 0
    assert assumed["exact"] == pytest.approx(without["exact"])
    assert assumed["assumed"] == pytest.approx(without["unresolved"])


def test_counts_that_are_evaluated_follow_the_assumption():
    options = ("--set", "N=40")
    assert lines_of("table.f", *options)["12"]["count"]["value"] is None
    lines = lines_of("table.f", *options, "--assume", "no-error-exits")
    expected = 0
    keys = [7 * i % 40 for i in range(1, 41)]
    for wanted in range(1, 41):
        expected += keys.index(wanted) + 1 if wanted in keys else len(keys)
    assert lines["12"]["count"]["value"] == expected
    assert (lines["12"]["exact"], lines["12"]["evaluated"]) == (False, True)
    assert lines["12"]["assumed"] == ["no-error-exits"]
    assert lines["6"]["exact"]


def test_counts_that_need_no_assumption_are_exact_although_one_is_made():
    """The run shows that the error exit is not taken."""
    Path("in.txt").write_text("40\n1.0 3\n2.0\n")
    options = ("--assume", "no-error-exits", "--stdin", "in.txt")
    lines = lines_of("table.f", *options)
    assert (lines["12"]["exact"], lines["12"]["assumed"]) == (True, [])
    assert coverage_of("table.f", *options)["assumed"] == 0


def test_an_assumption_that_the_run_contradicts_does_not_win():
    Path("in.txt").write_text("40\n1.0 3\n9.0\n")
    lines = lines_of("table.f", "--assume", "no-error-exits", "--stdin", "in.txt")
    assert lines["12"]["count"]["value"] == 0
