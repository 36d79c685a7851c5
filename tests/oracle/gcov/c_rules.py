"""The figure gcov 12 gives each line of C compiled by gcc 12 with -O0, from our counts.

docs/gcov.md states the rules, for lines on which statements begin and end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.expr import Constant
from sad.ir.walk import statements
from tests.support.interpreter import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Program, Unit
    from sad.ir.stmt import Stmt
    from tests.support.interpreter import Run

Line = tuple[str, int]
"""A file and a line number."""


def predicted(program: Program, run: Run) -> dict[Line, int]:
    """Return the figures of all lines with statements for one run; those of several runs add up.

    A line compiled in several functions has the sum of their figures.
    """
    figures: Counter[Line] = Counter()
    for unit in program.units:
        for line, here in _by_line(unit).items():
            if len(here) > 1 or not _is_endless(here[0]):
                figures[line] += _figure(here, run)
    return dict(figures)


def _by_line(unit: Unit) -> dict[Line, list[Stmt]]:
    found: dict[Line, list[Stmt]] = defaultdict(list)
    for item in statements(unit.body):
        found[item.span.file, item.span.line].append(item)
    return found


def _is_endless(item: Stmt) -> bool:
    """Whether a statement is ``for (;;)``, ``while (1)`` or ``do``, which have no code."""
    return isinstance(item, st.While) and isinstance(item.condition, Constant)


def _figure(here: Sequence[Stmt], run: Run) -> int:
    """Control comes to a line from before it, and to the header of a ``for`` from its body."""
    first = here[0]
    count = run.count(Event.START, first)
    for item in here:
        returns = isinstance(item, st.CountedLoop) or item is not first
        if isinstance(item, st.CountedLoop | st.While) and returns:
            count += run.count(Event.NEXT, item)
    return count
