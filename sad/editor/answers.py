"""Answers to an editor's questions about a file: lenses, hints, actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from sad.editor.messages import messages_of

if TYPE_CHECKING:
    from sad.editor.session import Document

SET, EXPLAIN = "sad.set", "sad.explain"
"""The commands: ``SET`` URI NAME VALUE (none takes it back), ``EXPLAIN`` URI LINE (from 1)."""


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
