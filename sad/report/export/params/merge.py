"""Bringing a parameter document up to date: descriptions change, what people wrote stays."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.profiles.params_document import PARAMETERS, SIZES, VANISHED
from sad.profiles.params_file import DESCRIPTIVE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.diagnostics import Diagnostics
    from sad.evaluation.names import Names
    from sad.profiles.params_document import ParamsDocument
    from sad.report.export.params.build import Built
    from sad.report.export.params.rows import ParamRow

_WORD = re.compile(r"[A-Za-z_$][\w$]*(?:[.@][\w$]+)*")
_ALIKE = 0.75  # from here on two constructs are probably the same one


def merge(
    document: ParamsDocument,
    rows: Sequence[ParamRow],
    names: Names,
    path_of: Callable[[str], str],
) -> dict[str, str]:
    """Update a document's entries; return those that vanished with the name each probably has now.

    Entries under a short name get their long one. Values, origins, samples and comments stay, new
    parameters go where they stand in the source, and what the program has no more moves to
    ``vanished``. ``path_of`` gives the name of a source file in the document. Names that only other
    values use, or that are inputs no count needs, stay as they are.
    """
    wanted = {row.name: row for row in rows}
    known = set(document.names(PARAMETERS)) | set(document.names(SIZES))
    for name in sorted(known - wanted.keys()):
        symbol = names.find(name)
        if symbol in wanted and document.section_of(symbol) is None:
            document.rename(name, symbol)
    known = set(document.names(PARAMETERS)) | set(document.names(SIZES))
    kept = _other_names(names, document)
    gone = [
        name
        for section in (SIZES, PARAMETERS)
        for name in document.names(section)
        if name not in wanted and name not in kept
    ]
    fresh = [row for row in rows if row.name not in known]
    likely = _likely({name: document.entry(name) for name in gone}, fresh)
    last: dict[str, str] = {}
    for row in rows:
        _put(document, row, path_of, last.get(row.section))
        last[row.section] = row.name
    for name in gone:
        document.move(name, VANISHED)
    return likely


def _put(
    document: ParamsDocument, row: ParamRow, path_of: Callable[[str], str], after: str | None
) -> None:
    fields = row.fields(path_of(row.span.file) if row.span is not None else "")
    old = document.entry(row.name)
    if "value" not in old:
        fields["value"] = None
    section = document.section_of(row.name)
    at = None
    if section in (None, VANISHED) and after != document.last_name(row.section):
        order = document.names(row.section)
        at = order.index(after) + 1 if after in order else 0
    document.drop_fields(row.name, [key for key in DESCRIPTIVE if key in old and key not in fields])
    document.set_entry(row.name, fields, row.section, at)


def _other_names(names: Names, document: ParamsDocument) -> set[str]:
    """Names that mean something without being parameters of the export: other names of the program,
    and what the values of those that mean something use.
    """
    values = {
        name: str(document.entry(name).get("value") or "")
        for section in (SIZES, PARAMETERS)
        for name in document.names(section)
    }
    by_key = {names.key(name): name for name in values}
    found = {name for name in values if names.find(name) is not None or names.is_input(name)}
    left = list(found)
    while left:
        for word in _WORD.findall(values[left.pop()]):
            other = by_key.get(names.key(word))
            if other is not None and other not in found:
                found.add(other)
                left.append(other)
    return found


def _likely(gone: Mapping[str, Mapping[str, object]], fresh: Sequence[ParamRow]) -> dict[str, str]:
    """The new parameter that each vanished one probably is now; empty if none is like it.

    Alike are the line of the source and the name; kinds are the same. Each new one is meant once.
    """
    pairs = [
        (likeness, name, row.name)
        for name, entry in gone.items()
        for row in fresh
        if (likeness := _likeness(name, entry, row)) >= _ALIKE
    ]
    found = dict.fromkeys(gone, "")
    for _, name, now in sorted(pairs, reverse=True):
        if not found[name] and now not in found.values():
            found[name] = now
    return found


def _likeness(name: str, entry: Mapping[str, object], row: ParamRow) -> float:
    source, kind = str(entry.get("source") or ""), str(entry.get("kind") or "")
    if kind and row.kind != kind:
        return 0.0
    of_names = SequenceMatcher(None, name, row.name).ratio()
    if not source or not row.source:
        return of_names
    return (of_names + SequenceMatcher(None, source, row.source).ratio()) / 2


def changed_lines(document: ParamsDocument, rows: Sequence[ParamRow]) -> dict[str, str]:
    """Return entries with a value whose source line is another one now, with the line as it was.

    Names such as ``if2`` count: where a branch goes, the next one gets its name, and the value.
    """
    found: dict[str, str] = {}
    for row in rows:
        entry = document.entry(row.name)
        old = entry.get("source")
        if not isinstance(old, str) or entry.get("value") is None or not row.source:
            continue
        if "".join(old.split()).lower() != "".join(row.source.split()).lower():
            found[row.name] = old
    return found


def report_vanished(built: Built, diagnostics: Diagnostics, *, with_lines: bool) -> None:
    """Warn about entries that moved to ``vanished`` (SAD722), or whose line changed (SAD724)."""
    document = built.document
    for name, old in built.changed.items():
        now = document.entry(name).get("source")
        span = Span.at(document.file, document.line(name) if with_lines else 1)
        message = f"the line of {name} was {old!r} and is {now!r} now; its value stays"
        diagnostics.warning("SAD724", message, span, "check that the value still fits")
    for name, now in built.vanished.items():
        place = document.entry(name).get("place")
        was = f" (it was at {place})" if isinstance(place, str) else ""
        hint = "its entry is kept under 'vanished'; remove it there if it is of no use"
        if now:
            hint = f"is it {now} now? then move its value there from 'vanished'"
        message = f"the program has no parameter {name} any more{was}"
        span = Span.at(document.file, document.line(name) if with_lines else 1)
        diagnostics.warning("SAD722", message, span, hint)
