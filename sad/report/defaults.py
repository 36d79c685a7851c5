"""The values that nobody gave: defaults by published heuristics, each with where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.profiles.settings import Origin
from sad.records import record

if TYPE_CHECKING:
    from sad.algebra.evaluate import Number
    from sad.model.parameters import Parameter
    from sad.report.view import View


@record
class DefaultRow:
    """One default: the parameter, its ``value`` and the heuristics it is ``by``."""

    alias: str
    parameter: Parameter
    label: str
    value: Number
    by: str


def default_rows(view: View) -> list[DefaultRow]:
    """Return the defaults in source order, those included that decide a branch once and for all."""
    model = view.model
    return [
        DefaultRow(
            model.names.aliases.get(symbol, ""),
            parameter,
            model.names.label(symbol),
            model.values[symbol],
            model.notes[symbol],
        )
        for symbol, parameter in model.names.parameters.items()
        if symbol in model.notes and model.origins.get(symbol) is Origin.DEFAULT
    ]
