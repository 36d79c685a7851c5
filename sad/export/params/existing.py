"""The file that ``-o`` names, if it is there already: a parameter document, or nothing of ours."""

from __future__ import annotations

import os
import re
from typing import NoReturn

from sad.diagnostics import SadError, Span, input_error
from sad.export.instrument_lists import MARK
from sad.export.params.data import document_of_csv
from sad.profiles.fitting.extrap_write import START
from sad.profiles.params_document import ParamsDocument
from sad.profiles.params_file import params_in, params_text

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
