"""What a check says without comparing all units, held against a comparison of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.callers import MOST_CALLERS, changes
from sad.checks.compare.changes import compare
from sad.checks.outcome import Verdict
from sad.checks.settings.project import Project

if TYPE_CHECKING:
    from sad.checks.costs.record import State


def wrong_claims(old: State, new: State) -> tuple[list[str], set[Verdict]]:
    """Return what is wrong of what is said from one state to another, and which verdicts there were.

    A unit of which only callees changed may have any cost of an order that has not increased; where its
    order has, one of them is told instead. All others are as a comparison of all units has them.
    """
    full = {change.unit.name: change for change in compare(old, new)}
    wrong: list[str] = []
    seen: set[Verdict] = set()
    for most in (0, MOST_CALLERS):
        found = changes(old, new, None, Project(), most)
        is_told = any(item.verdict is Verdict.ORDER for item in found)
        assert [item.unit.name for item in found] == sorted(full)
        for item in found:
            whole = full[item.unit.name]
            seen.add(item.verdict)
            if item.verdict is Verdict.CALLEES:
                is_right = is_told or whole.verdict is not Verdict.ORDER
            else:
                is_right = (item.verdict, item.headline) == (whole.verdict, whole.headline)
            if not is_right:
                wrong.append(f"{item.unit.name}: {item.verdict}, not {whole.verdict}")
    return wrong, seen
