"""Counts by source line: how often the first statement of each line starts (decision 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import stmt as st
from sad.ir.line_starts import is_endless, test_span
from sad.ir.walk import bodies
from tests.support.interpreter.events import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Program
    from sad.ir.stmt import Stmt
    from tests.support.interpreter.machine import Run


def line_counts(program: Program, run: Run) -> dict[tuple[str, int], int]:
    """Return the counts by (file, line) of all lines on which an executable statement starts.

    The line of an ELSE IF counts its tests, that of a loop without a test its entries, if nothing
    inside starts on it. ENTRY lines and lines of ELSE and END have no count.
    """
    counts: dict[tuple[str, int], int] = {}
    for unit in program.units:
        _collect(unit.body, run, counts)
    return counts


def _collect(body: Sequence[Stmt], run: Run, counts: dict[tuple[str, int], int]) -> None:
    for item in body:
        if isinstance(item, st.EntryPoint):
            continue
        started = run.count(Event.START, item)
        span = test_span(item)
        endless = is_endless(item)
        if endless:
            started -= run.count(Event.NEXT, item)
        late = endless or span is not item.span
        if not late:
            counts.setdefault((span.file, span.line), started)
        if isinstance(item, st.If):
            for arm in item.arms:
                counts.setdefault((arm.span.file, arm.span.line), run.count(Event.TEST, arm))
                _collect(arm.body, run, counts)
            _collect(item.otherwise, run, counts)
        else:
            for inner in bodies(item):
                _collect(inner, run, counts)
        if late:
            counts.setdefault((span.file, span.line), started)
