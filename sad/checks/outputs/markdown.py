"""An outcome as Markdown for a comment on a pull request; nothing where nothing changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.outputs.places import message_of
from sad.checks.outputs.text import seconds_text, summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.checks.outcome import Change, Outcome
    from sad.checks.outputs.places import Places

MARKER = "<!-- sad check -->"
"""The first line: it tells a bot which comment to bring up to date."""
_MOST_CHANGES, _MOST_LINES = 50, 10


def markdown_outcome(outcome: Outcome, places: Places) -> str:
    """Return the outcome as Markdown; empty if nothing changed and nothing is to be said."""
    changed = outcome.changed
    if not changed and not outcome.findings and not outcome.unread:
        return ""
    lines = [MARKER, f"### sad: {_title(outcome)}", ""]
    errors = outcome.errors
    lines += [
        f"- **{item.rule}** {_code(f'{places.path(item.span.file)}:{item.span.line}')} "
        f"{_plain(message_of(item))}"
        for item in errors
    ]
    lines += [""] * bool(errors)
    lines += _table(changed)
    for change in changed[:_MOST_CHANGES]:
        lines += _lines(change, places)
    lines += _diagnostics(outcome)
    lines += [summary(outcome), ""]
    return "\n".join(lines)


def _title(outcome: Outcome) -> str:
    if outcome.errors:
        return "the check failed"
    if outcome.unread:
        return "some input could not be read"
    return "the check passed"


def _table(changed: list[Change]) -> Iterator[str]:
    if not changed:
        return
    machines = list(dict.fromkeys(name for item in changed for name in item.seconds))
    yield "| " + " | ".join(["unit", "change", "difference", "at the sizes", *machines]) + " |"
    yield "|---" * (4 + len(machines)) + "|"
    for item in changed[:_MOST_CHANGES]:
        name = _code(item.unit.name)
        if item.renamed_from:
            name += f" (was {_code(item.renamed_from)})"
        relative = "" if item.relative is None else f"{100 * item.relative:+.3g} %"
        times = (item.seconds.get(machine, (None, None)) for machine in machines)
        shown = (f"{seconds_text(old)} → {seconds_text(new)}" for old, new in times)
        difference = f"{_code(item.difference)} {item.measure}".strip() if item.difference else ""
        yield "| " + " | ".join([name, str(item.verdict), difference, relative, *shown]) + " |"
    if len(changed) > _MOST_CHANGES:
        yield ""
        yield f"... and {len(changed) - _MOST_CHANGES} more units."
    yield ""


def _lines(change: Change, places: Places) -> Iterator[str]:
    """The lines responsible for a change, folded."""
    said = [text for text in (change.proof, change.crossover, *change.notes) if text]
    if not change.lines and not said:
        return
    yield f"<details><summary>{_plain(change.unit.name)}: {change.verdict}</summary>"
    yield ""
    yield from (f"- {_plain(text)}" for text in said)
    for line in change.lines[:_MOST_LINES]:
        place = f"{places.path(line.span.file)}:{line.span.line}"
        yield f"- {_code(place)} {_code(line.difference)}: {_code(line.text)}"
    yield ""
    yield "</details>"
    yield ""


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
