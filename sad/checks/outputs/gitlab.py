"""An outcome as a GitLab code quality report."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from sad.checks.outputs.repository_paths import fingerprints, message_of
from sad.diagnostics import Severity

if TYPE_CHECKING:
    from sad.checks.outcome import Outcome
    from sad.checks.outputs.repository_paths import RepositoryPaths
    from sad.diagnostics import Span

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def gitlab_outcome(outcome: Outcome, places: RepositoryPaths) -> str:
    """Return the outcome as JSON: a list of issues."""
    issues = [
        _issue(message_of(item), item.rule, mark, _SEVERITIES[item.severity], item.span, places)
        for item, mark in zip(outcome.findings, fingerprints(outcome), strict=True)
    ]
    for message in outcome.unread:
        item = message.diagnostic
        text = f"{item.code}\0{item.span}\0{item.message}"
        mark = blake2b(text.encode(), digest_size=16).hexdigest()
        issues.append(_issue(message.sentence, item.code, mark, "blocker", item.span, places))
    return json.dumps(issues, indent=1) + "\n"


def _issue(
    message: str, rule: str, fingerprint: str, severity: str, span: Span, places: RepositoryPaths
) -> dict[str, Any]:
    return {
        "description": message,
        "check_name": f"sad {rule}",
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": places.path(span.file), "lines": {"begin": span.line}},
    }
