"""Which line gcov charges with a way from an arithmetic IF to a label (docs/gcov.md, rule 6).

The compiler gives a label the line of the statement before it. Of several labels at one place the
first counts, and one that the compiler made itself, such as the end of an IF, has no line.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import bodies, expressions, statements, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Span
    from sad.ir.program import Symbol, Unit
    from sad.ir.stmt import Stmt


class _Place(Enum):
    CODE = "the statement before has code: a label starts here"


_MADE = st.While | st.Select | st.ComputedGoto
"""Statements behind which the compiler puts a label of its own."""


def charged_lines(unit: Unit) -> dict[str, Span | None]:
    """Return the statement whose line is charged, by label; None if it is no line."""
    labels: dict[str, Span | None] = {}
    _walk(unit.body, unit.header or unit.span, _Place.CODE, labels)
    if _nothing_at_end(unit):
        labels.update(dict.fromkeys(_tail(unit.body)[1]))
    return labels


def uncharged_loops(unit: Unit) -> set[int]:
    """Return the identities of loops whose end is charged to no line: nothing but END follows them."""
    return _tail(unit.body)[0] if _nothing_at_end(unit) else set()


def end_has_line(unit: Unit) -> bool:
    """Whether END has code of its line: not if RETURNs do the same, unless there is a result."""
    returns = [item for item in statements(unit.body) if isinstance(item, st.Return)]
    alternate = any(item.alternate is not None for item in returns)
    return unit.kind is not UnitKind.SUBROUTINE or alternate or not returns


def _nothing_at_end(unit: Unit) -> bool:
    """Whether not even the end of the life of local variables is marked behind the last statement."""
    return not end_has_line(unit) and not has_locals_in_memory(unit)


def has_locals_in_memory(unit: Unit) -> bool:
    """Whether a unit has arrays or strings of its own, or scalars that are passed or read."""
    return any(
        _lives_in_memory(unit.symbols[name], name in passed)
        for passed in [_passed(unit)]
        for name in _used(unit)
        if name in unit.symbols
    )


def _lives_in_memory(symbol: Symbol, passed: bool) -> bool:
    if symbol.storage is not Storage.LOCAL or symbol.saved or symbol.initial is not None:
        return False
    aggregate = bool(symbol.dimensions or symbol.shares) or symbol.type is ex.Type.CHARACTER
    return aggregate or passed


def _used(unit: Unit) -> set[str]:
    found: set[str] = set()
    for item in statements(unit.body):
        for expression in expressions(item):
            for node in walk(expression):
                if isinstance(node, ex.Variable):
                    found.add(node.name)
                elif isinstance(node, ex.Element):
                    found.add(node.array)
    return found


def _passed(unit: Unit) -> set[str]:
    found: set[str] = set()
    for item in statements(unit.body):
        if isinstance(item, st.CallStatement):
            found.update(node.name for node in item.arguments if isinstance(node, ex.Variable))
        elif isinstance(item, st.InputOutput):
            for expression in (*item.results, *item.items):
                found.update(
                    node.name for node in walk(expression) if isinstance(node, ex.Variable)
                )
        for expression in expressions(item):
            for node in walk(expression):
                if isinstance(node, ex.FunctionCall):
                    found.update(
                        part.name for part in node.arguments if isinstance(part, ex.Variable)
                    )
    return found


def _tail(body: Sequence[Stmt]) -> tuple[set[int], set[str]]:
    """Return the loops and labels from which control falls out of ``body`` without any code."""
    loops: set[int] = set()
    labels: set[str] = set()
    for item in reversed(body):
        match item:
            case st.Mark():
                continue
            case st.Continue():
                if item.label is not None:
                    labels.add(item.label)
                continue
            case st.CountedLoop():
                loops.add(id(item))
            case st.If(otherwise=otherwise):  # behind ELSE, not behind THEN, END is what follows
                inner = _tail(otherwise)
                loops |= inner[0]
                labels |= inner[1]
            case _:
                pass
        break
    return loops, labels


def _walk(
    body: Sequence[Stmt],
    before: Span,
    first: Span | _Place | None,
    labels: dict[str, Span | None],
) -> Span | _Place | None:
    """Note the labels of ``body``; ``first`` is the line of the first label at the present place.

    Return it for the place behind the body.
    """
    for item in body:
        if isinstance(item, st.Mark):
            continue
        if item.label is not None:
            if first is _Place.CODE:
                first = before
            labels[item.label] = None if isinstance(first, _Place) else first
        last: Span | _Place | None = _Place.CODE
        for inner in bodies(item):
            if inner:
                last = _walk(inner, item.span, None, labels)
        before = item.span
        match item:
            case st.Continue():
                pass
            case st.CountedLoop(body=inner):
                first = inner[-1].span if inner else item.span
            case st.CallStatement(alternates=alternates):
                first = None if alternates else _Place.CODE
            case st.If():  # the end of its last arm and its own end are one place
                first = None if last is _Place.CODE else last
            case _:
                first = None if isinstance(item, _MADE) else _Place.CODE
    return first
