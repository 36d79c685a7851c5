"""Loops over the rows of an index array: one total for all of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sad.evaluation.predict import predict
from sad.report.annotate import line_costs
from sad.report.view import View
from tests.support.command import sad
from tests.support.model import counts_by_line, model_of

if TYPE_CHECKING:
    from pathlib import Path

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


SAME_START = """\
      SUBROUTINE P (N, ROW, A, S)
      INTEGER N, ROW(N), I, K, F
      EXTERNAL F
      REAL A(*), S
      DO 20 I = 1, N
        DO 10 K = ROW(I) + 1, ROW(I) + 9, 2
   10   S = S + A(K)
        DO 11 K = ROW(I), ROW(I) + I
   11   S = S + A(K)
        DO 12 K = ROW(I) + 3, ROW(I)
   12   S = S + A(K)
        DO 13 K = ROW(ROW(I)) + 3, ROW(ROW(I)), -1
   13   S = S + A(K)
        DO 14 K = ROW(I), ROW(I+1)
   14   S = S + A(K)
        DO 15 K = ROW(F(I)), ROW(F(I)) + 3
   15   S = S + A(K)
        DO 16 K = ROW(I), ROW(I) + 4
          IF (A(K) .LT. 0) GOTO 20
   16   CONTINUE
   20 CONTINUE
      END
"""


def test_bounds_from_one_unknown_element_are_as_far_apart_as_they_are_written():
    model = model_of(SAME_START, N=7)
    counts = counts_by_line(model_of(SAME_START))
    assert [counts[line] for line in (7, 9, 11, 13)] == ["5*N", "N*(N + 3)/2", "0", "4*N"]
    (lines,) = line_costs(View(predict(model, None))).values()
    assert [lines[line].exact for line in (7, 9, 11, 13)] == [True] * 4
    assert [lines[line].exact for line in (15, 17, 19)] == [False] * 3


def test_in_c_what_a_bound_reads_may_change_meanwhile(tmp_path: Path):
    path = tmp_path / "p.c"
    path.write_text(
        "void p(int n, int *row, int *z) {\n"
        "    for (int i = 0; i < n; i++)\n"
        "        for (int k = row[i]; k < row[i] + 5; k++)\n"
        "            z[k] = 0;\n"
        "}\n"
    )
    report = json.loads(sad("annotate", str(path), "--entry", "p", "--format", "json").out)
    (lines,) = report["files"].values()
    assert lines["3"]["exact"]
    assert not lines["4"]["exact"]
