"""Sequential conditions and loops with several exits: counts against runs, for every small input.

The second operand of a condition multiplies, nothing else does: so operations tell how often it is
evaluated.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from sad.algebra.evaluate import evaluate
from sad.evaluation.predict import predict
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.report.view import View
from tests.support.made import (
    array,
    assign,
    call_of,
    el,
    exit_,
    for_,
    forever,
    here,
    i,
    if_,
    negated,
    op,
    program,
    step,
    unit,
    while_,
)
from tests.support.made_runs import Made

if TYPE_CHECKING:
    from sad.ir.expr import Expr
    from sad.model.expand import BlockCount

SMALL = range(-1, 6)


def second(limit: int | str = "m", by: int = 1) -> Expr:
    return op("<", op("*", "i", by), limit)


FIRST = op("<", "i", "n")
BOTH = op("&&", FIRST, second())
ONE = op("||", FIRST, second())
MIXED = op("||", op("&&", FIRST, second(3, 2)), op("==", "i", "m"))


def branch(condition: Expr) -> tuple[st.Stmt, ...]:
    arms = if_(condition, [assign("x", 1)], [assign("x", 2)])
    return (for_("i", 0, op("-", "n", 1), arms),)


def loop(condition: Expr) -> tuple[st.Stmt, ...]:
    return assign("i", 0), while_(condition, assign("x", "i"), step("i")), *after()


def repeat(condition: Expr) -> tuple[st.Stmt, ...]:
    leave = if_(negated(condition), [exit_()])
    return assign("i", 0), forever(assign("x", "i"), step("i"), leave), *after()


def at_end(condition: Expr, *more: st.Stmt) -> st.While:
    return st.While(condition, (step("i"), *more), here(), end=here(), at_end=True)


def after() -> tuple[st.Stmt, ...]:
    """Use what the loop leaves behind."""
    return for_("k", 1, "i", assign("z", 1)), if_(op("==", "i", "n"), [assign("u", 1)])


EXACT = {
    "if, and": branch(BOTH),
    "if, or": branch(ONE),
    "if, not or": branch(negated(ONE)),
    "if, mixed": branch(MIXED),
    "if, nested not": branch(op("&&", negated(op("||", op("<", "i", 1), second())), FIRST)),
    "while, and": loop(BOTH),
    "while, or": loop(ONE),
    "while, and of three": loop(op("&&", BOTH, op("<", "i", 3))),
    "do while, and": repeat(BOTH),
    "do while, or": repeat(ONE),
    "tested at the end": (assign("i", 0), at_end(FIRST), *after()),
    "tested at the end, and": (assign("i", 0), at_end(BOTH), *after()),
    "tested at the end, or": (assign("i", 0), at_end(ONE), *after()),
    "on to the test at the end": (
        assign("i", 0),
        at_end(FIRST, if_(op("<", "i", "m"), [st.Cycle(None, here())]), assign("x", 1)),
        *after(),
    ),
    "out before the test at the end": (
        assign("i", 0),
        at_end(FIRST, if_(op(">", "i", "m"), [exit_()]), assign("x", 1)),
        *after(),
    ),
    "left in the middle": (
        assign("i", 0),
        forever(
            assign("x", "i"),
            if_(op(">=", "i", "n"), [exit_()]),
            assign("y", 2),
            if_(op(">=", op("+", "i", "i"), "m"), [assign("z", 1), exit_()]),
            step("i"),
        ),
        *after(),
    ),
    "a break in a while": (
        assign("i", 0),
        while_(FIRST, assign("x", "i"), if_(op(">=", "i", "m"), [exit_()]), step("i")),
        *after(),
    ),
    "a return in a while": (
        assign("i", 0),
        while_(
            FIRST,
            if_(op(">=", "i", "m"), [assign("z", 1), st.Return(None, here())]),
            step("i"),
        ),
        *after(),
    ),
    "tested and counted down": (
        if_(op("<", "n", 0), [st.Return(None, here())]),
        forever(
            assign("t", "n"),
            step("n", -1),
            if_(negated(op("!=", "t", 0)), [exit_()]),
            step("m"),
        ),
        for_("k", 1, op("+", "n", "m"), assign("z", 1)),
    ),
}


@pytest.mark.parametrize("what", EXACT)
def test_counts_are_those_of_runs(what: str):
    made = Made(program(unit("f", "n m", *EXACT[what])), "f")
    for n, m in product(SMALL, SMALL):
        made.agree(n, m, names="n m")


@pytest.mark.parametrize("what", ["if, and", "if, or", "if, not or", "while, and", "while, or"])
def test_the_second_operand_counts_when_it_is_evaluated(what: str):
    made = Made(program(unit("f", "n m", *EXACT[what])), "f")
    for n, m in product(SMALL, SMALL):
        assert made.operations("mul.integer", n=n, m=m) == made.operands(n, m)


def test_what_only_a_run_can_tell_has_a_probability_for_each_operand():
    data = array("a", Storage.DUMMY, "n", type=Type.DOUBLE)
    large = op(">", el("a", "i", kind=Type.DOUBLE), el("a", 0, kind=Type.DOUBLE))
    small = op("<", el("a", "i", kind=Type.DOUBLE), el("a", 1, kind=Type.DOUBLE))
    inner = if_(op("||", op("&&", FIRST, large), negated(small)), [assign("x", 1)])
    made = Made(program(unit("f", "n a", for_("i", 0, op("-", "n", 1), inner), symbols=(data,))))
    names = [name for name in made.model().names.parameters if "prob" in name]
    assert names == ["f.prob@loop1.if1.and2", "f.prob@loop1.if1.or3"]


def test_a_loop_left_for_data_has_one_trip_count_and_tests_once_more():
    data = array("a", Storage.DUMMY, "n")
    test = op("&&", FIRST, op("!=", el("a", "i"), 0))
    head = while_(test, assign("x", "i"), step("i"))
    made = Made(program(unit("f", "n a", assign("i", 0), head, symbols=(data,))))
    values = {"n": 9, "f.trips@while1": 4, "f.prob@while1": 1}
    counts = made.counted(**values)
    assert (counts[head.span.line], counts[head.body[0].span.line]) == (5, 4)
    assert made.operations("load.integer.element1.dummy", **values) == 5


def test_an_equality_beside_another_exit_is_left_to_a_run():
    made = Made(program(unit("f", "n m", *loop(op("&&", op("!=", "i", "n"), second())))))
    assert "f.trips@while1" in made.model().names.parameters


CALLED = ex.FunctionCall("g", (ex.Variable("i", Type.INTEGER),), Type.INTEGER)


def test_a_call_counts_where_its_operand_is_evaluated():
    condition = op("&&", FIRST, op(">", CALLED, 0))
    made = Made(program(unit("f", "n m", *branch(condition))), "f")
    (count,) = made.model().expansion.externals.values()
    assert evaluate(count, {"f.n": 7}) == 7


def test_a_loop_costs_what_the_source_evaluates_on_entry():
    plain = for_("i", 0, op("-", "n", 1), assign("x", 1))
    loop = replace(plain, written=(ex.Variable("n", Type.INTEGER),))
    entries = [
        line.operations
        for statement in (plain, loop)
        for block in Made(program(unit("f", "n", statement))).model().expansion.blocks
        for line in block.block.lines
        if "loop.entry" in line.operations
    ]
    load = {"load.integer.scalar.dummy": 1, "loop.entry": 1}
    assert entries == [{**load, "sub.integer": 1}, load]


def test_an_endless_loop_leaves_its_line_to_what_starts_there_inside():
    span = here()
    inside = replace(step("n", -1), span=replace(span))
    leave = if_(op("<", "n", 0), [exit_()])
    shared = st.While(ex.Constant(value=True, type=Type.LOGICAL), (inside, leave), span)
    made = Made(program(unit("f", "n", shared)), "f")
    assert made.counted(n=3)[span.line] == made.run(3)[span.line] == 4


def stepped(variable: str, first: object, last: object, step: object, *body: st.Stmt, way: int = 1):
    plain = for_(variable, first, last, *body)  # type: ignore[arg-type]
    return replace(plain, step=i(step), direction=way)  # type: ignore[arg-type]


STEPS = {
    "up": (stepped("j", 2, "n", "m", assign("x", 1)), for_("k", 1, "j", assign("z", 1))),
    "down": (
        stepped("j", "n", 1, op("-", 0, "m"), assign("x", 1), way=-1),
        for_("k", 1, op("+", "j", 20), assign("z", 1)),
    ),
    "against the test": (stepped("j", 9, "n", op("-", 0, "m"), assign("x", 1)),),
    "strips": (
        stepped(
            "j",
            0,
            op("-", "n", 1),
            "m",
            for_(
                "i",
                "j",
                call_of("min", op("-", op("+", "j", "m"), 1), op("-", "n", 1)),
                assign("x", 1),
            ),
        ),
    ),
}


@pytest.mark.parametrize("what", STEPS)
def test_steps_whose_sign_is_not_known(what: str):
    made = Made(program(unit("f", "n m", *STEPS[what])), "f")
    for n, m in product(range(-3, 9), (1, 2, 3, 7)):
        made.agree(n, m, names="n m")


def test_strips_of_any_length_make_one_loop():
    loop = STEPS["strips"][0]
    model = Made(program(unit("f", "n m", loop)), "f").model()
    view = View(predict(model, None))
    strip = loop.body[0]
    assert isinstance(strip, st.CountedLoop)
    inside = strip.body[0].span.line
    shown = [view.formula(b.count) for b in model.expansion.blocks if _starts(b, inside)]
    assert shown == ["n"]


def test_strips_whose_length_a_loop_around_them_changes():
    made = Made(program(unit("f", "n s", for_("m", 1, "s", *STEPS["strips"]))), "f")
    for n, longest in product(range(6), range(4)):
        made.agree(n, longest, names="n s")


def _starts(block: BlockCount, line: int) -> bool:
    return any(item.span.line == line and item.starts for item in block.block.lines)
