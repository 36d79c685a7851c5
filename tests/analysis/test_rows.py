"""Loops over the rows of an index array: one total for all of them."""

from __future__ import annotations

from sad.evaluation.predict import predict
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.support.model import counts_by_line, model_of

PRODUCT = """\
      SUBROUTINE SPMV(N, A, COL, PTR, X, Y)
      INTEGER COL(*), PTR(*)
      DOUBLE PRECISION A(*), X(*), Y(*)
      DO 20 J = 1, N
        DO 10 K = PTR(J), PTR(J+1) - 1
   10   Y(J) = Y(J) + A(K)*X(COL(K))
   20 CONTINUE
      DO 50 IT = 1, 3
      DO 40 J = 1, N
        DO 30 K = PTR(J), PTR(J+1) - 1
          IF (J .EQ. 1) Y(J) = A(K)
          DO 30 L = 1, J
   30   A(K) = A(K) + 1D0
   40 CONTINUE
   50 CONTINUE
      END
"""


def test_the_total_over_all_rows_is_one_size():
    counts = counts_by_line(model_of(PRODUCT))
    assert counts[6] == "SPMV.total@PTR"
    assert counts[11] == "3*SPMV.total@PTR"


def test_what_depends_on_the_row_needs_the_mean_length():
    counts = counts_by_line(model_of(PRODUCT))
    assert counts[13] == "3*N*X1*(N + 1)/2"


def test_the_total_is_an_input_of_the_unit_that_gets_the_array():
    model = model_of(PRODUCT, N=4, **{"SPMV.total@PTR": 9})
    (lines,) = line_costs(View(predict(model, None))).values()
    assert lines[6].exact
    assert lines[6].value == 9
    assert not lines[13].exact


def test_in_a_program_only_a_run_can_tell_the_total():
    text = (
        "      PROGRAM MAIN\n      INTEGER PTR(9)\n      DOUBLE PRECISION A(9), X(9), Y(9)\n"
        "      READ *, N\n      CALL SPMV(N, A, PTR, PTR, X, Y)\n      END\n"
    )
    model = model_of(text + PRODUCT, N=4)
    (lines,) = line_costs(View(predict(model, None))).values()
    assert not lines[6 + 6].exact


def test_an_array_that_changes_between_rows_has_no_total():
    changed = PRODUCT.replace("   20 CONTINUE", "   20 PTR(J+1) = PTR(J) + 2")
    assert counts_by_line(model_of(changed))[6] == "N*X1"


def test_other_neighbours_are_no_rows():
    other = PRODUCT.replace("PTR(J), PTR(J+1) - 1", "PTR(J), PTR(J+2) - 1", 1)
    assert counts_by_line(model_of(other))[6] == "N*X1"
