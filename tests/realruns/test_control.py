"""What decides how a program runs: integers alone, or real numbers."""

from __future__ import annotations

import pytest

from sad.analysis.unit import analyse
from sad.loading.evaluating import start_of
from sad.lowering.build import describe
from sad.slicing.program import SlicedProgram
from sad.slicing.signatures import Given
from tests.realruns.control import Control, Decider, judged
from tests.support.model import program_of

STEPS = 10_000

INTEGERS = """\
      PROGRAM P
      REAL X(5)
      DO 10 I = 1, 5
      X(I) = I*0.5
      IF (MOD(I*I, 3) .EQ. 1) X(I) = 0
   10 CONTINUE
      END
"""
OF_A_REAL = INTEGERS.replace("MOD(I*I, 3) .EQ. 1", "X(I) .GT. 1.2")
OF_AN_INTEGER_FROM_A_REAL = INTEGERS.replace("MOD(I*I, 3)", "INT(X(I))")
FROM_INTEGERS = INTEGERS.replace("MOD(I*I, 3)", "INT(SQRT(I*1.5))")
IN_A_CALLEE = """\
      PROGRAM P
      CALL S(3.5)
      END
      SUBROUTINE S(Y)
      IF (Y*2 .GT. 1.2) Y = 0
      END
"""
SET_FROM_A_CALL = """\
      PROGRAM P
      INTEGER K(1)
      K(1) = VALUE(1)*4
      IF (K(1) .GT. 2) K(1) = 0
      END
      REAL FUNCTION VALUE(I)
      VALUE = I/3.0
      END
"""
UNKNOWN = INTEGERS.replace("X(I) = I*0.5", "CALL OTHER(K)").replace("MOD(I*I, 3)", "K")


def control(text: str, steps: int = STEPS) -> Control:
    analysis = analyse(program_of(text))
    start = start_of(analysis, describe(analysis).unit("P"))
    assert start is not None
    return judged(SlicedProgram(analysis, start), Given({}, {}), analysis.program, steps)


@pytest.mark.parametrize(
    ("text", "decider", "line"),
    [
        (INTEGERS, Decider.INTEGERS, ""),
        (OF_A_REAL, Decider.REALS, "5"),
        (OF_AN_INTEGER_FROM_A_REAL, Decider.REALS, "5"),
        (FROM_INTEGERS, Decider.INTEGERS, ""),
        (IN_A_CALLEE, Decider.REALS, "5"),
        (SET_FROM_A_CALL, Decider.REALS, "4"),
        (UNKNOWN, Decider.UNKNOWN, "5"),
    ],
)
def test_what_decides_is_told_with_its_place(text: str, decider: Decider, line: str):
    found = control(text)
    assert found.decider is decider
    assert found.place.rpartition(":")[2] == line


def test_a_run_that_reaches_its_limit_tells_nothing():
    assert control(INTEGERS.replace("1, 5", "1, 90000"), 100).decider is Decider.LIMIT
