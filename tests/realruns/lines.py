"""Lines on which gcov's figure is the number of times the line's statement starts."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.walk import expressions, statements, walk

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

    docs/gcov.md has the rules. Left out are loop headers, statements that are charged with something
    else, too (the last of a DO loop or of a SELECT CASE, what stands before the target of an arithmetic
    IF, the first RETURN with the IF before it), implied DO, REPEAT, SELECT CASE and computed GOTO (not
    all ways are counted), and lines with several statements other than a logical IF with the statement
    it guards.
    """
    found: dict[Place, Comparable | None] = {}
    for unit in program.units:
        body = statements(unit.body)
        spoiled = _ends(body) | _before_targets(body) | _first_return(body)
        guarded = {id(inner) for item in body for inner in _guarded(item)}
        for item in body:
            place = (item.span.file, item.span.line)
            if place in found:
                found[place] = found[place] if id(item) in guarded else None
            else:
                good = id(item) not in spoiled and _is_simple(item)
                found[place] = _comparable(item) if good else None
    return {place: item for place, item in found.items() if item is not None}


def _comparable(item: st.Stmt) -> Comparable:
    """A condition is charged to the first line of an IF, any other statement to its last line."""
    line = item.span.line if isinstance(item, st.If) else item.span.end_line
    return Comparable(type(item).__name__, line)


def _ends(body: Sequence[st.Stmt]) -> set[int]:
    """The last statements of loops and of the last cases of SELECTs."""
    loops = [item.body for item in body if isinstance(item, st.CountedLoop | st.While)]
    cases = [item.cases[-1].body for item in body if isinstance(item, st.Select) and item.cases]
    return {id(inner[-1]) for inner in (*loops, *cases) if inner}


def _before_targets(body: Sequence[st.Stmt]) -> set[int]:
    """The statements before labels of arithmetic IFs, as they stand in the source."""
    selectors = [item for item in body if isinstance(item, st.ArithmeticIf)]
    targets = {label for item in selectors for label in (item.negative, item.zero, item.positive)}
    return {id(before) for before, item in pairwise(body) if item.label in targets}


def _first_return(body: Sequence[st.Stmt]) -> set[int]:
    """The first RETURN, which is charged with the end of the unit, and the logical IF on its line."""
    found = set(islice((id(item) for item in body if isinstance(item, st.Return)), 1))
    return found | {id(item) for item in body for inner in _guarded(item) if id(inner) in found}


def _guarded(item: st.Stmt) -> tuple[st.Stmt, ...]:
    """The statement behind a logical IF, on the same line."""
    if isinstance(item, st.If) and len(item.arms) == 1 and not item.otherwise:
        inner = item.arms[0].body
        if len(inner) == 1 and inner[0].span.line == item.span.line:
            return inner
    return ()


def _is_simple(item: st.Stmt) -> bool:
    roots = expressions(item)
    if isinstance(item, st.InputOutput):
        roots = (*item.items, *item.results)
    elif not isinstance(item, _SIMPLE):
        return False
    return not any(_is_loop(each) for node in roots for each in walk(node))


def _is_loop(node: ex.Expr) -> bool:
    """Whether compilers make a loop of it, on the line of the statement."""
    is_repeat = isinstance(node, ex.Intrinsic) and node.name == "repeat"
    return is_repeat or isinstance(node, ex.ImpliedDo | ex.Inline | ex.OpaqueExpr)


_SIMPLE = st.Assign | st.CallStatement | st.If | st.ArithmeticIf | st.Goto | st.Return | st.Stop
