"""Stub files are read strictly: every slip is an error at its line."""

from __future__ import annotations

import pytest

from sad.diagnostics import SadError
from sad.ir.expr import Type
from sad.stubs.load import read_stubs

HEAD = "schema: 1\nstubs:\n"
PLAIN = HEAD + "  work:\n    arguments: [n integer, X double array, OPT character]\n"


def test_a_stub_says_what_its_file_says():
    text = PLAIN + (
        "    writes: [x, COMMON]\n    leaves: {n: n + 1}\n    result: double\n    variadic: true\n"
        "    where: {m: 2*N}\n    operations: {add.double: M}\n    seconds: latency\n    stops: false\n"
    )
    stub = read_stubs(text, "lib.yaml")["WORK"]
    assert [(item.name, item.type, item.is_array) for item in stub.arguments] == [
        ("N", Type.INTEGER, False),
        ("X", Type.DOUBLE, True),
        ("OPT", Type.CHARACTER, False),
    ]
    assert stub.written == {"X", "N"}
    assert stub.writes_common
    assert stub.variadic
    assert not stub.stops
    assert stub.result is Type.DOUBLE
    assert (stub.place.span.file, stub.place.span.line) == ("lib.yaml", 3)


def test_a_template_is_one_stub_for_each_replacement():
    text = HEAD + (
        "  <p>WORK:\n    each: [{p: S, t: real}, {p: D, t: double}]\n    arguments: [X <t>]\n"
        "    operations: {add.<t>: 1}\n"
    )
    stubs = read_stubs(text, "lib.yaml")
    assert {name: list(stub.operations) for name, stub in stubs.items()} == {
        "SWORK": ["add.real"],
        "DWORK": ["add.double"],
    }
    assert stubs["DWORK"].arguments[0].type is Type.DOUBLE


COST = "    seconds: each\n"
WRONG = [
    ("stubs: {}\n", "SAD403", "schema is missing", 1),
    ("schema: 2\n", "SAD407", "schema 2", 1),
    ("schema: 1\nstub: {}\n", "SAD403", "unknown key", 2),
    (HEAD + "  1WORK:\n" + COST, "SAD404", "no name of a procedure", 3),
    (HEAD + "  W:\n" + COST + "  w:\n" + COST, "SAD406", "has a stub already", 5),
    (HEAD + "  W:\n    arguments: []\n", "SAD403", "says what it costs", 4),
    (HEAD + "  W:\n    argument: []\n", "SAD403", "unknown key", 4),
    (HEAD + "  W:\n    arguments: [N]\n" + COST, "SAD404", "is no argument", 4),
    (HEAD + "  W:\n    arguments: [N int]\n" + COST, "SAD404", "no type int", 4),
    (HEAD + "  W:\n    arguments: [N integer matrix]\n" + COST, "SAD404", "is no argument", 4),
    (HEAD + "  W:\n    arguments: [N integer, n real]\n" + COST, "SAD406", "argument N", 4),
    (HEAD + "  W:\n    writes: [N]\n" + COST, "SAD602", "no argument N", 4),
    (PLAIN + "    leaves: {M: 0}\n" + COST, "SAD602", "no argument M", 5),
    (PLAIN + "    leaves: {X: 0}\n" + COST, "SAD404", "neither an integer nor", 5),
    (PLAIN + "    leaves: {OPT: 0}\n" + COST, "SAD404", "neither an integer nor", 5),
    (PLAIN + "    leaves: {N: N/2}\n" + COST, "SAD602", "not understood in a value", 5),
    (PLAIN + "    leaves: {N: X}\n" + COST, "SAD602", "is an array", 5),
    (PLAIN + "    leaves: {N: N > 1}\n" + COST, "SAD602", "integer is expected", 5),
    (PLAIN + "    result: {type: double, value: 1}\n" + COST, "SAD404", "has no value here", 5),
    (PLAIN + "    result: {value: 1}\n" + COST, "SAD403", "type is missing", 5),
    (PLAIN + "    result: {type: logical, value: N}\n" + COST, "SAD602", "logical is expected", 5),
    (PLAIN + "    where: {N: 1}\n" + COST, "SAD406", "defined already", 5),
    (PLAIN + "    where: {P Q: 1}\n" + COST, "SAD404", "is no name", 5),
    (PLAIN + "    where: {P: 2*Z}\n" + COST, "SAD602", "there is no Z", 5),
    (PLAIN + "    variadic: yes please\n" + COST, "SAD404", "true or false", 5),
    (PLAIN + "    operations: {add.float: 1}\n", "SAD603", "no operation add.float", 5),
    (PLAIN + "    operations: {add: 1}\n", "SAD603", "no operation add", 5),
    (PLAIN + "    seconds: 2 +\n", "SAD602", "is no expression", 5),
    (HEAD + "  <p>W:\n    each: [{q: A}]\n" + COST, "SAD403", "<p> is not in each", 3),
    (HEAD + "  W:\n    each: [{p: A}, {p: B}]\n" + COST, "SAD406", "has a stub already", 3),
    ("schema: 1\nstubs: [\n", "SAD402", "no valid YAML", 3),
]


@pytest.mark.parametrize(("text", "code", "message", "line"), WRONG)
def test_a_slip_is_an_error_at_its_line(text: str, code: str, message: str, line: int):
    with pytest.raises(SadError, match=message) as caught:
        read_stubs(text, "lib.yaml")
    found = caught.value.diagnostic
    assert (found.code, found.span.file, found.span.line) == (code, "lib.yaml", line)
    assert found.hint


def test_the_hint_has_the_operation_that_was_meant():
    with pytest.raises(SadError) as caught:
        read_stubs(HEAD + "  W:\n    operations: {mul.doubel: 1}\n", "lib.yaml")
    assert caught.value.diagnostic.hint == "did you mean mul.double?"
