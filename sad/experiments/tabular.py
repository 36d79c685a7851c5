"""Layout of tables: the same columns as aligned text, as CSV and in JSON."""

from __future__ import annotations

import csv
import io
import json
from math import floor, isfinite, log10
from typing import TYPE_CHECKING, Any

from sad.records import record
from sad.report.json_report import diagnostic_value
from sad.report.units import aligned
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sad.diagnostics import Diagnostic

    Floats = NDArray[np.float64]


@record
class Field:
    """One column of a layout.

    ``name`` and ``values`` are for CSV, where None is empty; ``title`` and ``cells`` for text. A field
    without values is left out of CSV, one without cells out of text.
    """

    name: str
    title: str = ""
    values: Sequence[str | float | None] | None = None
    cells: Sequence[str] | None = None


def number_field(name: str, numbers: Floats, decimals: int, title: str = "") -> Field:
    """Return a column of numbers with so many decimals; NaN is empty in CSV and ``-`` in text."""
    values = numbers.tolist()
    cells = [fixed(value, decimals) for value in values]
    return Field(name, title or name, [v if isfinite(v) else None for v in values], cells)


def text_field(name: str, texts: Sequence[str], *, title: str | None = None) -> Field:
    """Return a column that is the same in CSV and in text."""
    return Field(name, name if title is None else title, texts, texts)


def fixed(value: float, decimals: int) -> str:
    """Return a number with so many decimals, ``-`` for what is none."""
    return f"{value:.{decimals}f}" if isfinite(value) else "-"


def text_rows(fields: Iterable[Field]) -> list[list[str]]:
    """Return the rows as texts, the titles first."""
    shown = [field for field in fields if field.cells is not None]
    columns = [field.cells for field in shown if field.cells is not None]
    return [[field.title for field in shown], *map(list, zip(*columns, strict=True))]


def aligned_text(fields: Iterable[Field]) -> list[str]:
    """Return the rows as lines without indent, all columns but the last to the right."""
    rows = text_rows(fields)
    return [line[2:] for line in aligned(rows, right=len(rows[0]) - 1)]


def shown_decimals(seconds: Floats, *parts: Floats, digits: int = 5) -> int:
    """Return how many digits after the point give the least time six, and the least of its parts two.

    ``digits`` is how many the least time has behind its first.
    """
    found = 1
    for after, values in ((digits, seconds), *((1, part) for part in parts)):
        known = values[values > 0]  # NaN is not
        if known.size:
            found = max(found, after - floor(log10(float(known.min()))))
    return min(found, 12)


def json_number(value: float) -> float | None:
    """Return a number JSON has, None for what is none; whole ones without a point."""
    if not isfinite(value):
        return None
    return int(value) if value == int(value) and abs(value) < 2**53 else float(value)


def csv_text(fields: Iterable[Field]) -> str:
    """Return the columns as CSV."""
    written = [field for field in fields if field.values is not None]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([field.name for field in written])
    writer.writerows(zip(*(field.values or () for field in written), strict=True))
    return out.getvalue()


def json_text(schema: str, body: Mapping[str, Any], diagnostics: Sequence[Diagnostic]) -> str:
    """Return a result as JSON: the schema and the tool, the body, then the messages."""
    value = {
        "schema": schema,
        "tool": {"name": "sad", "version": tool_version()},
        **body,
        "diagnostics": [diagnostic_value(item) for item in diagnostics],
    }
    return json.dumps(value, indent=1) + "\n"


def joined(parts: Iterable[Sequence[str]]) -> str:
    """Return groups of lines as text with an empty line between them; empty groups are left out."""
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"
