"""An outcome as workflow commands of GitHub Actions: annotations on the lines of a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.checks.outputs.repository_paths import message_of
from sad.diagnostics import Severity

if TYPE_CHECKING:
    from sad.checks.outcome import Outcome
    from sad.checks.outputs.repository_paths import RepositoryPaths
    from sad.diagnostics import Span

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def github_outcome(outcome: Outcome, places: RepositoryPaths) -> str:
    """Return the outcome as lines ``::error file=...,line=...::message``.

    Of what was said about the input only errors are there: annotations are few.
    """
    lines = [
        _command(item.severity, item.span, places, f"sad {item.rule}", message_of(item))
        for item in outcome.findings
    ]
    lines += [
        _command(item.severity, item.span, places, f"sad {item.code}", message.sentence)
        for message in outcome.unread
        for item in (message.diagnostic,)
    ]
    return "".join(f"{line}\n" for line in lines)


def _command(
    severity: Severity, span: Span, places: RepositoryPaths, title: str, message: str
) -> str:
    properties = {
        "file": places.path(span.file),
        "line": str(span.line),
        "endLine": str(span.end_line),
        "title": title,
    }
    shown = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[severity]} {shown}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
