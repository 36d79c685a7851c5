"""An outcome as text: what breaks a rule, what changed, how many of each.

``difference_text`` is the form of ``sad diff``, where no rule is applied.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING

from sad.checks.outcome import Verdict
from sad.checks.outputs.repository_paths import message_of
from sad.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from sad.checks.outcome import Change, Finding, Outcome

_MOST_CHEAPER = 5
_WIDTH, _DEEPEST = 100, 9
_QUIET = frozenset((Verdict.IDENTICAL, Verdict.CHEAPER))
_NAMED = frozenset((Verdict.CALLEES, Verdict.CHEAPER))
_MOST_CALLERS = 12
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


def text_outcome(outcome: Outcome) -> str:
    """Return the outcome as text: findings, other changes, how many of each, how it came out."""
    lines: list[str] = []
    for severity in _ORDER:
        for finding in outcome.findings:
            if finding.severity is severity:
                head = f"{finding.span}: {severity}[{finding.rule}]"
                lines.extend(_finding(head, finding))
    told = {finding.unit for finding in outcome.findings}
    for change in listed_changes(outcome):
        if change.unit.name not in told:
            lines.extend(change_lines(change))
            told.add(change.unit.name)
    lines.extend(callers_lines(outcome))
    lines.extend(remaining(outcome, told))
    lines.append(summary(outcome))
    if outcome.baseline.endswith(".snapshot") and any(item.change for item in outcome.errors):
        lines.append("if these costs are meant, accept them: sad snapshot")
    return "\n".join(lines) + "\n"


def _finding(head: str, finding: Finding) -> Iterator[str]:
    """A finding; what a change is and why on two lines."""
    change = finding.change
    if change is None or not change.headline or not finding.message.startswith(headline(change)):
        yield f"{head}: {message_of(finding)}"
        return
    yield f"{head}: {finding.unit}: {headline(change)}"
    yield from _reason(change, "  ")


def headline(change: Change) -> str:
    """Return the headline of a change as one sentence."""
    return ", ".join(change.headline.split("   "))


def change_lines(change: Change) -> Iterator[str]:
    """Yield what changed of a unit: its name, the place and the headline; the reason below it."""
    site = change.site
    was = f" (was {change.renamed_from})" if change.renamed_from else ""
    name = f"{change.unit.name}{was}"
    head = change.headline or str(change.verdict)
    yield f"{name}  {site.file}:{site.line}   {head.replace('   ', '    ')}"
    yield from _reason(change, " " * min(len(name) + 2, _DEEPEST))


def _reason(change: Change, indent: str) -> list[str]:
    """Why a cost changed, in lines that fit a terminal."""
    return _wrapped(change.reason, indent, indent)


def _wrapped(text: str, first: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def listed_changes(outcome: Outcome) -> list[Change]:
    """Return the changes to list one by one, the worst first.

    Of units that got cheaper there are a few, and none where others got dearer.
    """
    found = [item for item in outcome.changed if item.verdict not in _NAMED]
    if all(item.verdict in (Verdict.ADDED, Verdict.REMOVED) for item in found):
        cheaper = [item for item in outcome.changed if item.verdict is Verdict.CHEAPER]
        found += cheaper[:_MOST_CHEAPER]
    return found


def callers_lines(outcome: Outcome) -> list[str]:
    """Return the lines that name units of which only what they call changed, if these are many."""
    names = [item.unit.name for item in outcome.changes if item.verdict is Verdict.CALLEES]
    if not names:
        return []
    more = f" and {len(names) - _MOST_CALLERS} more" if len(names) > _MOST_CALLERS else ""
    shown = ", ".join(names[:_MOST_CALLERS]) + more
    text = f"{len(names)} units in which only callees changed: {shown}"
    return _wrapped(f"{text}; sad diff tells by how much", "", "  ")


def remaining(outcome: Outcome, told: Container[str] = ()) -> Iterator[str]:
    """Yield a line that counts the units that are not listed."""
    quiet = Counter(
        item.verdict
        for item in outcome.changes
        if item.verdict in _QUIET and item.unit.name not in told
    )
    cheaper, same = quiet[Verdict.CHEAPER], quiet[Verdict.IDENTICAL]
    if not cheaper and (not same or same == len(outcome.changes)):
        return
    is_alone = cheaper + same == len(outcome.changes)
    other = "" if is_alone else "other "
    parts: list[str] = []
    if cheaper:
        parts.append(f"{cheaper} {other}unit{'s' * (cheaper != 1)} got cheaper")
    if same:
        what = "" if parts else f" {other}unit{'s' * (same != 1)}"
        parts.append(f"{same}{what} {'is as it was' if same == 1 else 'are as they were'}")
    yield ", ".join(parts)


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
