"""Lines on which gcov's figure is the number of times the line's statement starts."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.walk import statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Program

Place = tuple[str, int]


class Comparable(NamedTuple):
    """A statement by its kind in the IR, and the line that gcov charges with it."""

    kind: str
    charged: int


def comparable_lines(program: Program) -> dict[Place, Comparable]:
    """Return the first statement of each line where gcov counts its starts, by the line sad counts.

    gcov charges a statement to the last of its lines. Left out are loop headers, the last statement of
    a DO loop (gcov charges the loop's overhead there), what stands before the target of an arithmetic
    IF (the jump is charged there), RETURN (other ways to the end are), implied DO, SELECT CASE and
    computed GOTO (not all ways are counted), and lines with several statements other than a logical IF
    with the statement it guards.
    """
    found: dict[Place, Comparable | None] = {}
    for unit in program.units:
        body = statements(unit.body)
        spoiled = _last_in_loops(body) | _before_targets(body)
        guarded = {id(inner) for item in body for inner in _guarded(item)}
        for item in body:
            place = (item.span.file, item.span.line)
            if place in found:
                found[place] = found[place] if id(item) in guarded else None
            else:
                good = id(item) not in spoiled and _is_simple(item)
                found[place] = Comparable(type(item).__name__, item.span.end_line) if good else None
    return {place: item for place, item in found.items() if item is not None}


def _last_in_loops(body: Sequence[st.Stmt]) -> set[int]:
    loops = (loop for loop in body if isinstance(loop, st.CountedLoop | st.While))
    return {id(loop.body[-1]) for loop in loops if loop.body}


def _before_targets(body: Sequence[st.Stmt]) -> set[int]:
    """The statements before labels of arithmetic IFs, as they stand in the source."""
    selectors = [item for item in body if isinstance(item, st.ArithmeticIf)]
    targets = {label for item in selectors for label in (item.negative, item.zero, item.positive)}
    return {id(before) for before, item in pairwise(body) if item.label in targets}


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
    if _guarded(item) and item.span.line != item.span.end_line:
        return False  # the condition may end on any of the lines
    return isinstance(item, _SIMPLE)


_SIMPLE = (
    st.Assign | st.CallStatement | st.If | st.ArithmeticIf | st.ComputedGoto | st.Goto | st.Stop
)
