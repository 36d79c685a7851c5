"""Which lines of C begin with a statement, and which have whole statements only."""

from __future__ import annotations

import pytest

from sad.profiles.estimation.places import begun_lines, whole_lines


@pytest.mark.parametrize(
    "behind", ["|| b;", "&& b;", "? b : c;", "* b;", "& b;", "+ b;", "- b;", "<= b;", "[0] = b;"]
)
def test_what_ends_in_a_parenthesis_may_go_on(behind: str):
    text = f"    a = 1;\n    x = !(a)\n    {behind}\n    a = 2;\n"
    assert begun_lines(text) == {1, 2, 4}
    assert whole_lines(text) == {1, 4}


@pytest.mark.parametrize(
    "head",
    [
        "if (a)",
        "} else if (f(a) && (b))",
        "while (*(a))",
        "for (i = 0; i < (n); i++)",
        "switch (a)",
    ],
)
@pytest.mark.parametrize("behind", ["*p = 3;", "(*f)(a);", "++i;", "--i;", "{", "x = 2;"])
def test_heads_end_with_their_parenthesis(head: str, behind: str):
    text = f"    {head}\n        {behind}\n"
    assert whole_lines(text) == {1, 2}


def test_a_head_may_go_over_lines_and_another_stand_before_it():
    text = "if ((a)\n  && (b))\n    *p = 3;\nif (a) x = (b)\n    * c;\nfunction(a)\n{\n"
    assert begun_lines(text) == {1, 3, 4, 6, 7}
    assert whole_lines(text) == {3, 6, 7}


def test_a_file_without_code_begins_no_line():
    assert begun_lines("") == begun_lines("/* nothing */\n#define A 1\n") == frozenset()
