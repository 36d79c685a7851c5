"""An outcome as text: what breaks a rule, what changed, how many of each."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sad.checks.outcome import Verdict
from sad.checks.outputs.places import message_of
from sad.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.checks.outcome import Change, Outcome

_MOST_LINES = 5
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


def text_outcome(outcome: Outcome) -> str:
    """Return the outcome as text."""
    lines: list[str] = []
    explained: set[str] = set()
    for severity in _ORDER:
        for finding in outcome.findings:
            if finding.severity is severity:
                head = f"{finding.span}: {severity}[{finding.rule}]"
                lines.append(f"{head}: {message_of(finding)}")
                if finding.change is not None and finding.unit not in explained:
                    lines.extend(_details(finding.change))
                    explained.add(finding.unit)
    told = {finding.unit for finding in outcome.findings}
    others = [change for change in outcome.changed if change.unit.name not in told]
    for change in others:
        text = f" by {change.difference}" if change.difference else ""
        lines.append(f"{change.unit.span}: {change.unit.name}: {change.verdict}{text}")
    lines.append(summary(outcome))
    if outcome.baseline.endswith(".snapshot") and any(item.change for item in outcome.errors):
        lines.append("if these costs are meant, accept them: sad snapshot")
    return "\n".join(lines) + "\n"


def _details(change: Change) -> Iterator[str]:
    for line in change.lines[:_MOST_LINES]:
        yield f"  {line.span}: {line.difference}: {line.text}"
    if len(change.lines) > _MOST_LINES:
        yield f"  ... and {len(change.lines) - _MOST_LINES} more lines"
    for machine, (old, new) in change.seconds.items():
        if old is not None or new is not None:
            yield f"  on {machine}: {seconds_text(old)} -> {seconds_text(new)}"


def seconds_text(value: float | None) -> str:
    """Return a time [s] as text."""
    return "?" if value is None else f"{value:.3g} s"


def summary(outcome: Outcome) -> str:
    """Return one sentence: what was compared, and how it came out."""
    parts: list[str] = []
    if outcome.baseline:
        counts = Counter(change.verdict for change in outcome.changes)
        shown = ", ".join(f"{counts[item]} {item}" for item in Verdict if counts[item])
        many = counted(len(outcome.changes), "unit")
        parts.append(f"{many} compared with {outcome.baseline}: {shown or 'none'}")
    contracts = [rule for rule in outcome.rules if rule.startswith("contract.")]
    if contracts:
        parts.append(f"checked {', '.join(contracts)}")
    if outcome.coverage is not None:
        parts.append(f"coverage {outcome.coverage:.1f} %")
    parts.append(severities(outcome))
    return "; ".join(parts)


def severities(outcome: Outcome) -> str:
    """Return how many findings there are of each severity, errors of the input among them."""
    counts = Counter(finding.severity for finding in outcome.findings)
    unread = outcome.unread
    counts[Severity.ERROR] += len(unread)
    shown = [counted(counts[item], item) for item in _ORDER]
    if unread:
        files = {file for item in unread for file in item.files}
        shown[0] += f" ({len(unread)} in the input, {counted(len(files), 'file')})"
    return ", ".join(shown)


def counted(number: int, what: str) -> str:
    """Return a number of things as words."""
    return f"{number} {what}{'s' * (number != 1)}"
