"""Why a count, a probability or a parameter is what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.diagnostics import argument_error
from sad.model.parameters import Class, Kind, Parameter
from sad.report.explain_line import explain_line
from sad.report.explain_value import (
    definitions,
    explain_bindings,
    explain_definitions,
    explain_inputs,
    inputs,
)
from sad.report.units import number_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.report.view import View

MEANING = {
    Kind.SIZE: "an input the counts use as it is",
    Kind.TRIP_COUNT: "how often the loop's body starts each time the loop is entered, on average",
    Kind.PROBABILITY: "how often the branch is taken, of the times it is reached",
    Kind.VALUE: "an integer value that tracing could not express",
    Kind.SECONDS: "seconds in one call",
}
"""What a parameter of a kind measures."""
_PLACES = 12


def explain(view: View, target: str) -> str:
    """Return the explanation of ``FILE:LINE`` or of a name; SAD506 if it is neither."""
    file, colon, line = target.rpartition(":")
    if colon and line.isdecimal():
        return "\n".join(explain_line(view, file, int(line))) + "\n"
    symbol = view.model.names.find(target)
    if symbol is not None:
        return "\n".join(_explain_symbol(view, symbol)) + "\n"
    defined = definitions(view, target)
    if defined:
        return "\n".join(explain_definitions(view, defined)) + "\n"
    bound = inputs(view, target)
    if bound:
        return "\n".join(explain_inputs(view, bound)) + "\n"
    hint = view.model.names.suggestion(target)
    if target.isdecimal():
        hint = f"a line is FILE:LINE, for instance {view.model.description.files[0]}:{target}"
    raise argument_error("SAD506", f"{target!r} is no parameter, variable or FILE:LINE here", hint)


# --- parameters ----------------------------------------------------------------------------------


def _explain_symbol(view: View, symbol: str) -> Iterator[str]:
    names = view.model.names
    parameter = names.parameters.get(symbol)
    alias = names.aliases.get(symbol)
    yield f"{names.label(symbol)}{f' ({alias})' if alias else ''}"
    if parameter is not None:
        yield from _describe(view, parameter)
    value = view.model.values.get(symbol)
    if value is not None:
        shown = (
            view.value(symbol) if view.coding(symbol) is not Coding.INTEGER else number_text(value)
        )
        note = view.model.notes.get(symbol)
        origin = view.model.origins[symbol]
        yield f"  value     {shown} (from: {origin}{f', {note}' if note else ''})"
    elif symbol in view.model.open:
        yield f"  value     {view.given(symbol)} (from: {view.model.origins[symbol]})"
    yield from explain_bindings(view, symbol)
    yield from _uses(view, symbol)


def _describe(view: View, parameter: Parameter) -> Iterator[str]:
    span = parameter.span
    yield f"  what      {MEANING[parameter.kind]}"
    yield f"  class     {parameter.cls}: {parameter.reason}"
    yield f"  where     {span.file}:{span.line}: {view.source_line(span.file, span.line)}"
    if parameter.tests:
        yield f"  tests     {parameter.tests}"
    if parameter.limit is not None:
        yield f"  at most   {view.formula(parameter.limit)} (the loop's own bounds)"
    if parameter.cls is Class.INDETERMINATE:
        yield "  resolve   set it (--set), or put a measured value into a file (--params)"


def _uses(view: View, symbol: str) -> Iterator[str]:
    places = [
        block for block in view.model.expansion.blocks if symbol in view.model.rests_on(block)
    ]
    yield f"  governs   {len(places)} blocks"
    for block in places[:_PLACES]:
        line = block.block.lines[0].span
        yield f"    {block.unit.name} {line.file}:{line.line}  count {view.formula(block.count)}"
    if len(places) > _PLACES:
        yield f"    ... {len(places) - _PLACES} more"
