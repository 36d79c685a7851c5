"""Structures that are passed: their arrays are the caller's, or copies of them."""

from __future__ import annotations

import pytest

from tests.support.interpreter import InvalidRun, NotInterpreted, interpreter, line_counts
from tests.support.model import program_of

HEAD = """\
struct box { int rows; int size[2]; };
int right;
"""
MAIN = """\
int main(void)
{{
    struct box c;
    c.rows = 1;
    c.size[0] = 0;
    c.size[1] = 5;
    {call}
    if ({condition}) right = 2;
    return 0;
}}
"""
POINTER = "static void f(struct box *x)\n{{\n    if ({condition}) right = 1;\n    {then}\n}}\n"


def ran(text: str) -> list[str]:
    """Return the source lines that ran."""
    program = program_of(text, "c")
    run = interpreter(program).run("main", limit=1000)
    lines = text.split("\n")
    found = line_counts(program, run).items()
    return [lines[line - 1].strip() for (_, line), count in found if count]


def assigned(text: str) -> set[int]:
    """Return the numbers that ``right`` got, each on a line of its own."""
    text = text.replace(") right", ")\n    right")
    return {int(line[-2]) for line in ran(text) if line.startswith("right = ")}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("x->size[0] == 0", True),
        ("!x->size[0]", True),
        ("x->size[0]", False),
        ("x->size[1] == 5", True),
        ("x->size[x->rows] > 4 && !x->size[0]", True),
    ],
)
def test_a_pointer_leads_to_the_elements_of_the_caller(condition: str, holds: bool):
    callee = POINTER.format(condition=condition, then="x->size[1] = 7;")
    main = MAIN.format(call="f(&c);", condition="c.size[1] == 7")
    assert assigned(HEAD + callee + main) == ({1, 2} if holds else {2})


def test_a_pointer_that_is_passed_on_leads_to_the_same_elements():
    inner = "static void g(struct box *y)\n{\n    y->size[0] = y->size[1] + 1;\n}\n"
    callee = POINTER.format(condition="x->size[0] == 0", then="g(x);")
    main = MAIN.format(call="f(&c);", condition="c.size[0] == 6")
    assert assigned(HEAD + inner + callee + main) == {1, 2}


@pytest.mark.parametrize(("first", "holds"), [("0", True), ("7", False)])
def test_arrays_of_a_structure_passed_by_value_are_copies(first: str, holds: bool):
    callee = POINTER.format(condition="x.size[0] == 0", then="x.size[0] = 7;").replace("*x", "x")
    main = MAIN.format(call="f(c);", condition=f"c.size[0] == {first}")
    assert assigned(HEAD + callee + main) == ({1, 2} if holds else {1})


def test_elements_that_the_caller_does_not_name_are_passed_too():
    set_both = "static void g(struct box *y)\n{\n    y->size[0] = 4;\n}\n"
    callee = POINTER.format(condition="x->size[0] == 4", then="")
    main = "int main(void)\n{\n    struct box c;\n    g(&c);\n    f(&c);\n    return 0;\n}\n"
    assert assigned(HEAD + set_both + callee + main) == {1}


def test_a_structure_in_an_array_is_passed_with_its_own_elements():
    callee = POINTER.format(condition="x->size[0] == 4", then="x->size[1] = 7;")
    body = "all[0].size[0] = 2; all[1].size[0] = 4; all[0].size[1] = 1; f(&all[1]);"
    main = f"struct box all[3];\nint main(void)\n{{\n    {body}\n"
    main += "    if (all[0].size[1] == 1 && all[1].size[1] == 7) right = 2;\n    return 0;\n}\n"
    assert assigned(HEAD + callee + main) == {1, 2}


def test_a_pointer_that_moves_on_is_not_interpreted():
    callee = POINTER.format(condition="x->size[0] == 4", then="x++;")
    main = MAIN.format(call="f(&c);", condition="c.rows")
    with pytest.raises((InvalidRun, NotInterpreted)):
        ran(HEAD + callee + main)
