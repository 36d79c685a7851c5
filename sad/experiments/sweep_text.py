"""Tables as text: aligned columns, or with rich on a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.report.layout import PIPED
from sad.report.units import aligned, listed, number_text, seconds_text
from sad.symbols import is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.algebra.crossing import Crossing
    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostics
    from sad.experiments.crossings import Comparison
    from sad.experiments.store import Stored
    from sad.experiments.table import Column, Table

_MOST_GIVEN, _MOST_OTHERS, _MOST_CROSSINGS = 12, 4, 20


def heading(table: Table) -> list[str]:
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
        case "unit":
            return f"predicted time of {name}, its calls left out,"
        case "line":
            return f"predicted time of {name}"
        case "count":
            return f"how often {name} runs"
        case "entries":
            return f"how often {name} is entered"
        case _:
            return f"operations {name} performed" if name else "operations performed, of all kinds"


def cells(table: Table, *, ratios: bool) -> list[list[str]]:
    """Return the rows as texts, the header first; ``ratios`` puts one to the first beside each."""
    shown = list(range(1, len(table.columns))) if ratios else []
    if any(table.columns[place].unit != table.columns[0].unit for place in shown):
        shown = []
    first = table.columns[0].title
    header = [axis.name for axis in table.axes]
    header += [column.title for column in table.columns]
    header += [f"{table.columns[place].title} / {first}" for place in shown]
    quotients = [table.ratios(place) for place in shown]
    rows = [header]
    for number, point in enumerate(table.points()):
        row = [value.text for value in point.values()]
        row += [value_text(column, column.values[number]) for column in table.columns]
        row += [_ratio_text(quotient[number]) for quotient in quotients]
        rows.append(row)
    return rows


def value_text(column: Column, value: Number) -> str:
    """Return a value: a time with its unit, a count in full."""
    return seconds_text(float(value)) if column.unit == "s" else number_text(value)


def _ratio_text(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.4g}"


def text(table: Table, *, ratios: bool = False) -> str:
    """Return a table as plain text, ending in a newline."""
    rows = aligned(cells(table, ratios=ratios), right=len(table.axes) + 3 * len(table.columns))
    parts = [heading(table), rows, list(crossing_lines(table))]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def crossing_lines(table: Table) -> Iterator[str]:
    """Return, as sentences, which column is above which and where that changes."""
    for item in table.comparisons:
        yield from _comparison(table, item)


def _comparison(table: Table, item: Comparison) -> Iterator[str]:
    first, second = table.columns[item.first].title, table.columns[item.second].title
    reach = f"from {item.axis} = {_number(item.low)} to {_number(item.high)}"
    looked = "at every whole number" if item.every else "at the values above"
    if not item.above:
        yield f"{first} and {second} are equal {looked} {reach}"
        return
    less = "less" if table.columns[item.first].unit == "1" else "faster"
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
