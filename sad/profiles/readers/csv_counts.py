"""Counts in a table: ``file,line,count``, with ``true,false`` if the line has a condition.

    file,line,count,true,false,n
    md1.f,4,6,5,1,5
    md1.f,4,11,10,1,10

Every other column is a size of the run; rows of equal sizes are one profile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.profiles.counts import Condition, FileCounts, LineCount, Profile
from sad.profiles.readers.fields import count_text
from sad.profiles.readers.source import malformed
from sad.profiles.readers.table import same_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from decimal import Decimal

    from sad.profiles.readers.table import Row, Table

NEEDED = frozenset(("file", "line", "count"))
_OWN = NEEDED | {"true", "false"}


def read_counts(
    table: Table, records: Iterator[tuple[int, list[str]]], at: Mapping[str, str]
) -> list[Profile]:
    """Return a profile for each combination of sizes, in the order of the table.

    Raises ``SadError``: SAD704 (malformed), SAD705 (no number, no count), SAD706 (a line twice for
    the same sizes, or a size both in the table and in ``at``).
    """
    profiles: dict[tuple[Decimal | str, ...], Profile] = {}
    sizes = table.sizes(_OWN)
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
