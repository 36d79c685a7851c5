"""Bringing a parameter document up to date: descriptions change, what people wrote stays."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.diagnostics import Span
from sad.mapping.bound import unknown_calls
from sad.model.parameters import Class, Kind, Parameter
from sad.profiles.params_document import PARAMETERS, SIZES, VANISHED
from sad.profiles.params_file import DESCRIPTIVE
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sad.algebra.poly import Poly
    from sad.diagnostics import Diagnostics
    from sad.evaluation.names import Names
    from sad.profiles.params_document import ParamsDocument
    from sad.profiles.yaml_edit import YamlValue
    from sad.report.export.params.build import Built
    from sad.report.view import View


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


@record
class ParamRow:
    """One parameter. ``span`` is None for the time of a call whose procedure is not in the source.

    ``lower`` and ``upper`` are formulas over other parameters, empty if nothing is known; ``depends``
    are the names in them and in what defines the parameter.
    """

    name: str
    section: str
    alias: str
    kind: Kind
    cls: Class
    type: Coding
    unit: str
    span: Span | None
    source: str
    lower: str
    upper: str
    reason: str
    tests: str
    depends: tuple[str, ...]

    def fields(self, path: str) -> dict[str, YamlValue]:
        """Return the fields of a document's entry; ``path`` is the file as the document names it."""
        found: dict[str, YamlValue] = {
            "alias": self.alias,
            "kind": str(self.kind),
            "type": "" if self.type is Coding.INTEGER else str(self.type),
            "class": str(self.cls),
            "unit": self.unit,
            "place": "" if self.span is None else f"{path}:{self.span.line}",
            "source": self.source,
            "lower": _number_or_text(self.lower),
            "upper": _number_or_text(self.upper),
            "reason": self.reason,
            "tests": self.tests,
            "depends": list(self.depends),
        }
        return {key: value for key, value in found.items() if value not in ("", [])}


def _number_or_text(text: str) -> YamlValue:
    return int(text) if text.lstrip("-").isdecimal() else text


def rows(view: View, *, with_calls: bool) -> list[ParamRow]:
    """Return the parameters that counts depend on, sizes and others, in source order.

    Without an entry no aliases are given: they would change
    with every unit. ``with_calls`` adds the times of calls that are not in the source.
    """
    model = view.model
    found = [
        _row(view, parameter)
        for symbol in model.symbols
        if (parameter := model.names.parameters.get(symbol)) is not None
        and parameter.cls in (Class.DIRECT, Class.INDETERMINATE)
    ]
    if with_calls:
        found.extend(_calls(view))
    return found


def _row(view: View, parameter: Parameter) -> ParamRow:
    names, symbol, span = view.model.names, parameter.symbol, parameter.span
    direct = parameter.cls is Class.DIRECT
    alias = names.aliases.get(symbol, "") if view.model.entry is not None else ""
    if direct:
        label = names.label(symbol)
        alias = label if label != symbol else ""
    formulas = [item for item in (parameter.limit, parameter.definition) if item is not None]
    upper = "1" if parameter.kind is Kind.PROBABILITY else ""
    if parameter.limit is not None:
        upper = view.printer.poly(parameter.limit)
    return ParamRow(
        symbol,
        SIZES if direct else PARAMETERS,
        alias,
        parameter.kind,
        parameter.cls,
        parameter.type,
        parameter.unit,
        span,
        view.source_line(span.file, span.line),
        "" if parameter.lower is None else str(parameter.lower),
        upper,
        parameter.reason,
        parameter.tests,
        _names_in(view, formulas),
    )


def _names_in(view: View, formulas: list[Poly]) -> tuple[str, ...]:
    symbols = frozenset[str]().union(*map(atoms.free_symbols, formulas))
    return tuple(sorted(map(view.name, symbols)))


def _calls(view: View) -> Iterator[ParamRow]:
    for call in unknown_calls(view.model.expansion):
        yield ParamRow(
            call.symbol,
            PARAMETERS,
            "",
            Kind.SECONDS,
            Class.INDETERMINATE,
            Coding.INTEGER,
            call.name,
            None,
            "",
            "0",
            "",
            "the time of one call [s]; not in the source",
            "",
            (),
        )
