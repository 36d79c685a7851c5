"""lcov's tracefiles, of lcov 1 and 2 (geninfo(1), "TRACE FILE FORMAT").

    TN:test
    SF:/home/me/md1.f
    FN:1,MAIN__            (lcov 2: FN:1,8,MAIN__ or FNL:0,1,8 and FNA:0,1,MAIN__)
    FNDA:1,MAIN__
    BRDA:4,0,0,5           (line, block, branch, times taken, or - if never reached)
    DA:4,6,checksum        (the checksum is that of the source line)
    end_of_record

Other records are sums of these. Several records of one file, as for several tests, add up. lcov does
not say which way falls through.
"""

from __future__ import annotations

import base64
import hashlib
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.counts import FileCounts, FunctionCount, LineCount, Way
from sad.profiles.readers.fields import count_text
from sad.profiles.readers.source import ended, malformed
from sad.profiles.readers.totals import Totals, added_functions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.profiles.counts import Profile
    from sad.profiles.readers.source import Source

_HINT = "a record is a name, a colon and fields between commas, as geninfo(1) describes"
_CHECKSUM_LENGTH = 22  # of MD5 in base64, without its padding
_IGNORED = frozenset(("TN", "VER", "FNF", "FNH", "LF", "LH", "BRF", "BRH", "MCDC", "MCF", "MCH"))


@dataclass(slots=True)
class _Record:
    """What is said of one file between SF and end_of_record."""

    name: str
    line: int
    counts: dict[int, int] = field(default_factory=dict[int, int])
    ways: dict[int, dict[str, dict[str, int]]] = field(
        default_factory=dict[int, "dict[str, dict[str, int]]"]
    )
    headers: dict[str, int] = field(default_factory=dict[str, int])
    calls: dict[str, int] = field(default_factory=dict[str, int])
    by_index: dict[str, int] = field(default_factory=dict[str, int])


def read_lcov(source: Source, at: Mapping[str, str]) -> Profile:
    """Read a tracefile.

    Raises ``SadError``: SAD703 (ends in the middle), SAD704 (no such record), SAD705 (impossible
    count), SAD709 (a checksum differs from that of the source line, where the source is there).
    """
    totals = Totals()
    record: _Record | None = None
    checks = _Checksums()
    for number, text, whole in source.lines():
        span = Span.at(source.path, number)
        line = text.strip()
        if not whole and line not in ("", "end_of_record"):
            raise ended(span)
        if not line or line.startswith("#"):
            continue
        if line == "end_of_record":
            if record is None:
                malformed("end_of_record without SF", span, _HINT)
            totals.add_file(None, record.name, _counts(record, totals))
            record = None
            continue
        key, colon, rest = text.lstrip().partition(":")
        if not colon or (key != "SF" and key not in _IGNORED and key not in _READERS):
            malformed(f"{line:.40} is no record of lcov", span, _HINT)
        if key == "SF":
            if record is not None:
                malformed(f"end_of_record is missing after SF on line {record.line}", span, _HINT)
            record = _Record(rest, number)
        elif key in _READERS:
            if record is None:
                malformed(f"{key} stands before SF", span, _HINT)
            fields = rest.split(",")
            if len(fields) < _READERS[key][0]:
                malformed(f"{key} has too few fields", span, _HINT)
            _READERS[key][1](record, fields, span)
            if key == "DA" and len(fields) > 2:
                checks.compare(record.name, int(fields[0]), fields[2], span)
    if record is not None:
        raise ended(Span.at(source.path, record.line))
    return totals.profile("lcov", source.path, at)


def _counts(record: _Record, totals: Totals) -> FileCounts:
    file = FileCounts()
    for line, count in record.counts.items():
        blocks = record.ways.get(line, {})
        ways = tuple(Way(times, False) for block in blocks.values() for times in block.values())
        totals.add_line(file, line, LineCount(count, ways))
    file.functions = added_functions(
        [
            FunctionCount(name, record.headers[name], calls)
            for name, calls in record.calls.items()
            if name in record.headers
        ]
    )
    return file


def _line(record: _Record, fields: list[str], span: Span) -> None:
    line = _number(fields[0], span)
    record.counts[line] = record.counts.get(line, 0) + count_text(
        fields[1], f"DA of line {line}", span
    )


def _branch(record: _Record, fields: list[str], span: Span) -> None:
    line = _number(fields[0], span)
    block = record.ways.setdefault(line, {}).setdefault(fields[1], {})
    name, taken = ",".join(fields[2:-1]), fields[-1]
    times = 0 if taken == "-" else count_text(taken, f"BRDA of line {line}", span)
    block[name] = block.get(name, 0) + times


def _function(record: _Record, fields: list[str], span: Span) -> None:
    name = fields[2:] if len(fields) > 2 and fields[1].isdigit() else fields[1:]
    record.headers.setdefault(",".join(name), _number(fields[0], span))


def _calls(record: _Record, fields: list[str], span: Span) -> None:
    name = ",".join(fields[1:])
    calls = count_text(fields[0], f"FNDA of {name}", span)
    record.calls[name] = record.calls.get(name, 0) + calls


def _index(record: _Record, fields: list[str], span: Span) -> None:
    record.by_index[fields[0]] = _number(fields[1], span)


def _alias(record: _Record, fields: list[str], span: Span) -> None:
    if fields[0] not in record.by_index:
        malformed(f"FNA {fields[0]} has no FNL", span, _HINT)
    record.headers.setdefault(",".join(fields[2:]), record.by_index[fields[0]])
    _calls(record, fields[1:], span)


_READERS = {
    "DA": (2, _line),
    "BRDA": (4, _branch),
    "FN": (2, _function),
    "FNDA": (2, _calls),
    "FNL": (2, _index),
    "FNA": (3, _alias),
}


def _number(written: str, span: Span) -> int:
    if not written.isascii() or not written.isdigit() or len(written) > 18:
        malformed(f"{written!r:.40} is no line number", span, _HINT)
    return int(written)


@dataclass(slots=True)
class _Checksums:
    """Compares lines' checksums with the sources that are there."""

    _lines: dict[str, list[bytes]] = field(default_factory=dict[str, "list[bytes]"])

    def compare(self, name: str, line: int, checksum: str, span: Span) -> None:
        """Raise SAD709 if the line has another checksum now; what cannot be compared passes."""
        lines = self._lines.get(name)
        if lines is None:
            try:
                with open(name, "rb") as file:
                    lines = file.read().split(b"\n")
            except (OSError, ValueError):
                lines = []
            self._lines = {name: lines}  # a record is of one file: no need to keep others
        if not lines or len(checksum) != _CHECKSUM_LENGTH:
            return
        now = lines[line - 1] if 0 < line <= len(lines) else b""
        digest = hashlib.md5(now, usedforsecurity=False).digest()
        if base64.b64encode(digest).rstrip(b"=").decode() == checksum:
            return
        message = f"line {line} of {os.path.basename(name)} is not the line that was measured"
        hint = "the source was changed: build it and run it again"
        raise input_error("SAD709", message, span, hint)
