"""An outcome as JSON, schema ``sad-check/1`` (docs/schema/sad-check-1.json)."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from sad.version import tool_version

if TYPE_CHECKING:
    from sad.checks.outcome import Change, Finding, Outcome
    from sad.diagnostics import Diagnostic, Span

SCHEMA = "sad-check/1"
Json = Any


def json_outcome(outcome: Outcome) -> str:
    """Return the outcome as JSON text."""
    return json.dumps(outcome_value(outcome), indent=1) + "\n"


def outcome_value(outcome: Outcome) -> Json:
    """Return the outcome as a JSON value."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "sad", "version": tool_version()},
        "baseline": outcome.baseline or None,
        "subject": outcome.subject,
        "rules": list(outcome.rules),
        "coverage": outcome.coverage,
        "changes": [_change(item) for item in outcome.changes],
        "findings": [_finding(item) for item in outcome.findings],
        "diagnostics": [_diagnostic(item) for item in outcome.diagnostics],
    }


def _change(change: Change) -> Json:
    return {
        "unit": change.unit.name,
        "was": change.renamed_from or None,
        **_place(change.unit.span),
        "verdict": str(change.verdict),
        "headline": change.headline,
        "reason": change.reason,
        "changed_line": None if change.where is None else change.where.line,
        "measure": change.measure,
        "difference": change.difference,
        "proof": change.proof,
        "crossover": change.crossover,
        "relative": _finite(change.relative),
        "lines": [
            {**_place(line.span), "text": line.text, "difference": line.difference}
            for line in change.lines
        ],
        "seconds": {name: {"old": old, "new": new} for name, (old, new) in change.seconds.items()},
        "notes": list(change.notes),
    }


def _finite(value: float | None) -> float | None:
    """A number that JSON can hold: what grew from nothing has no share."""
    return value if value is not None and isfinite(value) else None


def _finding(finding: Finding) -> Json:
    return {
        "rule": finding.rule,
        "severity": str(finding.severity),
        "unit": finding.unit or None,
        "message": finding.message,
        **_place(finding.span),
    }


def _diagnostic(item: Diagnostic) -> Json:
    return {
        "code": item.code,
        "severity": str(item.severity),
        "message": item.message,
        **_place(item.span),
        "hint": item.hint,
    }


def _place(span: Span) -> Json:
    return {"file": span.file, "line": span.line, "end_line": span.end_line}
