"""Messages and places as JSON and back."""

from __future__ import annotations

from typing import Any

from sad.diagnostics import Diagnostic, Severity, Span

Json = Any


def span_to_json(span: Span) -> Json:
    """Return a place as JSON."""
    return [span.file, span.line, span.end_line, span.column]


def span_from_json(value: Json) -> Span:
    """Return the place in a JSON value."""
    return Span(*value)


def diagnostic_to_json(item: Diagnostic) -> Json:
    """Return a message as JSON."""
    return [item.code, item.severity, item.message, span_to_json(item.span), item.hint]


def diagnostic_from_json(value: Json) -> Diagnostic:
    """Return the message in a JSON value."""
    code, severity, message, span, hint = value
    return Diagnostic(code, Severity(severity), message, Span(*span), hint)
