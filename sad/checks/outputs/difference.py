"""A difference as text: for every unit that changed what it is, why that is known, and where."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sad.checks.outcome import Verdict
from sad.checks.outputs.text import (
    change_lines,
    counted,
    listed_changes,
    remaining,
    seconds_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.checks.outcome import Change, Outcome

_MOST_LINES = 6


def difference_text(outcome: Outcome, *, has_details: bool = False) -> str:
    """Return the text: the worst changes first, cheaper and identical units only counted.

    ``has_details`` adds the exact difference, times on every machine and lines, of all that changed.
    """
    lines: list[str] = []
    if has_details:
        for change in outcome.changed:
            lines.extend((*change_lines(change), *_details(change), ""))
    else:
        listed = listed_changes(outcome)
        for change in listed:
            lines.extend(change_lines(change))
        lines.extend(remaining(outcome, {change.unit.name for change in listed}))
    counts = Counter(change.verdict for change in outcome.changes)
    shown = ", ".join(f"{counts[item]} {item}" for item in Verdict if counts[item])
    many = counted(len(outcome.changes), "unit")
    lines.append(
        f"{many}, {outcome.baseline} to {outcome.subject}: {shown or 'nothing to compare'}"
    )
    return "\n".join(lines) + "\n"


def _details(change: Change) -> Iterator[str]:
    yield f"  verdict     {change.verdict}"
    if change.difference:
        yield f"  difference  {change.difference} [{change.measure}]"
    if change.proof:
        yield f"  proved      {change.proof}"
    if change.crossover:
        yield f"  crossover   {change.crossover}"
    if change.relative is not None and change.relative:
        yield f"  at sizes    {100 * change.relative:+.3g} %"
    for machine, (old, new) in change.seconds.items():
        if old is not None or new is not None:
            yield f"  {machine:11} {seconds_text(old)} -> {seconds_text(new)}"
    for line in change.lines[:_MOST_LINES]:
        share = f" ({line.share:.0%})" if line.share is not None else ""
        yield f"  line {line.span.line}: {line.difference}{share}: {line.text}"
    if len(change.lines) > _MOST_LINES:
        yield f"  ... and {len(change.lines) - _MOST_LINES} more lines"
    for note in change.notes:
        yield f"  note        {note}"
