"""Measured values in a parameter document, as they were imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.counts import Sample
from sad.profiles.params_document import PARAMETERS, SIZES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.evaluation.names import Names
    from sad.profiles.params_document import ParamsDocument
    from sad.profiles.yaml_text import Plain


def measured_samples(document: ParamsDocument, names: Names) -> dict[str, list[Sample]]:
    """Return the samples of a program's parameters by long name, in the order of the document.

    Raises ``SadError`` SAD726 if there are none.
    """
    found: dict[str, list[Sample]] = {}
    for section in (SIZES, PARAMETERS):
        for name in document.names(section):
            symbol, samples = names.find(name), samples_in(document.entry(name))
            if symbol is not None and samples:
                found.setdefault(symbol, []).extend(samples)
    if not found:
        hint = "sad params import and sad profile write them"
        raise input_error(
            "SAD726", "no measured values of this program", Span.at(document.file), hint
        )
    return found


def samples_in(entry: Mapping[str, Plain]) -> list[Sample]:
    """Return an entry's samples; what is no sample is left aside, a person may have written it."""
    found: list[Sample] = []
    value = entry.get("samples")
    for item in value if isinstance(value, list) else []:
        if not isinstance(item, dict):
            continue
        at, run = item.get("at") or {}, item.get("run")
        taken, reached = _number(item.get("taken")), _number(item.get("reached", "1"))
        if isinstance(at, dict) and taken is not None and reached is not None:
            sizes = {name: _number(text) for name, text in at.items()}
            known = {name: number for name, number in sizes.items() if number is not None}
            found.append(Sample(known, taken, reached, run if isinstance(run, str) else ""))
    return found


def _number(text: Plain) -> float | None:
    """A number as a document has it; None if it is none."""
    try:
        return float(text) if isinstance(text, str) else None
    except ValueError:
        return None
