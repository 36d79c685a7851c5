"""Names of a language that tells capitals from small letters."""

from __future__ import annotations

import pytest

from sad.diagnostics import SadError
from sad.ir import stmt as st
from sad.ir.program import Storage
from tests.support.made import assign, call, for_, here, op, program, symbol, unit
from tests.support.made_runs import Made


def times(value: str) -> st.CountedLoop:
    return for_("k", 1, value, assign("z", 1))


def sizes() -> Made:
    """A unit with a dummy n, a global N, a static global and a hidden size."""
    names = (
        symbol("N", Storage.COMMON, block="N", offset=0),
        symbol("held", Storage.COMMON, block="a.c:held", offset=0),
        symbol("m.nrows", Storage.DUMMY, reached=("m",)),
    )
    loops = times("n"), times("N"), times("held"), times("m.nrows")
    return Made(program(unit("f", "n m", *loops, symbols=names, hidden="m.nrows")), "f")


def test_names_that_differ_in_case_only_are_two():
    made = sizes()
    shown = {made.model().names.label(symbol) for symbol in made.model().names.parameters}
    assert shown == {"n", "N", "held", "m.nrows"}
    inside = [
        loop.body[0].span.line
        for loop in made.program.units[0].body
        if isinstance(loop, st.CountedLoop)
    ]
    values = {"n": 2, "N": 3, "held": 4, "f.m.nrows": 5}
    counts = made.counted(**values)
    assert [counts[line] for line in inside] == [2, 3, 4, 5]
    assert made.counted(**{**values, "HELD": 7})[inside[2]] == 7


def test_a_name_that_may_be_two_is_no_name():
    made = Made(program(unit("f", "Nn nN", times("Nn"), times("nN"))), "f")
    assert made.counted(Nn=1, nN=2)
    with pytest.raises(SadError, match="SAD501"):
        made.model(NN=3)


def test_units_are_found_by_their_own_spelling_first():
    upper, lower = unit("F", "n", times("n")), unit("f", "k", times("k"))
    assert [Made(program(upper, lower), name).model().entry.name for name in "Ff"] == ["F", "f"]  # type: ignore[union-attr]


def test_what_is_not_modelled_may_change_what_it_names_and_its_parts():
    names = (symbol("m.n"), symbol("x.n"))
    body = assign("m.n", 3), assign("x.n", 4), assign("n", 5)
    text = st.Opaque('__asm__("..." : "=r"(m), "=r"(n))', "assembler", here())
    loops = times("m.n"), times("x.n"), times("n")
    made = Made(program(unit("f", "", *body, text, *loops, symbols=names)))
    assert [made.counted().get(loop.body[0].span.line) for loop in loops] == [None, 4, None]


def test_a_call_by_another_name_is_a_call_of_the_procedure():
    made = program(unit("main", "", call("g_", op("+", 1, 2))), unit("G", "n", times("n")))
    model = Made(type(made)(made.files, {"g_": "G"}))
    assert model.model().entry is not None
    (loop,) = made.units[1].body
    assert isinstance(loop, st.CountedLoop)
    assert model.counted()[loop.body[0].span.line] == 3
