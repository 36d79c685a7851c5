"""Why a count, a probability or a parameter is what it is."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.poly import ONE
from sad.diagnostics import argument_error
from sad.evaluation.assume import SENTENCES
from sad.model.nodes import Loop
from sad.model.parameters import Class, Kind, Parameter
from sad.model.walks.parts import nodes_of
from sad.report.annotate import line_costs
from sad.report.explain_value import (
    called_lines,
    definitions,
    explain_bindings,
    explain_definitions,
    explain_inputs,
    inputs,
)
from sad.report.units import number_text, seconds_text, share_text, times_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.algebra.poly import Poly
    from sad.model.expand import BlockCount
    from sad.model.nodes import UnitDescription
    from sad.model.walks.terms import Factor
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


# Why a line runs as often as it does: loops, conditions and calls that make its count.


def explain_line(view: View, file: str, line: int) -> Iterator[str]:
    """Yield the explanation of a line; SAD506 if no executable statement starts there."""
    costs = line_costs(view)
    found = file if file in costs else _same_name(file, list(costs))
    cost = costs.get(found, {}).get(line) if found is not None else None
    if found is None or cost is None:
        where = f"no executable statement starts at {file}:{line}"
        lines = sorted(costs.get(found or "", {}))
        near = min(lines, key=lambda number: abs(number - line), default=None)
        files = f"files: {', '.join(sorted(costs)[:4])}"
        hint = f"the nearest one is at line {near}" if near is not None else files
        raise argument_error("SAD506", where, hint)
    yield f"{found}:{line}: {view.source_line(found, line)}"
    value = "" if cost.value is None else f" = {number_text(cost.value)}"
    yield f"  count     {view.formula(cost.count)}{value}"
    why = "it depends on unresolved parameters"
    if cost.assumed:
        why = f"it holds if {' and '.join(SENTENCES[name] for name in cost.assumed)}"
    elif view.model.is_exact(cost.count):
        why = "the statement is not modelled"
    yield f"  exact     {'yes' if cost.exact else f'no: {why}'}"
    yield from _recurrences(view, cost.count)
    for sentence in view.conditions():
        yield f"  if        {sentence}"
    if cost.seconds is not None:
        yield f"  time      {seconds_text(cost.seconds)}, share {share_text(cost.share)}"
    blocks = [
        block
        for block in view.model.expansion.blocks
        for item in block.block.lines
        if item.starts and (item.span.file, item.span.line) == (found, line)
    ]
    if not blocks:
        yield "  because   control never reaches it"
    for block in blocks:
        yield from _explain_block(view, block)
    yield from _watched(view)


def _recurrences(view: View, count: Poly) -> Iterator[str]:
    """Yield what the recurrences in a count are."""
    shown: dict[str, None] = {}
    for symbol in sorted(atoms.atoms_inside([count])):
        atom = atoms.definition(symbol)
        if isinstance(atom, atoms.Recurrence):
            shown.update(dict.fromkeys(view.printer.equations(atom)))
    for text in shown:
        yield f"  where     {text}"


def _watched(view: View) -> Iterator[str]:
    """Yield what values were, in the run of the slice, that decide how often the line runs."""
    found = view.model.evaluated
    values = () if found is None else found.watched
    for item in sorted(values, key=lambda item: item.span.line):
        yield f"  value     line {item.span.line}: {item.name} {item.text}"


def _same_name(file: str, known: list[str]) -> str | None:
    matches = [item for item in known if Path(item).name == Path(file).name]
    if len(matches) == 1:
        return matches[0]
    close = get_close_matches(file, known, 1)
    return close[0] if close and not matches else None


def _explain_block(view: View, block: BlockCount) -> Iterator[str]:
    unit = block.unit
    entered = view.model.expansion.activations[unit.name]
    yield f"  unit      {unit.name}, entered {times_text(view.formula(entered))}"
    yield from called_lines(view, unit)
    loops = {item.id: item for item in reversed([*nodes_of(unit.tree, Loop)])}
    around = [(item, True) for item in block.loops] + [(item, False) for item in block.branches]
    for factor, is_loop in sorted(around, key=lambda item: (item[0].span.line, item[0].id)):
        if is_loop:
            yield from _loop(view, unit, factor, loops.get(factor.id))
        else:
            yield f"  condition {_place(view, factor)}{_arm(factor)}: {_truth(view, factor.value)}"
        yield from _traced(view, unit, factor)


def _place(view: View, factor: Factor) -> str:
    span = factor.span
    return f"{factor.id}, line {span.line}: {view.source_line(span.file, span.line)}"


def _arm(factor: Factor) -> str:
    return f" ({factor.label})" if factor.label else ""


# --- loops -----------------------------------------------------------------------------------------


def _loop(view: View, unit: UnitDescription, factor: Factor, loop: Loop | None) -> Iterator[str]:
    yield f"  loop      {_place(view, factor)}: {view.formula(factor.value)} times"
    if loop is None:
        return
    index, name = loop.index, loop.variable
    if name is not None and unit.labels.get(index.name) == name:
        yield f"              {name} = {view.formula(index.first)}..{view.formula(index.last)}"
    parameter = view.model.names.parameters.get(loop.parameter or "")
    if parameter is not None:
        most = "" if loop.limit is None else f", at most {view.formula(loop.limit)}"
        yield f"              only a run can tell: {parameter.reason}{most}"


# --- conditions --------------------------------------------------------------------------------------


def _truth(view: View, value: Poly) -> str:
    """When an arm is taken, and how that is known."""
    if value == ONE:
        return "always taken"
    text = view.formula(value)
    if view.model.is_exact(value):
        exact = text[1:-1] if text.startswith("[") and text.find("]") == len(text) - 1 else text
        return f"taken where {exact}, exactly"
    names = view.model.names
    found = [names.parameters.get(symbol) for symbol in sorted(atoms.free_symbols(value))]
    tests = [item.tests for item in found if item is not None and item.kind is Kind.PROBABILITY]
    about = f": tests {tests[0]}" if tests and tests[0] else ""
    return f"probability {text}; only a run can tell{about}"


def _traced(view: View, unit: UnitDescription, factor: Factor) -> Iterator[str]:
    """Traced variables in a construct's own line, with what they are there."""
    text = view.source_line(factor.span.file, factor.span.line).upper()
    words = set("".join(char if char.isalnum() or char == "_" else " " for char in text).split())
    last: dict[str, str] = {}
    for item in unit.definitions:
        name, span = item.variable, item.span
        if name in words and span.file == factor.span.file and span.line < factor.span.line:
            last[name] = f"{name} = {view.formula(item.value)} (line {span.line})"
    for line in last.values():
        yield f"              {line}"
