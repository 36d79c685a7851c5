"""Bytes set to zero: what the IR of C's partial initialisers asks for, and calls of memset."""

from __future__ import annotations

import pytest

from tests.interpreter.test_records import assigned
from tests.support.interpreter import NotInterpreted

MAIN = """\
int right;
int main(void)
{{
    {body}
    if ({condition}) right = 1;
    return 0;
}}
"""
MEMSET = "double a[4] = {1.0, 2.0, 3.0, 4.0}; "


@pytest.mark.parametrize(
    ("body", "condition", "holds"),
    [
        ("int a[4] = {7};", "a[0] == 7 && a[3] == 0", True),
        ("double a[2][3] = {{1.0}};", "a[0][0] == 1.0 && a[1][2] == 0.0", True),
        ("struct { int a[3]; int b; } s = {{1}};", "s.a[0] == 1 && s.a[2] == 0", True),
        ("char a[10] = {'b'};", "a[0] == 'b' && a[9] == 0", True),
        (MEMSET + "memset(a, 0, sizeof a);", "a[0] == 0.0 && a[3] == 0.0", True),
        (MEMSET + "memset(a, 0, 2 * sizeof(double));", "a[1] == 0.0 && a[2] == 3.0", True),
        (MEMSET + "memset(a, 0, 2 * sizeof(double));", "a[2] == 0.0", False),
    ],
)
def test_as_many_bytes_are_cleared_as_the_call_says(body: str, condition: str, holds: bool):
    text = "#include <string.h>\n" + MAIN.format(body=body, condition=condition)
    assert assigned(text) == ({1} if holds else set())


@pytest.mark.parametrize("rest", ["1, sizeof a", "0, 3"])
def test_other_bytes_than_those_of_whole_elements_are_not_interpreted(rest: str):
    body = MEMSET + f"memset(a, {rest});"
    text = "#include <string.h>\n" + MAIN.format(body=body, condition="a[0] == 0.0")
    with pytest.raises(NotInterpreted):
        assigned(text)
