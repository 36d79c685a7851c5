"""A CSV file's header and rows, each field checked; what the two kinds of profile in CSV share."""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.readers.source import LONGEST_LINE, malformed
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.profiles.readers.source import Source

HEADER_HINT = (
    "the first line names the columns: file,line,count or name,value; others are sizes of the run"
)


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
class Table:
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


def open_table(source: Source) -> tuple[Table, Iterator[tuple[int, list[str]]]]:
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
    return Table(source, columns), records


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
