"""What no FORTRAN 77 source says: sequential conditions, hidden arguments, classes of memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir.check import check_program
from sad.ir.dump import dump_program
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.ir.walk import expressions
from tests.support.made import (
    array,
    assign,
    call,
    i,
    if_,
    negated,
    op,
    program,
    symbol,
    unit,
    v,
    while_,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.ir.program import Symbol, Unit

BOTH = op("&&", op("<", "I", "N"), negated(op("||", op("==", "K", 0), op(">", "K", "N"))))


def test_the_dump_shows_them():
    sub = unit(
        "f",
        "m",
        while_(BOTH, assign("I", op("+", "I", 1))),
        call("g", "m", hidden=("m.n",)),
        symbols=(
            symbol("m.n", Storage.DUMMY, memory="struct mat.n", reached=("m",)),
            array("A", Storage.LOCAL, 3, 4),
        ),
        hidden="m.n",
    )
    lines = [line.strip() for line in dump_program(program(sub)).splitlines()]
    assert "subroutine f(m; m.n)" in lines[1]
    assert "symbol m.n: integer*4 dummy in struct mat.n through m" in lines
    assert "symbol A: integer*4[0:(3 - 1), 0:(4 - 1)] row-major local" in lines
    assert any("while ((I < N) and then (not ((K == 0) or else (K > N))))" in x for x in lines)
    assert any("call g(m; m.n)" in line for line in lines)
    assert check_program(program(sub)) == []


def test_hidden_arguments_are_among_the_expressions():
    statement = call("g", "m", hidden=("m.n",))
    assert expressions(statement) == (v("m"), v("m.n"))
    reference = ex.FunctionCall("h", (v("m"),), Type.INTEGER, (v("m.n"),))
    value = unit("f", "m", assign("K", reference))
    assert any("K = call h(m; m.n)" in line for line in dump_program(program(value)).splitlines())
    (lost,) = check_program(program(replace(value, symbols=dict(names_but(value, "m.n")))))
    assert lost.endswith("m.n has no symbol")


def names_but(made: Unit, left_out: str) -> Iterator[tuple[str, Symbol]]:
    for name, item in made.symbols.items():
        if name != left_out:
            yield name, item


def test_sequential_conditions_only_stand_in_branches():
    used = ex.Convert(op("&&", op("<", "I", "N"), op("==", "K", 0)), Type.INTEGER)
    (problem,) = check_program(program(unit("f", "", assign("K", used))))
    assert problem.endswith("and_then is no condition of a branch")
    inside = if_(op("==", used, 1), [assign("K", i(1))])
    assert len(check_program(program(unit("f", "", inside)))) == 1


def test_a_pointer_that_names_are_reached_through_needs_a_symbol():
    lost = symbol("m.n", Storage.LOCAL, reached=("m",))
    (problem,) = check_program(program(unit("f", "", assign("K", 1), symbols=(lost,))))
    assert problem.endswith("symbol m.n is reached through m, which has no symbol")


def test_hidden_dummies_need_a_symbol_of_their_own():
    wrong = unit("f", "", assign("K", 1), symbols=(symbol("m.n"),), hidden="m.n")
    (problem,) = check_program(program(wrong))
    assert problem.endswith("dummy m.n has no dummy symbol")
