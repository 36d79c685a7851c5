"""check.py finds each violation it promises, in IR made by hand from a valid unit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from sad.diagnostics import Span
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.check import check_program
from sad.ir.expr import Operator, Type
from sad.ir.program import Storage, UnitKind
from tests.support.command import CORPUS
from tests.support.model import program_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.ir.program import Program, Unit

HERE = Span.at("x.f", 7)
ONE = ex.Constant(1, Type.INTEGER)
HALF = ex.Constant("0.5", Type.REAL)
N = ex.Variable("N", Type.INTEGER)
SOURCE = "      SUBROUTINE S(N)\n      COMMON /C/ M\n      M = N\n   10 END\n"


def with_unit(**changes: Any) -> Program:
    program = program_of(SOURCE)
    (file,) = program.files
    (unit,) = file.units
    return replace(program, files=(replace(file, units=(replace(unit, **changes),)),))


def with_statement(statement: st.Stmt) -> Program:
    return with_unit(body=(statement,))


def with_value(value: ex.Expr) -> Program:
    return with_statement(st.Assign(N, value, HERE))


def with_symbol(name: str, **changes: Any) -> Program:
    unit = the_unit()
    changed = replace(unit.symbols[name], **changes)
    return with_unit(symbols={**unit.symbols, name: changed})


def the_unit() -> Unit:
    return program_of(SOURCE).units[0]


def binary(operator: Operator, left: ex.Expr, right: ex.Expr, kind: Type) -> Program:
    return with_value(ex.Binary(operator, left, right, kind))


def without_symbol(name: str) -> dict[str, Any]:
    return {key: value for key, value in the_unit().symbols.items() if key != name}


VIOLATIONS = {
    "dummy N has no dummy symbol": lambda: with_symbol("N", storage=Storage.LOCAL),
    "only a function has a result": lambda: with_unit(result="N"),
    "result R has no symbol": lambda: with_unit(kind=UnitKind.FUNCTION, result="R"),
    "symbol N is filed as K": lambda: with_unit(symbols={"K": the_unit().symbols["N"]}),
    "symbol M: only COMMON storage has a block": lambda: with_symbol("M", block=None),
    "symbol N: only COMMON storage has a block": lambda: with_symbol("N", block="C"),
    "span ends before it starts": lambda: with_statement(st.Continue(Span("x.f", 7, 6))),
    "jump to missing label 20": lambda: with_statement(st.Goto("20", HERE)),
    "jump to missing label 30": lambda: with_statement(st.ComputedGoto(("30",), N, HERE)),
    "jump to missing label 40": lambda: with_statement(
        st.If((st.Arm(ex.Constant(True, Type.LOGICAL), (st.Goto("40", HERE),), HERE),), (), HERE)
    ),
    "IF without an arm": lambda: with_statement(st.If((), (), HERE)),
    "operand of add is real, not integer": lambda: binary(Operator.ADD, ONE, HALF, Type.INTEGER),
    "operand of div is integer, not real": lambda: binary(Operator.DIV, ONE, HALF, Type.REAL),
    "lt gives integer": lambda: binary(Operator.LT, ONE, N, Type.INTEGER),
    "conversion of integer to itself": lambda: with_value(ex.Convert(N, Type.INTEGER)),
    "Q has no symbol": lambda: with_value(ex.Variable("Q", Type.INTEGER)),
    "A has no symbol": lambda: with_value(ex.Element("A", (N,), Type.INTEGER)),
    "N has no symbol": lambda: with_unit(symbols=without_symbol("N")),
}


def test_a_valid_unit_has_no_problem():
    assert check_program(program_of(SOURCE)) == []


@pytest.mark.parametrize("message", VIOLATIONS)
def test_the_violation_is_found(message: str):
    problems = check_program(VIOLATIONS[message]())
    assert any(problem.endswith(message) for problem in problems), problems
    assert all(problem.startswith("<stdin>.f:1: S: ") for problem in problems)


def test_an_exponent_keeps_its_own_type():
    assert check_program(binary(Operator.POWER, HALF, N, Type.REAL)) == []


def test_a_label_inside_a_construct_may_be_jumped_to():
    inside = st.Continue(HERE, "20")
    condition = ex.Constant(True, Type.LOGICAL)
    body = (st.If((st.Arm(condition, (inside,), HERE),), (), HERE), st.Goto("20", HERE))
    assert check_program(with_unit(body=body)) == []


SOURCES = [
    source for source in sorted(CORPUS.glob("*/*.f")) if "INCLUDE" not in source.read_text().upper()
]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_frontend_delivers_valid_ir(source: Path):
    assert check_program(program_of(source.read_text())) == []
