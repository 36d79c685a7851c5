"""An outcome as Markdown for a comment on a pull request; nothing where nothing changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.outcome import Verdict
from sad.checks.outputs.repository_paths import message_of
from sad.checks.outputs.text import callers_lines, remaining, seconds_text, summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.checks.outcome import Change, Outcome
    from sad.checks.outputs.repository_paths import RepositoryPaths

MARKER = "<!-- sad check -->"
"""The first line: it tells a bot which comment to bring up to date."""
_MOST_CHANGES, _MOST_LINES = 50, 10


def markdown_outcome(outcome: Outcome, places: RepositoryPaths) -> str:
    """Return the outcome as Markdown; empty if there are no changes and no findings."""
    changed = outcome.changed
    if not changed and not outcome.findings and not outcome.unread:
        return ""
    lines = [MARKER, f"### sad: {_title(outcome)}", ""]
    lines += _others(outcome, places)
    listed = [item for item in changed if item.verdict is not Verdict.CALLEES]
    lines += _table(outcome, listed, places)
    lines += _details(listed, places)
    lines += _diagnostics(outcome)
    others = *callers_lines(outcome), *remaining(outcome, {item.unit.name for item in listed})
    lines += [*map(_plain, others), "", summary(outcome), ""]
    return "\n".join(lines)


def _others(outcome: Outcome, places: RepositoryPaths) -> list[str]:
    """Errors that are no row of the table: contracts and coverage."""
    found = [
        f"- **{item.rule}** {_code(f'{places.path(item.span.file)}:{item.span.line}')} "
        f"{_plain(message_of(item))}"
        for item in outcome.errors
        if item.change is None
    ]
    return [*found, ""] if found else []


def _title(outcome: Outcome) -> str:
    if outcome.errors:
        return "the check failed"
    if outcome.unread:
        return "some input could not be read"
    return "the check passed"


def _table(outcome: Outcome, changed: list[Change], places: RepositoryPaths) -> Iterator[str]:
    if not changed:
        return
    broken: dict[str, list[str]] = {}
    for item in outcome.errors:
        if item.change is not None:
            broken.setdefault(item.unit, []).append(f"**{item.rule}**")
    yield "| unit | line | change | why |"
    yield "|---" * 4 + "|"
    for item in changed[:_MOST_CHANGES]:
        name = _code(item.unit.name)
        if item.renamed_from:
            name += f" (was {_code(item.renamed_from)})"
        name = "<br>".join([name, *broken.get(item.unit.name, ())])
        place = _code(f"{places.path(item.site.file)}:{item.site.line}")
        head = "<br>".join(_plain(part) for part in item.headline.split("   "))
        yield f"| {name} | {place} | {head or item.verdict} | {_plain(item.reason)} |"
    if len(changed) > _MOST_CHANGES:
        yield ""
        yield f"... and {len(changed) - _MOST_CHANGES} more units."
    yield ""


def _details(changed: list[Change], places: RepositoryPaths) -> Iterator[str]:
    """The exact differences and the lines responsible for them, folded."""
    listed = [line for change in changed[:_MOST_CHANGES] for line in _lines(change, places)]
    if not listed:
        return
    yield "<details><summary>exact differences, by line</summary>"
    yield ""
    yield from listed
    yield ""
    yield "</details>"
    yield ""


def _lines(change: Change, places: RepositoryPaths) -> Iterator[str]:
    if not change.difference and not change.lines and not change.notes:
        return
    exact = f" {_code(change.difference)} {change.measure}" if change.difference else ""
    yield f"- {_code(change.unit.name)}: {change.verdict}{exact}"
    yield from (f"  - {_plain(text)}" for text in change.notes)
    for machine, (old, new) in change.seconds.items():
        yield f"  - {_plain(machine)}: {seconds_text(old)} → {seconds_text(new)}"
    for line in change.lines[:_MOST_LINES]:
        place = f"{places.path(line.span.file)}:{line.span.line}"
        yield f"  - {_code(place)} {_code(line.difference)}: {_code(line.text)}"


def _diagnostics(outcome: Outcome) -> Iterator[str]:
    for message in outcome.unread:
        item = message.diagnostic
        yield f"- **{item.code}** {_code(str(item.span))} {_plain(message.sentence)}"
        yield ""


def _code(text: str) -> str:
    """Text as code, inside a table too."""
    text = " ".join(text.split()).replace("|", "\\|")
    mark = "``" if "`" in text else "`"
    inner = f" {text} " if mark == "``" else text
    return f"{mark}{inner}{mark}" if text else ""


def _plain(text: str) -> str:
    """Text with the characters that mean something in Markdown or HTML made plain."""
    for mark in "\\`*_{}[]<#|~":
        text = text.replace(mark, "&lt;" if mark == "<" else f"\\{mark}")
    return " ".join(text.split())
