"""Answers to an editor's questions about a file: diagnostics, lenses, hints, actions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from sad.diagnostics import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.diagnostics import Diagnostic
    from sad.editor.places import ProtocolPlaces
    from sad.editor.records import Analysis
    from sad.editor.session import Document


SET, EXPLAIN = "sad.set", "sad.explain"
"""The commands: ``SET`` URI NAME VALUE (none takes it back), ``EXPLAIN`` URI LINE (from 1)."""
SOURCE = "sad"
_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}


def diagnostics(document: Document) -> list[lsp.Diagnostic]:
    """Return the diagnostics of a file."""
    if document.latest is None:
        return []
    return list(messages_of(document.latest, document.places))


def code_lenses(document: Document) -> list[lsp.CodeLens]:
    """Return the costs of units and counts of loops."""
    if document.shown is None:
        return []
    return [
        lsp.CodeLens(
            document.places.range(note.line, note.line),
            lsp.Command(note.text, EXPLAIN, arguments=[document.uri, note.line]),
        )
        for note in document.current(document.shown.lenses)
    ]


def inlay_hints(document: Document, wanted: lsp.Range) -> list[lsp.InlayHint]:
    """Return the counts of the lines in a range."""
    if document.shown is None:
        return []
    return [
        lsp.InlayHint(
            document.places.end(note.line),
            note.text,
            tooltip=note.full,
            padding_left=True,
        )
        for note in document.current(document.shown.hints)
        if wanted.start.line <= note.line - 1 <= wanted.end.line
    ]


def code_actions(document: Document, wanted: lsp.Range) -> list[lsp.CodeAction]:
    """Return what can be set for the parameters of the lines in a range."""
    if document.latest is None:
        return []
    given = {name.lower(): value for name, value in document.values.items()}
    own = diagnostics(document)
    found: list[lsp.CodeAction] = []
    for note in document.latest.parameters:
        if not wanted.start.line <= note.line - 1 <= wanted.end.line:
            continue
        set_before = given.get(note.name.lower())
        for value in note.offered:
            if value != set_before:
                fixes = [item for item in own if item.code == note.name]
                title = f"sad: set {note.shown} = {value}"
                found.append(_action(document, title, note.name, value, fixes))
        if set_before is not None:
            title = f"sad: take back {note.shown} = {set_before}"
            found.append(_action(document, title, note.name, None, []))
    return found


def _action(
    document: Document, title: str, name: str, value: str | None, fixes: list[lsp.Diagnostic]
) -> lsp.CodeAction:
    return lsp.CodeAction(
        title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=fixes or None,
        command=lsp.Command(title, SET, arguments=[document.uri, name, value]),
    )


def messages_of(analysis: Analysis, places: ProtocolPlaces) -> Iterator[lsp.Diagnostic]:
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
