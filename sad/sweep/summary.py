"""What a stored sweep holds, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.report.units import aligned, number_text
from sad.sweep.layout import heading, value_text

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.sweep.stored import Stored
    from sad.sweep.table import Table

_WHOLE = 2.0**53  # float64 has every whole number up to here


def summary(table: Table, stored: Stored, path: str) -> str:
    """Return the axes, and the columns with their least and largest values, as text."""
    axes = [["", "values", "from", "to"]]
    axes += [
        [axis.name, str(len(axis.values)), axis.values[0].text, axis.values[-1].text]
        for axis in table.axes
    ]
    columns = [["", "least", "largest"]]
    for column, *ends in zip(table.columns, stored.least, stored.largest, strict=True):
        columns.append([column.title, *(value_text(column, _whole(end)) for end in ends)])
    title = f"{number_text(stored.points)} points in {path}"
    parts = [[*heading(table), title], aligned(axes, right=4), aligned(columns, right=3)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def warn_of_rounding(table: Table, stored: Stored, diagnostics: Diagnostics) -> None:
    """Warn (SAD955) of counts above 2**53: they are stored as the nearest float64."""
    for column, largest in zip(table.columns, stored.largest, strict=True):
        if column.unit == "1" and largest > _WHOLE:
            diagnostics.warning(
                "SAD955",
                f"{column.title}: counts above 2**53 are rounded: to 16 digits",
                Span.at("<arguments>"),
                "without --to every count is exact",
            )


def _whole(value: float) -> int | float:
    return int(value) if value == int(value) and abs(value) < _WHOLE else value
