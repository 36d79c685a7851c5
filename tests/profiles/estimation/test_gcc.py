"""What gcov's counts of gcc's code say, where that is not what stands beside the line."""

from __future__ import annotations

from tests.profiles.estimation.made import Ways, estimate, left_out, values

TWO_ON_A_LINE = """\
static int one(int x) { return x + 1; } static int two(int x)
{ return x - 1; }
static int (*table[2])(int) = { one, two };
int f(int n)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        k += table[i % 2](i);
    return k;
}
"""
BRANCH = """\
int f(int n, const int *a)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 2)
            k++;
    return k;
}
"""


def test_a_line_with_the_head_of_another_function_counts_both():
    lines = {1: 9, 2: 4, 6: 1, 7: 10, 8: 9, 9: 1}
    found = estimate(TWO_ON_A_LINE, lines, tool="gcov", language="c")
    assert left_out(found) == []
    assert 1 not in {line for _, line in found.lines}


def test_ways_that_stand_the_other_way_round_are_left_out():
    lines = {3: 1, 4: (11, (10, 1)), 5: (10, (7, 3)), 6: 3, 7: 1}
    found = estimate(BRANCH, lines, tool="gcov", language="c")
    assert [item.code for item in found.diagnostics] == ["SAD713"]
    assert values(found)["prob@loop1.if1"] == (3, 10)


def test_of_counts_that_cannot_both_be_neither_is_taken():
    lines = {3: 1, 4: (11, (10, 1)), 5: (10, (3, 7)), 6: 4, 7: 1}
    found = estimate(BRANCH, lines, tool="gcov", language="c")
    assert [item.code for item in found.diagnostics] == ["SAD713"]
    assert "prob@loop1.if1" not in values(found)


NEGATED = """\
#define BOTH(n, m) ((n) && (m) == -1)
int work(int n, int m, int k)
{
    if (!BOTH(n, m) || !k) return -1;
    k += m ? n + 1 : k;
    return k;
}
"""


def test_operands_of_a_negated_condition_follow_from_how_often_each_was_tested():
    lines: dict[int, int | tuple[int, Ways]] = {
        2: 10, 4: (10, (1, 9, 2, 7, 0, 7)), 5: (7, (5, 2)), 6: 7
    }  # fmt: skip
    found = estimate(NEGATED, lines, tool="gcov", language="c")
    assert left_out(found) == []
    assert values(found) == {
        "prob@if1": (9, 10),
        "prob@if1.and2": (7, 9),
        "prob@if1.or3": (0, 7),
        "prob@if2": (5, 7),
    }


SHARED = """\
int f(int n, int m)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        int w[2] = {i, 1};
        if (m)
            continue;
        if (w[0] % 2 == 0)
            continue;
        k++;
    }
    return k;
}
"""


def test_jumps_that_end_the_life_of_an_array_share_code_on_the_first_ones_line():
    """As gcc counts it: line 7 never ran, and has the five jumps of line 9."""
    lines = {
        3: 1,
        4: (11, (10, 1)),
        5: 10,
        6: (10, (0, 10)),
        7: 5,
        8: (10, (5, 5)),
        9: 5,
        10: 5,
        12: 1,
    }
    found = estimate(SHARED, lines, tool="gcov", language="c")
    assert found.diagnostics == []
    assert {line: times for (_, line), times in found.lines.items() if line in (7, 9, 10)} == {
        7: 0,
        9: 5,
        10: 5,
    }
    without = SHARED.replace("w[2] = {i, 1}", "w = i").replace("w[0]", "w")
    assert left_out(estimate(without, lines, tool="gcov", language="c")) != []


DECIDED = """\
static int one = 1;
int f(int n)
{
    int k = 0;
    if (one == 1 && n > 2)
        k = 1;
    if (one == 1
        && n > 3) k += 2; k++;
    return k;
}
"""


def test_ways_of_operands_that_the_frontend_has_decided_are_not_those_of_others():
    """gcc tests ``one``, which nothing changes: 9 times it holds, n > 2 three times, n > 3 never."""
    lines = {4: 9, 5: (9, (9, 0, 3, 6)), 6: 3, 7: (9, (9, 0)), 8: (9, (0, 9)), 9: 9}
    found = estimate(DECIDED, lines, tool="gcov", language="c")
    assert found.diagnostics == []
    assert set(values(found).values()) == {(3, 9)}


ENTERED = """\
int f(int n)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (i > 2)
            break; if (i > 1)
            k++;
        if (i > 0)
            goto out; k++; out:; k++;
    }
    return k;
}
"""


def test_lines_that_are_entered_behind_their_first_statement_do_not_count_it():
    """Line 6 has one ``break`` and the three tests behind it, line 9 two jumps and the rest."""
    lines = {
        3: 1, 4: (4, (4, 0)), 5: (4, (1, 3)), 6: (4, (1, 2)), 7: 1, 8: (3, (2, 1)), 9: 5, 11: 1,
    }  # fmt: skip
    found = estimate(ENTERED, lines, tool="gcov", language="c")
    assert left_out(found) == []
    told = {line: times for (_, line), times in found.lines.items()}
    assert (told[6], told.get(9, 2)) == (1, 2)
