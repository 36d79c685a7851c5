"""Counts by source line: how often the first statement of each line starts (decision 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.expr import Constant
from sad.ir.walk import statements
from tests.support.interpreter.events import Event

if TYPE_CHECKING:
    from sad.ir.program import Program
    from tests.support.interpreter.machine import Run


def _is_endless(loop: st.While) -> bool:
    return isinstance(loop.condition, Constant) and loop.condition.value is True


def line_counts(program: Program, run: Run) -> dict[tuple[str, int], int]:
    """Return the counts by (file, line) of all lines on which an executable statement starts.

    The line of an ELSE IF counts its tests, that of a loop without a test its entries. ENTRY lines and
    lines of ELSE and END have no count.
    """
    counts: dict[tuple[str, int], int] = {}
    for unit in program.units:
        for item in statements(unit.body):
            if isinstance(item, st.EntryPoint):
                continue
            started = run.count(Event.START, item)
            if isinstance(item, st.While) and _is_endless(item):
                started -= run.count(Event.NEXT, item)
            counts.setdefault((item.span.file, item.span.line), started)
            if isinstance(item, st.If):
                for arm in item.arms[1:]:
                    counts.setdefault((arm.span.file, arm.span.line), run.count(Event.TEST, arm))
    return counts
