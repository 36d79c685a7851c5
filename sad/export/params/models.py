"""Functions that another tool made of its measurements, put into a parameter document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.model.parameters import Class
from sad.profiles.params_document import PARAMETERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.evaluation.names import Names
    from sad.profiles.params_document import ParamsDocument


def put_models(
    document: ParamsDocument,
    names: Names,
    models: Mapping[str, tuple[str, str]],
    diagnostics: Diagnostics,
) -> list[str]:
    """Write each function as the value of its parameter; return the names of these.

    ``models`` are expressions, each with the file it is from, by parameter. A warning, SAD744, says
    that the program has no such unresolved parameter.
    """
    written: list[str] = []
    for name, (text, path) in models.items():
        symbol = names.find(name)
        parameter = names.parameters.get(symbol or "")
        if symbol is None or parameter is None or parameter.cls is not Class.INDETERMINATE:
            message = f"a model of {name}, which is no unresolved parameter of the program"
            diagnostics.warning("SAD744", message, Span.at(path), names.suggestion(name))
            continue
        fields = {"value": text, "spread": None, "origin": "profile", "fit": "a model of Extra-P"}
        document.set_entry(symbol, fields, section=PARAMETERS)
        written.append(symbol)
    return written
