"""Several programs on several machines, and a mean over the programs for each machine.

With a reference machine the numbers are ratios to it: how many times as fast a machine runs a program.
The geometric mean orders machines the same whatever the reference is; that of rates in which each
program does the same work is the harmonic one.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.experiments.sweep_output import heading, value_text
from sad.experiments.tabular import Field, csv_text, joined, text_field, text_rows
from sad.records import record
from sad.report.layout import markdown_table
from sad.report.units import aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.experiments.sweep_table import Column, SweepTable

KINDS: dict[str, Callable[[Sequence[float]], float]] = {
    "geometric": statistics.geometric_mean,
    "arithmetic": statistics.fmean,
    "harmonic": statistics.harmonic_mean,
}


@record
class Means:
    """Numbers by machine and program, and the mean of each machine.

    ``table`` has the columns of one program after the other, each in the order of ``machines``.
    ``values[m][p]`` is a time [s] or a rate [flop/s]; with a ``reference``, a place in ``machines``,
    how many times as fast as on that one.
    """

    kind: str
    table: SweepTable
    programs: tuple[str, ...]
    machines: tuple[str, ...]
    reference: int | None
    values: tuple[tuple[float, ...], ...]
    means: tuple[float, ...]


def means_over(
    table: SweepTable, programs: Sequence[str], kind: str, reference: int | None
) -> Means:
    """Return the means over programs of a table of one point and one quantity.

    ``reference`` is the place of a machine. Raises SAD639 for a program without a time or rate above 0
    on some machine, which has no ratio and no mean.
    """
    count = len(table.columns) // len(programs)
    by_program = [
        table.columns[start : start + count] for start in range(0, len(table.columns), count)
    ]
    for label, columns in zip(programs, by_program, strict=True):
        for column in columns:
            if not column.values[0] > 0:
                message = f"{label} has no {_what(column)} above 0 on {column.machine}: no mean"
                raise argument_error("SAD639", message, "leave it out, or give larger values")
    values = [
        [_number(columns, place, reference) for columns in by_program] for place in range(count)
    ]
    machines = [(column.machine, column.toolchain) for column in by_program[0]]
    several = len({machine for machine, _ in machines}) < count
    return Means(
        *(kind, table, tuple(programs)),
        tuple(f"{machine}, {chain}" if several else machine for machine, chain in machines),
        reference,
        tuple(map(tuple, values)),
        tuple(KINDS[kind](each) for each in values),
    )


def _number(columns: Sequence[Column], place: int, reference: int | None) -> float:
    value = float(columns[place].values[0])
    if reference is None:
        return value
    of_reference = float(columns[reference].values[0])
    return of_reference / value if columns[place].unit == "s" else value / of_reference


def _what(column: Column) -> str:
    return "time" if column.unit == "s" else "rate"


def _fields(found: Means) -> list[Field]:
    """A row for each program and one for the mean, a column for each machine."""
    unit = "" if found.reference is not None else f" [{found.table.columns[0].unit}]"
    fields = [text_field("program", [*found.programs, f"{found.kind} mean"])]
    for machine, values, mean in zip(found.machines, found.values, found.means, strict=True):
        numbers = [*values, mean]
        cells = [_cell(found, number) for number in numbers]
        fields.append(Field(f"{machine}{unit}", machine, numbers, cells))
    return fields


def _cell(found: Means, number: float) -> str:
    if found.reference is None:
        return value_text(found.table.columns[0], number)
    return f"{number:.4g}"


def _heading(found: Means) -> list[str]:
    lines = heading(found.table)
    if found.reference is not None:
        lines.append(f"numbers: how many times as fast as {found.machines[found.reference]}")
    return lines


def means_text(found: Means) -> str:
    """Return the table as plain text, ending in a newline."""
    header, *rows = text_rows(_fields(found))
    turned = [[*row[1:], row[0]] for row in [header, *rows]]
    return joined([_heading(found), aligned(turned, right=len(found.machines))])


def means_markdown(found: Means) -> str:
    """Return the table as Markdown, ending in a newline."""
    header, *rows = text_rows(_fields(found))
    return joined([_heading(found), markdown_table(header, rows)])


def means_csv(found: Means) -> str:
    """Return a row for each program and one for the mean, with a column for each machine."""
    return csv_text(_fields(found))


def means_value(found: Means) -> dict[str, Any]:
    """Return what ``sad-compare/1`` has beside the columns."""
    reference = None if found.reference is None else found.machines[found.reference]
    return {
        "kind": found.kind,
        "reference": reference,
        "programs": list(found.programs),
        "machines": [
            {"machine": machine, "values": list(values), "mean": mean}
            for machine, values, mean in zip(found.machines, found.values, found.means, strict=True)
        ],
    }
