"""What a callee's counts may come to depend on is bound at its calls."""

from __future__ import annotations

from sad.evaluation.model import build_model
from sad.profiles.settings import settings_from_arguments
from tests.support.model import counts_by_line, description_of

TEXT = """\
      PROGRAM MAIN
      REAL A(99)
      READ *, M
      CALL S(2*M, A)
      END
      SUBROUTINE S(N, A)
      REAL A(N)
      DO 10 I = 1, N
      IF (A(I) .EQ. 0.0) STOP 'ZERO'
   10 A(I) = 1.0/A(I)
      END
"""


def test_the_bounds_of_a_loop_that_is_not_left_early_after_all_are_the_callers():
    model = build_model(
        description_of(TEXT), None, settings_from_arguments([]), ("no-error-exits",)
    )
    assert counts_by_line(model)[10] == "2*M"
    special = build_model(
        description_of(TEXT), None, settings_from_arguments(["S.prob@do10.if1=0"])
    )
    assert counts_by_line(special)[10] == "2*M"
