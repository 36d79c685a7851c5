"""Which source statements stand in the IR: the proof that no statement was lost.

Every statement the reader saw is the ``span`` of some node: of a declaration, a header, an END, a
simple statement, or a part of a construct (IF, ELSE IF, ELSE, END IF, DO, END DO, CASE ...). The
frontend tests compare these with the reader's own list on every file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.walk import statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.diagnostics import Span
    from sad.ir.program import SourceFile, Unit


def statement_spans(unit: Unit) -> Iterator[Span]:
    """Yield the span of every source statement of ``unit`` that stands in the IR."""
    if unit.header is not None:
        yield unit.header
    for declaration in unit.declarations:
        yield declaration.span
    for statement in statements(unit.body):
        yield from _own_spans(statement)
    if unit.end is not None:
        yield unit.end


def _own_spans(statement: st.Stmt) -> Iterator[Span]:
    match statement:
        case st.If(arms=arms, end=end, otherwise_span=otherwise):
            for arm in arms:
                yield arm.span
            if otherwise is not None:
                yield otherwise
            if end is not None:
                yield end
        case st.CountedLoop(span=span, end=end) | st.While(span=span, end=end):
            yield span
            if end is not None:
                yield end
        case st.Select(span=span, cases=cases, end=end):
            yield span
            for case in cases:
                yield case.span
            if end is not None:
                yield end
        case _:
            yield statement.span


def statement_count(file: SourceFile) -> int:
    """Return how many source statements of ``file`` stand in the IR.

    Nodes made from one statement (a logical IF and its action) share its span object, and each
    statement has its own, so distinct objects are what there is to count. Further statements that are
    made of one (the loops of an array assignment) have column 0.
    """
    spans = (span for unit in file.units for span in statement_spans(unit))
    return len({id(span) for span in spans if span.column != 0})
