"""Parameter documents as data for other programs: JSON, schema ``sad-params/1``, and CSV (RFC 4180)."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from typing import TYPE_CHECKING, Any, NoReturn

from sad.diagnostics import SadError, Span, input_error
from sad.profiles.fitting.extrap_json import START
from sad.profiles.params_document import SECTIONS, ParamsDocument
from sad.profiles.params_file import (
    BRANCHES,
    COUNTS,
    FIELDS,
    JSON_SCHEMA,
    MISSES,
    SIMULATED,
    TOGETHER,
    params_in,
    params_text,
)
from sad.report.export.instrument import MARK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.profiles.yaml_edit import Plain, YamlValue

Json = Any
_NUMBERS = frozenset(("governs", "lower", "upper", "taken", "reached", "last", MISSES))
_LONG = ("place", "samples", MISSES, SIMULATED, "comment")
_SHORT = tuple(field for field in FIELDS if field not in _LONG)
COLUMNS = ("name", "section", "file", "line", *_SHORT)
_SEPARATOR = "; "


def params_json(document: ParamsDocument) -> str:
    """Return a document as JSON; ``sad`` reads it with ``--params`` as it is."""
    value: dict[str, Json] = {"schema": JSON_SCHEMA, "about": document.header}
    for section in SECTIONS:
        entries = {name: _entry(section, document.entry(name)) for name in document.names(section)}
        if entries or section != BRANCHES:
            value[section] = entries
    for section in (COUNTS, TOGETHER):
        entries = document.whole(section)
        if entries:
            value[section] = {name: _typed(section, item) for name, item in entries.items()}
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _entry(section: str, fields: Mapping[str, Plain]) -> Json:
    whole = dict(fields) if section == BRANCHES else {"value": None, **fields}
    return {key: _typed(key, whole[key]) for key in FIELDS if key in whole}


def _typed(key: str, value: Plain) -> Json:
    """Numbers as numbers, where a number is meant; a parameter's value stays the text it is."""
    if isinstance(value, dict):
        return {
            name: _typed("taken" if key == "at" else name, item) for name, item in value.items()
        }
    if isinstance(value, list):
        return [_typed(key, item) for item in value]
    if value is None or key not in _NUMBERS:
        return value
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value


def params_csv(document: ParamsDocument) -> str:
    """Return a document as CSV with a header and one row for each entry.

    Samples and rates of mispredictions are left out.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for section in (item for item in SECTIONS if item != BRANCHES):
        for name in document.names(section):
            fields = document.entry(name)
            file, _, line = str(fields.get("place") or "").rpartition(":")
            row = {key: _cell(fields.get(key)) for key in _SHORT}
            writer.writerow({**row, "name": name, "section": section, "file": file, "line": line})
    return out.getvalue()


def _cell(value: Plain) -> str:
    if isinstance(value, list):
        return _SEPARATOR.join(str(item) for item in value)
    return "" if value is None else str(value)


def document_of_csv(text: str, file: str) -> ParamsDocument | None:
    """Return what a CSV of ``params_csv`` holds; None if the text has another header."""
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        if tuple(reader.fieldnames or ()) != COLUMNS:
            return None
        document = ParamsDocument.new({}, file)
        for row in reader:
            kept = ("kind", "source", "value", "origin", "fit")
            fields: dict[str, YamlValue] = {key: row[key] for key in kept if row[key]}
            if row["file"]:
                fields["place"] = f"{row['file']}:{row['line']}"
            section = row["section"] if row["section"] in SECTIONS else SECTIONS[1]
            document.set_entry(row["name"], fields, section)
    except (csv.Error, KeyError, TypeError):
        return None
    return document


# The file that ``-o`` names, if it is there already: a parameter document, or nothing of ours.


_OURS = re.compile(
    r"""^[{\s]*["']?(about|sizes|parameters|branches|vanished)["']?\s*:""", re.MULTILINE
)


def existing_document(output: str | None, form: str) -> ParamsDocument | None:
    """Return the document to bring up to date; None if a new one is to be written.

    Raises ``SadError``: SAD720 if the file holds something else, which is not overwritten, and what
    ``ParamsDocument.read`` raises if it is a parameter file that cannot be understood.
    """
    if output is None or not os.path.isfile(output):
        return None
    try:
        text = params_text(output)
    except SadError as error:
        if error.diagnostic.message.endswith("text"):
            _refuse(output, form)
        raise
    if not text.strip():
        return None
    if form == "yaml":
        return _yaml(text, output)
    if form == "json":
        return _yaml(text, output) if text.lstrip().startswith("{") else _refuse(output, form)
    if form == "csv":
        return document_of_csv(text, output) or _refuse(output, form)
    mark = START if form == "extrap" else MARK
    return None if text.startswith(mark) else _refuse(output, form)


def _yaml(text: str, output: str) -> ParamsDocument:
    try:
        params_in(text, output)
    except SadError:
        if not _OURS.search(text):
            _refuse(output, "yaml")
        raise
    return ParamsDocument.read(output)


def _refuse(output: str, form: str) -> NoReturn:
    what = "no parameter file" if form == "yaml" else f"nothing that --format {form} has written"
    hint = "name another file, or remove this one"
    raise input_error("SAD720", f"exists and is {what}; not overwritten", Span.at(output), hint)
