"""Export to JSON: polynomials and atoms as data, schema ``sad-export/1``."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sad.algebra.json_form import Writer
from sad.report.export.quantities import argument_names, function_names

if TYPE_CHECKING:
    from sad.algebra.evaluate import Number
    from sad.report.export.quantities import Argument, Exported, Quantity

SCHEMA = "sad-export/1"
Json = Any


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


def _argument(name: str, item: Argument) -> Json:
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
