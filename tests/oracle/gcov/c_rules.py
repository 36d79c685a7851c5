"""The figure gcov 12 gives each line of C compiled by gcc 12 with -O0, from our counts.

docs/gcov.md states the rules, for lines on which statements begin and end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.line_starts import is_endless
from sad.ir.walk import statements
from tests.support.interpreter import Event, line_counts

if TYPE_CHECKING:
    from sad.ir.program import Program
    from sad.ir.stmt import Stmt
    from tests.support.interpreter import Run

Line = tuple[str, int]
"""A file and a line number."""


def predicted(program: Program, run: Run) -> dict[Line, int]:
    """Return the figures of all lines with statements for one run; those of several runs add up.

    Control comes to a line from before it, and to the header of a ``for`` from its body, too.
    """
    figures = line_counts(program, run)
    for unit in program.units:
        first: dict[Line, Stmt] = {}
        alone: dict[Line, bool] = {}
        for item in statements(unit.body):
            line = item.span.file, item.span.line
            alone[line] = line not in first
            first.setdefault(line, item)
            if isinstance(item, st.CountedLoop) or (
                isinstance(item, st.While) and not item.at_end and first[line] is not item
            ):
                figures[line] += run.count(Event.NEXT, item)
        for line, item in first.items():
            if alone[line] and isinstance(item, st.While) and is_endless(item):
                figures.pop(line, None)  # ``for (;;)`` and ``while (1)`` have no code
    return figures
