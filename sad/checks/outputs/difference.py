"""A difference as text: for every unit that changed what it is, why that is known, and where."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sad.checks.outcome import Verdict
from sad.checks.outputs.text import counted, seconds_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.checks.outcome import Change, Outcome

_MOST_LINES = 6


def difference_text(outcome: Outcome) -> str:
    """Return the text: the worst changes first, identical units only counted."""
    lines: list[str] = []
    for change in outcome.changed:
        lines.extend(_change(change))
        lines.append("")
    counts = Counter(change.verdict for change in outcome.changes)
    shown = ", ".join(f"{counts[item]} {item}" for item in Verdict if counts[item])
    many = counted(len(outcome.changes), "unit")
    lines.append(
        f"{many}, {outcome.baseline} to {outcome.subject}: {shown or 'nothing to compare'}"
    )
    return "\n".join(lines) + "\n"


def _change(change: Change) -> Iterator[str]:
    was = f" (was {change.renamed_from})" if change.renamed_from else ""
    yield f"{change.unit.span}: {change.unit.name}{was}: {change.verdict}"
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
