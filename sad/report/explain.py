"""Why a count, a probability or a parameter is what it is."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.codes import Coding
from sad.description.parameters import Class, Kind, Parameter
from sad.diagnostics import argument_error
from sad.report.annotate import line_costs
from sad.report.json_report import number_value
from sad.report.units import seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.findings import Definition
    from sad.description.expand import BlockCount
    from sad.description.terms import Factor
    from sad.description.tree import UnitDescription
    from sad.report.view import View

_MEANING = {
    Kind.SIZE: "an input the counts use as it is",
    Kind.TRIP_COUNT: "how often the loop's body starts each time the loop is entered, on average",
    Kind.PROBABILITY: "how often the branch is taken, of the times it is reached",
    Kind.VALUE: "an integer value that tracing could not express",
    Kind.SECONDS: "seconds in one call",
}
_PLACES = 12


def explain(view: View, target: str) -> str:
    """Return the explanation of ``FILE:LINE`` or of a name; SAD506 if it is neither."""
    file, colon, line = target.rpartition(":")
    if colon and line.isdecimal():
        return "\n".join(_explain_line(view, file, int(line))) + "\n"
    symbol = view.model.names.find(target)
    if symbol is not None:
        return "\n".join(_explain_symbol(view, symbol)) + "\n"
    defined = list(_definitions(view, target))
    if defined:
        return "\n".join(_explain_variable(view, defined)) + "\n"
    hint = view.model.names.suggestion(target)
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
            view.value(symbol) if view.coding(symbol) is not Coding.INTEGER else number_value(value)
        )
        yield f"  value     {shown} (from: {view.model.origins[symbol]})"
    yield from _uses(view, symbol)


def _describe(view: View, parameter: Parameter) -> Iterator[str]:
    span = parameter.span
    yield f"  what      {_MEANING[parameter.kind]}"
    yield f"  class     {parameter.cls}: {parameter.reason}"
    yield f"  where     {span.file}:{span.line}: {view.source_line(span.file, span.line)}"
    if parameter.limit is not None:
        yield f"  at most   {view.formula(parameter.limit)} (the loop's own bounds)"
    if parameter.cls is Class.INDETERMINATE:
        yield "  resolve   set it (--set), or put a measured value into a file (--params)"


def _uses(view: View, symbol: str) -> Iterator[str]:
    places = [
        block for block in view.model.expansion.blocks if symbol in atoms.free_symbols(block.count)
    ]
    yield f"  governs   {len(places)} blocks"
    for block in places[:_PLACES]:
        line = block.block.lines[0].span
        yield f"    {block.unit.name} {line.file}:{line.line}  count {view.formula(block.count)}"
    if len(places) > _PLACES:
        yield f"    ... {len(places) - _PLACES} more"


# --- variables -----------------------------------------------------------------------------------


def _definitions(view: View, name: str) -> Iterator[tuple[UnitDescription, Definition]]:
    unit_name, dot, variable = name.rpartition(".")
    for unit in view.model.description.units:
        if dot and unit.name.lower() != unit_name.lower():
            continue
        for item in unit.definitions:
            if item.variable.lower() == (variable or name).lower():
                yield unit, item


def _explain_variable(
    view: View, defined: list[tuple[UnitDescription, Definition]]
) -> Iterator[str]:
    for unit, item in defined:
        span = item.span
        yield f"{unit.name}.{item.variable} = {view.formula(item.value)}"
        yield f"  class     {Class.INDIRECT}: follows from the inputs"
        yield f"  where     {span.file}:{span.line}: {view.source_line(span.file, span.line)}"


# --- lines ---------------------------------------------------------------------------------------


def _explain_line(view: View, file: str, line: int) -> Iterator[str]:
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
    value = "" if cost.value is None else f" = {number_value(cost.value)}"
    yield f"  count     {view.formula(cost.count)}{value}"
    why = "it depends on unresolved parameters"
    if view.model.is_exact(cost.count):
        why = "the statement is not modelled"
    yield f"  exact     {'yes' if cost.exact else f'no: {why}'}"
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


def _same_name(file: str, known: list[str]) -> str | None:
    matches = [item for item in known if Path(item).name == Path(file).name]
    if len(matches) == 1:
        return matches[0]
    close = get_close_matches(file, known, 1)
    return close[0] if close and not matches else None


def _explain_block(view: View, block: BlockCount) -> Iterator[str]:
    entered = view.model.expansion.activations[block.unit.name]
    yield f"  unit      {block.unit.name}, entered {view.formula(entered)} times"
    for loop in block.loops:
        yield f"  loop      {_factor(view, loop)}: {view.formula(loop.value)} times"
        yield from _why(view, block.unit, loop)
    for branch in block.branches:
        arm = f" ({branch.label})" if branch.label else ""
        yield f"  branch    {_factor(view, branch)}{arm}: probability {view.formula(branch.value)}"


def _factor(view: View, factor: Factor) -> str:
    span = factor.span
    return f"{factor.id}, line {span.line}: {view.source_line(span.file, span.line)}"


def _why(view: View, unit: UnitDescription, loop: Factor) -> Iterator[str]:
    """Traced variables in the loop's own line, with what they are."""
    text = view.source_line(loop.span.file, loop.span.line).upper()
    words = set("".join(char if char.isalnum() or char == "_" else " " for char in text).split())
    seen: set[str] = set()
    for item in unit.definitions:
        if item.variable in words and item.variable not in seen:
            seen.add(item.variable)
            yield f"              {item.variable} = {view.formula(item.value)} (line {item.span.line})"
