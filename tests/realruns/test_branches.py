"""The measurement of branch heuristics: which of gcov's counts is which way, and the scores."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from sad.analysis.branches.evidence import Heuristic
from sad.analysis.branches.heuristics import Guess
from tests.realruns.branch_counts import branch_counts, built
from tests.realruns.branch_guesses import Branch, branches_of
from tests.realruns.branches import Measured, score, tables
from tests.realruns.programs import Input, RealProgram
from tests.support.compiler import needs_gcc, needs_gcov, needs_gfortran

if TYPE_CHECKING:
    from pathlib import Path

FORTRAN = """\
      PROGRAM BRWAYS
      K = 0
      DO 100 I = 1, 100
      IF (I .LE. 10) K = K + 1
      IF (I .LE. 20) THEN
         K = K + 2
      ELSE
         K = K - 1
      END IF
      IF (I .LE. 40) GOTO 50
      K = K + 3
   50 IF (I .LE. 60) GOTO 100
      K = K + 1
  100 CONTINUE
      J = 0
   60 J = J + 1
      IF (J .LT. 7) GOTO 60
      DO 110 I = 1, 100
      IF (I .GT. 70) GOTO 120
  110 K = K + 1
  120 DO WHILE (J .GT. 0)
         J = J - 2
      END DO
      IF (K .LT. -1000000) STOP
      END
"""
FORTRAN_WAYS = {
    4: [(10, 90)], 5: [(20, 80)], 10: [(40, 60)], 12: [(60, 40)], 17: [(6, 1)], 19: [(1, 70)],
    21: [(4, 1)], 24: [(0, 1)],
}  # fmt: skip
C = """\
#include <stdio.h>
int main(void)
{
    int i, k = 0;
    for (i = 0; i < 100; i++) {
        if (i < 10) k++;
        if (i < 20) k++; else k--;
        if (i < 30)
            goto next;
        k++;
    next:
        if (i < 40)
            continue;
        if (i >= 90)
            break;
        if (i < 50 && k > -1000)
            k++;
        if (!(i < 60) || k == -7)
            k++;
        if ((i >= 60 && i < 70) || k == -9)
            k++;
        if ((i >= 60 || i < 47) && k != -9)
            k++;
        if (!(i >= 60 && i < 70) && k != -9)
            k++;
        if (!(i >= 60 || i < 47))
            k++;
    }
    k = 9;
    while (k > 0)
        k -= 3;
    do {
        k++;
    } while (k < 7);
    if (!k)
        return 2;
    k = k > 3 ? 1 : 2;
    return k > 1000;
}
"""
C_WAYS = {
    6: [(10, 81)], 7: [(20, 71)], 8: [(30, 61)], 12: [(40, 51)], 14: [(1, 50)],
    16: [(10, 40), (10, 0)], 18: [(30, 20), (0, 20)], 20: [(30, 20), (10, 20), (0, 40)],
    22: [(30, 20), (7, 13), (37, 0)], 24: [(30, 20), (10, 20), (40, 0)], 26: [(30, 20), (7, 13)],
    30: [(3, 1)], 34: [(6, 1)], 35: [(0, 1)], 37: [(1, 0)],
}  # fmt: skip


def ways(path: Path, language: str) -> dict[int, list[tuple[int, int]]]:
    """How often each branch goes its first way and its second, by line."""
    program = RealProgram(path.stem, "test", (path,), (), (Input(""),), language)
    counts = branch_counts(program, built(program))
    found: dict[int, list[tuple[int, int]]] = {}
    for line, branches in branches_of(path, ()).items():
        numbers = counts.get((str(path), line), [])
        if len(numbers) == 2 * len(branches):
            pairs = zip(numbers[::2], numbers[1::2], branches, strict=True)
            found[line] = [(b, a) if branch.place else (a, b) for a, b, branch in pairs]
    return found


@pytest.mark.compiler
@needs_gfortran
@needs_gcov
def test_the_first_way_gcov_lists_is_that_of_the_condition_in_fortran(tmp_path: Path):
    path = tmp_path / "brways.f"
    path.write_text(FORTRAN)
    assert ways(path, "fortran") == FORTRAN_WAYS


@pytest.mark.compiler
@needs_gcc
@needs_gcov
def test_the_first_way_gcov_lists_is_that_of_the_condition_in_c(tmp_path: Path):
    path = tmp_path / "brways.c"
    path.write_text(C)
    assert ways(path, "c") == C_WAYS


def measured(probability: float, first: int, second: int) -> Measured:
    share = Fraction(probability).limit_denominator(100)
    return Measured(Branch(Guess((share, 1 - share), (Heuristic.CALL,)), False, 0), first, second)


def test_a_score_counts_branches_executions_and_distances():
    found = [measured(0.8, 9, 1), measured(0.2, 60, 40), measured(0.5, 0, 10)]
    result = score((item, float(item.branch.guess.arms[0])) for item in found)
    assert result.branches == 3
    assert result.right == pytest.approx((1 + 0 + 0.5) / 3)
    assert result.runs == pytest.approx((9 + 40 + 5) / 120)
    assert result.error == pytest.approx((0.1 + 0.4 + 0.5) / 3)


def test_the_run_itself_is_the_best_prediction():
    found = [measured(0.8, 9, 1), measured(0.2, 60, 40)]
    best = score((item, item.share) for item in found)
    assert (best.right, best.error) == (1, 0)
    assert best.runs == pytest.approx((9 + 60) / 110)


def test_the_tables_have_a_row_for_each_heuristic_that_was_met():
    text = "\n".join(tables({"Fortran": [measured(0.22, 1, 9)]}))
    assert "| Fortran: 1 | heuristics | 100.0% | 90.0% | 0.120 |" in text
    assert "pointer" not in text
