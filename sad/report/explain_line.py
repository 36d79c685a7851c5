"""Why a line runs as often as it does: loops, conditions and calls that make its count."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.poly import ONE
from sad.diagnostics import argument_error
from sad.model.nodes import Loop, Node, parts_of
from sad.model.parameters import Kind
from sad.report.annotate import line_costs
from sad.report.callers import called_lines
from sad.report.units import number_text, seconds_text, share_text, times_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.algebra.poly import Poly
    from sad.model.expand import BlockCount
    from sad.model.nodes import UnitDescription
    from sad.model.walks.terms import Factor
    from sad.report.view import View


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
    unit = block.unit
    entered = view.model.expansion.activations[unit.name]
    yield f"  unit      {unit.name}, entered {times_text(view.formula(entered))}"
    yield from called_lines(view, unit)
    loops = {item.id: item for item in _loops(unit.tree)}
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


def _loops(tree: Node) -> Iterator[Loop]:
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Loop):
            yield node
        stack.extend(parts_of(node))


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
