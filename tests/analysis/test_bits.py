"""Bit operations, narrow types, truth values as numbers, addresses: counts against runs."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from sad.ir.program import Storage
from tests.support.made import (
    array,
    assign,
    call_of,
    el,
    for_,
    if_,
    loc,
    op,
    program,
    step,
    symbol,
    truth,
    unit,
    while_,
)
from tests.support.made_runs import Made

if TYPE_CHECKING:
    from sad.ir import stmt as st
    from sad.ir.expr import Expr

SMALL = (-9, -1, 0, 1, 2, 3, 7, 12)


def times(value: Expr) -> st.CountedLoop:
    return for_("k", 1, value, assign("z", 1))


def shifted(name: str, by: int | str) -> Expr:
    return call_of(name, "n", by)


VALUES = {
    "low bits": call_of("iand", "n", 3),
    "two runs of bits": call_of("iand", "n", 13),
    "all but low bits": op("+", call_of("iand", "n", -4), 12),
    "or": op("+", call_of("ior", "n", 5), 12),
    "exclusive or": op("+", call_of("ieor", "n", -4), 12),
    "not": call_of("not", "n"),
    "left": op("+", shifted("shiftl", 2), 40),
    "right": op("+", shifted("shifta", 2), 5),
    "a byte": call_of("uint8", "n"),
    "32 bits": op("+", call_of("int32", "n"), 9),
    "a comparison": op("+", truth(op("<", "n", "m")), truth(op("==", "n", 1))),
}


@pytest.mark.parametrize("what", VALUES)
def test_a_bound_made_of_bits(what: str):
    made = Made(program(unit("f", "n m", times(VALUES[what]))), "f")
    for n, m in product(SMALL, (0, 3)):
        made.agree(n, m, names="n m")


LOOPS = {
    "halved": (
        assign("i", "n"),
        while_(op(">", "i", 0), assign("i", call_of("shifta", "i", 1)), step("m")),
        times(op("+", "i", "m")),
    ),
    "doubled": (
        assign("i", 1),
        while_(op("<=", "i", "n"), assign("i", call_of("shiftl", "i", 1))),
        times(op("+", "i", "m")),
    ),
    "every other": (
        for_(
            "i",
            0,
            op("-", "n", 1),
            if_(op("==", call_of("iand", "i", 1), 0), [assign("x", 1)], [assign("x", 2)]),
        ),
    ),
    "a flag": (
        assign("f", truth(op(">", "n", "m"))),
        if_(op("!=", "f", 0), [assign("x", 1)], [assign("x", 2)]),
        if_(op("==", "f", 0), [assign("x", 3)]),
        if_(op("==", "f", 1), [assign("x", 4)]),
        if_(op(">", "f", 1), [assign("x", 5)]),
    ),
    "a walk to the end": (
        assign("p", loc("a")),
        assign("e", op("+", "p", "n")),
        while_(op("<", "p", "e"), assign(el("p[]", 0), 3), step("p")),
        times(op("-", "p", loc("a"))),
    ),
}


@pytest.mark.parametrize("what", LOOPS)
def test_loops_and_branches_over_bits(what: str):
    names = (array("a", Storage.LOCAL, 99), symbol("p[]")) if "walk" in what else ()
    made = Made(program(unit("f", "n m", *LOOPS[what], symbols=names)), "f")
    for n, m in product(SMALL, (0, 3)):
        made.agree(n, m, names="n m")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (call_of("int8", 200), 200 - 256),
        (call_of("uint16", -1), 65535),
        (call_of("int16", 40000), 40000 - 65536),
        (op("-", call_of("uint32", -1), 4294967290), 5),
        (call_of("iand", op("+", 5, 6), 6), 2),
    ],
)
def test_constants_wrap_as_the_type_does(value: Expr, expected: int):
    made = Made(program(unit("f", "", times(op("+", value, 30000)))))
    assert expected + 30000 in made.counted().values()


def test_a_product_that_is_meant_to_wrap_is_left_to_a_run():
    seed = call_of("uint32", op("+", op("*", "n", 1103515245), 12345))
    made = Made(program(unit("f", "n", assign("s", seed), times(op("+", "s", 0)))))
    assert not any(symbol == "f.n" for symbol in made.model().names.parameters)


def test_truth_values_and_narrowing_cost_nothing_themselves():
    value = call_of("uint8", truth(op("<", "n", "m")))
    made = Made(program(unit("f", "n m", assign("x", value))))
    mixes = [line.operations for b in made.model().expansion.blocks for line in b.block.lines]
    assert mixes == [
        {
            "load.integer.scalar.dummy": 2,
            "compare.integer": 1,
            "store.integer.scalar.local": 1,
            "assign.integer": 1,
        }
    ]


def doubled(narrow: str) -> st.Assign:
    return assign("b", call_of(narrow, call_of("shiftl", "b", 1)))


NEVER_ZERO = {
    "doubled until it is 0": (assign("b", 1), while_(op("!=", "b", 0), doubled("uint32"))),
    "doubled past a number": (assign("b", 3), while_(op("!=", "b", 8), doubled("uint32"))),
    "counted away from 0": (assign("b", 5), while_(op("!=", "b", 0), step("b", 3))),
    "counted past a number": (assign("b", 0), while_(op("!=", "b", 5), step("b", 2))),
    "halved below 0": (
        assign("b", -8),
        while_(op("!=", "b", 0), assign("b", call_of("shifta", "b", 1))),
    ),
}


@pytest.mark.parametrize("what", NEVER_ZERO)
def test_a_loop_that_only_ends_by_wrapping_is_left_to_a_run(what: str):
    made = Made(program(unit("f", "", *NEVER_ZERO[what])))
    assert "f.trips@while1" in made.model().names.parameters


def test_a_doubled_value_is_known_while_the_loop_that_tests_it_runs():
    body = assign("b", 1), while_(op("<=", "b", "n"), doubled("uint32")), times(op("+", "b", 0))
    made = Made(program(unit("f", "n", *body)), "f")
    for n in SMALL:
        made.agree(n, names="n")
    counted = assign("b", 1), for_("i", 1, "n", doubled("uint32")), times(op("+", "b", 0))
    names = Made(program(unit("f", "n", *counted))).model().names.parameters
    assert any(name.startswith("f.value@") for name in names)
