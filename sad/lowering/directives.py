"""The constructs of OpenMP and OpenACC of a unit, with the lines that they govern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.walk import bodies
from sad.model.directives import Directive

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.diagnostics import Span
    from sad.ir.program import Unit

_Place = tuple[str, int, int]


def directives_of(unit: Unit) -> Iterator[Directive]:
    """Yield the constructs of a unit in the order of the source."""
    ends: dict[_Place, int] = {}
    inside: dict[_Place, int] = {}
    if unit.sequential:
        _note(unit.body, 0, [], ends, inside)
    for item in unit.sequential:
        span = item.span
        clauses = item.clauses
        if item.goes_on:
            clauses = (*clauses, ("nowait", None))
        yield Directive(
            item.language,
            item.name,
            item.text,
            span,
            item.team,
            item.shared,
            clauses,
            item.argument,
            max(ends.get(_place(span), span.line), span.line),
            item.sections,
            inside.get(_place(span), 0),
        )


def _place(span: Span) -> _Place:
    return span.file, span.line, span.column or 0


def _note(
    body: Sequence[st.Stmt],
    line: int,
    open_: list[_Place],
    ends: dict[_Place, int],
    inside: dict[_Place, int],
) -> None:
    """Note the last line of what stands between the marks of each construct, and what is around."""
    for statement in body:
        span = statement.span
        for place in open_:
            if place[0] == span.file:
                ends[place] = max(ends.get(place, 0), span.line, span.end_line)
        if not isinstance(statement, st.Mark):
            for inner in bodies(statement):
                _note(inner, span.line, open_, ends, inside)
        elif statement.begins:
            open_.append(_place(statement.construct.span))
            inside[open_[-1]] = line
        elif open_:
            open_.pop()
