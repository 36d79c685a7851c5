"""Counts of runs in a file by themselves, for import elsewhere: ``sad profile --save FILE``.

    {"schema": "sad-counts/1", "profiles": [
      {"tool": "gcov", "path": "run 1", "at": {"N": "500"}, "has_branches": false, "files": {
        "md1.f": {"lines": {"4": {"count": 6, "ways": [[5, true], [1, false]]}},
                  "functions": [["MAIN__", 1, 1]], "segments": [], "branches": {}}}}],
     "sources": {"md1.f": ["      PROGRAM MD1", ...]}}

The sources are there as they were measured: at import, counts follow lines that moved.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from sad.diagnostics import Span
from sad.files import source_lines
from sad.profiles.counts import (
    BranchCount,
    Condition,
    FileCounts,
    FunctionCount,
    LineCount,
    Profile,
    Segment,
    Way,
)
from sad.profiles.readers.fields import Fields, array, count, position, text, truth, wrong
from sad.profiles.readers.source import ended

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.profiles.readers.source import Source

SCHEMA = "sad-counts/1"


def saved_counts(profiles: Sequence[Profile]) -> str:
    """Return the profiles as JSON, with the sources they are of as they are now."""
    sources: dict[str, list[str]] = {}
    values = [
        {
            "tool": profile.tool,
            "path": profile.path,
            "at": dict(profile.at),
            "has_branches": profile.has_branches,
            "files": _files(profile, sources),
        }
        for profile in profiles
    ]
    body = {"schema": SCHEMA, "profiles": values, "sources": sources}
    return json.dumps(body, ensure_ascii=True, separators=(",", ":")) + "\n"


def _files(profile: Profile, sources: dict[str, list[str]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, counts in profile.files.items():
        path = os.path.join(profile.folder or "", name)
        below = os.path.relpath(path)
        shown = path if below.startswith(os.pardir) else below
        if shown not in sources:
            text_now = counts.text or source_lines(path)
            if text_now:
                sources[shown] = text_now
        found[shown] = _file(counts)
    return found


def _file(counts: FileCounts) -> dict[str, Any]:
    found: dict[str, Any] = {
        "lines": {str(line): _line(each) for line, each in counts.lines.items()},
        "functions": [[each.name, each.line, each.count] for each in counts.functions],
        "segments": [list(each) for each in counts.segments],
        "branches": {
            str(line): [[list(each.ways), each.simulated, each.misses] for each in branches]
            for line, branches in counts.branches.items()
        },
    }
    if counts.parts:
        found["parts"] = {
            name: {str(line): _line(each) for line, each in part.items()}
            for name, part in counts.parts.items()
        }
    if counts.document:
        found["document"] = counts.document
    if counts.copies:
        found["copies"] = {name: _file(each) for name, each in counts.copies.items()}
    return found


def _line(counted: LineCount) -> dict[str, Any]:
    value: dict[str, Any] = {"count": counted.count}
    if counted.ways:
        value["ways"] = [list(way) for way in counted.ways]
    if counted.conditions:
        value["conditions"] = [list(each) for each in counted.conditions]
    return value


def is_saved(head: str) -> bool:
    """Whether a file that begins so is one of ``saved_counts``."""
    return head.startswith('{"schema":') and f'"{SCHEMA}"' in head[:40]


def read_saved(source: Source, at: Mapping[str, str]) -> list[Profile]:
    """Return the profiles in a file; ``at`` are values that all runs had.

    Raises ``SadError``: SAD703 (ends in the middle), SAD704 (malformed), SAD705 (a count that cannot
    be).
    """

    def span() -> Span:
        return Span.at(source.path)

    pieces: list[str] = []
    while piece := source.read():
        pieces.append(piece)
    try:
        value = json.loads("".join(pieces))
    except (ValueError, RecursionError):
        raise ended(span()) from None
    document = Fields(value, "the document", span)
    sources = document.inner("sources")
    found: list[Profile] = []
    for item in document.items("profiles"):
        one = Fields(item, "a profile", span)
        own, files = one.inner("at"), one.inner("files")
        read = {name: _read_file(files.inner(name), span) for name in files.names()}
        for name in sources.names():
            if name in read:
                read[name].text = [text(line, "a line", span) for line in sources.items(name)]
        values = {**at, **{name: own.text(name) for name in own.names()}}
        tool, path = one.text("tool"), one.text("path")
        found.append(Profile(tool, path, read, values, None, one.truth("has_branches")))
    return found


def _read_file(fields: Fields, span: Callable[[], Span], *, is_copy: bool = False) -> FileCounts:
    counts = FileCounts()
    branches = fields.inner("branches")
    counts.lines = _read_lines(fields.inner("lines"), span)
    if fields.has("parts"):
        parts = fields.inner("parts")
        counts.parts = {name: _read_lines(parts.inner(name), span) for name in parts.names()}
    if fields.has("document"):
        counts.document = fields.text("document")
    if fields.has("copies") and not is_copy:
        copies = fields.inner("copies")
        counts.copies = {
            name: _read_file(copies.inner(name), span, is_copy=True) for name in copies.names()
        }
    for item in fields.items("functions"):
        name, line, calls = _row(item, 3, span)
        called = text(name, "a function", span), position(line, "a line", span)
        counts.functions.append(FunctionCount(*called, count(calls, "calls", span)))
    for item in fields.items("segments"):
        line, column, times = _row(item, 3, span)
        ran = None if times is None else count(times, "a segment's count", span)
        place = position(line, "a line", span), position(column, "a column", span)
        counts.segments.append(Segment(*place, ran))
    for name in branches.names():
        for item in branches.items(name):
            ways, simulated, misses = _row(item, 3, span)
            each = tuple(count(way, "a way", span) for way in array(ways, "ways", span))
            branch = BranchCount(each, *_numbers([simulated, misses], 2, span))
            counts.branches.setdefault(_number(name, span), []).append(branch)
    return counts


def _read_lines(lines: Fields, span: Callable[[], Span]) -> dict[int, LineCount]:
    found: dict[int, LineCount] = {}
    for name in lines.names():
        line = lines.inner(name)
        ways = [_row(way, 2, span) for way in line.items("ways")] if line.has("ways") else []
        conditions = line.items("conditions") if line.has("conditions") else []
        found[_number(name, span)] = LineCount(
            line.count("count"),
            tuple(Way(count(a, "a way", span), truth(b, "a way", span)) for a, b in ways),
            tuple(Condition(*_numbers(each, 5, span)) for each in conditions),
        )
    return found


def _row(value: object, length: int, span: Callable[[], Span]) -> list[object]:
    row = array(value, "a row", span)
    if len(row) != length:
        wrong(f"a row has {len(row)} columns, not {length}", span)
    return row


def _numbers(value: object, length: int, span: Callable[[], Span]) -> list[int]:
    return [count(each, "a number", span) for each in _row(value, length, span)]


def _number(name: str, span: Callable[[], Span]) -> int:
    if not name.isdecimal():
        wrong(f"{name!r:.40} is no line", span)
    return int(name)
