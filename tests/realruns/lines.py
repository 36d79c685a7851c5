"""Lines on which gcov's figure is the number of times the line's statement starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.walk import statements

if TYPE_CHECKING:
    from sad.ir.program import Program

Place = tuple[str, int]


def comparable_lines(program: Program) -> dict[Place, str]:
    """Return the kind of the first statement on each line where gcov counts its starts.

    Left out are loop headers and the statements that end a DO loop (gcov charges the loop's overhead
    there), GOTO and RETURN (it may charge what they jump to), implied DO, SELECT CASE, and lines with
    several statements other than a logical IF with the statement it guards.
    """
    found: dict[Place, str | None] = {}
    for unit in program.units:
        body = statements(unit.body)
        ends = {
            id(loop.body[-1])
            for loop in body
            if isinstance(loop, st.CountedLoop | st.While) and loop.body
        }
        guarded = {id(inner) for item in body for inner in _guarded(item)}
        for item in body:
            place = (item.span.file, item.span.line)
            if place in found:
                found[place] = found[place] if id(item) in guarded else None
            else:
                good = id(item) not in ends and _is_simple(item)
                found[place] = type(item).__name__ if good else None
    return {place: kind for place, kind in found.items() if kind is not None}


def _guarded(item: st.Stmt) -> tuple[st.Stmt, ...]:
    """The statement behind a logical IF, on the same line."""
    if isinstance(item, st.If) and len(item.arms) == 1 and not item.otherwise:
        inner = item.arms[0].body
        if len(inner) == 1 and inner[0].span.line == item.span.line:
            return inner
    return ()


def _is_simple(item: st.Stmt) -> bool:
    if isinstance(item, st.InputOutput):
        return not any(isinstance(each, ex.ImpliedDo) for each in (*item.items, *item.results))
    if isinstance(item, st.ArithmeticIf | st.ComputedGoto):  # counted on the selector's line
        return item.span.line == item.span.end_line
    return isinstance(item, _SIMPLE)


_SIMPLE = st.Assign | st.CallStatement | st.If | st.Stop
