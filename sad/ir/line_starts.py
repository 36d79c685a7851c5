"""Which statement is the first on its source line: the one whose count is the line's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.expr import Constant
from sad.ir.walk import bodies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Span
    from sad.ir.program import Unit
    from sad.ir.stmt import Stmt


def first_spans(unit: Unit) -> dict[tuple[str, int], Span]:
    """Return the span of the first executable statement that starts on each line, by file and line."""
    first: dict[tuple[str, int], Span] = {}
    _collect(unit.body, first)
    return first


def _collect(body: Sequence[Stmt], first: dict[tuple[str, int], Span]) -> None:
    for statement in body:
        if isinstance(statement, st.Mark):
            continue
        own = test_span(statement)
        late = own is not statement.span or is_endless(statement)
        if not late:
            first.setdefault((own.file, own.line), own)
        if isinstance(statement, st.If):
            for arm in statement.arms:
                first.setdefault((arm.span.file, arm.span.line), arm.span)
                _collect(arm.body, first)
            _collect(statement.otherwise, first)
        else:
            for inner in bodies(statement):
                _collect(inner, first)
        if late:
            first.setdefault((own.file, own.line), own)


def test_span(statement: Stmt) -> Span:
    """Return where a statement starts to do something: of a loop tested at its end, the test."""
    if isinstance(statement, st.While) and statement.at_end and statement.end is not None:
        return statement.end
    return statement.span


def is_endless(statement: Stmt) -> bool:
    """Whether a statement is a loop without a test: what is inside may be the first on its line."""
    return (
        isinstance(statement, st.While)
        and isinstance(statement.condition, Constant)
        and statement.condition.value is True
    )
