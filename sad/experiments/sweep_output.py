"""Sweeps and comparisons as text, on a terminal, as CSV, JSON and frames.

The JSON schemas are ``sad-sweep/1`` and ``sad-compare/1`` (docs/schema).
"""

from __future__ import annotations

from importlib import import_module
from itertools import repeat
from math import isfinite, isnan, prod
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from sad.diagnostics import Span
from sad.experiments.quantity import RATE, THETA
from sad.experiments.tabular import Field, csv_text, joined, json_text, text_field, text_rows
from sad.extras import need
from sad.late import numpy as np
from sad.report.json_report import number_value
from sad.report.layout import PIPED, markdown_table
from sad.report.units import aligned, listed, number_text, scaled, seconds_text, theta_text
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from sad.algebra.crossing import Crossing
    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostic, Diagnostics
    from sad.experiments.axes import Value
    from sad.experiments.crossings import Comparison
    from sad.experiments.store import Stored
    from sad.experiments.sweep_table import Column, SweepTable

SWEEP, COMPARE = "sad-sweep/1", "sad-compare/1"
_MOST_GIVEN, _MOST_OTHERS, _MOST_CROSSINGS = 12, 4, 20


def heading(table: SweepTable) -> list[str]:
    """Return what all columns have in common: the program, the quantity, the machine, values."""
    columns = table.columns
    programs = dict.fromkeys((column.entry, column.program) for column in columns)
    lines = [f"{entry}: {program}" for entry, program in programs]
    quantities = list(dict.fromkeys(column.quantity for column in columns))
    machines = list(dict.fromkeys((c.machine, c.toolchain) for c in columns if c.machine))
    what = about(quantities[0]) if len(quantities) == 1 else "several quantities"
    if len(machines) == 1:
        what += f" on {machines[0][0]}, {machines[0][1]}"
    elif machines:
        what += " on " + ", ".join(f"{machine} ({chain})" for machine, chain in machines)
    lines.append(what)
    if table.given:
        lines += wrap(f"at {_given_text(table.given)}", PIPED)
    return lines


def _given_text(given: Sequence[tuple[str, str]]) -> str:
    """Values that stay the same; many of what only a run can tell are counted."""
    sizes = [f"{name} = {text}" for name, text in given if not is_unresolved(name)]
    others = [f"{name} = {text}" for name, text in given if is_unresolved(name)]
    if len(others) > _MOST_OTHERS:
        others = [f"{len(others)} values of what only a run can tell"]
    return listed([*sizes, *others], _MOST_GIVEN)


def about(quantity: str) -> str:
    """Return a quantity in words."""
    kind, _, name = quantity.partition(":")
    match kind:
        case "total":
            return "predicted time of one run"
        case "rate":
            return "predicted rate of one run"
        case "unit":
            return f"predicted time of {name}, its calls left out,"
        case "line":
            return f"predicted time of {name}"
        case "count":
            return f"how often {name} runs"
        case "entries":
            return f"how often {name} is entered"
        case "critical":
            return "critical path phi: the time of one run in which nobody waits"
        case "contention":
            return "contention omega: how long the busiest server is held"
        case "measure":
            return name
        case "theta":
            return (
                "theta = ln(omega/phi): far above 0 a resource decides, far below the critical path"
            )
        case _:
            return f"operations {name} performed" if name else "operations performed, of all kinds"


def fields(table: SweepTable, *, ratios: bool = False, in_text: bool = True) -> list[Field]:
    """Return the columns of the layout; ``ratios`` puts one to the first column beside each.

    Those that are not ``in_text`` are for CSV alone.
    """
    first, *others = table.columns
    if not ratios or any(column.unit != first.unit for column in others):
        others = []
    found: list[Field] = []
    outer, inner = 1, prod(len(axis.values) for axis in table.axes)
    for axis in table.axes:  # the last one changes fastest
        inner //= len(axis.values)
        each = [text for value in axis.values for text in repeat(value.text, inner)]
        found.append(text_field(axis.name, each * outer))
        outer *= len(axis.values)
    for column in table.columns:
        name = column.title if column.unit == "1" else f"{column.title} [{column.unit}]"
        values = [_finite(value) for value in column.values]
        cells = [value_text(column, value) for value in column.values] if in_text else None
        found.append(Field(name, column.title, values, cells))
    for place, column in enumerate(others, 1):
        title = f"{column.title} / {first.title}"
        quotients = ["-" if ratio is None else f"{ratio:.4g}" for ratio in table.ratios(place)]
        found.append(Field(title, title, None, quotients))
    return found


def _finite(value: Number) -> int | float | None:
    """A value as JSON and CSV have it: nothing for a theta that is infinite or not defined."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    return number_value(value)


def value_text(column: Column, value: Number) -> str:
    """Return a value: a time or rate with its unit, a count in full, theta with its sign."""
    if column.quantity == THETA:
        return theta_text(float(value))
    if isinstance(value, float) and isnan(value):
        return "-"
    if column.quantity == RATE:
        return f"{scaled(float(value))}flop/s"
    return seconds_text(float(value)) if column.unit == "s" else number_text(value)


def sweep_text(table: SweepTable, *, ratios: bool = False) -> str:
    """Return a table as plain text, ending in a newline."""
    rows = text_rows(fields(table, ratios=ratios))
    return joined([heading(table), aligned(rows, right=len(rows[0])), [*crossing_lines(table)]])


def sweep_markdown(table: SweepTable, *, ratios: bool = False) -> str:
    """Return a table as Markdown, ending in a newline."""
    header, *rows = text_rows(fields(table, ratios=ratios))
    return joined([heading(table), markdown_table(header, rows), [*crossing_lines(table)]])


def sweep_csv(table: SweepTable) -> str:
    """Return a table as CSV: a column for each axis, and one for each curve with its unit."""
    return csv_text(fields(table, in_text=False))


def crossing_lines(table: SweepTable) -> Iterator[str]:
    """Return, as sentences, which column is above which and where that changes."""
    for item in table.comparisons:
        yield from _comparison(table, item)


def _comparison(table: SweepTable, item: Comparison) -> Iterator[str]:
    first, second = table.columns[item.first].title, table.columns[item.second].title
    reach = f"from {item.axis} = {_number(item.low)} to {_number(item.high)}"
    looked = "at every whole number" if item.every else "at the values above"
    if not item.above:
        yield f"{first} and {second} are equal {looked} {reach}"
        return
    less = {"s": "faster", "flop/s": "slower"}.get(table.columns[item.first].unit, "less")
    names = {1: (second, first), -1: (first, second)}
    low, high = names[item.above]
    if not item.crossings:
        yield f"no crossing: {low} is {less} than {high} {looked} {reach}"
        return
    count = len(item.crossings)
    yield f"{first} and {second} cross {_times(count)} {reach} (looked {looked}):"
    yield f"  {low} is {less} up to {item.axis} = {_number(item.crossings[0].before)}"
    for number, crossing in enumerate(item.crossings[:_MOST_CROSSINGS]):
        following = item.crossings[number + 1] if number + 1 < count else None
        yield f"  {names[crossing.above][0]} is {less} {_span(item, crossing, following)}"
    if count > _MOST_CROSSINGS:
        yield f"  ... {count - _MOST_CROSSINGS} more (--format json lists all)"


def _span(item: Comparison, crossing: Crossing, following: Crossing | None) -> str:
    """Where the order after a crossing holds, and where the curves are equal before."""
    until = "on" if following is None else f"to {_number(following.before)}"
    where = f"from {item.axis} = {_number(crossing.after)} {until}"
    whole = isinstance(crossing.before, int) and isinstance(crossing.after, int)
    if whole and crossing.after - crossing.before > 1:
        between = crossing.before + 1, crossing.after - 1
        shown = f"{between[0]}" if between[0] == between[1] else f"{between[0]} to {between[1]}"
        where += f" (equal at {shown})"
    return where


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.6g}"


# What a stored sweep holds, in a few lines.


_WHOLE = 2.0**53  # float64 has every whole number up to here


def summary(table: SweepTable, stored: Stored, path: str) -> str:
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
    return joined(parts)


def warn_of_rounding(table: SweepTable, stored: Stored, diagnostics: Diagnostics) -> None:
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
    return int(value) if abs(value) < _WHOLE and value == int(value) else value


def print_table(table: SweepTable, stream: TextIO, *, ratios: bool = False) -> None:
    """Print a table with rich on a terminal; wide ones get narrower columns.

    Of each row the least value is bold, of rates the greatest.
    """
    console: Any = import_module("rich.console").Console(file=stream, highlight=False)
    box: Any = import_module("rich.box")
    shown: Any = import_module("rich.table").Table(box=box.SIMPLE_HEAD, header_style="bold")
    header, *rows = text_rows(fields(table, ratios=ratios))
    axes, columns = len(table.axes), len(table.columns)
    for place, title in enumerate(header):
        shown.add_column(title, justify="right", style="cyan" if place < axes else None)
    comparable = columns > 1 and len({column.unit for column in table.columns}) == 1
    for number, row in enumerate(rows):
        values = [column.values[number] for column in table.columns]
        best = max if table.columns[0].quantity == RATE else min
        least = best(values) if comparable else None
        shown.add_row(
            *(
                f"[bold]{cell}[/bold]"
                if axes <= place < axes + columns and values[place - axes] == least
                else cell
                for place, cell in enumerate(row)
            )
        )
    for line in heading(table):
        console.print(line, markup=False)
    console.print(shown)
    for line in crossing_lines(table):
        console.print(line, markup=False)


def sweep_json(
    table: SweepTable,
    schema: str,
    diagnostics: Sequence[Diagnostic],
    means: dict[str, Any] | None = None,
) -> str:
    """Return a table as JSON; with the schema of a comparison, ratios, crossings and means too."""
    value: dict[str, Any] = {
        "given": dict(table.given),
        "axes": [
            {"name": axis.name, "values": [axis_value(value) for value in axis.values]}
            for axis in table.axes
        ],
        "columns": [_column(column) for column in table.columns],
    }
    if schema == COMPARE:
        for place, column in enumerate(value["columns"]):
            same = table.columns[place].unit == table.columns[0].unit
            column["ratios"] = table.ratios(place) if same else None
        value["comparisons"] = [
            {
                "first": item.first,
                "second": item.second,
                "axis": item.axis,
                "from": item.low,
                "to": item.high,
                "above_at_start": item.above,
                "every_whole_number": item.every,
                "crossings": [
                    {"before": c.before, "after": c.after, "above": c.above} for c in item.crossings
                ],
            }
            for item in table.comparisons
        ]
    if means is not None:
        value["means"] = means
    return json_text(schema, value, diagnostics)


def axis_value(value: Value) -> int | float | str:
    """Return a value of an axis as JSON and other libraries have it."""
    if value.number is None:
        return value.text
    return value.number if isinstance(value.number, int) else float(value.number)


def _column(column: Column) -> dict[str, Any]:
    return {
        "title": column.title,
        "program": column.program,
        "entry": column.entry,
        "machine": column.machine or None,
        "toolchain": column.toolchain or None,
        "model": column.model or None,
        "quantity": column.quantity,
        "unit": column.unit,
        "values": [_finite(value) for value in column.values],
    }


# Tables as pandas and xarray objects.


def to_pandas(table: SweepTable) -> Any:
    """Return a ``pandas.DataFrame``: the axes as index, a column for each curve; raises SAD854."""
    pandas = need("pandas", "data frames", "frames")
    rows = [[axis_value(value) for value in point.values()] for point in table.points()]
    names = [axis.name for axis in table.axes]
    index = pandas.MultiIndex.from_tuples(rows, names=names) if len(names) > 1 else None
    if len(names) == 1:
        index = pandas.Index([row[0] for row in rows], name=names[0])
    data = {c.title: [number_value(value) for value in c.values] for c in table.columns}
    frame = pandas.DataFrame(data, index=index)
    frame.attrs["units"] = {column.title: column.unit for column in table.columns}
    frame.attrs["given"] = dict(table.given)
    return frame


def to_xarray(table: SweepTable) -> Any:
    """Return an ``xarray.Dataset``: a dimension for each axis, a variable for each curve.

    Raises SAD854 without xarray.
    """
    xarray = need("xarray", "labelled arrays", "frames")
    names = [axis.name for axis in table.axes]
    shape = [len(axis.values) for axis in table.axes]
    variables = {
        column.title: (
            names,
            np.array([number_value(value) for value in column.values]).reshape(shape),
            {
                "units": column.unit,
                "quantity": column.quantity,
                "program": column.program,
                "machine": column.machine,
                "toolchain": column.toolchain,
            },
        )
        for column in table.columns
    }
    coordinates = {axis.name: [axis_value(value) for value in axis.values] for axis in table.axes}
    return xarray.Dataset(variables, coords=coordinates, attrs=dict(table.given))
