"""What gcov's counts of gfortran's code say, where that is not what stands beside the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.profiles.estimation.made import Ways, estimate, left_out, values

if TYPE_CHECKING:
    from sad.profiles.estimation.estimate import Estimate

BRANCH = """\
      SUBROUTINE S (N, X)
      REAL X(N)
      DO 10 I = 1, N
         IF (X(I) .GT. 1.0) N = N + 1
         CALL T (N)
   10 CONTINUE
      END
"""
PLAIN = BRANCH.replace("X(I)", "X1")
READS = """\
      SUBROUTINE S (N, X)
      IF (X .GT. 1.0) THEN
         N = N + 1
         READ (*,*) Y
         N = N - 1
      END IF
      END
"""
COMPUTED = """\
      SUBROUTINE S (N)
      GOTO (10, 20, 10), N
      N = 2
   10 N = 3
   20 N = N + 4
      END
"""
CASES = """\
      SUBROUTINE S (N, K)
      SELECT CASE (N)
      CASE (1)
         IF (K .GT. 5) THEN
            K = K + 1
         END IF
      CASE (2)
         DO I = 1, K
            K = K - I
            IF (K .GT. 7) K = K - I
         END DO
      CASE (3)
         IF (K .GT. 5) K = 0
      CASE (4)
         K = 1
      END SELECT
      END
"""
JOINED = """\
      SUBROUTINE S (N, K)
      IF (N .GT. 1) THEN
         K = 1; N = 2; IF (K .GT. 3) K = 5
      END IF
      END
"""


def line_counts(found: Estimate) -> dict[int, int]:
    return {line: int(times) for (_, line), times in found.lines.items()}


def test_a_block_that_ends_a_case_is_charged_with_the_jump_from_there():
    """Figures of gcov: the IF ran 4 times, the DO 2 times with 6 iterations."""
    found = estimate(CASES, {4: 7, 5: 3, 8: 10, 9: 6, 10: 8, 13: 4, 15: 5}, tool="lcov")
    lines = line_counts(found)
    assert 4 not in lines
    assert 8 not in lines
    assert lines[5] == 3
    assert lines[9] == 6
    assert lines[13] == 4


def test_nothing_of_a_line_without_executions_ran():
    found = estimate(JOINED, {2: 5, 3: 0}, tool="lcov")
    assert values(found) == {"prob@if1": (0, 5)}


def test_the_first_way_of_an_if_is_that_it_holds():
    found = estimate(BRANCH, {3: (11, (10, 1)), 4: (10, (3, 7)), 5: 10}, tool="gcov")
    assert values(found)["prob@do10.if1"] == (3, 10)


def test_a_checked_subscript_comes_before_the_condition():
    ways = (0, 10, 0, 10, 3, 7)
    found = estimate(BRANCH, {3: (11, (10, 1)), 4: (10, ways), 5: 10}, tool="gcov")
    assert "prob@do10.if1" not in values(found)
    found = estimate(PLAIN, {3: (11, (10, 1)), 4: (10, (3, 7, 0, 3)), 5: 10}, tool="gcov")
    assert values(found)["prob@do10.if1"] == (3, 10)


def test_a_way_that_ran_more_often_than_its_line_is_left_out():
    found = estimate(BRANCH, {3: (11, (10, 1)), 4: (0, (3, 7)), 5: 10}, tool="gcov")
    assert left_out(found) == ["4: a way of line 4 ran 7 times, the line 0 times"]


def test_a_program_may_end_in_a_read():
    found = estimate(READS, {2: (4, (3, 1)), 3: 3, 4: 3, 5: 2}, tool="gcov")
    assert left_out(found) == []
    assert values(found)["prob@if1"] == (3, 4)


def test_all_ways_of_a_computed_goto_are_looked_at():
    good = estimate(COMPUTED, {2: (9, (1, 2, 3, 3)), 3: 3, 4: 7, 5: 9}, tool="gcov")
    assert values(good) == {"prob@cgoto1.1_3": (4, 9), "prob@cgoto1.2": (2, 9)}
    bad = estimate(COMPUTED, {2: (9, (0, 2, 3, 3)), 3: 3, 4: 7, 5: 9}, tool="gcov")
    assert [item.code for item in bad.diagnostics] == ["SAD713"]
    assert set(values(bad).items()) <= set(values(good).items())


ARRAYS = """\
subroutine s(n, k, a, b)
  integer n, k
  real a(n), b(n), c(n,n)
  real, allocatable :: d(:)
  select case (k)
  case (1)
    a = b + 1.0
  case (2)
    where (a > b) a = b
  case (3)
    c(:,1:k) = 2.0
  case (4)
    d = a
  case (5)
    a = merge(a, b, a > 2.0)
  case default
    if (k > 9) a = 0.0
  end select
end subroutine
"""


def test_ways_of_array_statements_tell_how_often_they_started():
    """As gfortran counts 2 to 7 starts with 5 elements each, and 3 of 7 conditions that hold."""
    lines: dict[int, int | tuple[int, Ways]] = {
        7: (12, (10, 2)),
        9: (18, (15, 3, 6, 9)),
        11: (76, (12, 4, 60, 12)),
        13: (35, (0, 5, 5, 0, 25, 5)),
        15: (36, (30, 6, 10, 20)),
        17: (22, (3, 4, 15, 3)),
    }
    found = estimate(ARRAYS, lines, tool="gcov", language="f90")
    assert left_out(found) == []
    told = {line: times for (_, line), times in found.lines.items()}
    assert told == {7: 2, 9: 3, 11: 4, 13: 5, 17: 7}  # MERGE has ways of its own
    assert (3, 7) in values(found).values()
