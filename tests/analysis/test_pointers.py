"""Names that pointers reach: hidden arguments, classes of memory, pointers that are assigned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage, UnitKind
from tests.support.made import (
    array,
    assign,
    call,
    copy,
    el,
    for_,
    op,
    program,
    step,
    symbol,
    unit,
    v,
)
from tests.support.made_runs import Made

if TYPE_CHECKING:
    from sad.ir.program import Symbol

N, G = "struct mat.n", "struct grid.n"


def field(name: str, storage: Storage = Storage.LOCAL, memory: str | None = N, **more: object):
    through = (name.partition(".")[0],) if storage is Storage.DUMMY else ()
    return symbol(name, storage, memory=memory, reached=more.pop("reached", through), **more)


def times(value: ex.Expr | str) -> st.CountedLoop:
    return for_("k", 1, value, assign("z", 1))


def dimension(*body: st.Stmt):
    """A procedure that gets a pointer to a structure with a size."""
    names = symbol("m", Storage.DUMMY, by_value=True), field("m.n", Storage.DUMMY)
    return unit("size", "m", *body, symbols=names, hidden="m.n")


def caller(*body: st.Stmt, more: tuple[Symbol, ...] = ()):
    names = (field("x.n"), field("y.n"), field("w.n", memory=G), *more)
    return unit("f", "n x y w", *body, symbols=names)


def counts(made: Made, **values: object) -> list[object]:
    """The counts of the statements that loops of ``f`` repeat."""
    found = made.counted(**values)
    (unit,) = [item for item in made.program.units if item.name == "f"]
    return [
        found.get(item.body[0].span.line) for item in unit.body if isinstance(item, st.CountedLoop)
    ]


def test_a_callee_sees_the_size_behind_its_pointer():
    made = Made(
        program(
            caller(assign("x.n", op("+", "n", 2)), call("size", "x", hidden=("x.n",))),
            dimension(times("m.n")),
        ),
        "f",
    )
    (line,) = [item.body[0].span.line for item in made.program.units[1].body]  # type: ignore[union-attr]
    assert made.counted(n=3)[line] == 5


def test_what_a_callee_sets_comes_back():
    body = assign("x.n", 1), call("size", "x", hidden=("x.n",)), times("x.n"), times("y.n")
    made = Made(
        program(caller(assign("y.n", 4), *body), dimension(assign("m.n", op("+", "m.n", 6)))), "f"
    )
    assert counts(made)[0] == 7


def test_a_write_through_one_pointer_may_change_what_others_reach():
    before = assign("x.n", 3), assign("y.n", 4), assign("w.n", 5)
    after = times("x.n"), times("y.n"), times("w.n")
    made = Made(program(caller(*before, assign("x.n", 6), *after)), "f")
    assert counts(made) == [6, None, 5]
    called = call("size", "x", hidden=("x.n",))
    made = Made(program(caller(*before[::-1], called, *after), dimension(assign("m.n", 9))), "f")
    assert counts(made) == [9, None, 5]


def test_a_callee_may_write_what_it_was_not_given():
    place = symbol("g.n", Storage.COMMON, block="g", offset=0, memory=N)
    other = unit("other", "", assign("g.n", 9), symbols=(place,))
    between = unit("between", "", call("other"))
    body = assign("y.n", 4), assign("w.n", 5), call("between"), times("y.n"), times("w.n")
    made = Made(program(caller(*body), between, other), "f")
    assert counts(made) == [None, 5]


def test_an_array_of_a_class_changes_its_scalars():
    data = array("a", Storage.LOCAL, 9, memory=N)
    body = assign("y.n", 4), assign("w.n", 5), assign(el("a", "n"), 1), times("y.n"), times("w.n")
    made = Made(program(caller(*body, more=(data,))), "f")
    assert counts(made) == [None, 5]


def test_assigning_a_pointer_changes_what_is_behind_it():
    moved = field("p.n", memory=None, reached=("p",))
    body = assign("p", 1), assign("p.n", 3), times("p.n"), assign("p", 2), times("p.n")
    made = Made(program(caller(*body, more=(moved,))), "f")
    assert counts(made) == [3, None]


def test_a_callee_that_moves_its_pointer_gives_nothing_back():
    body = assign("x.n", 3), call("size", "x", hidden=("x.n",)), times("x.n")
    reads = dimension(times("m.n"), assign("m", op("+", "m", 1)), times("m.n"))
    assert counts(Made(program(caller(*body), reads), "f")) == [3]
    writes = dimension(assign("m", op("+", "m", 1)), assign("m.n", 8))
    assert counts(Made(program(caller(*body), writes), "f")) == [None]


def test_an_unknown_procedure_may_write_all_that_pointers_reach():
    body = assign("y.n", 4), assign("w.n", 5), call("lost", "x", hidden=("x.n",))
    made = Made(program(caller(*body, times("y.n"), times("w.n"))), "f")
    assert counts(made) == [None, None]


def test_hidden_arguments_stand_behind_those_that_were_not_expected():
    body = assign("x.n", 3), call("size", "x", 8, 9, hidden=("x.n",))
    made = Made(program(caller(*body), dimension(times("m.n"))), "f")
    (line,) = [item.body[0].span.line for item in made.program.units[1].body]  # type: ignore[union-attr]
    assert made.counted()[line] == 3


def test_hidden_arguments_of_a_function():
    value = ex.FunctionCall("length", (v("x"),), Type.INTEGER, (v("x.n"),))
    length = unit(
        "length",
        "m",
        assign("r", op("*", "m.n", 2)),
        symbols=(field("m.n", Storage.DUMMY),),
        hidden="m.n",
        kind=UnitKind.FUNCTION,
        result="r",
    )
    made = Made(program(caller(assign("x.n", "n"), assign("i", value), times("i")), length), "f")
    assert counts(made, n=4) == [8]
    (mix,) = [
        line.operations
        for block in made.model().expansion.blocks
        for line in block.block.lines
        if "call" in line.operations
    ]
    assert mix["argument"] == 1


def test_a_value_passed_by_copy_is_not_changed():
    inner = unit("inner", "k", step("k"), times("k"))
    made = Made(program(unit("f", "n", call("inner", copy("n")), times("n")), inner), "f")
    made.agree(4, names="n")
