"""Validity rules of the IR: what every pass may rely on, and every frontend must deliver.

Run after every frontend in the tests (and by `sad dump --ir --check`). A violation is a bug of the
frontend, never of the user's program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import expressions, jump_targets, operands, statements, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.ir.program import Program, Unit

_SAME_TYPE = frozenset({ex.Operator.ADD, ex.Operator.SUB, ex.Operator.MUL, ex.Operator.DIV})


def check_program(program: Program) -> list[str]:
    """Return one line per violation; an empty list means the IR is valid."""
    return [
        f"{unit.span.file}:{unit.span.line}: {unit.name}: {problem}"
        for unit in program.units
        for problem in _unit_problems(unit)
    ]


def _unit_problems(unit: Unit) -> Iterator[str]:
    for dummy in unit.every_dummy:
        symbol = unit.symbols.get(dummy)
        if symbol is None or symbol.storage not in (Storage.DUMMY, Storage.PROCEDURE):
            yield f"dummy {dummy} has no dummy symbol"
    if (unit.kind is UnitKind.FUNCTION) != (unit.result is not None):
        yield "only a function has a result"
    if unit.result is not None and unit.result not in unit.symbols:
        yield f"result {unit.result} has no symbol"
    for name, symbol in unit.symbols.items():
        if name != symbol.name:
            yield f"symbol {symbol.name} is filed as {name}"
        if (symbol.storage is Storage.COMMON) != (symbol.block is not None):
            yield f"symbol {name}: only COMMON storage has a block"
        for pointer in symbol.reached:
            if pointer not in unit.symbols:
                yield f"symbol {name} is reached through {pointer}, which has no symbol"
    labels = {item.label for item in statements(unit.body) if item.label is not None}
    for statement in statements(unit.body):
        yield from _statement_problems(statement, unit, labels)


def _statement_problems(statement: st.Stmt, unit: Unit, labels: set[str]) -> Iterator[str]:
    line = statement.span.line
    if statement.span.end_line < line:
        yield f"line {line}: span ends before it starts"
    if not isinstance(statement, st.AssignLabel):
        for target in jump_targets(statement):
            if target not in labels:
                yield f"line {line}: jump to missing label {target}"
    if isinstance(statement, st.If) and not statement.arms:
        yield f"line {line}: IF without an arm"
    for expression in expressions(statement):
        branching = isinstance(statement, st.If | st.While)
        for operand in operands(expression) if branching else (expression,):
            for node in walk(operand):
                problem = _node_problem(node, unit)
                if problem:
                    yield f"line {line}: {problem}"


def _node_problem(node: ex.Expr, unit: Unit) -> str | None:
    match node:
        case ex.Binary(operator=operator, left=left, right=right, type=kind):
            if operator in _SAME_TYPE and kind.is_numeric:
                for side in (left, right):
                    if side.type.is_numeric and side.type is not kind:
                        return f"operand of {operator} is {side.type}, not {kind}"
            if operator in ex.SEQUENTIAL:
                return f"{operator} is no condition of a branch"
            if operator in ex.COMPARISONS and kind is not ex.Type.LOGICAL:
                return f"{operator} gives {kind}"
        case ex.Convert(operand=operand, type=kind) if operand.type is kind:
            return f"conversion of {kind} to itself"
        case ex.Variable(name=name) | ex.Element(array=name) | ex.Section(array=name):
            if name not in unit.symbols:
                return f"{name} has no symbol"
        case _:
            pass
    return None
