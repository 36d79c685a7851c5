"""Profiles in CSV: tables of counts, ``file,line,count``, and of measured values, ``name,value``.

    file,line,count,true,false,n
    md1.f,4,6,5,1,5
    md1.f,4,11,10,1,10

Every other column is a size of the run; rows of equal sizes are one profile.

    name,value,taken,reached,n
    FORCES.trips@do60.goto20,13.5,27,2,500

Every other column is a size of the run. A row that was reached 0 times says nothing and is left out.
"""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.counts import Condition, FileCounts, LineCount, Measured, Profile, Sample
from sad.profiles.readers.fields import count_text
from sad.profiles.readers.source import LONGEST_LINE, malformed
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.profiles.readers.source import Source


NEEDED = frozenset(("file", "line", "count"))
_COLUMNS = NEEDED | {"true", "false"}
_VALUE_COLUMNS = frozenset(("name", "value", "taken", "reached"))
_ROUNDED = 1e-3  # by how much of itself a printed value may differ from taken / reached
HEADER_HINT = (
    "the first line names the columns: file,line,count or name,value; others are sizes of the run"
)


def read_counts(
    table: CsvTable, records: Iterator[tuple[int, list[str]]], at: Mapping[str, str]
) -> list[Profile]:
    """Return a profile for each combination of sizes, in the order of the table.

    Raises ``SadError``: SAD704 (malformed), SAD705 (no number, no count), SAD706 (a line twice for
    the same sizes, or a size both in the table and in ``at``).
    """
    profiles: dict[tuple[Decimal | str, ...], Profile] = {}
    sizes = table.sizes(_COLUMNS)
    branches = {"true", "false"} & set(table.columns)
    for row in table.rows(records):
        if len(branches) == 1:
            malformed("true and false are both needed, or neither", row.span, "add the column")
        for name in sizes:
            row.number(name)
        key = same_sizes(tuple(row.fields[name] for name in sizes))
        profile = profiles.get(key)
        if profile is None:
            profile = Profile("csv", table.source.path, {}, sizes_of_run(row, sizes, at))
            profiles[key] = profile
        file = profile.files.setdefault(row.fields["file"], FileCounts())
        line = _line(row)
        if line in file.lines:
            message = f"line {line} of {row.fields['file']} is given twice for the same sizes"
            hint = "leave one of the rows, or add a column that tells the runs apart"
            raise input_error("SAD706", message, row.span, hint)
        file.lines[line] = _count(row, line, counted=bool(branches))
    return list(profiles.values())


def sizes_of_run(row: Row, sizes: tuple[str, ...], at: Mapping[str, str]) -> dict[str, str]:
    """Return all sizes of a row's run, as written; SAD706 if ``at`` says otherwise of one."""
    for name in sizes:
        if name in at and same_sizes((at[name],)) != same_sizes((row.fields[name],)):
            message = f"{name} is {row.fields[name]} here, and {at[name]} was given"
            hint = "do not give sizes that are columns of the table"
            raise input_error("SAD706", message, row.span, hint)
    return {**at, **{name: row.fields[name] for name in sizes}}


def _count(row: Row, line: int, *, counted: bool) -> LineCount:
    count = count_text(row.fields["count"], "count", row.span)
    if not counted:
        return LineCount(count)
    true, false = (count_text(row.fields[name], name, row.span) for name in ("true", "false"))
    return LineCount(count, (), (Condition(0, line, 0, true, false),))


def _line(row: Row) -> int:
    written = row.fields["line"]
    if not written.isascii() or not written.isdigit() or len(written) > 18 or not int(written):
        malformed(f"{written!r:.40} is no line number", row.span, "lines are numbered from 1")
    return int(written)


def are_values(columns: tuple[str, ...]) -> bool:
    """Whether a table with these columns holds values."""
    return "name" in columns and ("value" in columns or {"taken", "reached"} <= set(columns))


def read_values(
    table: CsvTable, records: Iterator[tuple[int, list[str]]], at: Mapping[str, str]
) -> list[Measured]:
    """Return the values of each parameter, in the order of the table.

    Raises ``SadError``: SAD704 (malformed), SAD705 (no number, negative, or a value that is not
    taken / reached), SAD706 (a parameter twice for the same sizes).
    """
    found: dict[str, dict[tuple[Decimal | str, ...], Sample]] = {}
    sizes = table.sizes(_VALUE_COLUMNS)
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


@record
class Row:
    """One row: its fields by column, and where it stands."""

    fields: Mapping[str, str]
    span: Span

    def number(self, column: str) -> float:
        """Return a finite number; SAD705 otherwise."""
        written = self.fields[column]
        try:
            value = float(written)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or "_" in written:
            hint = "write a finite number, as 500, 0.25 or 1.5e-3"
            raise input_error("SAD705", f"{column} is {written!r:.40}: no number", self.span, hint)
        return value


@dataclass(slots=True)
class CsvTable:
    """A CSV file: UTF-8, commas, one line for each row.

    Raises ``SadError``: SAD704 (no columns as needed, rows of another length), SAD706 (a column
    twice).
    """

    source: Source
    columns: tuple[str, ...]

    def sizes(self, own: frozenset[str]) -> tuple[str, ...]:
        """Return the columns that are sizes of the run: those that are not the table's own."""
        return tuple(name for name in self.columns if name not in own)

    def rows(self, records: Iterator[tuple[int, list[str]]]) -> Iterator[Row]:
        """Yield the rows below the header."""
        for number, fields in records:
            span = Span.at(self.source.path, number)
            if len(fields) != len(self.columns):
                message = f"{len(fields)} fields, where the header has {len(self.columns)}"
                malformed(message, span, "give each column a field; quote a field that has a comma")
            stripped = [field.strip() for field in fields]
            row = Row(dict(zip(self.columns, stripped, strict=True)), span)
            empty = next((name for name in self.columns if not row.fields[name]), None)
            if empty is not None:
                malformed(f"{empty} is empty", span, "give a value, or leave the row out")
            yield row


def open_table(source: Source) -> tuple[CsvTable, Iterator[tuple[int, list[str]]]]:
    """Return the table with its header read, and the records below it."""
    records = _records(source)
    number, header = next(records, (1, list[str]()))
    span = Span.at(source.path, number)
    columns = tuple(name.strip() for name in header)
    for place, name in enumerate(columns):
        if not name:
            malformed(f"column {place + 1} has no name", span, HEADER_HINT)
        if name in columns[:place]:
            message, hint = f"column {name} is given twice", "leave one of them, or rename it"
            raise input_error("SAD706", message, span, hint)
    return CsvTable(source, columns), records


def is_header(line: str) -> bool:
    """Whether this is the first line of a table that is a profile."""
    names = {name.strip().strip('"') for name in line.split(",")}
    return bool(names & {"file", "line", "count"} and "line" in names) or "name" in names


def same_sizes(written: tuple[str, ...]) -> tuple[Decimal | str, ...]:
    """Return what is equal for sizes that are: 500 and 500.0 are one size."""
    return tuple(_decimal(text) for text in written)


def _decimal(text: str) -> Decimal | str:
    try:
        return Decimal(text)
    except InvalidOperation:
        return text


def _records(source: Source) -> Iterator[tuple[int, list[str]]]:
    csv.field_size_limit(LONGEST_LINE)
    texts = (text + "\n" * whole for _, text, whole in source.lines())
    reader = csv.reader(texts, strict=True)
    while True:
        try:
            fields = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            span = Span.at(source.path, max(reader.line_num, 1))
            malformed(f"no CSV: {error}", span, "close every quote; double it inside a field")
        if fields:
            yield reader.line_num, fields
