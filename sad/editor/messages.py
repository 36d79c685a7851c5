"""Diagnostics of the protocol: what the tool says of a file, and the parameters without a value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from sad.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.diagnostics import Diagnostic
    from sad.editor.places import Places
    from sad.editor.records import Analysis

SOURCE = "sad"
_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}


def messages_of(analysis: Analysis, places: Places) -> Iterator[lsp.Diagnostic]:
    """Yield the diagnostics of one file, those about what it includes at its first line."""
    others = analysis.view.model.description.files if analysis.view is not None else ()
    for item in analysis.messages:
        if item.span.file == analysis.path:
            span = item.span
            yield _message(item, places.range(span.line, span.end_line, span.column), item.message)
        elif item.span.file not in others:  # another file of the program has its own
            is_file = not item.span.file.startswith("<")
            text = f"{item.span}: {item.message}" if is_file else item.message
            yield _message(item, places.range(1, 1), text)
    for note in analysis.parameters:
        if note.is_open:
            yield lsp.Diagnostic(
                places.range(note.line, note.end_line, note.column),
                note.message,
                severity=lsp.DiagnosticSeverity.Information,
                code=note.name,
                source=SOURCE,
            )


def _message(item: Diagnostic, place: lsp.Range, text: str) -> lsp.Diagnostic:
    related = None
    if text != item.message and Path(item.span.file).is_file():
        line = item.span.line - 1
        where = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 0))
        uri = Path(item.span.file).resolve().as_uri()
        related = [lsp.DiagnosticRelatedInformation(lsp.Location(uri, where), item.message)]
    return lsp.Diagnostic(
        place,
        f"{text}\nhint: {item.hint}" if item.hint else text,
        severity=_SEVERITIES[item.severity],
        code=item.code,
        source=SOURCE,
        related_information=related,
    )
