"""What an export holds: arguments, and one formula for each quantity; these as JSON."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sad.algebra.json_form import Writer
from sad.algebra.poly import Poly
from sad.diagnostics import argument_error
from sad.model.parameters import Kind
from sad.records import record, replace
from sad.report.view import View
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Span
    from sad.evaluation.predict import Prediction
    from sad.model.expand import BlockCount


_RANGES = {
    Kind.SIZE: "a whole number",
    Kind.PROBABILITY: "0 to 1",
    Kind.SECONDS: "[s], at least 0",
    Kind.VALUE: "a number",
}
_OTHER = re.compile(r"[^0-9A-Za-z_]+")
SCHEMA = "sad-export/1"
Json = Any


@record
class ExportedArgument:
    """One symbol of the formulas. ``value`` is what the user gave, ``range`` what it may be."""

    symbol: str
    label: str
    kind: Kind
    span: Span | None
    reason: str
    range: str
    value: Number | None


@record
class Quantity:
    """The sum of ``poly * weight`` over ``parts``, in ``unit`` ("s" or "1" for counts).

    Counts have one part of weight 1. ``words`` make its name.
    """

    words: tuple[str, ...]
    about: str
    unit: str
    parts: tuple[tuple[Poly, float], ...]
    span: Span | None = None

    @property
    def is_count(self) -> bool:
        """Whether the value is an exact number, not a time."""
        return self.unit == "1"

    @property
    def polys(self) -> tuple[Poly, ...]:
        """The polynomials in it."""
        return tuple(poly for poly, _ in self.parts)


@record
class Exported:
    """A program from one entry. ``notes`` are sentences every export repeats."""

    entry: str
    tool: str
    machine: str | None
    arguments: tuple[ExportedArgument, ...]
    quantities: tuple[Quantity, ...]
    notes: tuple[str, ...]


def exported(prediction: Prediction) -> Exported:
    """Return what is exported of a prediction.

    Raises ``SadError`` SAD507 if there is no unit to start from.
    """
    prediction = replace(prediction, model=prediction.model.as_arguments)
    model = prediction.model
    if model.entry is None:
        names = ", ".join(unit.name for unit in model.description.units[:8])
        message = "no main program to export, and several units nobody calls"
        raise argument_error("SAD507", message, f"choose one: --entry UNIT; units: {names}")
    bound = prediction.bound
    named = bound is not None and bound.machine.name
    machine = f"{bound.machine.name}, {bound.toolchain.name}" if bound and named else None
    return Exported(
        model.entry.entry,
        f"sad {tool_version()}",
        machine,
        tuple(_arguments(prediction)),
        tuple(_quantities(prediction)),
        tuple(_notes(prediction)),
    )


# --- arguments -----------------------------------------------------------------------------------


def _arguments(prediction: Prediction) -> Iterator[ExportedArgument]:
    model = prediction.model
    view = View(prediction)
    for symbol in model.symbols:
        parameter = model.names.parameters.get(symbol)
        value = model.values.get(symbol)
        if parameter is None:
            yield ExportedArgument(
                symbol, view.name(symbol), Kind.VALUE, None, "", "a number", value
            )
            continue
        allowed = _RANGES.get(parameter.kind, f"at least {parameter.least}")
        if parameter.limit is not None:
            allowed += f", at most {view.formula(parameter.limit)}"
        if symbol in model.random:  # what differs from run to run stays an argument
            allowed, value = f"{allowed}, such as {model.random[symbol].text}", None
        note = model.notes.get(symbol)
        reason = f"a default: {note}" if note else parameter.reason
        if symbol in model.open:
            reason = f"given as {model.open[symbol].text(view.name)}"
        label, span = view.name(symbol), parameter.span
        yield ExportedArgument(symbol, label, parameter.kind, span, reason, allowed, value)
    bound = prediction.bound
    for call in bound.calls if bound is not None else ():
        reason = f"time of one call of {call.name}, which is not in the program"
        value = model.values.get(call.symbol)
        allowed = _RANGES[Kind.SECONDS]
        if call.symbol in model.random:
            allowed, value = f"{allowed}, such as {model.random[call.symbol].text}", None
        yield ExportedArgument(call.symbol, call.symbol, Kind.SECONDS, None, reason, allowed, value)


# --- quantities ----------------------------------------------------------------------------------


def _quantities(prediction: Prediction) -> Iterator[Quantity]:
    expansion, bound = prediction.model.expansion, prediction.bound
    if bound is not None:
        yield Quantity(("seconds",), "predicted time of one run", "s", tuple(_seconds(prediction)))
    for unit in prediction.model.description.units:
        count = expansion.activations.get(unit.name)
        if count is not None:
            about = f"how often {unit.name} is entered"
            yield _count(("entries", unit.name), about, count)
    for name, count in sorted(expansion.externals.items()):
        about = f"how often {name} is called, which is not in the program"
        yield _count(("calls", name), about, count)
    for block in expansion.blocks:
        yield _block(block)
    yield from _operations(expansion.blocks)


def _count(words: tuple[str, ...], about: str, poly: Poly, span: Span | None = None) -> Quantity:
    return Quantity(words, about, "1", ((poly, 1.0),), span)


def _block(block: BlockCount) -> Quantity:
    span = block.block.lines[0].span
    lines = sorted({line.span.line for line in block.block.lines})
    shown = str(lines[0]) if len(lines) == 1 else f"{lines[0]} to {lines[-1]}"
    about = f"how often {span.file}:{shown} runs"
    if block.loops:
        about += f", in the loop {block.loops[-1].id}"
    return _count(("count", block.unit.name, f"line{lines[0]}"), about, block.count, span)


def _operations(blocks: Iterable[BlockCount]) -> Iterator[Quantity]:
    parts: dict[str, dict[Poly, int]] = {}
    for block in blocks:
        for line in block.block.lines:
            for key, number in line.operations.items():
                of_key = parts.setdefault(key, {})
                of_key[block.count] = of_key.get(block.count, 0) + number
    for key, counts in sorted(parts.items()):
        total = Poly.weighted_sum(counts.items())
        yield _count(("operations", key), f"how often the operation {key} is performed", total)


def _seconds(prediction: Prediction) -> Iterator[tuple[Poly, float]]:
    """Seconds of all blocks that run equally often, added up; then those of unknown calls."""
    bound = prediction.bound
    if bound is None:
        return
    each: dict[Poly, float] = {}
    for item in bound.blocks:
        each[item.block.count] = each.get(item.block.count, 0.0) + item.seconds
    yield from ((count, seconds) for count, seconds in each.items() if count and seconds)
    yield from ((call.count * Poly.symbol(call.symbol), 1.0) for call in bound.calls)


def _notes(prediction: Prediction) -> Iterator[str]:
    yield from View(prediction).conditions()
    opaque = prediction.coverage.opaque_statements
    if opaque:
        yield f"{opaque} of {prediction.coverage.statements} statements are not modelled"


# Valid, distinct identifiers in the target language, as close to the program's names as can be.


class Namer:
    """Hands out identifiers; ``reserved`` ones are never given."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._taken = set(reserved)

    def name(self, text: str) -> str:
        """Return an identifier for ``text``: letters, digits and ``_``, unlike any given before.

        It does not start with ``_``, which the languages keep for themselves.
        """
        base = _OTHER.sub("_", text).strip("_") or "x"
        if base[0].isdigit():
            base = f"n{base}"
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


def argument_names(program: Exported, reserved: Iterable[str]) -> dict[str, str]:
    """Return an identifier for every argument, by symbol."""
    namer = Namer(reserved)
    return {item.symbol: namer.name(item.label) for item in program.arguments}


def function_names(program: Exported, reserved: Iterable[str], prefix: str = "") -> list[str]:
    """Return an identifier for every quantity, in order."""
    namer = Namer(reserved)
    return [namer.name(f"{prefix}{'_'.join(item.words)}") for item in program.quantities]


def json_data(program: Exported) -> str:
    """Return the export as JSON text (docs/schema/sad-export-1.json)."""
    writer = Writer()
    names = argument_names(program, ())
    titles = function_names(program, ())
    quantities = [
        _quantity(title, quantity, writer)
        for title, quantity in zip(titles, program.quantities, strict=True)
    ]
    value = {
        "schema": SCHEMA,
        "tool": program.tool,
        "entry": program.entry,
        "machine": program.machine,
        "arguments": [_argument(names[item.symbol], item) for item in program.arguments],
        "quantities": quantities,
        "atoms": writer.table,
        "notes": list(program.notes),
    }
    return json.dumps(value, indent=1) + "\n"


def _argument(name: str, item: ExportedArgument) -> Json:
    return {
        "name": name,
        "symbol": item.symbol,
        "kind": item.kind,
        "file": None if item.span is None else item.span.file,
        "line": None if item.span is None else item.span.line,
        "reason": item.reason,
        "range": item.range,
        "value": _number(item.value),
    }


def _quantity(title: str, quantity: Quantity, writer: Writer) -> Json:
    return {
        "name": title,
        "about": quantity.about,
        "unit": quantity.unit,
        "file": None if quantity.span is None else quantity.span.file,
        "line": None if quantity.span is None else quantity.span.line,
        "sum": [
            {"weight": 1 if quantity.is_count else weight, "poly": writer.poly(poly)}
            for poly, weight in quantity.parts
        ],
    }


def _number(value: Number | None) -> int | float | str | None:
    """A number as JSON has it; a fraction as text, so that it stays exact."""
    return str(value) if isinstance(value, Fraction) else value
