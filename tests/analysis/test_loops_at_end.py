"""Loops tested at their end: the body runs X times, what leads back X - 1 times."""

from __future__ import annotations

import pytest

from sad.diagnostics import SadError
from sad.evaluation.predict import predict
from tests.support.command import sad
from tests.support.model import counts_by_line, model_of

REPEAT = """\
      SUBROUTINE S(N, X, A)
      DOUBLE PRECISION X(N), A
   10 CONTINUE
      DO 20 I = 1, N
   20 X(I) = X(I)*A
      IF (X(1) .LT. A) GOTO 10
   30 A = A + 1.0D0
      IF (A .LT. 9.0D0) GOTO 30
      END
"""
LEFT_EARLY = """\
      SUBROUTINE S(N, X)
      REAL X(N)
      DO 10 I = 1, N
      IF (X(I) .GT. 1.0) GOTO 20
   10 X(I) = 0.0
      X(1) = 1.0
   20 X(2) = 2.0
      END
"""


def test_the_body_runs_x_times_whatever_stands_in_it():
    counts = counts_by_line(model_of(REPEAT))
    assert counts[4] == "X1"
    assert counts[5] == "N*X1"
    assert counts[7] == "X2"


def test_no_probability_is_asked_for_beside_the_trip_count():
    names = model_of(REPEAT).names.parameters
    assert [name for name in names if ".prob@" in name] == []


def test_such_a_loop_runs_at_least_once():
    with pytest.raises(SadError, match="SAD503"):
        model_of(REPEAT, N=3, X1=0)


def test_a_trip_count_past_the_loops_own_bound_is_an_error():
    with pytest.raises(SadError, match="at most 5"):
        model_of(LEFT_EARLY, N=5, X1=6)


def test_values_that_contradict_each_other_are_an_error():
    model = model_of(LEFT_EARLY, N=50, X1=40, P1=0.5)
    with pytest.raises(SadError, match="contradict"):
        predict(model, None)


def test_lines_that_are_not_modelled_are_never_exact(tmp_path):
    path = tmp_path / "a.f"
    path.write_text("      SUBROUTINE S(A)\n      REAL A(9)\n      A = A[2]\n      END\n")
    assert "exact     no: the statement is not modelled" in sad("explain", f"{path}:3", path).out
    assert sad("analyze", path, "--min-coverage", "60").code == 4


def test_annotations_state_what_they_rest_on(tmp_path):
    path = tmp_path / "a.f"
    path.write_text(
        "      PROGRAM P\n      CALL C(N)\n      END\n"
        "      SUBROUTINE C(N)\n      IF (N .GT. 5) STOP\n      END\n"
    )
    sentence = "calls return: no STOP is reached inside C"
    assert f"counts hold if {sentence}" in sad("annotate", path).out
    assert sentence in sad("annotate", path, "--format", "json").out
    assert sentence in sad("explain", f"{path}:2", path).out


def test_a_call_that_never_returns_ends_the_program():
    model = model_of(
        "      PROGRAM P\n      READ *, N\n      IF (N .LT. 0) THEN\n      CALL QUIT\n      X = 1.0\n"
        "      END IF\n      Y = 1.0\n      END\n      SUBROUTINE QUIT\n      STOP\n      END\n"
    )
    counts = counts_by_line(model)
    assert counts[4] == "[N < 0]"
    assert 5 not in counts
    assert counts[7] == "[N >= 0]"
