"""Lines of C on which gcov's figure is the number of times the line's first statement starts."""

from __future__ import annotations

import os
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.program import UnitKind
from sad.ir.walk import expressions, statements, walk
from sad.profiles.estimation.c_jumps import shared_jumps
from sad.profiles.estimation.places import whole_lines
from tests.realruns.lines import Comparable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.ir.program import Program
    from tests.realruns.lines import Place

_SIMPLE = (
    st.Assign
    | st.CallStatement
    | st.If
    | st.Goto
    | st.Return
    | st.Stop
    | st.Exit
    | st.Cycle
    | st.InputOutput
)


def comparable_lines(
    program: Program, copied: frozenset[str] = frozenset()
) -> dict[Place, Comparable]:
    """Return the lines where gcov counts what sad counts; docs/gcov.md has the rules.

    Left out are lines with a loop statement, with statements that begin or end on other lines, the
    first RETURN of each function without a value, and jumps that share code; and lines with a call
    behind another statement: if the function is inlined, its lines lie between the two, and gcov counts
    the line twice. So it does any line that calls one of the functions ``copied``, which are always
    inlined.
    """
    found: dict[Place, Comparable | None] = {}
    for unit in program.units:
        if unit.kind is UnitKind.BLOCK_DATA:
            continue
        body = statements(unit.body)
        spoiled = set(shared_jumps(unit))
        if unit.kind is UnitKind.SUBROUTINE:
            spoiled.update(_first_return(body))
        for item in body:
            place = (item.span.file, item.span.line)
            if isinstance(item, st.CountedLoop | st.While | st.Select) or id(item) in spoiled:
                found[place] = None
            elif place not in found:
                good = isinstance(item, _SIMPLE) and place[1] in _whole_lines(place[0])
                good &= copied.isdisjoint(_called(item))
                found[place] = Comparable(type(item).__name__, place[1]) if good else None
            elif _calls(item):
                found[place] = None
    return {place: item for place, item in found.items() if item is not None}


def _calls(item: st.Stmt) -> bool:
    return any(True for _ in _called(item))


def _called(item: st.Stmt) -> Iterator[str]:
    """The names of the functions that a statement calls."""
    if isinstance(item, st.CallStatement):
        yield item.name
    for root in expressions(item):
        yield from (part.name for part in walk(root) if isinstance(part, ex.FunctionCall))


def _first_return(body: Sequence[st.Stmt]) -> Iterator[int]:
    return islice((id(item) for item in body if isinstance(item, st.Return)), 1)


@cache
def _whole_lines(file: str) -> frozenset[int]:
    """Return the lines on which every statement begins and ends."""
    if not os.path.exists(file):
        return frozenset()
    return whole_lines(Path(file).read_text("latin-1"))
