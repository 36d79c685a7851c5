"""Parameters of small programs as ratios of counts, from counts of their lines."""

from __future__ import annotations

from tests.profiles.estimation.made import estimate, left_out, values

TESTED_AT_END = """\
      SUBROUTINE S (N, X)
      REAL X(N)
      I = 0
   10 I = I + 1
      IF (X(I) .GT. 1.0) X(I) = 1.0
      IF (X(I) .LT. 0.5) GOTO 10
      X(1) = 0.0
      END
"""
IRREDUCIBLE = """\
      SUBROUTINE S (N, X)
      REAL X(N)
      IF (X(1) .GT. 0.0) GOTO 20
   10 N = N + 1
   20 N = N - 2
      IF (X(2) .GT. N) GOTO 10
      IF (X(3) .GT. N) GOTO 20
      END
"""
LOOP = """\
      SUBROUTINE S (N, X)
      REAL X(N)
      IF (X(1) .GT. 0.0) THEN
         DO 10 I = 1, N, 2
            IF (X(I) .GT. 1.0) THEN
               X(I) = 1.0
            ELSE IF (X(I) .LT. 0.0) THEN
               X(I) = 0.0
            ELSE
               X(I) = X(I)/2
            END IF
   10    CONTINUE
      END IF
      END
"""
SELECT = """\
      SUBROUTINE S (N, X)
      REAL X(N)
      SELECT CASE (N)
      CASE (1)
         X(1) = 1.0
      CASE (2)
         X(2) = 1.0
      CASE (3)
         X(3) = 1.0
      CASE DEFAULT
         X(4) = 1.0
      END SELECT
      END
"""
SEQUENTIAL = """\
int f(int n, const int *a)
{
    int k = 0;
    if (n > 3 &&
        a[0] > 2)
        k = 1;
    while (k < n && a[k])
        k++;
    return k;
}
"""


def test_a_loop_tested_at_its_end_begins_as_often_as_its_first_line_runs():
    found = values(estimate(TESTED_AT_END, {3: 2, 4: 10, 7: 2}))
    assert found["trips@goto10"] == (10, 2)


def test_an_action_on_its_ifs_line_is_not_known_from_the_line():
    assert "prob@goto10.if1" not in values(estimate(TESTED_AT_END, {3: 2, 4: 10, 5: 10, 7: 2}))


def test_counts_of_an_irreducible_loop():
    found = estimate(IRREDUCIBLE, {3: 4, 4: 9, 5: 30, 6: 30, 7: 23})
    assert left_out(found) == []
    assert {place[1]: int(times) for place, times in found.lines.items()} == {
        3: 4, 4: 9, 5: 30, 6: 30, 7: 23,
    }  # fmt: skip
    ways = [item for item in values(found).values() if item[1] == 30]
    assert (7, 30) in ways


def test_the_last_arm_follows_from_the_others():
    found = estimate(LOOP, {3: 1, 4: 1, 5: 10, 6: 3, 7: 7, 8: 2})
    assert {place[1]: int(times) for place, times in found.lines.items()}[10] == 5
    assert values(found)["prob@if1.do10.if1"] == (3, 10)
    assert values(found)["prob@if1.do10.if1.elseif1"] == (2, 7)


def test_operands_on_lines_of_their_own():
    found = estimate(SEQUENTIAL, {3: 10, 4: 10, 6: 2, 8: 30, 9: 10}, language="c")
    assert left_out(found) == []
    assert values(found) == {"trips@while1": (30, 10)}


def test_more_in_two_arms_than_came_to_their_branch_gives_no_share():
    assert left_out(estimate(SELECT, {3: 10, 5: 6, 7: 4})) == []
    found = estimate(SELECT, {3: 10, 5: 6, 7: 5})
    text = "the counts of lines 3, 5, 7 contradict each other; one of them is wrong"
    assert left_out(found) == [f"3: {text}"]
    assert found.samples == {}


def test_one_odd_line_is_found_and_takes_nothing_else_with_it():
    counts = {3: 1, 4: 1, 5: 10, 6: 3, 7: 7, 8: 2, 10: 5}
    whole = estimate(LOOP, counts)
    odd = estimate(LOOP, counts | {10: 900})
    assert left_out(odd) == ["10: line 10 ran 900 times, but 5 follows from other lines"]
    assert values(odd).items() <= values(whole).items()


def test_several_odd_lines_are_left_out_if_most_agree():
    lines = {3: 4, **dict.fromkeys(range(4, 20), 4)}
    text = "      SUBROUTINE S (N)\n      INTEGER N\n" + "      N = N + 1\n" * 17 + "      END\n"
    assert left_out(estimate(text, lines)) == []
    odd = estimate(text, lines | {9: 7, 15: 1})
    assert [item.partition(":")[0] for item in left_out(odd)] == ["9", "15"]
    assert {int(count) for count in odd.lines.values()} == {4}


def test_what_runs_in_a_loop_that_was_not_entered_is_left_out():
    found = estimate(LOOP, {3: 5, 4: 0, 5: 3, 6: 3})
    assert left_out(found) == ["4: something ran 3 times in a loop that was entered 0 times"]


def test_what_was_not_reached_has_no_value():
    found = estimate(LOOP, {3: 5, 4: 0})
    assert values(found) == {"prob@if1": (0, 5)}
    assert any(name.endswith("prob@if1.do10.if1") for name in found.unreached)
