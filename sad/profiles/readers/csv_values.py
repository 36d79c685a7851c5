"""Measured values in a table: ``name,value``, or ``name,taken,reached`` for a ratio of counts.

    name,value,taken,reached,n
    FORCES.trips@do60.goto20,13.5,27,2,500

Every other column is a size of the run. A row that was reached 0 times says nothing and is left out.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.counts import Sample
from sad.profiles.readers.csv_counts import sizes_of_run
from sad.profiles.readers.measured import Measured
from sad.profiles.readers.source import malformed
from sad.profiles.readers.table import Row, same_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from decimal import Decimal

    from sad.profiles.readers.table import Table

_OWN = frozenset(("name", "value", "taken", "reached"))
_ROUNDED = 1e-3  # by how much of itself a printed value may differ from taken / reached


def are_values(columns: tuple[str, ...]) -> bool:
    """Whether a table with these columns holds values."""
    return "name" in columns and ("value" in columns or {"taken", "reached"} <= set(columns))


def read_values(
    table: Table, records: Iterator[tuple[int, list[str]]], at: Mapping[str, str]
) -> list[Measured]:
    """Return the values of each parameter, in the order of the table.

    Raises ``SadError``: SAD704 (malformed), SAD705 (no number, negative, or a value that is not
    taken / reached), SAD706 (a parameter twice for the same sizes).
    """
    found: dict[str, dict[tuple[Decimal | str, ...], Sample]] = {}
    sizes = table.sizes(_OWN)
    for row in table.rows(records):
        samples = found.setdefault(row.fields["name"], {})
        key = same_sizes(tuple(row.fields[name] for name in sizes))
        sample = _sample(row, _sizes(row, sizes, at))
        if sample is None:
            continue
        if key in samples:
            message = f"{row.fields['name']} is given twice for the same sizes"
            hint = "leave one of the rows, or add a column that tells the runs apart"
            raise input_error("SAD706", message, row.span, hint)
        samples[key] = sample
    path = table.source.path
    return [Measured(name, tuple(each.values()), path) for name, each in found.items() if each]


def _sample(row: Row, sizes: Mapping[str, float]) -> Sample | None:
    run = str(row.span)
    present = {"taken", "reached"} & set(row.fields)
    if not present:
        return Sample(sizes, _positive(row, "value"), 1.0, run)
    if len(present) == 1:
        malformed("taken and reached are both needed, or neither", row.span, "add the column")
    taken, reached = _positive(row, "taken"), _positive(row, "reached")
    if not reached:
        if taken:
            hint = "what was never reached cannot be taken"
            raise input_error("SAD705", f"taken is {taken:g} and reached is 0", row.span, hint)
        return None
    sample = Sample(sizes, taken, reached, run)
    if "value" in row.fields:
        value = _positive(row, "value")
        if not math.isclose(value, sample.value, rel_tol=_ROUNDED, abs_tol=1e-12):
            message = f"value is {value:g}, and taken / reached is {sample.value:g}"
            raise input_error("SAD705", message, row.span, "leave out the one that is wrong")
    return sample


def _positive(row: Row, column: str) -> float:
    value = row.number(column)
    if value < 0:
        hint = "iterations, probabilities and counts are never negative"
        raise input_error("SAD705", f"{column} is {value:g}: negative", row.span, hint)
    return value


def _sizes(row: Row, names: tuple[str, ...], at: Mapping[str, str]) -> dict[str, float]:
    texts = sizes_of_run(row, names, at)
    return {name: Row(texts, _place(row, name, names)).number(name) for name in texts}


def _place(row: Row, name: str, names: tuple[str, ...]) -> Span:
    return row.span if name in names else Span.at("<arguments>")
