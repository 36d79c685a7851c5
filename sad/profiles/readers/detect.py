"""Which kind of profile a path is, by what is in it; and the profiles in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sad.diagnostics import SadError, Span, input_error
from sad.profiles.readers.csv_tables import (
    HEADER_HINT,
    NEEDED,
    are_values,
    is_header,
    open_table,
    read_counts,
    read_values,
)
from sad.profiles.readers.gcov_data import DATA, NOTES, Tools, read_gcov_data
from sad.profiles.readers.gcov_json import read_json
from sad.profiles.readers.lcov import read_lcov
from sad.profiles.readers.source import Source, malformed
from sad.profiles.readers.text_of_gcov import (
    is_gcov_text,
    is_shown_text,
    read_gcov_text,
    read_shown_text,
)
from sad.profiles.saved_counts import is_saved, read_saved

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.profiles.counts import Measured, Profile

FORMATS = (
    "known are gcov's JSON and text (.gcov), .gcda files or a folder of them, llvm-cov's JSON export "
    "and text, lcov's .info, what sad profile --save writes, and CSV with the columns file,line,count "
    "or name,value"
)
_EXPORT = "give what llvm-cov export writes of it"
_BINARIES = (
    ((b"gcda", b"adcg", b"gcno", b"oncg"), "name it .gcda, with its notes .gcno beside it"),
    ((b"\xfflprof", b"\x81rforpl\xff"), _EXPORT),
)


def read_profiles(
    path: str,
    at: Mapping[str, str],
    tools: Tools | None = None,
    diagnostics: Diagnostics | None = None,
) -> list[Profile | Measured]:
    """Return what was measured: counts of runs (one, but for CSV with sizes), or values themselves.

    ``at`` are the values that the run had, by name. Nothing is returned of a profile that has an
    error anywhere. A warning, SAD709, says that a source is newer than the build that was measured.

    Raises ``SadError``: SAD701 (cannot be read), SAD702 (no known profile, or an empty one), SAD703
    (ends in the middle), SAD704 (malformed), SAD705 (a count or number that cannot be), SAD706
    (given twice), SAD707 (gcov cannot be run), SAD708 (gcov's files do not fit), SAD709 (measured
    on another version of the source).
    """
    if os.path.isdir(path) or path.endswith((DATA, NOTES)):
        profile = read_gcov_data(path, at, tools or Tools(), diagnostics)
        return _counted([profile], path)
    with Source(path) as source:
        kind = _kind(source)
        if kind == "saved":
            return _counted([*read_saved(source, at)], path)
        if kind == "json":
            return _counted([read_json(source, at)], path)
        if kind == "lcov":
            return _counted([read_lcov(source, at)], path)
        if kind == "gcov":
            return _counted([read_gcov_text(source, at)], path)
        if kind == "llvm":
            return _counted([read_shown_text(source, at)], path)
        table, records = open_table(source)
        if set(table.columns) >= NEEDED:
            return _counted(read_counts(table, records, at), path)
        if not are_values(table.columns):
            malformed("the table has neither counts nor values", Span.at(path), HEADER_HINT)
        values = read_values(table, records, at)
        if not values:
            raise _foreign(path, "the table holds no values")
        return [*values]


def _kind(source: Source) -> str:
    path, head = source.path, source.head()
    if b"\0" in head:
        hints = (hint for marks, hint in _BINARIES if head.startswith(marks))
        raise _foreign(path, "a binary file", next(hints, FORMATS))
    lines = [line.strip() for line in head.decode("utf-8-sig", "surrogateescape").split("\n")]
    text = [line for line in lines if line and not line.startswith("#")]
    if not text:
        raise _foreign(path, "the file is empty")
    if text[0].startswith("{"):
        return "saved" if is_saved(text[0]) else "json"
    if path.endswith(".info") or text[0].startswith(("TN:", "SF:")):
        return "lcov"
    if path.endswith(".csv") or is_header(text[0]):
        return "csv"
    if text[0].startswith("<"):
        raise _foreign(path, "XML")
    if is_gcov_text(text[0]):
        return "gcov"
    if is_shown_text(text[0]):
        return "llvm"
    if text[0] == "Counters:" or "# Num Counters:" in lines:
        raise _foreign(path, "counters of llvm-profdata, which do not tell of which lines", _EXPORT)
    raise _foreign(path, "no profile that is known")


def _counted(profiles: list[Profile], path: str) -> list[Profile | Measured]:
    if not any(profile.files for profile in profiles):
        raise _foreign(path, "the profile holds no counts", "was the program built to be measured?")
    return [*profiles]


def _foreign(path: str, message: str, hint: str = FORMATS) -> SadError:
    return input_error("SAD702", message, Span.at(path), hint)
