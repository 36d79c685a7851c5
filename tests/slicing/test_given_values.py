"""Values given with --set: elements by name, and inputs that no formula needs."""

from __future__ import annotations

from pathlib import Path

from tests.slicing.runs import annotated
from tests.support.command import sad

_TEXT = """\
      PROGRAM T
      DOUBLE PRECISION EPS, D
      REAL X
      CHARACTER*4 MODE
      LOGICAL Q
      INTEGER L(3)
      READ (*,*) N, L(1), L(2), L(3), X, EPS, MODE, Q
      DO 10 I = 1, L(2)
         DO 10 J = 1, N
   10 PRINT *, I
      IF (X .GT. 0.1) THEN
         PRINT *, X
      ENDIF
      D = 1.0D0
   20 IF (D .GE. EPS) THEN
         D = D * 0.5D0
         IF (MODE .EQ. 'FAST') D = D * 0.5D0
         IF (Q) PRINT *, D
         GOTO 20
      ENDIF
      END
"""
_VALUES = ("N=2*L(2)+1", "L(2)=3", "L(1)=1", "L(3)=1", "X=0.1", "EPS=1D-3", "MODE=FAST", "Q=true")


def _count(lines: dict[str, dict[str, object]], line: int) -> object:
    return lines[str(line)]["count"]["value"]  # type: ignore[index]


def test_inputs_of_all_types_are_what_the_run_is_given():
    Path("t.f").write_text(_TEXT)
    given = [word for value in _VALUES[:2] + _VALUES[4:] for word in ("--set", value)]
    lines = annotated("t.f", {}, *given)
    assert [_count(lines, number) for number in (10, 12, 16, 18)] == [21, 0, 5, 5]
    lines = annotated("t.f", {}, *given, "--set", "X=0.2", "--set", "MODE=SLOW", "--set", "Q=false")
    assert [_count(lines, number) for number in (10, 12, 16)] == [21, 1, 10]


def test_an_element_is_a_name_in_every_command():
    Path("t.f").write_text(_TEXT)
    sizes = ("--vary", "L(2)=1:3", "--set", "N=2*L(2)")
    result = sad("sweep", "t.f", *sizes, "--quantity", "count:t.f:10")
    assert [line.split() for line in result.out.splitlines()[-3:]] == [
        ["1", "2"],
        ["2", "8"],
        ["3", "18"],
    ]


def test_what_is_no_element_is_told_as_a_function():
    Path("t.f").write_text(_TEXT)
    result = sad("analyze", "t.f", "--set", "N=2*square(2)")
    assert result.code == 2
    assert "no function square" in result.err
